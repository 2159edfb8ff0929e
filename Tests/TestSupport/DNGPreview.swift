public import BromideValues

/// A JPEG preview embedded in a raw.
public struct DNGPreview: Sendable, Hashable {
  /// Stored size in pixels.
  public var size: Size
  /// The bytes of the JPEG file.
  public var jpeg: [UInt8]

  /// Creates a preview from given pixels, in 4:2:0.
  ///
  /// - Parameters:
  ///   - quality: libjpeg's quality, 1…100.
  ///   - color: sRGB code values 0…255 of a pixel.
  public init(size: Size, quality: Int = 90, color: (_ x: Int, _ y: Int) -> SIMD3<Double>) {
    let half = Size(width: (size.width + 1) / 2, height: (size.height + 1) / 2)
    var luma = [UInt8](repeating: 0, count: size.area)
    var blue = [UInt8](repeating: 0, count: half.area)
    var red = blue
    func code(_ value: Double) -> UInt8 { UInt8(min(max(value.rounded(), 0), 255)) }
    for y in 0..<size.height {
      for x in 0..<size.width {
        let c = color(x, y)
        // ITU-T T.871, 7.
        let l = 0.299 * c.x + 0.587 * c.y + 0.114 * c.z
        luma[y * size.width + x] = code(l)
        if x % 2 == 0 && y % 2 == 0 {
          blue[y / 2 * half.width + x / 2] = code((c.z - l) / 1.772 + 128)
          red[y / 2 * half.width + x / 2] = code((c.x - l) / 1.402 + 128)
        }
      }
    }
    var file = PeerJPEG(
      size: size,
      planes: [.init(luma, size, across: 2, down: 2), .init(blue, half), .init(red, half)])
    file.quality = quality
    self.size = size
    jpeg = file.encoded()
  }

  /// Creates a preview of a mosaic. Each pixel is the mean of the square roots of its sites, so the
  /// preview has the photo's detail and noise.
  public init(of samples: SensorSamples, white: Int, longEdge: Int) {
    let scale = Double(samples.size.longEdge) / Double(longEdge)
    let size = Size(
      width: Int(Double(samples.size.width) / scale),
      height: Int(Double(samples.size.height) / scale))
    self.init(size: size) { x, y in
      let (left, top) = (Int(Double(x) * scale) / 2 * 2, Int(Double(y) * scale) / 2 * 2)
      var sites: [Double] = []
      for (dx, dy) in [(0, 0), (1, 0), (1, 1)] {
        let value = samples[
          min(left + dx, samples.size.width - 1), min(top + dy, samples.size.height - 1)]
        sites.append((Double(value) / Double(white)).squareRoot() * 255)
      }
      return SIMD3(sites[0], sites[1], sites[2])
    }
  }

  /// Adds the fields that a first directory has for it.
  func fill(_ root: inout TIFFDirectory) {
    root.fillPreview(jpeg, size: size, compression: 7, photometric: 6)
  }
}

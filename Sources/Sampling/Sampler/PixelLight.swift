internal import BromideCodecs
internal import BromideDevelop
internal import BromideValues

/// One pixel with everything that sampling needs.
struct PixelLight: Sendable {
  /// Linear light in the picture's space.
  var light: SIMD3<Double>
  /// Stored Y, Cb and Cr, or 0 for other pictures.
  var codes: SIMD3<Double>
  /// The opacity, 0…1. Without alpha, it is 1.
  var alpha = 1.0
  /// Whether a channel has reached its maximum.
  var isClipped: Bool
}

extension PointSampler {
  /// The pixels of a region of the stored picture, in row order.
  func pixels(_ region: Region, scratch: Scratch) -> [PixelLight] {
    if case .raw(let raw) = pixels { return developed(raw, region, scratch) }
    var result: [PixelLight] = []
    result.reserveCapacity(region.size.area)
    if case .frame(let frame, let converter) = pixels, region.size.area >= Self.worthRows,
      let frameReader
    {
      let decode = scratch.decoder(of: signal)
      converter.withRows(of: frame, region) { y, row in
        for i in 0..<region.width {
          let rgb = SIMD3<Double>(
            Double(row[3 * i]), Double(row[3 * i + 1]), Double(row[3 * i + 2]))
          result.append(
            PixelLight(
              light: decode(rgb), codes: frameReader.codes(x: region.x + i, y: y),
              alpha: alpha(x: region.x + i, y: y),
              isClipped: rgb.max() >= clippedFrom))
        }
      }
      return result
    }
    for y in region.y..<region.endY {
      for x in region.x..<region.endX {
        let encoded = encoded(x: x, y: y)
        let codes = frameReader?.codes(x: x, y: y) ?? SIMD3()
        result.append(
          PixelLight(
            light: signal.light(of: encoded), codes: codes, alpha: alpha(x: x, y: y),
            isClipped: encoded.max() >= clippedFrom))
      }
    }
    return result
  }

  /// The minimum number of pixels for converting rows together and tabulating curves. For fewer,
  /// single pixels are faster.
  static let worthRows = 1024

  /// The minimum number of pixels for reading windows row by row, and for rereading instead of
  /// storing them.
  static let worthVisit = 64

  /// Returns R′G′B′ of a stored pixel, nominally 0…1. Not available for raws.
  @inline(__always)
  func encoded(x: Int, y: Int) -> SIMD3<Double> {
    if let frameReader { return frameReader.rgb(x: x, y: y) }
    let (x, y) = kept(x, y)
    return switch pixels {
    case .eight(let image): (Self.color(image, x, y) - black) / extent
    case .sixteen(let image): (Self.color(image, x, y) - black) / extent
    case .float(let image): Self.color(image, x, y)
    case .frame, .raw: preconditionFailure("a raw has no encoded pixels")
    }
  }

  /// How opaque a stored pixel is, 0…1.
  @inline(__always)
  func alpha(x: Int, y: Int) -> Double {
    guard alphaUse == .weight, hasAlpha else { return 1 }
    if let frameReader { return frameReader.alpha(x: x, y: y) }
    let (x, y) = kept(x, y)
    return switch pixels {
    case .eight(let image): Double(image[x, y, image.channels - 1]) / opaque
    case .sixteen(let image): Double(image[x, y, image.channels - 1]) / opaque
    case .float(let image): min(max(Double(image[x, y, image.channels - 1]), 0), 1)
    case .frame, .raw: 1
    }
  }

  /// Where the pixel of the stored picture is in `pixels`.
  @inline(__always)
  private func kept(_ x: Int, _ y: Int) -> (x: Int, y: Int) {
    guard let part else { return (x, y) }
    return (x - part.columns.lowerBound, part.row(y))
  }

  /// - Parameter extent: Codes from black to white in integer pictures.
  static func clippedFrom(_ pixels: SampledPixels, extent: Double) -> Double {
    switch pixels {
    case .eight, .sixteen: 1 - 0.5 / extent
    // Floats have no largest value.
    case .float: .infinity
    case .frame(let frame, let converter):
      1 - 0.5
        / Double(
          converter.coding.range == .full ? frame.layout.maximum : 219 << (frame.layout.depth - 8))
    case .raw: 1
    }
  }

  private static func color<Sample: BinaryInteger & BitwiseCopyable & Sendable>(
    _ image: ImageBuffer<Sample>, _ x: Int, _ y: Int
  ) -> SIMD3<Double> {
    guard image.channels >= 3 else { return SIMD3(repeating: Double(image[x, y, 0])) }
    return SIMD3(Double(image[x, y, 0]), Double(image[x, y, 1]), Double(image[x, y, 2]))
  }

  private static func color(_ image: ImageBuffer<Float>, _ x: Int, _ y: Int) -> SIMD3<Double> {
    guard image.channels >= 3 else { return SIMD3(repeating: Double(image[x, y, 0])) }
    return SIMD3(Double(image[x, y, 0]), Double(image[x, y, 1]), Double(image[x, y, 2]))
  }

  private func developed(
    _ raw: RawPixels, _ region: Region, _ scratch: Scratch
  ) -> [PixelLight] {
    let light = scratch.reader(of: raw, width: region.width).read(region)
    let sensor = raw.sensor
    return light.indices.map { i in
      let (x, y) = (region.x + i % region.width, region.y + i / region.width)
      return PixelLight(
        light: SIMD3<Double>(light[i]), codes: SIMD3(),
        isClipped: sensor.isClipped(x: x, y: y))
    }
  }
}

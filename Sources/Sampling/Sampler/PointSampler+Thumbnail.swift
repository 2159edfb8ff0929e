public import BromideDevelop
public import BromideValues

extension PointSampler {
  /// Returns the upright picture in 8-bit sRGB with the given maximum long edge. Use it to show the
  /// positions of samples, not to measure.
  ///
  /// Raws are developed at that size. For other pictures, each pixel is the mean of up to nine.
  ///
  /// - Throws: `DevelopError.unsupported` if a raw cannot be developed this way.
  public func thumbnail(longEdge: Int) throws(DevelopError) -> ImageBuffer<UInt8> {
    if case .raw(let raw) = pixels {
      return try raw.picture(of: UInt8.self, .uint8, space: .srgb, longEdge: longEdge)
    }
    let (small, pixels) = try reduced(longEdge: longEdge)
    var image = ImageBuffer<UInt8>(size: small, channels: 3)
    let readout = SampleReadout(.encoded(.srgb), from: space).tabled()
    for (i, pixel) in pixels.enumerated() {
      let color = readout.value(light: pixel.light, codes: SIMD3())
      for c in 0..<3 { image[i % small.width, i / small.width, c] = UInt8(color[c].rounded()) }
    }
    return image
  }
}

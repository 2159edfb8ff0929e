internal import Color
public import Develop
public import Pixels

extension PointSampler {
  /// The upright picture in 8-bit sRGB with the given maximum long edge: for showing where samples
  /// lie, not for measuring.
  ///
  /// Raws are developed at that size; for other pictures each pixel is the mean of up to nine.
  ///
  /// - Throws: `DevelopError.unsupported` if a raw cannot be developed this way.
  public func thumbnail(longEdge: Int) throws(DevelopError) -> ImageBuffer<UInt8> {
    if case .raw(let raw) = pixels { return try raw.thumbnail(longEdge: longEdge) }
    let scale = min(1, Double(longEdge) / Double(size.longEdge))
    let small = Size(
      width: max(1, Int((Double(size.width) * scale).rounded())),
      height: max(1, Int((Double(size.height) * scale).rounded())))
    var image = ImageBuffer<UInt8>(size: small, channels: 3)
    let readout = SampleReadout(.encoded(.srgb), from: space)
    let points = scale == 1 ? 1 : 3
    for y in 0..<small.height {
      for x in 0..<small.width {
        var sum = SIMD3<Double>()
        for k in 0..<points * points {
          let (i, j) = (k % points, k / points)
          let dx = (Double(i) + 0.5) / Double(points)
          let dy = (Double(j) + 0.5) / Double(points)
          let place = NormalizedPoint(
            x: (Double(x) + dx) / Double(small.width), y: (Double(y) + dy) / Double(small.height))
          let (column, row) = place.storedPixel(orientation, in: pixels.size)
          sum += signal.light(of: encoded(x: column, y: row))
        }
        let color = readout.value(light: sum / Double(points * points), codes: SIMD3())
        for c in 0..<3 { image[x, y, c] = UInt8(color[c].rounded()) }
      }
    }
    return image
  }
}

extension RawPixels {
  fileprivate func thumbnail(longEdge: Int) throws(DevelopError) -> ImageBuffer<UInt8> {
    var recipe = recipe
    recipe.space = .srgb
    recipe.sample = .uint8
    recipe.orientation = .apply
    recipe.size = SizeRequest(bounds: .longEdge(longEdge))
    return try Developer(source, recipe: recipe).picture(of: UInt8.self)
  }
}

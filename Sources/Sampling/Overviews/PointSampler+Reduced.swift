internal import BromideDevelop
internal import BromideValues

extension PointSampler {
  /// Returns the upright picture's pixels with the given maximum long edge, in row order, for
  /// overviews.
  ///
  /// Raws are developed at that size and clipped at white. For other pictures, each pixel is the
  /// mean of up to nine, weighted by alpha.
  ///
  /// - Throws: `DevelopError.unsupported` if a raw cannot be developed this way.
  func reduced(longEdge: Int) throws(DevelopError) -> (size: Size, pixels: [PixelLight]) {
    if case .raw(let raw) = pixels {
      let image = try raw.picture(
        of: UInt16.self, .uint16, space: RawPixels.space, longEdge: longEdge)
      let light = (0..<image.size.area).map { i in
        let (x, y) = (i % image.width, i / image.width)
        let codes = SIMD3(
          Double(image[x, y, 0]), Double(image[x, y, image.channels / 2]),
          Double(image[x, y, image.channels - 1]))
        return PixelLight(
          light: signal.light(of: codes / 65535), codes: SIMD3(), isClipped: codes.max() == 65535)
      }
      return (image.size, light)
    }
    let scale = min(1, Double(longEdge) / Double(size.longEdge))
    let small = Size(
      width: max(1, Int((Double(size.width) * scale).rounded())),
      height: max(1, Int((Double(size.height) * scale).rounded())))
    let points = scale == 1 ? 1 : 3
    var result: [PixelLight] = []
    result.reserveCapacity(small.area)
    let curve = CurveOctaves { [signal] in signal.transfer.decode($0) }
    for y in 0..<small.height {
      for x in 0..<small.width { result.append(mean(x, y, of: small, points, curve)) }
    }
    return (small, result)
  }

  /// The mean of points × points pixels, spread over a pixel of the reduced picture.
  private func mean(
    _ x: Int, _ y: Int, of small: Size, _ points: Int, _ curve: CurveOctaves
  ) -> PixelLight {
    let stored = storedSize
    var (seen, all, alpha) = (SIMD3<Double>(), SIMD3<Double>(), 0.0)
    var isClipped = false
    for k in 0..<points * points {
      let dx = (Double(k % points) + 0.5) / Double(points)
      let dy = (Double(k / points) + 0.5) / Double(points)
      let place = NormalizedPoint(
        x: (Double(x) + dx) / Double(small.width), y: (Double(y) + dy) / Double(small.height))
      let (column, row) = place.storedPixel(orientation, in: stored)
      let encoded = encoded(x: column, y: row)
      let light = signal.shown(SIMD3(curve(encoded.x), curve(encoded.y), curve(encoded.z)))
      let weight = self.alpha(x: column, y: row)
      all += light
      seen += weight * light
      alpha += weight
      isClipped = isClipped || encoded.max() >= clippedFrom
    }
    let count = Double(points * points)
    return PixelLight(
      light: alpha > 0 ? seen / alpha : all / count, codes: SIMD3(), alpha: alpha / count,
      isClipped: isClipped)
  }
}

extension RawPixels {
  /// The entire photo, upright and reduced, in a space.
  func picture<Sample: BitwiseCopyable & Sendable>(
    of type: Sample.Type, _ format: SampleFormat, space: RGBSpace, longEdge: Int
  ) throws(DevelopError) -> ImageBuffer<Sample> {
    var recipe = recipe
    recipe.space = space
    recipe.sample = format
    recipe.orientation = .apply
    recipe.size = SizeRequest(bounds: .longEdge(longEdge))
    return try Developer(source, recipe: recipe).picture(of: type)
  }
}

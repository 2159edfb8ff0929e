public import BromideValues

extension DNGPreview {
  /// Creates a preview of a scene as a camera would: with the scene's colours, upright and without
  /// the photo's noise, brightened or darkened and encoded with a curve.
  ///
  /// - Parameters:
  ///   - stops: Stops to brighten the scene.
  ///   - size: Stored size of an upright photo.
  ///   - curve: Maps light to display-linear light, or `nil` to skip it.
  public init(
    of photo: SyntheticPhoto, stops: Double = 0, size: Size, curve: ((Double) -> Double)? = nil
  ) {
    let factor = power(2, photo.exposure + stops)
    let gamma = 1 / 2.2
    self.init(size: size) { x, y in
      let light = photo.scene.color(
        (Double(x) + 0.5) / Double(size.width), (Double(y) + 0.5) / Double(size.height))
      func code(_ value: Double) -> Double {
        let light = max(value * factor, 0)
        return 255 * power(min(curve?(light) ?? light, 1), gamma)
      }
      return SIMD3(code(light.x), code(light.y), code(light.z))
    }
  }
}

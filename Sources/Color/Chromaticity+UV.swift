extension Chromaticity {
  /// CIE 1960 (u, v): the diagram in which correlated colour temperature and Duv are defined (CIE 15:2018, 9.5).
  public var uv1960: SIMD2<Double> {
    let bottom = -2 * x + 12 * y + 3
    return SIMD2(4 * x / bottom, 6 * y / bottom)
  }

  /// CIE 1976 (u′, v′): CIE 15:2018, 8.2.2.
  public var uv1976: SIMD2<Double> {
    let uv = uv1960
    return SIMD2(uv.x, 1.5 * uv.y)
  }

  /// The chromaticity with these CIE 1960 (u, v) coordinates; the inverse of `uv1960`.
  public init(uv1960 uv: SIMD2<Double>) {
    let bottom = 2 * uv.x - 8 * uv.y + 4
    self.init(x: 3 * uv.x / bottom, y: 2 * uv.y / bottom)
  }

  /// The chromaticity with these CIE 1976 (u′, v′) coordinates; the inverse of `uv1976`.
  public init(uv1976 uv: SIMD2<Double>) {
    self.init(uv1960: SIMD2(uv.x, uv.y / 1.5))
  }

  /// XYZ of this chromaticity at a luminance, that is, xyY as XYZ.
  public func xyz(luminance: Double) -> SIMD3<Double> { luminance * xyz }
}

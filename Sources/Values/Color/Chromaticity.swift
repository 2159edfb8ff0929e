/// CIE 1931 2° chromaticity coordinates.
public struct Chromaticity: Sendable, Hashable, Codable {
  /// X / (X + Y + Z).
  public var x: Double
  /// Y / (X + Y + Z). It is above 0 for every colour except black.
  public var y: Double

  /// Creates any pair of coordinates. Only the ones inside the spectral locus are colours.
  public init(x: Double, y: Double) {
    self.x = x
    self.y = y
  }

  /// XYZ with Y = 1.
  public var xyz: SIMD3<Double> { SIMD3(x / y, 1, (1 - x - y) / y) }

  /// Creates the chromaticity of a colour. X + Y + Z must not be 0.
  public init(xyz: SIMD3<Double>) {
    let sum = xyz.sum()
    self.init(x: xyz.x / sum, y: xyz.y / sum)
  }

  /// The D65 white as ITU-R BT.709 and IEC 61966-2-1 state it.
  public static let d65 = Chromaticity(x: 0.3127, y: 0.3290)

  /// The D50 white of the ICC profile connection space (ICC.1:2022, 7.2.16): XYZ 0.9642, 1, 0.8249.
  public static let d50 = Chromaticity(xyz: SIMD3(0.9642, 1, 0.8249))
}

extension Chromaticity {
  /// CIE 1960 (u, v), the diagram for correlated colour temperature and Duv (CIE 15:2018, 9.5).
  public var uv1960: SIMD2<Double> {
    let bottom = -2 * x + 12 * y + 3
    return SIMD2(4 * x / bottom, 6 * y / bottom)
  }

  /// CIE 1976 (u′, v′): CIE 15:2018, 8.2.2.
  public var uv1976: SIMD2<Double> {
    let uv = uv1960
    return SIMD2(uv.x, 1.5 * uv.y)
  }

  /// Creates the chromaticity with these CIE 1960 (u, v) coordinates. This is the inverse of
  /// `uv1960`.
  public init(uv1960 uv: SIMD2<Double>) {
    let bottom = 2 * uv.x - 8 * uv.y + 4
    self.init(x: 3 * uv.x / bottom, y: 2 * uv.y / bottom)
  }

  /// Creates the chromaticity with these CIE 1976 (u′, v′) coordinates. This is the inverse of
  /// `uv1976`.
  public init(uv1976 uv: SIMD2<Double>) {
    self.init(uv1960: SIMD2(uv.x, uv.y / 1.5))
  }

  /// XYZ of this chromaticity at a luminance, that is, xyY as XYZ.
  public func xyz(luminance: Double) -> SIMD3<Double> { luminance * xyz }
}

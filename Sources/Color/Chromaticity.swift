/// CIE 1931 2° chromaticity coordinates.
public struct Chromaticity: Sendable, Hashable, Codable {
  /// X / (X + Y + Z).
  public var x: Double
  /// Y / (X + Y + Z); above 0 for every colour that is not black.
  public var y: Double

  /// Any pair of coordinates; only those inside the spectral locus are colours.
  public init(x: Double, y: Double) {
    self.x = x
    self.y = y
  }

  /// XYZ with Y = 1.
  public var xyz: SIMD3<Double> { SIMD3(x / y, 1, (1 - x - y) / y) }

  /// The chromaticity of a colour whose X + Y + Z is not 0.
  public init(xyz: SIMD3<Double>) {
    let sum = xyz.sum()
    self.init(x: xyz.x / sum, y: xyz.y / sum)
  }

  /// The D65 white as ITU-R BT.709 and IEC 61966-2-1 state it.
  public static let d65 = Chromaticity(x: 0.3127, y: 0.3290)

  /// The D50 white of the ICC profile connection space (ICC.1:2022, 7.2.16): XYZ 0.9642, 1, 0.8249.
  public static let d50 = Chromaticity(xyz: SIMD3(0.9642, 1, 0.8249))
}

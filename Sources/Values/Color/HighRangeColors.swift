/// ICtCp of ITU-R BT.2100, table 7, in its form for PQ: luminance and two colour differences of
/// absolute light.
public struct ICtCp: Sendable, Hashable {
  /// Intensity, 0 for black to 1 for 10 000 cd/m².
  public var i: Double
  /// From blue to yellow.
  public var t: Double
  /// From red to green.
  public var p: Double

  /// - Parameter luminance: CIE XYZ in cd/m², under D65.
  public init(luminance xyz: SIMD3<Double>) {
    let cones = Self.cones * xyz
    let coded = SIMD3(
      HighRangeCurve.quantized(cones.x), HighRangeCurve.quantized(cones.y),
      HighRangeCurve.quantized(cones.z))
    let result = Self.opponents * coded
    (i, t, p) = (result.x, result.y, result.z)
  }

  private static let cones =
    1 / 4096
    * Matrix3x3(SIMD3(1688, 2146, 262), SIMD3(683, 2951, 462), SIMD3(99, 309, 3688))
    * RGBSpace.rec2020.fromXYZ

  private static let opponents =
    1 / 4096
    * Matrix3x3(
      SIMD3(2048, 2048, 0), SIMD3(6610, -13_613, 7003), SIMD3(17_933, -17_390, -543))
}

/// JzAzBz (M. Safdar and others, 2017): lightness and colour of absolute light in nearly even
/// steps.
public struct JzAzBz: Sendable, Hashable {
  /// Lightness, 0 for black to about 0.99 for 10 000 cd/m².
  public var j: Double
  /// From green (negative) to red.
  public var a: Double
  /// From blue (negative) to yellow.
  public var b: Double

  /// - Parameter luminance: CIE XYZ in cd/m², under D65.
  public init(luminance xyz: SIMD3<Double>) {
    let bent = SIMD3(
      1.15 * xyz.x - 0.15 * xyz.z, 0.66 * xyz.y + 0.34 * xyz.x, xyz.z)
    let cones = Self.cones * bent
    let coded = SIMD3(
      HighRangeCurve.quantized(cones.x, exponent: Self.exponent),
      HighRangeCurve.quantized(cones.y, exponent: Self.exponent),
      HighRangeCurve.quantized(cones.z, exponent: Self.exponent))
    let result = Self.opponents * coded
    j = 0.44 * result.x / (1 - 0.56 * result.x) - Self.black
    (a, b) = (result.y, result.z)
  }

  private static let exponent = 1.7 * 2523 / 32
  private static let black = 1.6295499532821566e-11

  private static let cones = Matrix3x3(
    SIMD3(0.41478972, 0.579999, 0.0146480), SIMD3(-0.2015100, 1.120649, 0.0531008),
    SIMD3(-0.0166008, 0.264800, 0.6684799))

  private static let opponents = Matrix3x3(
    SIMD3(0.5, 0.5, 0), SIMD3(3.524000, -4.066708, 0.542708),
    SIMD3(0.199076, 1.096799, -1.295875))
}

public import BromideValues

/// A synthetic camera with known matrices, and the arithmetic from a scene to its sensor.
///
/// Written independently of `Color`'s formulas, as it serves as their oracle.
public struct SyntheticCamera: Sendable, Hashable {
  /// A light with a camera matrix.
  public enum Light: Sendable, Hashable, CaseIterable {
    /// CIE standard illuminant D65.
    case daylight
    /// CIE standard illuminant A.
    case tungsten

    /// The code in EXIF LightSource.
    public var code: Int { self == .daylight ? 21 : 17 }

    /// The illuminant's colour (CIE 15: standard illuminants D65 and A, 2° observer, Y = 1).
    public var xyz: SIMD3<Double> {
      self == .daylight ? SIMD3(0.950_47, 1, 1.088_83) : SIMD3(1.098_50, 1, 0.355_85)
    }
  }

  /// XYZ → camera under D65.
  public var daylightMatrix: Matrix3x3
  /// XYZ → camera under standard light A.
  public var tungstenMatrix: Matrix3x3

  /// Matrices similar to a typical camera's with an RGB filter array. The numbers are invented.
  public static let standard = SyntheticCamera(
    daylightMatrix: Matrix3x3(
      SIMD3(0.72, -0.18, -0.07), SIMD3(-0.46, 1.27, 0.21), SIMD3(-0.09, 0.20, 0.61)),
    tungstenMatrix: Matrix3x3(
      SIMD3(0.86, -0.36, -0.06), SIMD3(-0.52, 1.34, 0.20), SIMD3(-0.12, 0.24, 0.55)))

  /// XYZ → camera under the light.
  public func matrix(_ light: Light) -> Matrix3x3 {
    light == .daylight ? daylightMatrix : tungstenMatrix
  }

  /// Returns the camera values of a white surface under the light. The largest is 1.
  public func neutral(_ light: Light) -> SIMD3<Double> {
    let white = matrix(light) * light.xyz
    return white / white.max()
  }

  /// Linear sRGB → camera, such that the scene's white gives `neutral(light)`.
  ///
  /// Colours are as under daylight. The light only scales the channels, which a white balance
  /// reverses.
  public func response(_ light: Light) -> Matrix3x3 {
    let mixed = daylightMatrix * Self.linearSRGBToXYZ
    let white = mixed * SIMD3(1, 1, 1)
    return Matrix3x3(diagonal: neutral(light) / white) * mixed
  }

  /// Returns a DNG's colour fields: the matrices of one or both lights, and the white balance of a
  /// light.
  public func color(
    light: Light = .daylight, calibratedUnder lights: [Light] = [.tungsten, .daylight]
  ) -> DNGColor {
    DNGColor(
      calibrations: lights.map { .init(illuminant: $0.code, colorMatrix: matrix($0)) },
      asShotNeutral: neutral(light))
  }

  /// Linear sRGB → XYZ, from the primaries and the white of IEC 61966-2-1: columns are the primaries, scaled so that they sum to white.
  public static let linearSRGBToXYZ: Matrix3x3 = {
    func xyz(_ x: Double, _ y: Double) -> SIMD3<Double> { SIMD3(x / y, 1, (1 - x - y) / y) }
    let primaries = Matrix3x3(xyz(0.64, 0.33), xyz(0.30, 0.60), xyz(0.15, 0.06)).transposed
    let scale = primaries.inverse! * xyz(0.3127, 0.3290)
    return primaries * Matrix3x3(diagonal: scale)
  }()
}

internal import BromideLibc

/// A colour in Oklab, a space in which equal steps look equal. Components are not clamped.
///
/// Björn Ottosson, “A perceptual color space for image processing”, 2020.
public struct OklabColor: Hashable, Codable, VectorInterpolatable {
  /// Lightness, from 0 for black to 1 for white.
  public var lightness: Double
  /// From green (negative) to red.
  public var a: Double
  /// From blue (negative) to yellow.
  public var b: Double

  /// Creates a colour without clamping its components.
  @inlinable public init(lightness: Double, a: Double, b: Double) {
    self.lightness = lightness
    self.a = a
    self.b = b
  }

  /// Applies `body` to both lightnesses, then to both `a`, then to both `b`.
  @inlinable
  public func zipped(_ other: OklabColor, _ body: (Double, Double) -> Double) -> OklabColor {
    OklabColor(
      lightness: body(lightness, other.lightness), a: body(a, other.a), b: body(b, other.b))
  }
}

extension OklabColor {
  /// Converts linear red, green and blue with the primaries and white of sRGB. Values outside 0…1
  /// are allowed.
  public init(linearSRGB rgb: SIMD3<Double>) {
    let cones = Oklab.cones * rgb
    let lab = Oklab.opponents * SIMD3(cbrt(cones.x), cbrt(cones.y), cbrt(cones.z))
    self.init(lightness: lab.x, a: lab.y, b: lab.z)
  }

  /// Linear red, green and blue with the primaries and white of sRGB.
  public var linearSRGB: SIMD3<Double> {
    let roots = Oklab.opponents.inverse * SIMD3(lightness, a, b)
    return Oklab.cones.inverse * (roots * roots * roots)
  }
}

/// The two matrices as published. Their inverses are computed, so a round trip is exact.
private enum Oklab {
  /// Linear sRGB to cone responses.
  static let cones = Rows(
    SIMD3(0.4122214708, 0.5363325363, 0.0514459929),
    SIMD3(0.2119034982, 0.6806995451, 0.1073969566),
    SIMD3(0.0883024619, 0.2817188376, 0.6299787005))
  /// Cube roots of cone responses to lightness, a and b.
  static let opponents = Rows(
    SIMD3(0.2104542553, 0.7936177850, -0.0040720468),
    SIMD3(1.9779984951, -2.4285922050, 0.4505937099),
    SIMD3(0.0259040371, 0.7827717662, -0.8086757660))

  final class Rows: Sendable {
    let rows: (SIMD3<Double>, SIMD3<Double>, SIMD3<Double>)
    let inverse: Inverse

    init(_ a: SIMD3<Double>, _ b: SIMD3<Double>, _ c: SIMD3<Double>) {
      rows = (a, b, c)
      let determinant = (a * cross(b, c)).sum()
      inverse = Inverse(
        columns: (cross(b, c) / determinant, cross(c, a) / determinant, cross(a, b) / determinant))
    }

    static func * (matrix: Rows, v: SIMD3<Double>) -> SIMD3<Double> {
      let rows = matrix.rows
      return SIMD3((rows.0 * v).sum(), (rows.1 * v).sum(), (rows.2 * v).sum())
    }
  }

  struct Inverse: Sendable {
    let columns: (SIMD3<Double>, SIMD3<Double>, SIMD3<Double>)

    static func * (matrix: Inverse, v: SIMD3<Double>) -> SIMD3<Double> {
      let columns = matrix.columns
      return columns.0 * v.x + columns.1 * v.y + columns.2 * v.z
    }
  }

  private static func cross(_ a: SIMD3<Double>, _ b: SIMD3<Double>) -> SIMD3<Double> {
    SIMD3(a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x)
  }
}

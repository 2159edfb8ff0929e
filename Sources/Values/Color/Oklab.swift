import BromideLibc

/// Oklab (B. Ottosson, 2020), a space relative to D65 with straight lines of constant hue.
public struct Oklab: Sendable, Hashable, Codable {
  /// Lightness, from 0 for black to 1 for white.
  public var l: Double
  /// From green (negative) to red, about −0.4 … 0.4.
  public var a: Double
  /// From blue (negative) to yellow, about −0.4 … 0.4.
  public var b: Double

  /// Creates a colour with these coordinates, without clamping.
  public init(l: Double, a: Double, b: Double) {
    self.l = l
    self.a = a
    self.b = b
  }

  /// Converts XYZ under D65, with white at Y = 1.
  public init(xyz: SIMD3<Double>) {
    let cones = Self.cones * xyz
    let lab = Self.opponents * SIMD3(cbrt(cones.x), cbrt(cones.y), cbrt(cones.z))
    self.init(l: lab.x, a: lab.y, b: lab.z)
  }

  /// XYZ under D65.
  public var xyz: SIMD3<Double> {
    let roots = Self.opponentsInverse * SIMD3(l, a, b)
    return Self.conesInverse * (roots * roots * roots)
  }

  /// Converts Oklch: a = c · cos h, b = c · sin h.
  public init(_ lch: LCh) { self.init(l: lch.l, a: lch.a, b: lch.b) }

  /// The polar form, Oklch.
  public var lch: LCh { LCh(l: l, a: a, b: b) }

  // The published numbers are the definition. They were made for a D65 with four digits. The rows
  // of the first matrix are scaled here by less than 4·10⁻⁴, so that Bromide's D65 is exactly (1,
  // 1, 1) and grey has no colour.
  package static let cones: Matrix3x3 = {
    let published = Matrix3x3(
      SIMD3(0.8189330101, 0.3618667424, -0.1288597137),
      SIMD3(0.0329845436, 0.9293118715, 0.0361456387),
      SIMD3(0.0482003018, 0.2643662691, 0.6338517070))
    let white = published * Chromaticity.d65.xyz
    return Matrix3x3(diagonal: 1 / white) * published
  }()

  package static let opponents = Matrix3x3(
    SIMD3(0.2104542553, 0.7936177850, -0.0040720468),
    SIMD3(1.9779984951, -2.4285922050, 0.4505937099),
    SIMD3(0.0259040371, 0.7827717662, -0.8086757660))

  package static let conesInverse = cones.inverse ?? .identity
  package static let opponentsInverse = opponents.inverse ?? .identity
}

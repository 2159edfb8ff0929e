import BromideLibc

/// CIE 1976 L*a*b* (ISO/CIE 11664-4), relative to a white that the caller gives.
public struct Lab: Sendable, Hashable, Codable {
  /// Lightness, from 0 for black to 100 for white.
  public var l: Double
  /// From green (negative) to red, about −128 … 127 for surfaces.
  public var a: Double
  /// From blue (negative) to yellow, about −128 … 127 for surfaces.
  public var b: Double

  /// Creates a colour with these coordinates, without clamping.
  public init(l: Double, a: Double, b: Double) {
    self.l = l
    self.a = a
    self.b = b
  }

  /// Converts XYZ on the scale of `white`. The default, D50, is the white in ICC and in CSS
  /// `lab()`.
  public init(xyz: SIMD3<Double>, white: Chromaticity = .d50) {
    let ratio = xyz / white.xyz
    let f = SIMD3(Self.compress(ratio.x), Self.compress(ratio.y), Self.compress(ratio.z))
    self.init(l: 116 * f.y - 16, a: 500 * (f.x - f.y), b: 200 * (f.y - f.z))
  }

  /// XYZ on the scale of `white`.
  public func xyz(white: Chromaticity = .d50) -> SIMD3<Double> {
    let y = (l + 16) / 116
    return white.xyz
      * SIMD3(Self.expand(y + a / 500), Self.expand(y), Self.expand(y - b / 200))
  }

  // The cube root with its tangent below (6/29)³.
  private static let knee = 6.0 / 29

  private static func compress(_ t: Double) -> Double {
    t > knee * knee * knee ? cbrt(t) : t / (3 * knee * knee) + 4.0 / 29
  }

  private static func expand(_ f: Double) -> Double {
    f > knee ? f * f * f : 3 * knee * knee * (f - 4.0 / 29)
  }
}

/// The polar form of `Lab` or `Oklab`.
public struct LCh: Sendable, Hashable, Codable {
  /// Lightness on the scale of the original form: 0 … 100 for `Lab`, 0 … 1 for `Oklab`.
  public var l: Double
  /// Chroma, 0 or more.
  public var c: Double
  /// Hue in degrees, 0 ..< 360. Without chroma, it is 0.
  public var h: Double

  /// - Parameters:
  ///   - c: Chroma, at least 0.
  ///   - h: Hue in degrees.
  public init(l: Double, c: Double, h: Double) {
    self.l = l
    self.c = c
    self.h = h
  }

  init(l: Double, a: Double, b: Double) {
    let degrees = atan2(b, a) * 180 / .pi
    // A tiny negative angle plus 360 rounds to 360.
    let hue = degrees < 0 ? degrees + 360 : degrees
    self.init(l: l, c: hypot(a, b), h: hue < 360 ? hue : 0)
  }

  var a: Double { c * cos(h * .pi / 180) }
  var b: Double { c * sin(h * .pi / 180) }
}

extension Lab {
  /// The rectangular form: a = c · cos h, b = c · sin h.
  public init(_ lch: LCh) { self.init(l: lch.l, a: lch.a, b: lch.b) }
  /// The polar form, CIE LCh(ab).
  public var lch: LCh { LCh(l: l, a: a, b: b) }
}

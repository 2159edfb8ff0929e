import BromideLibc

/// CIE 1976 L*u*v* (CIE 15:2018, 8.2.2).
public struct Luv: Sendable, Hashable {
  /// Lightness, from 0 for black to 100 for white.
  public var l: Double
  /// From green (negative) to red.
  public var u: Double
  /// From blue (negative) to yellow.
  public var v: Double

  /// Creates a colour with these coordinates, without clamping.
  public init(l: Double, u: Double, v: Double) { (self.l, self.u, self.v) = (l, u, v) }

  /// Returns XYZ under `white`, with white at Y = 1. If lightness is 0, it is black.
  public func xyz(white: Chromaticity = .d65) -> SIMD3<Double> {
    guard l != 0 else { return SIMD3() }
    let root = (l + 16) / 116
    let y = l > 8 ? root * root * root : l * 27 / 24_389
    let place = white.uv1976 + SIMD2(u, v) / (13 * l)
    return Chromaticity(uv1976: place).xyz(luminance: y)
  }

  /// Converts XYZ under `white`, with white at Y = 1.
  public init(xyz: SIMD3<Double>, white: Chromaticity = .d65) {
    let y = xyz.y
    l = y > 216.0 / 24_389 ? 116 * cbrt(y) - 16 : y * 24_389 / 27
    guard xyz.sum() > 0 else {
      (u, v) = (0, 0)
      return
    }
    let difference = Chromaticity(xyz: xyz).uv1976 - white.uv1976
    (u, v) = (13 * l * difference.x, 13 * l * difference.y)
  }
}

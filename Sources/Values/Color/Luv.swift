#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// CIE 1976 L*u*v* (CIE 15:2018, 8.2.2).
public struct Luv: Sendable, Hashable {
  /// Lightness, from 0 for black to 100 for white.
  public var l: Double
  /// From green (negative) to red.
  public var u: Double
  /// From blue (negative) to yellow.
  public var v: Double

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

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#elseif canImport(Darwin)
  internal import Darwin
#endif

extension Curve {
  /// A spring by its mass, stiffness and damping, with the time in which it settles to within a
  /// thousandth, over which the curve runs.
  ///
  /// Its damping ratio is ζ = c/(2√(mk)), its frequency ω = √(k/m); e^(−ζωT), or above ζ = 1
  /// e^(−ω(ζ − √(ζ² − 1))T), is 0.001 at the time T.
  ///
  /// - Parameters:
  ///   - mass: m, above 0.
  ///   - stiffness: k, above 0.
  ///   - damping: c, above 0; ζ is at most 100.
  ///   - velocity: The slope at the start in ways per second.
  /// - Returns: The curve, and T in seconds.
  public static func spring(
    mass: Double, stiffness: Double, damping: Double, velocity: Double = 0
  ) throws(CurveError) -> (curve: Curve, seconds: Double) {
    try CurveError.check(mass, "mass", of: .spring, .quantity)
    try CurveError.check(stiffness, "stiffness", of: .spring, .quantity)
    try CurveError.check(damping, "damping", of: .spring, .quantity)
    let ratio = damping / (2 * (mass * stiffness).squareRoot())
    let root = max((ratio - 1) * (ratio + 1), 0).squareRoot()
    // ζ − √(ζ² − 1) = 1/(ζ + √(ζ² − 1)), which keeps its digits.
    let rate = (stiffness / mass).squareRoot() * (ratio > 1 ? 1 / (ratio + root) : ratio)
    let seconds = log(1000) / rate
    return (try .spring(damping: ratio, velocity: velocity * seconds), seconds)
  }
}

internal import BromideLibc

extension Curve {
  /// Creates a spring from its mass, stiffness and damping, and returns its settling time.
  ///
  /// The curve covers the time T in which the spring settles to within a thousandth. The damping
  /// ratio is ζ = c/(2√(mk)), the frequency ω = √(k/m). At the time T, e^(−ζωT) is 0.001. Above
  /// ζ = 1, use e^(−ω(ζ − √(ζ² − 1))T) instead.
  ///
  /// - Parameters:
  ///   - mass: m, above 0.
  ///   - stiffness: k, above 0.
  ///   - damping: c, above 0. ζ must be at most 100.
  ///   - velocity: The slope at the start, as distances per second.
  /// - Returns: The curve, and T in seconds.
  public static func spring(
    mass: Double, stiffness: Double, damping: Double, velocity: Double = 0
  ) throws(CurveError) -> (curve: Curve, seconds: Double) {
    try CurveError.check(mass, "mass", of: .spring, .quantity)
    try CurveError.check(stiffness, "stiffness", of: .spring, .quantity)
    try CurveError.check(damping, "damping", of: .spring, .quantity)
    let ratio = damping / (2 * (mass * stiffness).squareRoot())
    let root = max((ratio - 1) * (ratio + 1), 0).squareRoot()
    // ζ − √(ζ² − 1) = 1/(ζ + √(ζ² − 1)). The second form keeps its digits.
    let rate = (stiffness / mass).squareRoot() * (ratio > 1 ? 1 / (ratio + root) : ratio)
    let seconds = log(1000) / rate
    return (try .spring(damping: ratio, velocity: velocity * seconds), seconds)
  }
}

internal import BromideLibc

extension Form {
  /// Returns the derivative at 0 ≤ u ≤ 1.
  func slope(_ u: Double) -> Double {
    switch self {
    case .linear: 1
    case .family(let family, let direction): family.slope(u, direction)
    case .power(let n, let direction): direction.slope(u) { n * pow($0, n - 1) }
    case .approach(let approach): approach.slope(u)
    case .decay(let halfLife): -log(2) / halfLife * exp2(-u / halfLife)
    case .overshoot(let overshoot): overshoot.slope(u)
    case .spring(let spring): spring.slope(u)
    case .bezier(let bezier): bezier.slope(u)
    case .steps, .hold: 0
    case .stops(let stops): stops.slope(u)
    case .back(let pull): Back.slope(u, pull)
    case .elastic(let amplitude, let period): Elastic.slope(u, amplitude, period)
    case .cosine: 0.5 * .pi * sin(.pi * u)
    case .shake(let swings): Shake.slope(u, swings)
    case .opposite(let f): f.slope(at: 1 - u)
    case .reversed(let f): -f.slope(at: 1 - u)
    case .mirrored(let f): u < 0.5 ? 2 * f.slope(at: 2 * u) : -2 * f.slope(at: 2 - 2 * u)
    case .compose(let f, let g): u < 0.5 ? f.slope(at: 2 * u) : g.slope(at: 2 * u - 1)
    case .through(let f, let g): Form.slopeThrough(f, g, u)
    case .scaled(let f, let factor): factor * f.slope(at: u)
    case .clamped(let f, let low, let high): Form.slopeClamped(f, low, high, u)
    case .chain(let curves): Form.slopeOfChain(curves, u)
    case .custom(let custom): custom.slope(u)
    }
  }

  /// Applies the chain rule. Outside 0…1 the outer curve is constant.
  private static func slopeThrough(_ f: Curve, _ g: Curve, _ u: Double) -> Double {
    let inner = g(u)
    return inner < 0 || inner > 1 ? 0 : f.slope(at: inner) * g.slope(at: u)
  }

  /// Returns the slope of a clamped curve, or 0 while the value is at a limit. Exactly on a limit,
  /// the slope depends on the direction of the curve after u. At 1, it depends on the direction
  /// before.
  private static func slopeClamped(
    _ f: Curve, _ low: Double, _ high: Double, _ u: Double
  ) -> Double {
    let value = f(u)
    let slope = f.slope(at: u)
    let onward = u < 1 ? slope : -slope
    let held = value == high && onward > 0 || value == low && onward < 0
    return held || value < low || value > high ? 0 : slope
  }

  private static func slopeOfChain(_ curves: [Curve], _ u: Double) -> Double {
    let position = u * Double(curves.count)
    let index = min(Int(position), curves.count - 1)
    return curves[index].slope(at: position - Double(index))
  }
}

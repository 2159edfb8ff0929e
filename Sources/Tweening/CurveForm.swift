internal import BromideLibc

/// A curve's formula with its precomputed constants.
///
/// An enumeration, unlike a closure, can be compared and printed, and evaluates without a call
/// through a pointer. Only the combinators need heap memory.
enum Form: Sendable {
  case linear
  case family(Family, Direction)
  case power(Double, Direction)
  case approach(Approach)
  case decay(halfLife: Double)
  case overshoot(Overshoot)
  case spring(Spring)
  case bezier(CubicBezier)
  case steps(Steps)
  case stops(LinearStops)
  case back(pull: Double)
  case elastic(amplitude: Double, period: Double)
  case hold
  case cosine
  case shake(swings: Double)
  indirect case opposite(Curve)
  indirect case reversed(Curve)
  indirect case mirrored(Curve)
  indirect case compose(Curve, Curve)
  indirect case through(Curve, Curve)
  indirect case scaled(Curve, Double)
  indirect case clamped(Curve, Double, Double)
  case chain([Curve])
  case custom(CustomFunction)
}

extension Form {
  /// The exact value at 0.
  var start: Double {
    switch self {
    case .decay: 1
    case .steps(let steps): steps.value(0)
    case .stops(let stops): stops.value(0)
    case .opposite(let f): 1 - f(1)
    case .reversed(let f): f(1)
    case .mirrored(let f): f(0)
    case .compose(let f, _): 0.5 * f(0)
    case .chain(let curves): curves[0](0) / Double(curves.count)
    case .through(let f, let g): f(g(0))
    case .scaled(let f, let factor): factor * f(0)
    case .clamped(let f, let low, let high): min(max(f(0), low), high)
    case .custom(let custom): custom.function(0)
    default: 0
    }
  }

  /// The exact value at 1.
  var end: Double {
    switch self {
    case .decay(let halfLife): exp2(-1 / halfLife)
    case .shake: 0
    case .stops(let stops): stops.value(1)
    case .opposite(let f): 1 - f(0)
    case .reversed(let f): f(0)
    case .mirrored(let f): f(0)
    case .compose(_, let f): 0.5 + 0.5 * f(1)
    case .chain(let curves):
      (Double(curves.count - 1) + curves[curves.count - 1](1)) / Double(curves.count)
    case .through(let f, let g): f(g(1))
    case .scaled(let f, let factor): factor * f(1)
    case .clamped(let f, let low, let high): min(max(f(1), low), high)
    case .custom(let custom): custom.function(1)
    default: 1
    }
  }

  /// Returns the value at 0 < u < 1.
  func value(_ u: Double) -> Double {
    switch self {
    case .linear: u
    case .family(let family, let direction): family.value(u, direction)
    case .power(let n, let direction): direction.value(u) { pow($0, n) }
    case .approach(let approach): approach.value(u)
    case .decay(let halfLife): exp2(-u / halfLife)
    case .overshoot(let overshoot): overshoot.value(u)
    case .spring(let spring): spring.value(u)
    case .bezier(let bezier): bezier.value(u)
    case .steps(let steps): steps.value(u)
    case .stops(let stops): stops.value(u)
    case .back(let pull): Back.value(u, pull)
    case .elastic(let amplitude, let period): Elastic.value(u, amplitude, period)
    case .hold: 0
    case .cosine: 0.5 - 0.5 * cos(.pi * u)
    case .shake(let swings): Shake.value(u, swings)
    case .opposite(let f): 1 - f(1 - u)
    case .reversed(let f): f(1 - u)
    case .mirrored(let f): f(u < 0.5 ? 2 * u : 2 - 2 * u)
    case .compose(let f, let g): u < 0.5 ? 0.5 * f(2 * u) : 0.5 + 0.5 * g(2 * u - 1)
    case .through(let f, let g): f(g(u))
    case .scaled(let f, let factor): factor * f(u)
    case .clamped(let f, let low, let high): min(max(f(u), low), high)
    case .chain(let curves): Form.chained(curves, u)
    case .custom(let custom): custom.function(u)
    }
  }

  private static func chained(_ curves: [Curve], _ u: Double) -> Double {
    let count = Double(curves.count)
    let index = min(Int(u * count), curves.count - 1)
    return (Double(index) + curves[index](u * count - Double(index))) / count
  }
}

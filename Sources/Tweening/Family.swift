internal import BromideLibc

/// The part of the motion that is eased.
enum Direction: UInt8, Sendable {
  /// Slow at the start.
  case `in`
  /// Slow at the end: 1 − f(1 − u), where f is the `in` form.
  case out
  /// Slow at both ends: the `in` form over the first half, the `out` form over the second.
  case inOut

  /// Returns the value at u. `rise` is the curve's `in` form.
  @inline(__always) func value(_ u: Double, _ rise: (Double) -> Double) -> Double {
    switch self {
    case .in: rise(u)
    case .out: 1 - rise(1 - u)
    case .inOut: u < 0.5 ? 0.5 * rise(2 * u) : 1 - 0.5 * rise(2 - 2 * u)
    }
  }

  /// Returns the derivative at u. `steepness` is the derivative of the `in` form.
  @inline(__always) func slope(_ u: Double, _ steepness: (Double) -> Double) -> Double {
    switch self {
    case .in: steepness(u)
    case .out: steepness(1 - u)
    case .inOut: steepness(u < 0.5 ? 2 * u : 2 - 2 * u)
    }
  }
}

/// The classic easing families, each in three directions.
///
/// The formulas are Robert Penner's, except for two corrections that make the ends continuous. The
/// originals jump by about 0.001 there. `exponential` is (2^(10u) − 1) / (2^10 − 1), and the same
/// rescaling brings the envelope of `elastic` to 0. `bounce` is AHEasing's, which differs from
/// Penner's by up to 0.05.
enum Family: UInt8, Sendable {
  case quadratic
  case cubic
  case quartic
  case quintic
  case sine
  case exponential
  case circular
  case back
  case elastic
  case bounce

  @inline(__always) func value(_ u: Double, _ direction: Direction) -> Double {
    switch self {
    case .quadratic: direction.value(u) { $0 * $0 }
    case .cubic: direction.value(u) { $0 * $0 * $0 }
    case .quartic: direction.value(u) { ($0 * $0) * ($0 * $0) }
    case .quintic: direction.value(u) { ($0 * $0) * ($0 * $0) * $0 }
    case .sine: direction.value(u) { 1 - cos(0.5 * .pi * $0) }
    case .exponential: direction.value(u) { (exp2(10 * $0) - 1) / 1023 }
    case .circular: direction.value(u) { $0 * $0 / (1 + (1 - $0 * $0).squareRoot()) }
    case .back:
      direction.value(u) { [pull = Back.pull(direction)] u in u * u * ((pull + 1) * u - pull) }
    case .elastic:
      direction.value(u) { [period = Elastic.period(direction)] u in Elastic.rise(u, period) }
    case .bounce: direction.value(u) { 1 - Bounce.fall(1 - $0) }
    }
  }

  func slope(_ u: Double, _ direction: Direction) -> Double {
    switch self {
    case .quadratic: direction.slope(u) { 2 * $0 }
    case .cubic: direction.slope(u) { 3 * $0 * $0 }
    case .quartic: direction.slope(u) { 4 * $0 * $0 * $0 }
    case .quintic: direction.slope(u) { 5 * ($0 * $0) * ($0 * $0) }
    case .sine: direction.slope(u) { 0.5 * .pi * sin(0.5 * .pi * $0) }
    case .exponential: direction.slope(u) { 10 * log(2) / 1023 * exp2(10 * $0) }
    case .circular: direction.slope(u) { $0 / (1 - $0 * $0).squareRoot() }
    case .back:
      direction.slope(u) { [pull = Back.pull(direction)] u in u * (3 * (pull + 1) * u - 2 * pull) }
    case .elastic:
      direction.slope(u) { [period = Elastic.period(direction)] u in Elastic.slope(u, period) }
    case .bounce: direction.slope(u) { Bounce.slope(1 - $0) }
    }
  }
}

/// Moves back before it starts: u²((p + 1)u − p). With p = 1.70158 it moves back by a tenth of the
/// distance. For `inOut`, p is 1.525 times as large (as in Penner's equations), so half the
/// movement still moves back by a tenth of the complete distance.
enum Back {
  /// Returns the `out` form with any pull: 1 − x²((p + 1)x − p), x = 1 − u.
  static func value(_ u: Double, _ pull: Double) -> Double {
    let x = 1 - u
    return 1 - x * x * ((pull + 1) * x - pull)
  }

  static func slope(_ u: Double, _ pull: Double) -> Double {
    let x = 1 - u
    return x * (3 * (pull + 1) * x - 2 * pull)
  }

  static func pull(_ direction: Direction) -> Double {
    direction == .inOut ? 1.70158 * 1.525 : 1.70158
  }
}

/// A decaying swing: the `out` form is 1 − e(u)·cos(2πu/period), where e falls from 1 to 0. The
/// period is 0.3, and 0.45 for `inOut`, as in Penner's equations.
enum Elastic {
  /// Returns the `out` form with any amplitude a ≥ 1 and period p: 1 − a·e(u)·sin(2π(u + s)/p). The
  /// shift s makes it begin at 0: sin(2πs/p) = 1/a.
  static func value(_ u: Double, _ amplitude: Double, _ period: Double) -> Double {
    1 - amplitude * envelope(u) * sin(phase(u, amplitude, period))
  }

  static func slope(_ u: Double, _ amplitude: Double, _ period: Double) -> Double {
    let turn = phase(u, amplitude, period)
    let fall = -10 * log(2) * exp2(-10 * u) / (1 - 1.0 / 1024)
    return -amplitude * (fall * sin(turn) + envelope(u) * cos(turn) * 2 * .pi / period)
  }

  private static func phase(_ u: Double, _ amplitude: Double, _ period: Double) -> Double {
    2 * .pi * u / period + asin(1 / amplitude)
  }

  static func period(_ direction: Direction) -> Double { direction == .inOut ? 0.45 : 0.3 }

  @inline(__always) static func rise(_ u: Double, _ period: Double) -> Double {
    envelope(1 - u) * cos(2 * .pi / period * (1 - u))
  }

  static func slope(_ u: Double, _ period: Double) -> Double {
    let x = 1 - u
    let turn = 2 * .pi / period
    let fall = -10 * log(2) * exp2(-10 * x) / (1 - 1.0 / 1024)
    return -fall * cos(turn * x) + envelope(x) * turn * sin(turn * x)
  }

  @inline(__always) private static func envelope(_ x: Double) -> Double {
    (exp2(-10 * x) - 1.0 / 1024) / (1 - 1.0 / 1024)
  }
}

/// The `out` form: a ball that falls to 1 and bounces three times, in four parabolas.
private enum Bounce {
  @inline(__always) static func fall(_ u: Double) -> Double {
    if u < 4.0 / 11 { return 121.0 / 16 * u * u }
    if u < 8.0 / 11 { return (363.0 / 40 * u - 99.0 / 10) * u + 17.0 / 5 }
    if u < 0.9 { return (4356.0 / 361 * u - 35442.0 / 1805) * u + 16061.0 / 1805 }
    return (54.0 / 5 * u - 513.0 / 25) * u + 268.0 / 25
  }

  static func slope(_ u: Double) -> Double {
    if u < 4.0 / 11 { return 121.0 / 8 * u }
    if u < 8.0 / 11 { return 363.0 / 20 * u - 99.0 / 10 }
    if u < 0.9 { return 8712.0 / 361 * u - 35442.0 / 1805 }
    return 108.0 / 5 * u - 513.0 / 25
  }
}

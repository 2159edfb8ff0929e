internal import BromideLibc

/// exponentialDecelerate(h): (1 − 2^(−u/h)) / (1 − 2^(−1/h)).
///
/// The remaining distance halves every h. The scale makes the curve arrive at 1 without a jump.
struct Approach: Sendable {
  let halfLife: Double
  private let rate: Double
  private let scale: Double

  init(halfLife: Double) {
    self.halfLife = halfLife
    rate = -log(2) / halfLife
    scale = 1 / expm1(rate)
  }

  /// Uses expm1, which keeps its digits if a long half-life makes the exponent small.
  func value(_ u: Double) -> Double { expm1(rate * u) * scale }
  func slope(_ u: Double) -> Double { rate * exp(rate * u) * scale }
}

/// overshoot(n, h): 1 − 2^(−u/h)·cos(2πu(¼ + n/2)).
///
/// The cosine has n half waves after its first quarter. So the curve crosses 1 at (2k+1)/(2n+1) and
/// leaves it exactly n times, alternating above and below. At 1 the cosine is 0, so the curve ends
/// at 1 for any half-life.
struct Overshoot: Sendable {
  let count: Int
  let halfLife: Double
  private let rate: Double
  private let turn: Double

  init(count: Int, halfLife: Double) {
    self.count = count
    self.halfLife = halfLife
    rate = -1 / halfLife
    turn = 2 * .pi * (0.25 + 0.5 * Double(count))
  }

  func value(_ u: Double) -> Double { 1 - exp2(rate * u) * cos(turn * u) }

  func slope(_ u: Double) -> Double {
    exp2(rate * u) * (turn * sin(turn * u) - log(2) * rate * cos(turn * u))
  }
}

/// spring(ζ, v0): a damped spring, released at 0 with slope v0.
///
/// The curve covers the time in which e^(−ζωu) falls to 0.001. It is 1 − e^(−ζωu)(cos ω_d u + ((ζω
/// − v0)/ω_d) sin ω_d u) with ω_d = ω√(1−ζ²). At ζ = 1, its limit is 1 − e^(−ωu)(1 + (ω − v0)u).
/// For larger ζ the spring creeps: it is 1 − e^(−su)(1 + (s − v0)(1 − e^(−du))/d), where s is the
/// slower of the two rates ω(ζ ± √(ζ² − 1)), d is their difference, and e^(−su) falls to 0.001. Its
/// limit for d → 0 is the form at ζ = 1.
///
/// The formula ends about 0.001 before 1 (0.008 at ζ = 1). Over the last 32nd of the time, the
/// curve closes this gap smoothly. Before that, the formula is unchanged.
struct Spring: Sendable {
  let damping: Double
  let velocity: Double
  /// ω_d
  private let frequency: Double
  /// (ζω − v0)/ω_d. At ζ = 1, its numerator.
  private let swing: Double
  /// d, the difference of the rates above ζ = 1.
  private let excess: Double
  private let rest: Double

  /// ζω = ln 1000 for any damping. Above ζ = 1, this is s.
  private static let decay = log(1000.0)
  private static let closing = 31.0 / 32

  init(damping: Double, velocity: Double) {
    self.damping = damping
    self.velocity = velocity
    let push = Spring.decay - velocity
    let frequency =
      Spring.decay / damping * max((1 - damping) * (1 + damping), 0).squareRoot()
    let root = max((damping - 1) * (damping + 1), 0).squareRoot()
    excess = Spring.decay * 2 * root * (damping + root)
    self.frequency = frequency
    swing = frequency > 0 ? push / frequency : push
    rest =
      0.001
      * (frequency > 0
        ? cos(frequency) + swing * sin(frequency) : 1 + push * Spring.crept(1, excess))
  }

  /// (1 − e^(−du))/d, or u for d = 0.
  private static func crept(_ u: Double, _ excess: Double) -> Double {
    excess > 0 ? -expm1(-excess * u) / excess : u
  }

  func value(_ u: Double) -> Double {
    let remaining =
      frequency > 0
      ? cos(frequency * u) + swing * sin(frequency * u)
      : 1 + swing * Spring.crept(u, excess)
    let value = 1 - exp(-Spring.decay * u) * remaining
    if u <= Spring.closing { return value }
    let x = (u - Spring.closing) * 32
    return value + rest * x * x * (3 - 2 * x)
  }

  func slope(_ u: Double) -> Double {
    let fall = exp(-Spring.decay * u)
    let slope =
      frequency > 0
      ? fall
        * ((Spring.decay - swing * frequency) * cos(frequency * u)
          + (Spring.decay * swing + frequency) * sin(frequency * u))
      : fall
        * (Spring.decay * (1 + swing * Spring.crept(u, excess)) - swing * exp(-excess * u))
    if u <= Spring.closing { return slope }
    let x = (u - Spring.closing) * 32
    return slope + rest * 32 * 6 * x * (1 - x)
  }
}

/// shake(k): sin(2πku) with the envelope ½(1 − cos 2πu). It starts and ends at 0, at rest.
enum Shake {
  /// Computes the envelope as sin² πu.
  static func value(_ u: Double, _ swings: Double) -> Double {
    let turns = swings * u
    // The same result as `rounded`, which would be a call because the baseline set has no
    // instruction for it.
    let part = turns - Double(Int(turns + 0.5))
    let swing = sine(turns: min(abs(part), 0.5 - abs(part)))
    let root = sine(turns: 0.5 * min(u, 1 - u))
    return (part < 0 ? -swing : swing) * (root * root)
  }

  /// Returns sin 2πt for 0 ≤ t ≤ ¼, by Taylor's series up to the 21st power. The next term is below
  /// 2e-18.
  ///
  /// Two sines of the C library take 21 ns, because their branches are mispredicted here. Two of
  /// these take 11 ns.
  @inline(__always)
  private static func sine(turns: Double) -> Double {
    let x = 2 * .pi * turns
    let x2 = x * x
    let x4 = x2 * x2
    let x8 = x4 * x4
    let low = (1 - x2 * (1 / 6.0)) + x4 * (1 / 120.0 - x2 * (1 / 5040.0))
    let middle =
      (1 / 362_880.0 - x2 * (1 / 39_916_800.0))
      + x4 * (1 / 6_227_020_800.0 - x2 * (1 / 1_307_674_368_000.0))
    let high =
      (1 / 355_687_428_096_000.0 - x2 * (1 / 121_645_100_408_832_000.0))
      + x4 * (1 / 51_090_942_171_709_440_000.0)
    return x * (low + x8 * (middle + x8 * high))
  }

  static func slope(_ u: Double, _ swings: Double) -> Double {
    let turn = 2 * Double.pi * u
    return 2 * .pi * swings * cos(swings * turn) * (0.5 - 0.5 * cos(turn))
      + sin(swings * turn) * .pi * sin(turn)
  }
}

/// steps(n): n equal parts of the time, with jumps at their ends, at their beginnings, at both, or
/// only between them (CSS Easing Functions 1, 2.3).
struct Steps: Sendable {
  let count: Int
  let position: Curve.StepPosition

  func value(_ u: Double) -> Double {
    let isEarly = position == .start || position == .both
    let passed = (u * Double(count)).rounded(.down) + (isEarly ? 1 : 0)
    return min(passed, jumps) / jumps
  }

  /// The number of jumps from 0 to 1.
  private var jumps: Double {
    switch position {
    case .start, .end: Double(count)
    case .none: Double(count - 1)
    case .both: Double(count + 1)
    }
  }
}

/// Straight lines between stops (CSS Easing Functions 2, 2.2): values at ascending times.
struct LinearStops: Sendable, Hashable {
  struct Stop: Sendable, Hashable {
    let value: Double
    /// 0…100, the number in the text, so that the text reads back the same.
    let percent: Double
    /// 0…1.
    var time: Double { percent / 100 }
  }

  let stops: [Stop]

  /// Returns the value. If several stops have the same time, the last one applies. Before the first
  /// stop and after the last one, the line through the nearest two stops continues, as in CSS.
  func value(_ u: Double) -> Double {
    let next = stops.firstIndex { $0.time > u } ?? stops.count
    if next > 0, stops[next - 1].time == u { return stops[next - 1].value }
    let (a, b) = line(before: next)
    guard a.time < b.time else { return u < a.time ? a.value : b.value }
    return a.value + (b.value - a.value) * ((u - a.time) / (b.time - a.time))
  }

  func slope(_ u: Double) -> Double {
    let (a, b) = line(before: stops.firstIndex { $0.time > u } ?? stops.count)
    return a.time < b.time ? (b.value - a.value) / (b.time - a.time) : 0
  }

  /// Returns the stops of the line that ends at a stop, or the nearest two at both ends.
  private func line(before next: Int) -> (Stop, Stop) {
    let end = min(max(next, 1), stops.count - 1)
    return (stops[end - 1], stops[end])
  }
}

/// The caller's function, compared by identity.
final class CustomFunction: Sendable {
  let name: String
  let function: @Sendable (Double) -> Double
  private let derivative: (@Sendable (Double) -> Double)?

  init(
    name: String, function: @escaping @Sendable (Double) -> Double,
    derivative: (@Sendable (Double) -> Double)?
  ) {
    self.name = name
    self.function = function
    self.derivative = derivative
  }

  func slope(_ u: Double) -> Double {
    derivative?(u) ?? Differences(function: function).slope(at: u)
  }

  /// Uses the difference formula of `Easing`.
  private struct Differences: Easing {
    let function: @Sendable (Double) -> Double
    func callAsFunction(_ u: Double) -> Double { function(u) }
  }
}

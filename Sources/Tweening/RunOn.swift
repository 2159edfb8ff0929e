/// The curve g from p to the end M, plus a term that makes the slope k at p continuous:
///
///     p + (M − p)·g(u) + (k·D − (M − p)·g′(0))·h(u),   h = u·(1 − u)ⁿ
///
/// h has slope 1 at 0, and value and slope 0 at 1. So the path has value p and slope k at the
/// joint, and the end of g. h has its maximum at 1/(n + 1), so a larger n turns earlier.
///
/// If the old movement leads towards the end, this path would go back a little before it continues.
/// So for a curve that begins and ends at rest, another path brakes instead, and g covers the
/// remaining distance. This path never turns:
///
///     p + k·D·h(u) + (M − p)·(1 − r/n)·g(u),   h = (1 − (1 − u)ⁿ)/n,   r = k·D / (M − p)
@usableFromInline
struct RunOn<Value: Interpolatable, Timing: Easing>: Sendable {
  @usableFromInline let motion: Motion<Value>
  @usableFromInline let target: Value
  @usableFromInline let duration: Double
  @usableFromInline let timing: Timing
  @usableFromInline let surplus: Surplus
  /// The slope that h subtracts from the curve: g′(0).
  @usableFromInline let beginning: Double
  /// The fraction of the distance that the curve covers.
  @usableFromInline let share: Double

  /// The function h, with its power n.
  @usableFromInline
  enum Surplus: Sendable {
    case turning(Int)
    case braking(Int)
  }

  /// Creates the path, or returns `nil` if the new curve begins infinitely fast.
  init?(motion: Motion<Value>, target: Value, duration: Double, timing: Timing) {
    beginning = timing.slope(at: 0)
    guard beginning.isFinite else { return nil }
    self.motion = motion
    self.target = target
    self.duration = duration
    self.timing = timing
    let rate = motion.position.progress(of: motion.ahead, towards: target)
      .map { $0 / motion.seconds * duration }
    if let rate, rate > 0, rate < Self.fastest, abs(beginning) < 1e-9,
      abs(timing.slope(at: 1)) < 1e-9
    {
      // Braking covers at most two thirds of the distance.
      let power = max(2, Int((1.5 * rate).rounded(.up)))
      surplus = .braking(power)
      share = 1 - rate / Double(power)
    } else {
      surplus = .turning(Self.power(rate, timing, beginning))
      share = 1
    }
  }

  /// The power if the old movement leads away, or is not in line with the new one. It then turns
  /// within a ninth of the time: early, but smoothly.
  private static var usual: Int { 8 }
  /// The highest power for other movements, which turns within a twenty-fifth of the time.
  private static var soonest: Int { 24 }
  /// The highest rate for braking. If the movement would cover the remaining distance in less than
  /// a 64th of the time, it must overshoot.
  private static var fastest: Double { 64 }

  /// Returns the smallest n for which the path leaves the range between p and M no further than the
  /// curve does.
  ///
  /// - Parameter rate: k·D / (M − p), or `nil` if it is undefined.
  private static func power(_ rate: Double?, _ timing: Timing, _ beginning: Double) -> Int {
    guard let rate, rate >= 0 else { return usual }
    let places = (1..<128).map { Double($0) / 128 }
    let curve = places.map { timing($0) }
    let range = min(curve.min()!, 0) - 1e-9...max(curve.max()!, 1) + 1e-9
    return (2..<soonest).first { power in
      let surplus = Surplus.turning(power)
      return zip(places, curve).allSatisfy { u, g in
        range.contains(g + (rate - beginning) * surplus.value(u))
      }
    } ?? soonest
  }

  @inlinable func value(at time: Double) -> Value {
    let u = min(max(time / duration, 0), 1)
    // Exact at both ends.
    if u == 0 { return motion.position }
    if u == 1 { return motion.position.interpolated(to: target, at: timing(1)) }
    let h = surplus.value(u)
    return motion.position.moved(
      towards: motion.ahead, by: h * duration / motion.seconds, and: target,
      by: share * timing(u) - beginning * h)
  }

  /// Returns the value and its derivative. The value ahead is so close that an angle does not wrap.
  @inlinable func motion(at time: Double) -> Motion<Value> {
    let u = min(max(time / duration, 0), 1)
    let position = value(at: time)
    let (h, slope) = (surplus.value(u), surplus.slope(u))
    let onward = slope * duration / motion.seconds
    let across = share * timing.slope(at: u) - beginning * slope
    let largest = max(abs(onward), abs(across))
    guard largest > 0, largest.isFinite else { return Motion(restingAt: position) }
    let step = 0.25 / largest
    // Both directions are those at the joint, so compute the value ahead from there as well.
    let ahead = motion.position.moved(
      towards: motion.ahead, by: h * duration / motion.seconds + onward * step, and: target,
      by: share * timing(u) - beginning * h + across * step)
    return Motion(position: position, ahead: ahead, seconds: step * duration)
  }
}

extension RunOn.Surplus {
  @inlinable func value(_ u: Double) -> Double {
    switch self {
    case .turning(let power): u * Self.power(1 - u, power)
    case .braking(let power): (1 - Self.power(1 - u, power)) / Double(power)
    }
  }

  @inlinable func slope(_ u: Double) -> Double {
    switch self {
    case .turning(let power): Self.power(1 - u, power - 1) * (1 - Double(power + 1) * u)
    case .braking(let power): Self.power(1 - u, power - 1)
    }
  }

  @inlinable static func power(_ base: Double, _ exponent: Int) -> Double {
    var value = 1.0
    for _ in 0..<exponent { value *= base }
    return value
  }
}

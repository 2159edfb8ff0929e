/// The curve g from p to the end M, and what the slope k at p has beyond the curve's own, which is gone before the end:
///
///     p + (M − p)·g(u) + (k·D − (M − p)·g′(0))·h(u),   h = u·(1 − u)ⁿ
///
/// h has the slope 1 at 0, and value and slope 0 at 1, so the path has p and k at the joint and g's end. It turns at
/// 1/(n + 1), the sooner the larger n is.
///
/// Towards the end, that would go back a little before it goes on. There a curve that begins and ends at rest brakes instead,
/// and leaves the rest of the way to the curve, so that the path never turns:
///
///     p + k·D·h(u) + (M − p)·(1 − r/n)·g(u),   h = (1 − (1 − u)ⁿ)/n,   r = k·D / (M − p)
@usableFromInline
struct RunOn<Value: Interpolatable, Timing: Easing>: Sendable {
  @usableFromInline let motion: Motion<Value>
  @usableFromInline let target: Value
  @usableFromInline let duration: Double
  @usableFromInline let timing: Timing
  @usableFromInline let surplus: Surplus
  /// What h takes from the curve: g′(0).
  @usableFromInline let beginning: Double
  /// The part of the way that the curve has.
  @usableFromInline let share: Double

  /// h, and its power n.
  @usableFromInline
  enum Surplus: Sendable {
    case turning(Int)
    case braking(Int)
  }

  /// Nil if the new curve begins infinitely fast.
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
      // Two thirds of the way at most are taken by braking.
      let power = max(2, Int((1.5 * rate).rounded(.up)))
      surplus = .braking(power)
      share = 1 - rate / Double(power)
    } else {
      surplus = .turning(Self.power(rate, timing, beginning))
      share = 1
    }
  }

  /// Where the old movement leads away, or has no line in common with the new one, it turns within a ninth of the time:
  /// soon, and without a jerk.
  private static var usual: Int { 8 }
  /// Else it turns within a twenty-fifth of the time at the soonest.
  private static var soonest: Int { 24 }
  /// What is left to go in less than a 64th of the time at its speed can only be passed.
  private static var fastest: Double { 64 }

  /// The smallest n for which the path does not leave the range between p and M further than the curve itself does.
  ///
  /// - Parameter rate: k·D / (M − p); nil if there is none.
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

  /// The derivative of the same; the value ahead is near enough for an angle not to wrap round.
  @inlinable func motion(at time: Double) -> Motion<Value> {
    let u = min(max(time / duration, 0), 1)
    let position = value(at: time)
    let (h, slope) = (surplus.value(u), surplus.slope(u))
    let onward = slope * duration / motion.seconds
    let across = share * timing.slope(at: u) - beginning * slope
    let largest = max(abs(onward), abs(across))
    guard largest > 0, largest.isFinite else { return Motion(restingAt: position) }
    let step = 0.25 / largest
    // Both directions are those at the joint, so the value ahead is computed from there too.
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

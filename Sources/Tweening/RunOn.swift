/// p + (M − p)·g(u) + (k·D − (M − p)·g′(0))·h(u), with h = u(1 − u)ⁿ: the curve g from p to M, and what the slope k at p has
/// beyond the curve's own, which is gone before the end.
///
/// h has the slope 1 at 0, and value and slope 0 at 1, so the path has p and k at the joint and g's end. It turns at
/// 1/(n + 1), the sooner the larger n is.
@usableFromInline
struct RunOn<Value: Interpolatable, Timing: Easing>: Sendable {
  @usableFromInline let motion: Motion<Value>
  @usableFromInline let target: Value
  @usableFromInline let duration: Double
  @usableFromInline let timing: Timing
  /// g′(0).
  @usableFromInline let beginning: Double
  @usableFromInline let power: Int

  /// Nil if the new curve begins infinitely fast.
  init?(motion: Motion<Value>, target: Value, duration: Double, timing: Timing) {
    beginning = timing.slope(at: 0)
    guard beginning.isFinite else { return nil }
    self.motion = motion
    self.target = target
    self.duration = duration
    self.timing = timing
    let progress = motion.position.progress(of: motion.ahead, towards: target)
    power = Self.power(progress.map { $0 / motion.seconds * duration }, timing, beginning)
  }

  /// Where the old movement leads away, or has no line in common with the new one, it turns within a ninth of the time:
  /// soon, and without a jerk.
  private static var turning: Int { 8 }
  /// It brakes within a twenty-fifth of the time at the hardest.
  private static var hardest: Int { 24 }

  /// The smallest n for which the path does not leave the range between p and M further than the curve itself does.
  ///
  /// - Parameter rate: k·D / (M − p); nil if there is none.
  private static func power(_ rate: Double?, _ timing: Timing, _ beginning: Double) -> Int {
    guard let rate, rate >= 0 else { return turning }
    let places = (1..<128).map { Double($0) / 128 }
    let curve = places.map { timing($0) }
    let range = min(curve.min()!, 0) - 1e-9...max(curve.max()!, 1) + 1e-9
    let surplus = rate - beginning
    return (2..<hardest).first { power in
      zip(places, curve).allSatisfy { u, g in range.contains(g + surplus * bump(u, power)) }
    } ?? hardest
  }

  /// u(1 − u)ⁿ.
  @inlinable static func bump(_ u: Double, _ power: Int) -> Double {
    var value = u
    for _ in 0..<power { value *= 1 - u }
    return value
  }

  /// Its derivative, (1 − u)ⁿ⁻¹·(1 − (n + 1)·u).
  @inlinable static func bumpSlope(_ u: Double, _ power: Int) -> Double {
    var value = 1 - Double(power + 1) * u
    for _ in 0..<power - 1 { value *= 1 - u }
    return value
  }

  @inlinable func value(at time: Double) -> Value {
    let u = min(max(time / duration, 0), 1)
    // Exact at both ends.
    if u == 0 { return motion.position }
    if u == 1 { return motion.position.interpolated(to: target, at: timing(1)) }
    let bump = Self.bump(u, power)
    return motion.position.moved(
      towards: motion.ahead, by: bump * duration / motion.seconds, and: target,
      by: timing(u) - beginning * bump)
  }

  /// The derivative of the same; the value ahead is near enough for an angle not to wrap round.
  @inlinable func motion(at time: Double) -> Motion<Value> {
    let u = min(max(time / duration, 0), 1)
    let position = value(at: time)
    let slope = Self.bumpSlope(u, power)
    let onward = slope * duration / motion.seconds
    let across = timing.slope(at: u) - beginning * slope
    let largest = max(abs(onward), abs(across))
    guard largest > 0, largest.isFinite else { return Motion(restingAt: position) }
    let step = 0.25 / largest
    let bump = Self.bump(u, power)
    let ahead = motion.position.moved(
      towards: motion.ahead, by: bump * duration / motion.seconds + onward * step, and: target,
      by: timing(u) - beginning * bump + across * step)
    return Motion(position: position, ahead: ahead, seconds: step * duration)
  }
}

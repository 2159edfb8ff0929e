/// A movement that replaces another one before its end and goes to a new end.
///
/// The detour continues with the value and slope of the old movement, for any curve. To do this, it
/// enters the new curve at the point with the same slope in proportion to the remaining distance:
/// at the offset x with g′(x) / (1 − g(x)) = k·D / (M − v), for value v, slope k, new end M,
/// duration D and curve g. So the new segment begins x·D earlier, at a value before v, and its
/// remaining part takes D − x·D seconds. For the cosine curve, θ = 2·atan(k·D / (π·(M − v))) and
/// x = θ/π.
///
/// If the value is already close to the new end, the movement arrives early. To set the time of
/// arrival, use `init(leaving:at:to:arrivingAfter:timing:)`.
///
/// In these cases there is no x, and the `Policy` sets how to continue:
/// - The slope leads away from the end (for curves that never turn back).
/// - The new curve is always steeper (`linear` when starting from rest) or always flatter.
/// - v equals M but moves.
/// - The slope is infinite.
/// - The value has several components and does not move in line with the new end.
public struct Detour<Value: Interpolatable, Timing: Easing>: Sendable {
  /// The way to continue if the new curve cannot match the slope.
  public enum Policy: String, Sendable, Hashable, CaseIterable {
    /// Use the complete new curve from the current value, over the complete duration. The slope
    /// jumps.
    case startAtRest
    /// Use a quintic over the complete duration instead of the new curve. It matches value and
    /// slope, starts without acceleration and stops at the new end.
    case blend
  }

  /// How the detour matched the slope.
  public enum Joint: Hashable, Sendable {
    /// The new curve was entered at this fraction of its time.
    case entered(at: Double)
    /// The slope was not matched: the policy was `startAtRest`.
    case startedAtRest
    /// The quintic of the policy `blend` matched the slope.
    case blended
    /// The new curve runs over all of its time. At first, the difference in slope is added to it.
    case ranOn
  }

  /// The time at which the detour leaves the old movement.
  public let departure: Double
  /// The time at which the detour reaches the new end.
  public let arrival: Double
  /// How the detour started.
  public let joint: Joint
  @usableFromInline let path: Path

  /// - Parameters:
  ///   - motion: The old movement at the moment of departure, from its `motion(at:)`.
  ///   - time: The moment of departure.
  ///   - target: The new end.
  ///   - duration: Seconds for the complete new curve. With 0 or less, it arrives immediately.
  ///   - timing: The new curve.
  ///   - policy: The way to continue if the curve cannot match the slope.
  public init(
    leaving motion: Motion<Value>, at time: Double, to target: Value, in duration: Double,
    timing: Timing, policy: Policy = .startAtRest
  ) {
    let duration = duration.asDuration
    departure = time
    if let offset = Self.offset(of: motion, to: target, in: duration, timing: timing) {
      // The start is (v − w·M)/(1 − w), which is on the line from M through v.
      let left = 1 - timing(offset)
      let start =
        left == 1 ? motion.position : target.interpolated(to: motion.position, at: 1 / left)
      let segment = Segment(from: start, to: target, duration: duration, timing: timing)
      path = .segment(segment, offset: offset * duration)
      arrival = time - offset * duration + duration
      joint = .entered(at: offset)
      return
    }
    arrival = time + duration
    if policy == .blend && duration > 0 {
      path = .blend(Blend(motion: motion, target: target, duration: duration))
      joint = .blended
    } else {
      let segment = Segment(
        from: motion.position, to: target, duration: duration, timing: timing)
      path = .segment(segment, offset: 0)
      joint = .startedAtRest
    }
  }

  /// Creates a detour that takes exactly `seconds`.
  ///
  /// Value and slope are continuous at the joint. The detour arrives with the final slope of the
  /// new curve.
  ///
  /// - Parameters:
  ///   - motion: The old movement at the moment of departure, from its `motion(at:)`.
  ///   - time: The moment of departure.
  ///   - target: The new end.
  ///   - seconds: Time from the departure to the arrival. With 0 or less, it arrives immediately.
  ///   - timing: The new curve. If it begins infinitely fast, the quintic of the policy `blend` is
  ///     used instead.
  public init(
    leaving motion: Motion<Value>, at time: Double, to target: Value,
    arrivingAfter seconds: Double, timing: Timing
  ) {
    let seconds = seconds.asDuration
    departure = time
    arrival = time + seconds
    guard seconds > 0 else {
      let segment = Segment(from: motion.position, to: target, duration: 0, timing: timing)
      path = .segment(segment, offset: 0)
      joint = .startedAtRest
      return
    }
    if let run = RunOn(motion: motion, target: target, duration: seconds, timing: timing) {
      path = .runOn(run)
      joint = .ranOn
    } else {
      path = .blend(Blend(motion: motion, target: target, duration: seconds))
      joint = .blended
    }
  }

  /// Returns the value at a time, on the clock of the departure. Before the departure, returns the
  /// value at the departure.
  @inlinable public func value(at time: Double) -> Value {
    let since = max(time - departure, 0)
    switch path {
    case .segment(let segment, let offset):
      return time >= arrival ? segment.finalValue : segment.value(at: since + offset)
    case .blend(let blend): return time >= arrival ? blend.target : blend.value(at: since)
    case .runOn(let run): return run.value(at: time >= arrival ? run.duration : since)
    }
  }

  /// Returns the value and velocity at a time, so that one detour can leave another.
  @inlinable public func motion(at time: Double) -> Motion<Value> {
    guard time >= departure && time < arrival else { return Motion(restingAt: value(at: time)) }
    switch path {
    case .segment(let segment, let offset):
      return segment.motion(at: time - departure + offset)
    case .blend(let blend): return blend.motion(at: time - departure)
    case .runOn(let run): return run.motion(at: time - departure)
    }
  }

  /// The new segment and its (possibly theoretical) start time, or `nil` for a quintic or a curve
  /// that runs over all of its time (`ranOn`).
  public var segment: (segment: Segment<Value, Timing>, begins: Double)? {
    guard case .segment(let segment, let offset) = path else { return nil }
    return (segment, departure - offset)
  }

  @usableFromInline
  enum Path: Sendable {
    /// The new curve, entered `offset` seconds after its beginning.
    case segment(Segment<Value, Timing>, offset: Double)
    case blend(Blend<Value>)
    case runOn(RunOn<Value, Timing>)
  }

  /// The least remaining fraction of the distance. Below it, the new segment's start would be so
  /// far away that v would lose its digits.
  private static var leastRemainder: Double { 1e-7 }

  private static func offset(
    of motion: Motion<Value>, to target: Value, in duration: Double, timing: Timing
  ) -> Double? {
    guard duration > 0, duration.isFinite,
      let progress = motion.position.progress(of: motion.ahead, towards: target),
      let offset = timing.entry(at: progress / motion.seconds * duration),
      1 - timing(offset) >= leastRemainder
    else { return nil }
    return offset
  }
}

/// The quintic p + k·D·H(u) + (M − p)·s(u), with s = 10u³ − 15u⁴ + 6u⁵ and H = u(1 − u)³(1 + 3u).
///
/// It leads from p with slope k to rest at M, without acceleration at both ends.
@usableFromInline
struct Blend<Value: Interpolatable>: Sendable {
  @usableFromInline let motion: Motion<Value>
  @usableFromInline let target: Value
  @usableFromInline let duration: Double

  @inlinable func value(at time: Double) -> Value {
    let u = min(max(time / duration, 0), 1)
    if u == 1 { return target }
    let v = 1 - u
    let onward = u * v * v * v * (1 + 3 * u) * duration / motion.seconds
    return motion.position.moved(
      towards: motion.ahead, by: onward, and: target, by: u * u * u * (10 - u * (15 - 6 * u)))
  }

  /// Returns the value and its derivative. The value ahead is so close that an angle does not wrap.
  @inlinable func motion(at time: Double) -> Motion<Value> {
    let u = min(max(time / duration, 0), 1)
    let v = 1 - u
    let position = value(at: time)
    let onward = v * v * (1 + u * (2 - 15 * u)) * duration / motion.seconds
    let across = 30 * u * u * v * v
    let largest = max(abs(onward), abs(across))
    guard largest > 0 else { return Motion(restingAt: position) }
    let step = 0.25 / largest
    // Both directions are those at the joint, so compute the value ahead from there as well.
    let base = u * v * v * v * (1 + 3 * u) * duration / motion.seconds
    let ahead = motion.position.moved(
      towards: motion.ahead, by: base + onward * step,
      and: target, by: u * u * u * (10 - u * (15 - 6 * u)) + across * step)
    return Motion(position: position, ahead: ahead, seconds: step * duration)
  }
}

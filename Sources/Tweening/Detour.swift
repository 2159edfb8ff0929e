/// A movement that takes over from another in mid-flight, towards a new end.
///
/// It continues with the value and the slope of the old movement, whatever its curve was, by
/// starting the new curve not at its beginning but where it is just as fast in proportion to the
/// way left: at the offset x with g′(x) / (1 − g(x)) = k·D / (M − v), for value v, slope k, new end
/// M, duration D and curve g. The new segment then begins x·D earlier, at a value before v, and the
/// rest of it takes D − x·D seconds. For the cosine curve, θ = 2·atan(k·D / (π·(M − v))) and x =
/// θ/π.
///
/// That movement is near its end already if the value is: it arrives early. A detour that is to arrive at a given moment is
/// another case, `init(leaving:at:to:arrivingAfter:timing:)`.
///
/// There is no such x if the slope leads away from the end (for curves that never turn back), if
/// the new curve is nowhere so slow (`linear` when starting from rest) or nowhere so fast, if v is
/// M but moving, if the slope is infinite, or if a value of several components does not move in
/// line with the new end. The `Policy` decides what happens then.
public struct Detour<Value: Interpolatable, Timing: Easing>: Sendable {
  /// How to continue if the new curve cannot match the slope.
  public enum Policy: String, Sendable, Hashable, CaseIterable {
    /// With the whole new curve from the current value, over the whole duration; the slope jumps.
    case startAtRest
    /// With a quintic that matches value and slope, starts without acceleration and comes to rest
    /// at the new end after the whole duration; the new curve is not used.
    case blend
  }

  /// How the slope was met.
  public enum Joint: Hashable, Sendable {
    /// By the new curve, entered at this share of its time.
    case entered(at: Double)
    /// Not at all: the policy was `startAtRest`.
    case startedAtRest
    /// By the quintic of the policy `blend`.
    case blended
    /// By the new curve over all of its time, to which what the slope lacks or has too much is added at first.
    case ranOn
  }

  /// Time at which it leaves the old movement.
  public let departure: Double
  /// Time at which it reaches the new end.
  public let arrival: Double
  /// How the new movement took over.
  public let joint: Joint
  @usableFromInline let path: Path

  /// - Parameters:
  ///   - motion: The old movement at the moment of departure, from its `motion(at:)`.
  ///   - time: The moment of departure.
  ///   - target: The new end.
  ///   - duration: Seconds that the whole new curve takes; with 0 or less it arrives at once.
  ///   - timing: The new curve.
  ///   - policy: How to continue if the curve cannot match the slope.
  public init(
    leaving motion: Motion<Value>, at time: Double, to target: Value, in duration: Double,
    timing: Timing, policy: Policy = .startAtRest
  ) {
    let duration = duration.asDuration
    departure = time
    if let offset = Self.offset(of: motion, to: target, in: duration, timing: timing) {
      // The start is (v − w·M)/(1 − w), which lies on the line from M through v.
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

  /// A detour that takes exactly `seconds`: value and slope run on through the joint, and the end is reached with the slope
  /// that the new curve ends with.
  ///
  /// - Parameters:
  ///   - motion: The old movement at the moment of departure, from its `motion(at:)`.
  ///   - time: The moment of departure.
  ///   - target: The new end.
  ///   - seconds: From the departure to the arrival; with 0 or less it arrives at once.
  ///   - timing: The new curve. One that begins infinitely fast gives way to the quintic of the policy `blend`.
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

  /// The value at a time, on the clock of the departure. Before the departure it is the value
  /// there.
  @inlinable public func value(at time: Double) -> Value {
    let since = max(time - departure, 0)
    switch path {
    case .segment(let segment, let offset):
      return time >= arrival ? segment.finalValue : segment.value(at: since + offset)
    case .blend(let blend): return time >= arrival ? blend.target : blend.value(at: since)
    case .runOn(let run): return run.value(at: time >= arrival ? run.duration : since)
    }
  }

  /// The value at a time and how it moves, so that one detour can leave another.
  @inlinable public func motion(at time: Double) -> Motion<Value> {
    guard time >= departure && time < arrival else { return Motion(restingAt: value(at: time)) }
    switch path {
    case .segment(let segment, let offset):
      return segment.motion(at: time - departure + offset)
    case .blend(let blend): return blend.motion(at: time - departure)
    case .runOn(let run): return run.motion(at: time - departure)
    }
  }

  /// The new segment and the time at which it begins, or would have begun; nil for a
  /// blend, and for one that runs on.
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

  /// With less of the way left, the new segment would start so far off that v would lose its
  /// digits.
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

/// p + k·D·H(u) + (M − p)·s(u), with s = 10u³ − 15u⁴ + 6u⁵ and H = u(1 − u)³(1 + 3u): the quintic
/// from p with slope k to M at rest, without acceleration at either end.
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

  /// The derivative of the same; the value ahead is near enough for an angle not to wrap round.
  @inlinable func motion(at time: Double) -> Motion<Value> {
    let u = min(max(time / duration, 0), 1)
    let v = 1 - u
    let position = value(at: time)
    let onward = v * v * (1 + u * (2 - 15 * u)) * duration / motion.seconds
    let across = 30 * u * u * v * v
    let largest = max(abs(onward), abs(across))
    guard largest > 0 else { return Motion(restingAt: position) }
    let step = 0.25 / largest
    // Both directions are those at the joint, so the value ahead is computed from there too.
    let base = u * v * v * v * (1 + 3 * u) * duration / motion.seconds
    let ahead = motion.position.moved(
      towards: motion.ahead, by: base + onward * step,
      and: target, by: u * u * u * (10 - u * (15 - 6 * u)) + across * step)
    return Motion(position: position, ahead: ahead, seconds: step * duration)
  }
}

/// One movement from a value to another in a duration, along a curve.
public struct Segment<Value: Interpolatable, Timing: Easing>: Sendable {
  /// The value at time 0, if the curve starts at 0.
  public let start: Value
  /// The value at the end of the duration and later, if the curve ends at 1.
  public let end: Value
  /// Seconds, 0 or more.
  public let duration: Double
  /// The curve.
  public let timing: Timing

  /// - Parameters:
  ///   - start: The value at time 0.
  ///   - end: The value at the end of the duration and later.
  ///   - duration: Seconds. Negative numbers and NaN become 0. The segment is then at its end at
  ///     any time.
  ///   - timing: The curve.
  @inlinable
  public init(from start: Value, to end: Value, duration: Double, timing: Timing) {
    self.start = start
    self.end = end
    self.duration = duration > 0 ? duration : 0
    self.timing = timing
  }

  /// Returns whether 0 ≤ time < duration. A segment with duration 0 contains no time.
  @inlinable public func contains(_ time: Double) -> Bool { time >= 0 && time < duration }

  /// Returns the value at a time counted from the segment's start. Before 0 and after the duration,
  /// the curve keeps its end values.
  @inlinable public func value(at time: Double) -> Value {
    let u = time >= duration ? 1 : max(0, time / duration)
    return start.interpolated(to: end, at: timing(u))
  }

  /// The value at the end of the duration: `end`, unless the curve ends at another value than 1.
  @inlinable public var finalValue: Value { start.interpolated(to: end, at: timing(1)) }

  /// The value at the start: `start`, unless the curve starts at another value than 0.
  @inlinable public var initialValue: Value { start.interpolated(to: end, at: timing(0)) }

  /// Returns the value and velocity at a time. Outside the segment, the value is at rest.
  @inlinable public func motion(at time: Double) -> Motion<Value> {
    guard contains(time) else { return Motion(restingAt: value(at: time)) }
    let u = time / duration
    let share = timing(u)
    return Motion(
      from: start, to: end, at: share, sharePerSecond: timing.slope(at: u) / duration)
  }
}

extension Segment where Timing == Curve {
  /// Creates the classic segment with the cosine curve: start + w·(end − start), w = (1 −
  /// cos(πt/d))/2.
  public init(from start: Value, to end: Value, duration: Double) {
    self.init(from: start, to: end, duration: duration, timing: .cosine)
  }
}

/// Plays an animation with the caller's ticks and reports its values.
///
/// At each tick, every segment that ended since the last tick reports its final value, in the order
/// in which the segments ended. Then the player reports the value at the tick. So the final values
/// do not depend on the number of ticks, and the last report is always the animation's value.
public struct AnimationPlayer<Value: Interpolatable, Timing: Easing>: Sendable {
  /// A value reported for one segment.
  public struct Report: Sendable {
    /// The final value if `isFinal`, otherwise the value at the tick.
    public let value: Value
    /// Index of the segment.
    public let segment: Int
    /// The segment's cycle, counted from 0.
    public let cycle: Int
    /// Whether the segment has ended and this is its last value. In a cycle that runs backwards,
    /// that is the value at the segment's start.
    public let isFinal: Bool

    @inlinable init(value: Value, segment: Int, cycle: Int, isFinal: Bool) {
      self.value = value
      self.segment = segment
      self.cycle = cycle
      self.isFinal = isFinal
    }
  }

  /// The animation to play.
  public let animation: Animation<Value, Timing>
  /// The maximum number of final values that one tick reports. If there are more, the oldest are
  /// skipped.
  public var mostReports = 1_000_000
  /// The number of segments that have ended, in all cycles.
  @usableFromInline var passed = 0

  /// Creates a player at the start of an animation.
  public init(_ animation: Animation<Value, Timing>) { self.animation = animation }

  /// Moves to a time and reports values in order.
  ///
  /// It reports the final value of every segment that ended since the last tick, then the value at
  /// `time`. If the animation is over and its last value was reported, it omits the second report.
  ///
  /// If the time moves backwards, no segment ends, and only the value at `time` is reported.
  ///
  /// - Complexity: O(log n + r) for n segments and r reports.
  @inlinable public mutating func tick(to time: Double, report: (Report) -> Void) {
    guard let place = animation.place(at: time) else {
      passed = 0
      return
    }
    let elapsed = time - animation.startTime
    let now = passedSegments(at: elapsed)
    for index in max(passed, now - mostReports)..<max(passed, now) { report(final(index)) }
    passed = now
    if elapsed < animation.duration {
      let value = animation.value(place)
      report(Report(value: value, segment: place.segment, cycle: place.cycle, isFinal: false))
    }
  }

  @inlinable func passedSegments(at elapsed: Double) -> Int {
    let count = animation.segments.count
    let (cycle, since) = animation.cycle(at: elapsed)
    if elapsed >= animation.duration { return (cycle + 1) * count }
    guard animation.yoyo && !cycle.isMultiple(of: 2) else {
      return cycle * count + animation.passedEnds(at: since)
    }
    // Backwards, a segment ends at its start. So count segments that start at or after this time.
    let local = animation.cycleDuration - since
    return cycle * count + count - animation.starts(before: local)
  }

  @inlinable func final(_ index: Int) -> Report {
    let count = animation.segments.count
    let cycle = index / count
    let backwards = animation.yoyo && !cycle.isMultiple(of: 2)
    let segment = backwards ? count - 1 - index % count : index % count
    let value =
      backwards ? animation.segments[segment].initialValue : animation.segments[segment].finalValue
    return Report(value: value, segment: segment, cycle: cycle, isFinal: true)
  }
}

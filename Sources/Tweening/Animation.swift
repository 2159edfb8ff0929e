/// A list of segments that play in order from a start time: once, several times, or forever.
///
/// An animation is a value: you can read it at any time, in any order. To learn which segments
/// passed between two times, use `AnimationPlayer`.
///
/// Before the start, the value is missing. A cycle ends when the next one starts. At exactly the
/// start plus one cycle's duration, an animation with more cycles has its first value again, and a
/// finished one has its last value. With `yoyo`, every second cycle runs backwards. A segment with
/// duration 0 takes no time, but if it is the last one, its end is the animation's final value. An
/// animation without segments never has a value.
public struct Animation<Value: Interpolatable, Timing: Easing>: Sendable {
  /// The segments of one cycle, in order.
  public let segments: [Segment<Value, Timing>]
  /// Seconds, on the caller's clock.
  public let startTime: Double
  /// Number of cycles.
  public let repetition: Repetition
  /// Whether every second cycle runs backwards.
  public let yoyo: Bool
  /// The sum of the segments' durations.
  @inlinable public var cycleDuration: Double { ends.last ?? 0 }
  /// The time within a cycle at which each segment ends.
  @usableFromInline let ends: [Double]

  /// Creates an animation that starts at `startTime`, in seconds on the caller's clock.
  public init(
    _ segments: [Segment<Value, Timing>], startTime: Double = 0, repetition: Repetition = .once,
    yoyo: Bool = false
  ) {
    self.segments = segments
    self.startTime = startTime
    self.repetition = repetition
    self.yoyo = yoyo
    var end = 0.0
    ends = segments.map { segment in
      end += segment.duration
      return end
    }
  }

  /// Seconds from the start to the end. Infinite if the animation repeats forever.
  @inlinable public var duration: Double {
    // 0 · ∞ is NaN: an animation with duration 0 ends immediately.
    cycleDuration > 0 ? cycleDuration * repetition.count : 0
  }

  /// Returns the value at a time, or `nil` before the start or without segments.
  ///
  /// - Complexity: O(log n) for n segments.
  @inlinable public func value(at time: Double) -> Value? {
    place(at: time).map { value($0) }
  }

  /// Returns the value and velocity at a time, so that a `Detour` can start there.
  @inlinable public func motion(at time: Double) -> Motion<Value>? {
    guard let place = place(at: time) else { return nil }
    if time - startTime >= duration { return Motion(restingAt: value(place)) }
    let motion = segments[place.segment].motion(at: place.time)
    guard place.backwards else { return motion }
    let behind = motion.position.interpolated(to: motion.ahead, at: -1)
    return Motion(position: motion.position, ahead: behind, seconds: motion.seconds)
  }

  /// Returns whether a time is later than the end. At the end itself it returns false, and for an
  /// animation that repeats forever always.
  public func isFinished(at time: Double) -> Bool { time - startTime > duration }
}

extension Animation {
  /// A position in the animation: a segment, and the time within it.
  @usableFromInline
  struct Place {
    @usableFromInline let cycle: Int
    @usableFromInline let segment: Int
    @usableFromInline let time: Double
    @usableFromInline let backwards: Bool

    @inlinable init(cycle: Int, segment: Int, time: Double, backwards: Bool) {
      self.cycle = cycle
      self.segment = segment
      self.time = time
      self.backwards = backwards
    }
  }

  @inlinable func place(at time: Double) -> Place? {
    let elapsed = time - startTime
    guard elapsed >= 0, !segments.isEmpty else { return nil }
    let (cycle, since) = cycle(at: elapsed)
    let backwards = yoyo && !cycle.isMultiple(of: 2)
    let local = backwards ? cycleDuration - since : since
    // Forwards, a moment between two segments belongs to the later one. Backwards, to the earlier
    // one.
    let segment =
      backwards ? max(starts(before: local) - 1, 0) : min(passedEnds(at: local), ends.count - 1)
    return Place(
      cycle: cycle, segment: segment, time: local - start(of: segment), backwards: backwards)
  }

  @inlinable func value(_ place: Place) -> Value {
    let segment = segments[place.segment]
    // Only the first segment can be at its start here. For a segment with duration 0, `value(at:)`
    // would return the end instead.
    return place.backwards && place.time <= 0
      ? segment.initialValue : segment.value(at: place.time)
  }

  /// Returns the cycle and the time in it. After the animation's end, this is the end of the last
  /// cycle.
  @inlinable func cycle(at elapsed: Double) -> (cycle: Int, since: Double) {
    if elapsed >= duration {
      let last = repetition == .forever ? 0 : repetition.count - 1
      return (Int(min(last, Self.mostCycles)), cycleDuration)
    }
    let since = elapsed.truncatingRemainder(dividingBy: cycleDuration)
    let cycle = ((elapsed - since) / cycleDuration).rounded()
    return (Int(min(cycle, Self.mostCycles)), since)
  }

  @inlinable func start(of segment: Int) -> Double { segment > 0 ? ends[segment - 1] : 0 }

  /// Returns the number of segments that end at or before a time in their cycle.
  @inlinable func passedEnds(at local: Double) -> Int { count(ends.count) { ends[$0] <= local } }

  /// Returns the number of segments that start before a time in their cycle.
  @inlinable func starts(before local: Double) -> Int {
    count(ends.count) { start(of: $0) < local }
  }

  /// Returns the number of leading indices that fulfil a condition.
  @inlinable @inline(__always)
  func count(_ total: Int, where condition: (Int) -> Bool) -> Int {
    var (low, high) = (0, total)
    while low < high {
      let middle = (low + high) / 2
      if condition(middle) { low = middle + 1 } else { high = middle }
    }
    return low
  }

  /// The limit of the cycle count, which prevents overflow.
  @inlinable static var mostCycles: Double { 1e12 }
}

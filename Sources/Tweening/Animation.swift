/// Segments one after another from a start time: once, several times, or forever.
///
/// It is a value: ask it for any time, in any order. `AnimationPlayer` tells observers which
/// segments have passed between two times.
///
/// Before the start there is no value. A cycle ends where the next one starts: at exactly the start
/// plus one cycle's duration, an animation that goes on has its first value again, and one that is
/// over has its last. With `yoyo`, every second cycle runs backwards. Segments of no duration are
/// legal: they occupy no time, but if one of them is last, its end is the animation's final value.
/// An animation without segments is legal too, and has no value at any time.
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
  /// The end of each segment within a cycle.
  @usableFromInline let ends: [Double]

  /// An animation that starts at `startTime`, in seconds on the caller's clock.
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

  /// Seconds from the start to the end; infinite for an animation that repeats forever.
  @inlinable public var duration: Double {
    // 0 · ∞ is not a number: an animation of no duration is over at once.
    cycleDuration > 0 ? cycleDuration * repetition.count : 0
  }

  /// The value at a time; nil before the start or without segments.
  ///
  /// - Complexity: O(log n) for n segments.
  @inlinable public func value(at time: Double) -> Value? {
    place(at: time).map { value($0) }
  }

  /// The value at a time and how it moves, for a detour that leaves from there.
  @inlinable public func motion(at time: Double) -> Motion<Value>? {
    guard let place = place(at: time) else { return nil }
    if time - startTime >= duration { return Motion(restingAt: value(place)) }
    let motion = segments[place.segment].motion(at: place.time)
    guard place.backwards else { return motion }
    let behind = motion.position.interpolated(to: motion.ahead, at: -1)
    return Motion(position: motion.position, ahead: behind, seconds: motion.seconds)
  }

  /// Whether a time is later than the end; at the end itself it is not. An animation that repeats
  /// forever is never finished.
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
    // Forwards a moment between two segments belongs to the later one, backwards to the earlier.
    let segment =
      backwards ? max(starts(before: local) - 1, 0) : min(passedEnds(at: local), ends.count - 1)
    return Place(
      cycle: cycle, segment: segment, time: local - start(of: segment), backwards: backwards)
  }

  @inlinable func value(_ place: Place) -> Value {
    let segment = segments[place.segment]
    // Only the first segment is ever left at its start, a value that a segment of no duration
    // lacks.
    return place.backwards && place.time <= 0
      ? segment.initialValue : segment.value(at: place.time)
  }

  /// The cycle and the time in it; after the end of the animation, the end of the last cycle.
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

  /// Number of segments that end at or before a time in their cycle.
  @inlinable func passedEnds(at local: Double) -> Int { count(ends.count) { ends[$0] <= local } }

  /// Number of segments that start before a time in their cycle.
  @inlinable func starts(before local: Double) -> Int {
    count(ends.count) { start(of: $0) < local }
  }

  /// Number of leading indices that fulfil a condition.
  @inlinable @inline(__always)
  func count(_ total: Int, where condition: (Int) -> Bool) -> Int {
    var (low, high) = (0, total)
    while low < high {
      let middle = (low + high) / 2
      if condition(middle) { low = middle + 1 } else { high = middle }
    }
    return low
  }

  /// Cycles are counted no further, so that no count overflows.
  @inlinable static var mostCycles: Double { 1e12 }
}

/// Segments one after another from a start time, once, several times or for ever.
///
/// It is a value: ask it for any time, in any order. `AnimationPlayer` tells observers what has
/// passed between two times.
///
/// Before the start there is no value. Each repetition starts where the remainder of the time since
/// the start by the cycle's duration is 0, so at exactly the start plus the duration an animation
/// that goes on is at its first value again, and one that is over at its last. With `yoyo` every
/// second cycle runs backwards. Segments without length are legal: they hold no time, but as the
/// last one of an animation that is over it is their end that stays. So is an animation without
/// segments, which has no value at any time.
public struct Animation<Value: Interpolatable, Timing: Easing>: Sendable {
  /// The segments of one cycle, in order.
  public let segments: [Segment<Value, Timing>]
  /// Seconds, on the clock of the caller.
  public let startTime: Double
  /// How many cycles there are.
  public let repetition: Repetition
  /// Whether every second cycle runs backwards.
  public let yoyo: Bool
  /// The sum of the segments' durations.
  @inlinable public var cycleDuration: Double { ends.last ?? 0 }
  /// The end of each segment within a cycle.
  @usableFromInline let ends: [Double]

  /// An animation of these segments, at `startTime` in seconds on the clock of the caller.
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

  /// Seconds from the start to the end, infinite for one that repeats for ever.
  @inlinable public var duration: Double {
    // 0 · ∞ is no number: an animation without length is over at once.
    cycleDuration > 0 ? cycleDuration * repetition.count : 0
  }

  /// The value at a time, nil before the start or without segments.
  ///
  /// - Complexity: O(log n) for n segments.
  @inlinable public func value(at time: Double) -> Value? {
    place(at: time).map { value($0) }
  }

  /// Where the value is and how it moves, to leave it by a detour.
  @inlinable public func motion(at time: Double) -> Motion<Value>? {
    guard let place = place(at: time) else { return nil }
    if time - startTime >= duration { return Motion(restingAt: value(place)) }
    let motion = segments[place.segment].motion(at: place.time)
    guard place.backwards else { return motion }
    let behind = motion.position.interpolated(to: motion.ahead, at: -1)
    return Motion(position: motion.position, ahead: behind, seconds: motion.seconds)
  }

  /// Whether the time is later than the end; at the end it is not yet. One that repeats for ever is
  /// never finished.
  public func isFinished(at time: Double) -> Bool { time - startTime > duration }
}

extension Animation {
  /// What is under the needle: a segment, and the time within it.
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
    // Only the first segment is ever left at its start, which one without length does not hold.
    return place.backwards && place.time <= 0
      ? segment.initialValue : segment.value(at: place.time)
  }

  /// The cycle and the time in it; when all is over, the end of the last cycle.
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

  /// How many segments of a cycle end at or before a time in it.
  @inlinable func passedEnds(at local: Double) -> Int { count(ends.count) { ends[$0] <= local } }

  /// How many segments of a cycle start before a time in it.
  @inlinable func starts(before local: Double) -> Int {
    count(ends.count) { start(of: $0) < local }
  }

  /// The length of the front part that fulfils a condition.
  @inlinable @inline(__always)
  func count(_ total: Int, where condition: (Int) -> Bool) -> Int {
    var (low, high) = (0, total)
    while low < high {
      let middle = (low + high) / 2
      if condition(middle) { low = middle + 1 } else { high = middle }
    }
    return low
  }

  /// Counted no further, so that no count overflows.
  @inlinable static var mostCycles: Double { 1e12 }
}

extension Animation {
  /// The values of the animation as time passes, the first at once and the last exactly at the end.
  ///
  /// ```swift
  /// for await value in animation.values() { view.offset = value }
  /// ```
  ///
  /// Moments that pass while the caller is busy are left out. The sequence ends with the animation, or
  /// when its task is cancelled; an endless animation ends with its task only. Each loop over it plays
  /// from the start.
  ///
  /// - Parameters:
  ///   - clock: The clock whose time passes.
  ///   - interval: Time between values, above 0; a sixtieth of a second if not stated.
  public func values<C: Clock>(
    clock: C, every interval: Duration = .nanoseconds(16_666_667)
  ) -> AnimationValues<Value, Timing, C> where C.Duration == Duration {
    precondition(interval > .zero, "time passes between values")
    return AnimationValues(animation: self, clock: clock, interval: interval)
  }

  /// The values of the animation in real time.
  ///
  /// - Parameter interval: Time between values, above 0; a sixtieth of a second if not stated.
  public func values(
    every interval: Duration = .nanoseconds(16_666_667)
  ) -> AnimationValues<Value, Timing, ContinuousClock> {
    values(clock: ContinuousClock(), every: interval)
  }
}

/// The values of an animation as the time of a clock passes; see `Animation.values(clock:every:)`.
public struct AnimationValues<Value: Interpolatable, Timing: Easing, C: Clock>: AsyncSequence,
  Sendable
where C.Duration == Duration {
  /// A value of the animation.
  public typealias Element = Value

  let animation: Animation<Value, Timing>
  let clock: C
  let interval: Duration

  /// Starts to play; the first value comes at once.
  public func makeAsyncIterator() -> Iterator { Iterator(self) }

  /// Plays the animation once.
  public struct Iterator: AsyncIteratorProtocol {
    private let values: AnimationValues
    private var start: C.Instant?
    /// The moments that have come, counted in intervals.
    private var moment = 0
    private var isOver = false

    init(_ values: AnimationValues) { self.values = values }

    /// Waits for the next moment; nil when the animation is over or the task is cancelled.
    public mutating func next() async -> Value? {
      guard !isOver, !Task.isCancelled else { return nil }
      let (clock, interval) = (values.clock, values.interval)
      guard let start else {
        self.start = clock.now
        return value(at: 0)
      }
      let passed = start.duration(to: clock.now) / interval
      moment = Swift.max(moment + 1, Int(passed.rounded(.down)))
      let due = interval * moment
      let end = values.animation.duration
      let wait = end.isFinite ? Swift.min(due, Duration.seconds(end)) : due
      do {
        try await clock.sleep(until: start.advanced(by: wait), tolerance: nil)
      } catch { return nil }
      return value(at: seconds(start.duration(to: clock.now)))
    }

    private mutating func value(at elapsed: Double) -> Value? {
      let animation = values.animation
      // A clock may round the end it waits for.
      isOver = elapsed >= animation.duration - 1e-9
      // A sum of start and duration may round to a time before the end; afterwards the end stays.
      return animation.value(
        at: animation.startTime + (isOver ? animation.duration + 1 : elapsed))
    }

    private func seconds(_ duration: Duration) -> Double {
      let (seconds, attoseconds) = duration.components
      return Double(seconds) + Double(attoseconds) * 1e-18
    }
  }
}

extension Animation {
  /// Returns the animation's values as an asynchronous sequence. The first value comes immediately,
  /// the last exactly at the end.
  ///
  /// ```swift
  /// for await value in animation.values() { view.offset = value }
  /// ```
  ///
  /// If the caller is busy when a value is due, that value is skipped. The sequence ends with the
  /// animation or when its task is cancelled. So an endless animation ends only with its task. Each
  /// loop over the sequence plays from the start.
  ///
  /// - Parameters:
  ///   - clock: The clock that measures the time.
  ///   - interval: Time between values, above 0. The default is a sixtieth of a second.
  public func values<C: Clock>(
    clock: C, every interval: Duration = .nanoseconds(16_666_667)
  ) -> AnimationValues<Value, Timing, C> where C.Duration == Duration {
    precondition(interval > .zero, "time passes between values")
    return AnimationValues(animation: self, clock: clock, interval: interval)
  }

  /// Returns the animation's values in real time.
  ///
  /// - Parameter interval: Time between values, above 0. The default is a sixtieth of a second.
  public func values(
    every interval: Duration = .nanoseconds(16_666_667)
  ) -> AnimationValues<Value, Timing, ContinuousClock> {
    values(clock: ContinuousClock(), every: interval)
  }
}

/// The values of an animation over the time of a clock. See `Animation.values(clock:every:)`.
public struct AnimationValues<Value: Interpolatable, Timing: Easing, C: Clock>: AsyncSequence,
  Sendable
where C.Duration == Duration {
  /// A value of the animation.
  public typealias Element = Value

  let animation: Animation<Value, Timing>
  let clock: C
  let interval: Duration

  /// Starts to play. The first value comes immediately.
  public func makeAsyncIterator() -> Iterator { Iterator(self) }

  /// Plays the animation once.
  public struct Iterator: AsyncIteratorProtocol {
    private let values: AnimationValues
    private var start: C.Instant?
    /// The number of intervals that have passed.
    private var moment = 0
    private var isOver = false

    init(_ values: AnimationValues) { self.values = values }

    /// Waits for the next value. Returns `nil` if the animation is over or the task is cancelled.
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
      // A clock may round the deadline that it waits for.
      isOver = elapsed >= animation.duration - 1e-9
      // The sum of start and duration can round to a time before the end. A time after the end
      // gives the same final value.
      return animation.value(
        at: animation.startTime + (isOver ? animation.duration + 1 : elapsed))
    }

    private func seconds(_ duration: Duration) -> Double {
      let (seconds, attoseconds) = duration.components
      return Double(seconds) + Double(attoseconds) * 1e-18
    }
  }
}

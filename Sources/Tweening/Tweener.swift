/// Moves values over time with explicit ticks, so that an export, a test and a live view behave the
/// same.
///
/// ```swift
/// let tweener = Tweener()
/// tweener.tween(duration: 1, from: 10.0, to: 20.0) { print($0) } completion: { print($0) }
/// for _ in 1...4 { tweener.tick(by: 0.25) }   // 10 at once; 11.25, 15, 18.75, 20, true
/// ```
///
/// The total time does not depend on the pattern of ticks. A tween ends on the first tick at or
/// after its end, with a tolerance of a nanosecond because sums of ticks are rounded. A long gap
/// advances the complete time unless you set `maximumStep`. Tweens run in the order in which they
/// started.
///
/// Callbacks can start, pause, cancel and stop tweens. If a tween starts during a tick, its time
/// starts at that tick. A tick inside a tick is added to the next tick.
///
/// A tweener is not `Sendable`. Use it, its tweens and their callbacks from one thread at the same
/// time.
public final class Tweener {
  /// The tweener's time in seconds, scaled and without its pauses.
  public var time: Double { sum + compensation }
  /// The speed of the time: 2 doubles it, 0 stops it. Negative numbers and NaN become 0.
  public var timeScale = 1.0
  /// The longest step of one tick, in seconds before scaling. By default infinite, so that ticks
  /// keep all of the time.
  public var maximumStep = Double.infinity
  /// Whether the tweener is paused. Ticks then have no effect.
  public private(set) var isPaused = false

  private let clock: (any TweenClock)?
  private var lastNow: Double
  /// Neumaier's sum: after a million ticks of a sixtieth, the error is as small as after one.
  private var sum = 0.0
  private var compensation = 0.0
  private var tweens: [Tween] = []
  private var hasEnded = false
  private var isTicking = false
  private var postponed = 0.0

  /// - Parameter clock: The clock that `tick()` reads. Without a clock, only `tick(by:)` advances
  ///   the time.
  public init(clock: (any TweenClock)? = nil) {
    self.clock = clock
    lastNow = clock?.now ?? 0
  }

  /// The tweens that are running or paused.
  public var liveTweens: [Tween] { tweens.filter(\.isLive) }

  /// Starts a plan.
  ///
  /// - Parameters:
  ///   - plan: The tweens to run.
  ///   - completion: Called once: with true when the complete plan has ended, with false after a
  ///     cancellation.
  /// - Returns: A handle, which you need not keep.
  @discardableResult
  public func start(_ plan: TweenPlan, completion: TweenPlan.Completion? = nil) -> Tween {
    let tween = Tween(TweenSchedule(plan, completion: completion), on: self)
    tweens.append(tween)
    tween.begin()
    return tween
  }

  /// Starts one tween. For the parameters, see `TweenPlan.tween`.
  ///
  /// `completion` is called once: with true after the last value, with false after a cancellation.
  @inlinable @discardableResult
  public func tween<Value: Interpolatable>(
    duration: Double, delay: Double = 0, from start: Value, to end: Value,
    curve: some Easing = Curve.quadraticInOut, repetition: Repetition = .once, yoyo: Bool = false,
    progress: @escaping (Value) -> Void, completion: TweenPlan.Completion? = nil
  ) -> Tween {
    self.start(
      .tween(
        duration: duration, delay: delay, from: start, to: end, curve: curve,
        repetition: repetition, yoyo: yoyo, progress: progress),
      completion: completion)
  }

  /// Starts a tween from 0 to 1.
  @inlinable @discardableResult
  public func tween(
    duration: Double, delay: Double = 0, curve: some Easing = Curve.quadraticInOut,
    repetition: Repetition = .once, yoyo: Bool = false, progress: @escaping (Double) -> Void,
    completion: TweenPlan.Completion? = nil
  ) -> Tween {
    tween(
      duration: duration, delay: delay, from: 0, to: 1, curve: curve, repetition: repetition,
      yoyo: yoyo, progress: progress, completion: completion)
  }

  /// Advances by the time that passed on the clock since the last tick. Has no effect without a
  /// clock.
  public func tick() {
    guard let clock else { return tick(by: 0) }
    let now = clock.now
    let passed = now - lastNow
    lastNow = max(lastNow, now)
    tick(by: passed)
  }

  /// Advances by a number of seconds. Negative numbers and NaN become 0.
  public func tick(by seconds: Double) {
    let seconds = seconds.asDuration
    if isTicking {
      postponed += seconds
      return
    }
    let step = min(seconds + postponed, maximumStep.asDuration) * timeScale.asDuration
    postponed = 0
    if isPaused { return }
    add(step)
    isTicking = true
    let time = time
    // Use only the current tweens: callbacks can append tweens, but none is removed during the
    // loop.
    for index in 0..<tweens.count {
      let tween = tweens[index]
      if tween.state == .running { tween.advance(to: time) }
    }
    isTicking = false
    sweep()
  }

  private func add(_ step: Double) {
    let total = sum + step
    compensation += sum >= step ? (sum - total) + step : (step - total) + sum
    sum = total
  }

  func tweenEnded() {
    hasEnded = true
    if !isTicking { sweep() }
  }

  private func sweep() {
    guard hasEnded else { return }
    hasEnded = false
    tweens.removeAll { !$0.isLive }
  }
}

extension Tweener {
  /// Pauses all tweens until `resume`. The clock's time in between is ignored.
  public func pause() { isPaused = true }

  /// Continues after `pause`. Individually paused tweens stay paused.
  public func resume() {
    guard isPaused else { return }
    isPaused = false
    if let clock { lastNow = max(lastNow, clock.now) }
  }

  /// Cancels all tweens, in the order in which they started. Tweens that their callbacks start
  /// remain.
  public func cancel() {
    for tween in tweens { tween.cancel() }
  }

  /// Moves all tweens to their ends, in the order in which they started.
  public func stop() {
    for tween in tweens { tween.stop() }
  }
}

/// Moves values over time, driven by explicit ticks, so that an export, a test and a live view run
/// alike.
///
/// ```swift
/// let tweener = Tweener()
/// tweener.tween(duration: 1, from: 10.0, to: 20.0) { print($0) } completion: { print($0) }
/// for _ in 1...4 { tweener.tick(by: 0.25) }   // 10 at once; 11.25, 15, 18.75, 20, true
/// ```
///
/// The total time does not depend on the pattern of ticks: a tween ends on the first tick that is
/// not before its end (give or take a nanosecond, as sums of ticks round), and a long gap counts in
/// full unless `maximumStep` limits it. Tweens are served in the order in which they started.
///
/// Callbacks may do anything: start, pause, cancel and stop tweens. The time of a tween that starts
/// during a tick counts from that tick. A tick from within a tick counts with the next one.
///
/// A tweener is not `Sendable`: use it, its tweens and their callbacks from one thread at a time.
public final class Tweener {
  /// The tweener's own time in seconds: scaled, and without its pauses.
  public var time: Double { sum + compensation }
  /// Speed of its time: 2 is twice as fast, 0 stands still; negative and NaN count as 0.
  public var timeScale = 1.0
  /// Longest step of one tick, in seconds before scaling. Infinite unless set, so that no time is
  /// lost.
  public var maximumStep = Double.infinity
  /// Whether the tweener is paused; ticks then have no effect.
  public private(set) var isPaused = false

  private let clock: (any TweenClock)?
  private var lastNow: Double
  /// Neumaier's sum: a million ticks of a sixtieth add up to no more error than one.
  private var sum = 0.0
  private var compensation = 0.0
  private var tweens: [Tween] = []
  private var hasEnded = false
  private var isTicking = false
  private var postponed = 0.0

  /// - Parameter clock: The clock that `tick()` reads; without one, only `tick(by:)` advances the
  ///   time.
  public init(clock: (any TweenClock)? = nil) {
    self.clock = clock
    lastNow = clock?.now ?? 0
  }

  /// Tweens that have neither finished nor been cancelled.
  public var liveTweens: [Tween] { tweens.filter(\.isLive) }

  /// Starts a plan.
  ///
  /// - Parameters:
  ///   - plan: The tweens to run.
  ///   - completion: Called once: with true when all of the plan has ended, with false when
  ///     cancelled.
  /// - Returns: A handle, which you need not keep.
  @discardableResult
  public func start(_ plan: TweenPlan, completion: TweenPlan.Completion? = nil) -> Tween {
    let tween = Tween(TweenSchedule(plan, completion: completion), on: self)
    tweens.append(tween)
    tween.begin()
    return tween
  }

  /// Starts one tween; see `TweenPlan.tween` for the parameters.
  ///
  /// `completion` is called once: with true after the last value, with false when cancelled.
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

  /// Advances by the time that its clock says has passed since the last tick; without a clock, by
  /// nothing.
  public func tick() {
    guard let clock else { return tick(by: 0) }
    let now = clock.now
    let passed = now - lastNow
    lastNow = max(lastNow, now)
    tick(by: passed)
  }

  /// Advances by a number of seconds; negative and NaN count as 0.
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
    // Only the tweens present now: callbacks append to them, and none is removed meanwhile.
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
  /// Pauses all tweens until `resume`; the clock's time in between does not count.
  public func pause() { isPaused = true }

  /// Continues. Tweens that are paused themselves stay paused.
  public func resume() {
    guard isPaused else { return }
    isPaused = false
    if let clock { lastNow = max(lastNow, clock.now) }
  }

  /// Cancels all tweens, in the order in which they started; tweens that their callbacks start
  /// remain.
  public func cancel() {
    for tween in tweens { tween.cancel() }
  }

  /// Makes all tweens jump to their ends, in the order in which they started.
  public func stop() {
    for tween in tweens { tween.stop() }
  }
}

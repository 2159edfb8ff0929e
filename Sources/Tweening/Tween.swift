/// A handle to a running plan, to pause, resume, cancel or stop it.
///
/// You need not keep it: the tweener does until the plan has ended.
public final class Tween {
  /// Whether a tween is running, paused or over.
  public enum State: Hashable, Sendable {
    case running
    case paused
    /// Arrived at its end, by itself or by `stop`.
    case finished
    case cancelled
  }

  /// The current state; once finished or cancelled, it remains so.
  public private(set) var state = State.running
  /// Seconds from the start to the end, with delays and repetitions.
  public let duration: Double

  private weak var tweener: Tweener?
  private var schedule: TweenSchedule
  /// Start on the tweener's clock, postponed by pauses.
  private var start: Double
  private var elapsedWhenPaused = 0.0
  /// Items before this one have ended.
  private var firstLive = 0

  init(_ schedule: TweenSchedule, on tweener: Tweener) {
    self.schedule = schedule
    self.tweener = tweener
    duration = schedule.duration
    start = tweener.time
  }

  /// Seconds it has run, including its delay but not its pauses.
  public var elapsed: Double {
    if state == .running, let tweener { return tweener.time - start }
    return elapsedWhenPaused
  }

  /// Whether it has neither finished nor been cancelled.
  public var isLive: Bool { state == .running || state == .paused }

  /// Pauses until `resume`; has no effect unless the tween is running.
  public func pause() {
    guard state == .running else { return }
    elapsedWhenPaused = elapsed
    state = .paused
  }

  /// Continues where it was paused; has no effect unless the tween is paused.
  public func resume() {
    guard state == .paused else { return }
    start = (tweener?.time ?? 0) - elapsedWhenPaused
    state = .running
  }

  /// Ends at the current values: whatever has not completed completes with false.
  public func cancel() {
    guard isLive else { return }
    let schedule = end(.cancelled)
    for group in schedule.groups.reversed() where group.remaining > 0 { group.completion?(false) }
  }

  /// Jumps to the end: every tween that has not ended reports its last value and completes with
  /// true, in order.
  public func stop() {
    guard isLive else { return }
    let elapsed = elapsed
    var schedule = end(.finished)
    for index in schedule.items.indices where !schedule.items[index].hasEnded {
      let item = schedule.items[index]
      schedule.end(index)
      item.leaf.apply(item.lastShare(at: elapsed))
      var group: Int? = item.group
      while let inner = group, let ended = schedule.endMember(of: inner) {
        ended.completion?(true)
        group = ended.parent
      }
    }
  }

  /// Takes the functions out, so that none is called twice and none keeps its captures alive.
  private func end(_ state: State) -> TweenSchedule {
    elapsedWhenPaused = elapsed
    self.state = state
    let rest = schedule
    schedule = TweenSchedule()
    tweener?.tweenEnded()
    return rest
  }
}

extension Tween {
  /// Reports the first values of the tweens that begin at once. Nothing ends yet, so that no
  /// completion comes before the caller has the tween in hand.
  func begin() {
    var index = 0
    while index < schedule.items.count {
      let item = schedule.items[index]
      if item.begin > 0 { return }
      schedule.start(index)
      item.leaf.apply(0)
      // Before anything else, a tween of no duration has to report its last value.
      if state != .running || item.total == 0 { return }
      index += 1
    }
  }

  /// Brings everything to the tweener's time. Callbacks may do anything to this tween, so the state
  /// is checked again after each.
  func advance(to time: Double) {
    let elapsed = time - start
    var index = firstLive
    while state == .running && index < schedule.items.count {
      if !schedule.items[index].hasEnded && elapsed >= schedule.items[index].begin {
        advance(index, to: elapsed)
      }
      index += 1
    }
  }

  private func advance(_ index: Int, to elapsed: Double) {
    if !schedule.items[index].hasStarted {
      schedule.start(index)
      schedule.items[index].leaf.apply(0)
      if state != .running { return }
    }
    if schedule.items[index].isOver(at: elapsed) {
      finish(index, at: elapsed)
    } else if elapsed > schedule.items[index].begin {
      schedule.items[index].leaf.apply(schedule.items[index].share(at: elapsed))
    }
  }

  private func finish(_ index: Int, at elapsed: Double) {
    schedule.items[index].leaf.apply(schedule.items[index].lastShare(at: elapsed))
    if state != .running { return }
    schedule.end(index)
    while firstLive < schedule.items.count, schedule.items[firstLive].hasEnded { firstLive += 1 }
    // Collect everything that this end completes before calling any of it: the whole tween is then
    // finished when its last completion runs, and that completion cannot affect it any more.
    var completions: [TweenPlan.Completion?] = []
    var group: Int? = schedule.items[index].group
    while let inner = group, let ended = schedule.endMember(of: inner) {
      completions.append(ended.completion)
      group = ended.parent
    }
    if firstLive == schedule.items.count { _ = end(.finished) }
    for completion in completions { completion?(true) }
  }
}

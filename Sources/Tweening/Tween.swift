/// A handle to a running plan, with which you can pause, resume, cancel or stop it.
///
/// You need not keep it. The tweener keeps it until the plan ends.
public final class Tween {
  /// Whether a tween is running, paused or over.
  public enum State: Hashable, Sendable {
    case running
    case paused
    /// The tween reached its end, or `stop` was called.
    case finished
    case cancelled
  }

  /// The current state. `finished` and `cancelled` are final.
  public private(set) var state = State.running
  /// Seconds from the start to the end, with delays and repetitions.
  public let duration: Double

  private weak var tweener: Tweener?
  private var schedule: TweenSchedule
  /// The start on the tweener's clock, postponed by pauses.
  private var start: Double
  private var elapsedWhenPaused = 0.0
  /// All items before this index have ended.
  private var firstLive = 0

  init(_ schedule: TweenSchedule, on tweener: Tweener) {
    self.schedule = schedule
    self.tweener = tweener
    duration = schedule.duration
    start = tweener.time
  }

  /// Seconds of running time, including the delay but not the pauses.
  public var elapsed: Double {
    if state == .running, let tweener { return tweener.time - start }
    return elapsedWhenPaused
  }

  /// Whether the tween is running or paused.
  public var isLive: Bool { state == .running || state == .paused }

  /// Pauses the tween until `resume`. Has no effect unless the tween is running.
  public func pause() {
    guard state == .running else { return }
    elapsedWhenPaused = elapsed
    state = .paused
  }

  /// Continues a paused tween. Has no effect unless the tween is paused.
  public func resume() {
    guard state == .paused else { return }
    start = (tweener?.time ?? 0) - elapsedWhenPaused
    state = .running
  }

  /// Ends the tween at the current values. Completions that have not run yet receive false.
  public func cancel() {
    guard isLive else { return }
    let schedule = end(.cancelled)
    for group in schedule.groups.reversed() where group.remaining > 0 { group.completion?(false) }
  }

  /// Jumps to the end. Every tween that has not ended reports its last value and completes with
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

  /// Removes the functions, so that each is called at most once and releases its captures.
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
  /// Reports the first values of the tweens that begin immediately. No tween ends here, so the
  /// caller receives the handle before any completion.
  func begin() {
    var index = 0
    while index < schedule.items.count {
      let item = schedule.items[index]
      if item.begin > 0 { return }
      schedule.start(index)
      item.leaf.apply(0)
      // Stop here, because a tween with duration 0 must report its last value before the next tween
      // starts.
      if state != .running || item.total == 0 { return }
      index += 1
    }
  }

  /// Advances all items to the tweener's time. Callbacks can change this tween, so check the state
  /// again after each one.
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
    // Collect all completions of this end before you call any of them. When the last completion
    // runs, the tween is then finished, and the completion cannot affect it.
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

/// A plan with computed times: its tweens in order, each with its start, and the groups that wait
/// for them.
struct TweenSchedule {
  struct Item {
    let begin: Double
    let leaf: TweenPlan.Leaf
    let group: Int
    /// Seconds from the start to the end of the last run. Infinite if the tween repeats forever.
    let total: Double
    var hasStarted = false
    var hasEnded = false
  }

  struct Group {
    let parent: Int?
    var completion: TweenPlan.Completion?
    /// Number of members that have not ended.
    var remaining = 0
  }

  private(set) var items: [Item] = []
  private(set) var groups: [Group]
  /// Seconds from the start to the end of the last tween.
  private(set) var duration = 0.0

  /// An empty schedule.
  init() { groups = [] }

  init(_ plan: TweenPlan, completion: TweenPlan.Completion?) {
    groups = [Group(parent: nil, completion: completion)]
    duration = lay(plan, at: 0, in: 0)
  }

  /// Adds a plan and returns its end time.
  private mutating func lay(_ plan: TweenPlan, at begin: Double, in group: Int) -> Double {
    switch plan.node {
    case .delayed(let plan, let delay):
      return lay(plan, at: begin + delay, in: group)
    case .leaf(let leaf):
      let total = leaf.duration > 0 ? leaf.duration * leaf.repetition.count : 0
      groups[group].remaining += 1
      items.append(Item(begin: begin, leaf: leaf, group: group, total: total))
      return begin + total
    case .completing(let plan, let completion):
      return lay(plan, at: begin, in: addGroup(in: group, completion))
    case .group(let arrangement, let plans):
      let index = addGroup(in: group, nil)
      // An empty group has no members to wait for, but it must also end on a tick.
      if plans.isEmpty { return lay(.wait(0), at: begin, in: index) }
      var end = begin
      for (place, plan) in plans.enumerated() {
        switch arrangement {
        case .sequence: end = lay(plan, at: end, in: index)
        case .parallel: end = max(end, lay(plan, at: begin, in: index))
        case .staggered(let interval):
          end = max(end, lay(plan, at: begin + Double(place) * interval, in: index))
        }
      }
      return end
    }
  }

  private mutating func addGroup(in parent: Int, _ completion: TweenPlan.Completion?) -> Int {
    groups[parent].remaining += 1
    groups.append(Group(parent: parent, completion: completion))
    return groups.count - 1
  }
}

extension TweenSchedule {
  mutating func start(_ index: Int) { items[index].hasStarted = true }

  mutating func end(_ index: Int) { items[index].hasEnded = true }

  /// Marks one member of a group as ended. If it was the last, returns the group's completion and
  /// its parent group, to continue there.
  mutating func endMember(of group: Int) -> (completion: TweenPlan.Completion?, parent: Int?)? {
    groups[group].remaining -= 1
    guard groups[group].remaining == 0 else { return nil }
    let completion = groups[group].completion
    groups[group].completion = nil
    return (completion, groups[group].parent)
  }
}

extension TweenSchedule.Item {
  /// The tolerance in seconds, because sums of ticks are rounded.
  private static var instant: Double { 1e-9 }

  func isOver(at elapsed: Double) -> Bool { elapsed - begin >= total - Self.instant }

  /// Returns the normalised time within the current run.
  func share(at elapsed: Double) -> Double {
    let local = elapsed - begin
    if local < leaf.duration { return local / leaf.duration }
    let since = local.truncatingRemainder(dividingBy: leaf.duration)
    let run = ((local - since) / leaf.duration).rounded()
    let u = since / leaf.duration
    return leaf.yoyo && run.truncatingRemainder(dividingBy: 2) == 1 ? 1 - u : u
  }

  /// Returns the normalised time at the end: 0 if the last run of a yoyo goes backwards. A tween
  /// that repeats forever ends with the run at the given time.
  func lastShare(at elapsed: Double) -> Double {
    guard leaf.yoyo else { return 1 }
    let run: Double =
      if leaf.repetition == .forever {
        leaf.duration > 0 ? (max(0, elapsed - begin) / leaf.duration).rounded(.down) : 0
      } else {
        leaf.repetition.count - 1
      }
    return run.truncatingRemainder(dividingBy: 2) == 1 ? 0 : 1
  }
}

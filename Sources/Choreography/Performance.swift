public import Tweening

/// A script on a stage: the state of every item at every time.
///
/// A performance is a value: you can read any item at any time, in any order. Until time 0 every
/// item is in its start state. At `duration` and later, the performance is over.
///
/// ```swift
/// let script = try Script(parsing: "radial(middle) fadeIn slide(up,moderately) spring(.5,.7)")
/// let stage = try Stage.grid(columns: 8, rows: 5, area: Extent(width: 1920, height: 1080))
/// let performance = Performance(of: script, on: stage)
/// performance.state(of: 17, at: 0.4).transform.matrix
/// ```
public struct Performance: Sendable {
  /// The script to perform.
  public let script: Script
  /// The stage of the performance.
  public let stage: Stage
  /// Items that do not move. They stay at rest and keep their position in the order, but the
  /// performance does not wait for them.
  public let excluded: Set<Int>
  /// Seconds until the last item has ended and the hold is over.
  public let duration: Double
  private let entrance: Act?
  private let exit: Act?

  /// - Parameters:
  ///   - script: The script to perform.
  ///   - stage: The stage of the performance.
  ///   - excluded: The indices of items that do not move.
  public init(of script: Script, on stage: Stage, excluding excluded: Set<Int> = []) {
    self.script = script
    self.stage = stage
    self.excluded = excluded
    let cast = stage.points.indices.filter { !excluded.contains($0) }
    let end = script.entrance?.end ?? .rest
    entrance = script.entrance.map { Act($0, on: stage, begin: 0, isExit: false, end: end) }
    let exitBegin = (entrance?.end(of: cast) ?? 0) + script.hold
    exit = script.exit.map { Act($0, on: stage, begin: exitBegin, isExit: true, end: end) }
    duration = exit?.end(of: cast) ?? exitBegin
  }

  /// The delay of each item before it comes in, in seconds. Empty without an entrance.
  public var entranceDelays: [Double] { entrance?.delays ?? [] }

  /// The delay of each item after the beginning of the exit, in seconds. Empty without an exit.
  public var exitDelays: [Double] { exit?.delays ?? [] }

  /// The start time of the exit, or `nil` without an exit.
  public var exitBegin: Double? { exit?.begin }

  /// Returns the state of an item at a time.
  ///
  /// - Parameters:
  ///   - item: The item's index on the stage.
  ///   - time: Seconds, any number except NaN.
  public func state(of item: Int, at time: Double) -> ItemState {
    precondition(stage.points.indices.contains(item), "no such item")
    guard !excluded.contains(item) else { return .rest }
    let isExit = entrance == nil || time >= exitBegin ?? .infinity
    let (current, other) = isExit ? (exit, entrance) : (entrance, exit)
    guard let current else { return .rest }
    var state = current.state(of: item, at: time, in: stage)
    // During the exit, keep the final state of the entrance's custom animations.
    if isExit, let entrance, !entrance.routine.own.isEmpty {
      state = entrance.own(of: item, at: time, in: stage).followed(by: state)
    }
    if let other {
      // Parameters that only the other act sets keep the values from that act.
      state.parameters += other.parameters(of: item, at: time).filter { parameter in
        !state.parameters.contains { $0.name == parameter.name }
      }
    }
    return state
  }

  /// Returns whether everything has ended.
  public func isOver(at time: Double) -> Bool { time >= duration }

  /// Returns the performance as a plan for a tweener.
  ///
  /// `apply` receives the state of each moving item: immediately the start state, then the state at
  /// every tick, and finally the state at the end. To learn when everything has ended, use
  /// `completing`.
  public func plan(_ apply: @escaping (_ item: Int, _ state: ItemState) -> Void) -> TweenPlan {
    TweenPlan.tween(duration: duration, from: 0, to: duration, curve: Curve.linear) { time in
      for item in stage.points.indices where !excluded.contains(item) {
        apply(item, state(of: item, at: time))
      }
    }
  }
}

/// A routine with its time in the performance.
private struct Act: Sendable {
  let routine: Routine
  let delays: [Double]
  let begin: Double
  let isExit: Bool
  /// The state of items between the two acts.
  let end: StartState

  init(_ routine: Routine, on stage: Stage, begin: Double, isExit: Bool, end: StartState) {
    self.end = end
    self.routine = routine
    self.begin = begin
    self.isExit = isExit
    delays = routine.sort.delays(on: stage)
  }

  /// Returns the end time of the last item of `cast`.
  func end(of cast: [Int]) -> Double {
    cast.map { begin + delays[$0] + routine.itemDuration }.max() ?? begin
  }

  /// Returns the seconds since an item's movement began, from 0 to `length`. At the time of
  /// `end(of:)` and later, the result is exactly `length`. A difference of times could be off by a
  /// rounding error.
  private func elapsed(of item: Int, at time: Double, length: Double) -> Double {
    let start = begin + delays[item]
    return time >= start + length ? length : min(max(0, time - start), length)
  }

  /// An item's progress to rest: 0 in its start state, 1 at rest.
  private func share(of item: Int, at time: Double) -> Double {
    let length = routine.type.duration
    let u =
      length > 0
      ? elapsed(of: item, at: time, length: length) / length
      : time >= begin + delays[item] ? 1 : 0
    return isExit ? 1 - routine.curve(u) : routine.curve(u)
  }

  func state(of item: Int, at time: Double, in stage: Stage) -> ItemState {
    let share = share(of: item, at: time)
    let transform = routine.start.transform(at: share, to: end) { collision in
      let elapsed = elapsed(of: item, at: time, length: collision.duration)
      return stage.displacement(
        of: item, by: collision, after: isExit ? collision.duration - elapsed : elapsed)
    }
    let opacity = routine.start.opacity.interpolated(to: end.opacity, at: share)
    let state = ItemState(
      transform: transform, opacity: min(max(0, opacity), 1),
      parameters: parameters(of: item, at: time))
    return routine.own.isEmpty ? state : state.followed(by: own(of: item, at: time, in: stage))
  }

  /// Returns the state that only the routine's custom animations give an item.
  func own(of item: Int, at time: Double, in stage: Stage) -> ItemState {
    let share = share(of: item, at: time)
    return routine.own.reduce(.rest) {
      $0.followed(by: $1.state(of: item, on: stage, at: share))
    }
  }

  func parameters(of item: Int, at time: Double) -> [ParameterMove] {
    if routine.start.parameters.isEmpty { return [] }
    let share = share(of: item, at: time)
    return routine.start.parameters.map {
      ParameterMove(name: $0.name, start: $0.start, end: $0.end, share: share)
    }
  }
}

extension Stage {
  /// Returns the displacement of an item by a collision, positive to the right.
  ///
  /// Items left of the middle come from the left as one box that starts just outside the area.
  /// Items on the right mirror them. Items exactly in the middle come from the left from double the
  /// distance, so they also start outside.
  fileprivate func displacement(
    of item: Int, by collision: Collision, after time: Double
  ) -> Double {
    let half = area.width / 2
    let side = points[item].x - half
    let distance = abs(side) <= 1e-9 * area.width ? area.width : half
    let way = collision.animation(from: distance).value(at: time) ?? -distance
    return side > 0 && distance == half ? -way : way
  }
}

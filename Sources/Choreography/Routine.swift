public import Tweening

/// The way in which items come in or leave: their order, their animations and their timing.
public struct Routine: Hashable, Sendable {
  /// Sets the delay of each item.
  public let sort: SortFunction
  /// The animations that define the start state, applied in order.
  public let animations: [StockAnimation]
  /// The animations that define the end state. If empty, items end at their normal position and
  /// look.
  public let ends: [StockAnimation]
  /// Custom animations, applied after the others.
  public let own: [any ItemAnimation]
  /// The duration and the curve.
  public let type: AnimationType
  /// The curve of `type`.
  public let curve: Curve
  let start: StartState
  let end: StartState

  /// - Parameters:
  ///   - sort: The order.
  ///   - animations: The animations that define the start state. At least one of `animations`,
  ///     `ends` and `own` must not be empty. If two animations set the same parameter, the later
  ///     one applies.
  ///   - ends: The animations that define the end state, without collisions and parameters.
  ///     `.slide(.left, .by(100))` ends 100 to the right of an item's position. In `animations`, it
  ///     would start there.
  ///   - own: Custom animations, applied after the others.
  ///   - type: The duration and curve of all movements except collisions.
  /// - Throws: `ChoreographyError` for a value out of its range.
  public init(
    sort: SortFunction = .usual, animations: [StockAnimation] = [], to ends: [StockAnimation] = [],
    own: [any ItemAnimation] = [], type: AnimationType = .usual
  ) throws(ChoreographyError) {
    guard !animations.isEmpty || !ends.isEmpty || !own.isEmpty else {
      throw ChoreographyError(
        name: "routine", parameter: "animations", found: "none", accepted: "one or more")
    }
    for animation in animations + ends { try animation.phrase.check() }
    for animation in ends {
      switch animation {
      case .collide, .custom:
        throw ChoreographyError(
          name: "to", parameter: "animation", found: animation.phrase.description,
          accepted: "fadeIn, slide, spin, expand or contract")
      case .fadeIn, .slide, .spin, .expand, .contract: break
      }
    }
    self.sort = sort
    self.animations = animations
    self.ends = ends
    self.own = own
    self.type = type
    curve = try type.curve()
    start = StartState(animations)
    end = StartState(ends)
  }

  /// Seconds from the end of an item's delay to the end of its movement.
  public var itemDuration: Double { max(type.duration, start.impactDuration) }

  /// Returns whether all properties are equal. Custom animations must also have the same type.
  public static func == (a: Routine, b: Routine) -> Bool {
    a.sort == b.sort && a.animations == b.animations && a.ends == b.ends && a.type == b.type
      && a.own.map { AnyHashable($0) } == b.own.map { AnyHashable($0) }
  }

  /// Hashes sort, all animations and type.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(sort)
    hasher.combine(animations)
    hasher.combine(ends)
    for animation in own { hasher.combine(AnyHashable(animation)) }
    hasher.combine(type)
  }
}

/// A script in which items come in, stay and leave. It has an entrance, an exit, or both.
public struct Script: Hashable, Sendable {
  /// The routine that brings items in, or `nil` if they are there from the start.
  public let entrance: Routine?
  /// Seconds between the end of the entrance and the start of the exit.
  ///
  /// Without an entrance, the hold begins at the start. Without an exit, it leads to the end.
  public let hold: Double
  /// The routine from rest to its start state, with which items leave, or `nil` if they stay.
  public let exit: Routine?

  /// - Parameters:
  ///   - entrance: The routine that brings items in.
  ///   - hold: Seconds between entrance and exit, 0 to 86400.
  ///   - exit: The routine with which items leave.
  /// - Throws: `ChoreographyError` for a value out of its range, if both routines are missing, or
  ///   if the exit has `ends`.
  public init(
    entrance: Routine?, hold: Double = 0, exit: Routine? = nil
  ) throws(ChoreographyError) {
    guard entrance != nil || exit != nil else {
      throw ChoreographyError(
        name: "script", parameter: "routines", found: "none", accepted: "in, out or both")
    }
    if let exit, !exit.ends.isEmpty {
      throw ChoreographyError(
        name: "out", parameter: "to",
        found: exit.ends.map(\.phrase.description).joined(separator: " "),
        accepted: "remove it, because an exit ends in the states of its animations")
    }
    try Phrase(.hold, [.number(hold)]).check()
    self.entrance = entrance
    self.hold = hold
    self.exit = exit
  }
}

public import Tweening

/// How items come in or go out: their order, their animations and their timing.
public struct Routine: Hashable, Sendable {
  /// Gives each item its delay.
  public let sort: SortFunction
  /// Animations from whose states items start, each applied after the one before.
  public let animations: [StockAnimation]
  /// Animations in whose states items end; none for an item's own place and look.
  public let ends: [StockAnimation]
  /// Animations of your own, applied after the others.
  public let own: [any ItemAnimation]
  /// The duration and the curve.
  public let type: AnimationType
  /// The curve that the type gives.
  public let curve: Curve
  let start: StartState
  let end: StartState

  /// - Parameters:
  ///   - sort: The order.
  ///   - animations: Animations from whose states items start; here, in `to` or in `own` is one at least. If two set the same
  ///     parameter, the later one counts.
  ///   - ends: Animations in whose states items end, without collisions and parameters: `.slide(.left, .by(100))` ends 100 to the
  ///     right of an item's place, where it would start as one of `animations`.
  ///   - own: Animations of your own, applied after the others.
  ///   - type: Duration and curve of everything but collisions, which have their own.
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

  /// Whether sort, animations and type are equal; everything else follows from them.
  public static func == (a: Routine, b: Routine) -> Bool {
    a.sort == b.sort && a.animations == b.animations && a.ends == b.ends && a.type == b.type
      && a.own.map { AnyHashable($0) } == b.own.map { AnyHashable($0) }
  }

  /// Hashes sort, animations and type.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(sort)
    hasher.combine(animations)
    hasher.combine(ends)
    for animation in own { hasher.combine(AnyHashable(animation)) }
    hasher.combine(type)
  }
}

/// Items come in, stay and go out. At least one of entrance and exit is given.
public struct Script: Hashable, Sendable {
  /// How items come in; nil if they are there from the start.
  public let entrance: Routine?
  /// Seconds from the end of the entrance, or the start if there is none, to the exit, or the end
  /// if there is none.
  public let hold: Double
  /// How items go out: the routine from rest to its start state; nil if they stay.
  public let exit: Routine?

  /// - Parameters:
  ///   - entrance: How items come in.
  ///   - hold: Seconds between entrance and exit, 0 to 86400.
  ///   - exit: How items go out.
  /// - Throws: `ChoreographyError` for a value out of its range, and if nothing moves.
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

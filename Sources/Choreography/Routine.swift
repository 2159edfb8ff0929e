public import Tweening

/// How items come in or go out: their order, their animations and their timing.
public struct Routine: Hashable, Sendable {
  /// Gives each item its delay.
  public let sort: SortFunction
  /// One or more animations, each applied after the one before.
  public let animations: [StockAnimation]
  /// The duration and the curve.
  public let type: AnimationType
  /// The curve that the type gives.
  public let curve: Curve
  let start: StartState

  /// - Parameters:
  ///   - sort: The order.
  ///   - animations: One or more animations. If two set the same parameter, the later one counts.
  ///   - type: Duration and curve of everything but collisions, which have their own.
  /// - Throws: `ChoreographyError` for a value out of its range.
  public init(
    sort: SortFunction = .usual, animations: [StockAnimation], type: AnimationType = .usual
  ) throws(ChoreographyError) {
    guard !animations.isEmpty else {
      throw ChoreographyError(
        name: "routine", parameter: "animations", found: "none", accepted: "one or more")
    }
    for animation in animations { try animation.phrase.check() }
    self.sort = sort
    self.animations = animations
    self.type = type
    curve = try type.curve()
    start = StartState(animations)
  }

  /// Seconds from the end of an item's delay to the end of its movement.
  public var itemDuration: Double { max(type.duration, start.impactDuration) }

  /// Whether sort, animations and type are equal; everything else follows from them.
  public static func == (a: Routine, b: Routine) -> Bool {
    a.sort == b.sort && a.animations == b.animations && a.type == b.type
  }

  /// Hashes sort, animations and type.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(sort)
    hasher.combine(animations)
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
    try Phrase(.hold, [.number(hold)]).check()
    self.entrance = entrance
    self.hold = hold
    self.exit = exit
  }
}

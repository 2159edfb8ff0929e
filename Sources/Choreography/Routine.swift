public import Tweening

/// How items come in or go out: in what order, with which animations, in what time.
public struct Routine: Hashable, Sendable {
  /// Gives each item its delay.
  public let sort: SortFunction
  /// What moves, each applied after the one before; at least one.
  public let animations: [StockAnimation]
  /// In what time and by what curve.
  public let type: AnimationType
  /// The curve of the type.
  public let curve: Curve
  let start: StartState

  /// - Parameters:
  ///   - sort: the order.
  ///   - animations: one or more. Of two that set the same parameter the later counts.
  ///   - type: time and curve of everything but collisions, which have their own.
  /// - Throws: what is out of its range.
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

  /// Seconds from the moment at which an item's wait is over to its end.
  public var itemDuration: Double { max(type.duration, start.impactDuration) }

  /// The same sort, animations and type; the rest follows from them.
  public static func == (a: Routine, b: Routine) -> Bool {
    a.sort == b.sort && a.animations == b.animations && a.type == b.type
  }

  /// Hashes what is compared.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(sort)
    hasher.combine(animations)
    hasher.combine(type)
  }
}

/// Coming in, staying, going out; at least one of the first and the last.
public struct Script: Hashable, Sendable {
  /// How items come in; nil: they are there.
  public let entrance: Routine?
  /// Seconds between the end of the last item that comes in, or the beginning, and the exit, or the
  /// end.
  public let hold: Double
  /// How items go out: the routine from rest to its start state; nil: they stay.
  public let exit: Routine?

  /// - Parameters:
  ///   - entrance: how items come in.
  ///   - hold: seconds, 0 to 86400.
  ///   - exit: how they go out.
  /// - Throws: what is out of its range, and a script in which nothing moves.
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

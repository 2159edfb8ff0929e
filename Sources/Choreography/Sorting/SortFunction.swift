internal import Tweening

/// Gives each item of a stage the time that it waits.
///
/// ```swift
/// let rings = try SortFunction(.radial(.middle), delay: 0.1)
/// rings.delays(on: stage)     // seconds, one for each item
/// rings.reversed              // the same from outside
/// "\(rings)"                  // radial(middle,.1), which SortFunction(parsing:) reads back
/// ```
public struct SortFunction: Hashable, Sendable {
  /// What the order goes by.
  public enum Kind: Hashable, Sendable {
    /// One after another as they are numbered.
    case `default`
    /// By the distance to an edge.
    case linear(LinearDirection)
    /// By |dx| + |dy| to a corner.
    case cornered(Corner)
    /// By the distance to the item that is nearest to an anchor.
    case radial(Position)
    /// Shuffled; the same seed gives the same order on every machine. 0 to 4 294 967 295.
    case random(seed: Int)
    /// Row by row from a corner.
    case inline(Corner)
    /// In proportion to the distance to the item that is nearest to an anchor.
    case continuous(Position)
    /// The same with distances weighted by direction, and in either direction in proportion to the
    /// greatest.
    case continuousWeighted(Position, horizontal: Weight, vertical: Weight)
    /// By a fact about the items, the least first; those for which it is not known come last.
    case by(SortKey)
  }

  /// What the order goes by.
  public let kind: Kind
  /// Seconds: what each item, or each group of items, waits longer than the one before; for the
  /// continuous kinds what the last item waits.
  public let delay: Double
  /// Whether what is far comes first.
  public let isReversed: Bool

  /// - Parameters:
  ///   - kind: what the order goes by.
  ///   - delay: seconds, 0 to 3600; nil takes .05, for the continuous kinds .5.
  ///   - reversed: whether what is far comes first.
  /// - Throws: what is out of its range: the delay, a weight, a seed.
  public init(
    _ kind: Kind, delay: Double? = nil, reversed: Bool = false
  ) throws(ChoreographyError) {
    self.init(unchecked: kind, delay: delay ?? kind.usualDelay, reversed: reversed)
    try phrase.check()
  }

  init(unchecked kind: Kind, delay: Double, reversed: Bool = false) {
    self.kind = kind
    self.delay = delay
    isReversed = reversed
  }

  /// From top to bottom, .05 s a row: what is taken where nothing is said.
  public static let usual = SortFunction(unchecked: .linear(.topToBottom), delay: 0.05)

  /// The order turned round.
  public var reversed: SortFunction {
    SortFunction(unchecked: kind, delay: delay, reversed: !isReversed)
  }
}

extension SortFunction.Kind {
  var usualDelay: Double {
    switch self {
    case .continuous, .continuousWeighted: 0.5
    default: 0.05
    }
  }
}

/// How much a direction counts in a weighted order.
public enum Weight: Hashable, Sendable {
  /// .5
  case light
  /// 1
  case medium
  /// 2
  case heavy
  /// 0 to 1000; at 0 the direction does not count at all.
  case custom(Double)

  /// The weight as a number.
  public var value: Double {
    switch self {
    case .light: 0.5
    case .medium: 1
    case .heavy: 2
    case .custom(let value): value
    }
  }
}

/// A fact about items that they can be sorted by, always a number.
public enum SortKey: String, Sendable, CaseIterable {
  /// When it was taken, in any unit.
  case time
  /// From dark to bright.
  case brightness
  /// Round the circle of hues from where the caller starts it.
  case hue
  /// The place of its name among the names, in the order that the caller gives names.
  case name
}

internal import Tweening

/// An order of a stage's items, which determines the delay of each item.
///
/// ```swift
/// let rings = try SortFunction(.radial(.middle), delay: 0.1)
/// rings.delays(on: stage)     // seconds, one for each item
/// rings.reversed              // from the outside in
/// "\(rings)"                  // radial(middle,.1), which SortFunction(parsing:) reads back
/// ```
public struct SortFunction: Hashable, Sendable {
  /// The criterion of the order.
  public enum Kind: Hashable, Sendable {
    /// In the order of their indices.
    case `default`
    /// By the distance from an edge.
    case linear(LinearDirection)
    /// By |dx| + |dy| from a corner.
    case cornered(Corner)
    /// By the distance from the item closest to an anchor.
    case radial(Position)
    /// Shuffled by a seed from 0 to 4 294 967 295. The order is the same on every machine.
    case random(seed: Int)
    /// Row by row from a corner.
    case inline(Corner)
    /// In proportion to the distance from the item closest to an anchor.
    case continuous(Position)
    /// Like `continuous`, but with weighted directions. In each direction, a distance is a fraction
    /// of the greatest distance.
    case continuousWeighted(Position, horizontal: Weight, vertical: Weight)
    /// By a property of the items, in ascending order. Items with an unknown value come last.
    case by(SortKey)
    /// A custom order. See `own(_:)`.
    case custom(AnyItemOrder)
  }

  /// The criterion of the order.
  public let kind: Kind
  /// Seconds by which each item, or each group of items, waits longer than the previous one. For
  /// the continuous kinds, the delay of the last item.
  public let delay: Double
  /// Whether the order is reversed.
  public let isReversed: Bool

  /// - Parameters:
  ///   - kind: The criterion of the order.
  ///   - delay: Seconds, 0 to 3600. `nil` uses the default: .05, or .5 for the continuous kinds.
  ///   - reversed: Whether to reverse the order.
  /// - Throws: `ChoreographyError` for a delay, weight or seed out of its range.
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

  /// The default: from top to bottom, with .05 s per row.
  public static let usual = SortFunction(unchecked: .linear(.topToBottom), delay: 0.05)

  /// This order, reversed.
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

/// The weight of a direction in a weighted order.
public enum Weight: Hashable, Sendable {
  /// .5
  case light
  /// 1
  case medium
  /// 2
  case heavy
  /// 0 to 1000. With 0 the direction is ignored.
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

/// A property of items, expressed as a number, by which they can be sorted.
public enum SortKey: String, Sendable, CaseIterable {
  /// The time of the picture, in any unit.
  case time
  /// Brightness, from dark to bright.
  case brightness
  /// The position on the circle of hues. The caller chooses where it starts.
  case hue
  /// The rank of the item's name in the caller's order of names.
  case name
}

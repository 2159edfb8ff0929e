public import Tweening

/// How one item is at one moment.
public struct ItemState: Hashable, Sendable {
  /// About the item's centre, in the stage's units.
  public var transform: PlaneTransform
  /// 0 to 1.
  public var opacity: Double
  /// Parameters of which the choreography knows only names, each name once.
  public var parameters: [ParameterMove]

  /// A state of its parts.
  public init(
    transform: PlaneTransform = .identity, opacity: Double = 1, parameters: [ParameterMove] = []
  ) {
    self.transform = transform
    self.opacity = opacity
    self.parameters = parameters
  }

  /// In its own place, with its own look.
  public static let rest = ItemState()
}

/// A named parameter on its way.
public struct ParameterMove: Hashable, Sendable {
  /// As it was given.
  public let name: String
  /// The value that the item comes from.
  public let start: Double
  /// The value at rest.
  public let end: Double
  /// How much of the way from `start` to `end` is gone; not limited to 0…1.
  public let share: Double

  /// The value on the straight way; whoever knows a better space takes the ends and the share.
  public var value: Double { start.interpolated(to: end, at: share) }
}

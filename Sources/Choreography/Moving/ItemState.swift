public import Tweening

/// The state of one item at one moment.
public struct ItemState: Hashable, Sendable {
  /// A transform around the item's centre, in the stage's units.
  public var transform: PlaneTransform
  /// Opacity, 0 to 1.
  public var opacity: Double
  /// Parameters that the choreography does not interpret. Each name occurs once.
  public var parameters: [ParameterMove]

  /// Creates a state. The defaults describe an item at rest.
  public init(
    transform: PlaneTransform = .identity, opacity: Double = 1, parameters: [ParameterMove] = []
  ) {
    self.transform = transform
    self.opacity = opacity
    self.parameters = parameters
  }

  /// The item at its normal position, with its normal look.
  public static let rest = ItemState()
}

/// A named parameter that changes between two values.
public struct ParameterMove: Hashable, Sendable {
  /// The name, unchanged.
  public let name: String
  /// The value at the start.
  public let start: Double
  /// The value at rest.
  public let end: Double
  /// The fraction of the distance from `start` to `end`. It can be outside 0…1.
  public let share: Double

  /// The value by linear interpolation. To interpolate in a better space, use `start`, `end` and
  /// `share`.
  public var value: Double { start.interpolated(to: end, at: share) }
}

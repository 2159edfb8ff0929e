public import Tweening

/// The state of one item at one moment.
public struct ItemState: Hashable, Sendable {
  /// Transform about the item's centre, in the stage's units.
  public var transform: PlaneTransform
  /// Opacity, 0 to 1.
  public var opacity: Double
  /// Parameters that the choreography knows only by name; each name occurs once.
  public var parameters: [ParameterMove]

  /// A state of these parts; those left out are at rest.
  public init(
    transform: PlaneTransform = .identity, opacity: Double = 1, parameters: [ParameterMove] = []
  ) {
    self.transform = transform
    self.opacity = opacity
    self.parameters = parameters
  }

  /// The item in its own place, with its own look.
  public static let rest = ItemState()
}

/// A named parameter on its way.
public struct ParameterMove: Hashable, Sendable {
  /// The name as it was given.
  public let name: String
  /// The value at the start.
  public let start: Double
  /// The value at rest.
  public let end: Double
  /// Share of the way from `start` to `end`; not limited to 0…1.
  public let share: Double

  /// The value by linear interpolation. To interpolate in a better space, use the ends and the
  /// share.
  public var value: Double { start.interpolated(to: end, at: share) }
}

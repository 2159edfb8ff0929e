public import BromideDevelop

/// The speed of a sequence's photos or a clip's frames.
public struct Retiming: Sendable {
  /// The method to combine photos if a frame is between them.
  public enum Blend: String, Sendable, Hashable, CaseIterable {
    /// The nearest photo.
    case nearest
    /// The two neighbouring photos, in linear light.
    case mix
    /// The mean of all photos during the frame's time, in linear light.
    case average
    /// The brightest photo per sample, for trails of stars and cars.
    case max
    /// The darkest photo per sample.
    case min
    /// The median per sample, which removes passing objects.
    case median
    /// The mean per sample, without values beyond 2.5 standard deviations.
    case sigma

    /// The methods for stacks.
    public static let stacking = allCases.filter(\.takesAll)

    /// Whether it uses all photos during the frame's time, instead of only the neighbours.
    public var takesAll: Bool { ![.nearest, .mix].contains(self) }
  }

  /// The method to combine photos.
  public var blend = Blend.nearest
  /// Whether each frame combines all photos up to its time. A single frame combines all photos.
  public var stacks = false

  /// Whether photos are combined per sample.
  public var combines: Bool { stacks || blend.takesAll && blend != .average }
  /// A track of `speed` or of `timeMap`, or `nil` for one photo per frame, or for the speed that
  /// the duration requires.
  public var track: ParameterTrack?

  /// Photos per frame.
  public static let speed = Parameter(
    "speed", 0...1000, unit: "photos a frame", standard: 1, "Photos that go by in a frame")
  /// The visible photo, starting at 0. Fractions are between two photos.
  public static let timeMap = Parameter(
    "time-map", 0...Double(TimePoint.mostFrames), standard: 0, "The photo that shows, from 0")

  /// Creates a speed of one photo per frame.
  public init() {}

  /// The speed, or `nil` if it changes.
  var constantSpeed: Double? {
    guard let track, track.parameter == Self.speed, track.isConstant,
      case .key(_, let value, _) = track.entries[0].action
    else { return nil }
    return value[0]
  }
}

extension Parameter {
  /// Whether it is a parameter of `LayerParameter` or `Retiming` instead of a filter.
  var isOfTimeline: Bool {
    LayerParameter.all.contains(self) || self == Retiming.speed || self == Retiming.timeMap
  }
}

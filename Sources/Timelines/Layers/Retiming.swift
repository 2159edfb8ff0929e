public import Develop

/// At what pace the photos of a sequence, or the frames of a clip, go by.
public struct Retiming: Sendable {
  /// How photos become one frame where it falls between them.
  public enum Blend: String, Sendable, Hashable, CaseIterable {
    /// The nearest photo.
    case nearest
    /// The two photos on either side, in linear light.
    case mix
    /// The mean of all photos that go by while the frame shows, in linear light.
    case average
    /// The brightest of them, sample by sample: trails of stars and cars.
    case max
    /// The darkest of them.
    case min
    /// Their median, in which nothing that passes is left.
    case median
    /// Their mean without samples beyond 2.5 standard deviations.
    case sigma

    /// Those that a stack can be made by.
    public static let stacking = allCases.filter(\.takesAll)

    /// Whether all photos that go by count, and not only those on either side.
    public var takesAll: Bool { ![.nearest, .mix].contains(self) }
  }

  /// How photos become one frame.
  public var blend = Blend.nearest
  /// Whether each frame is of all photos up to its own, and a single frame of all.
  public var stacks = false

  /// Whether photos are combined sample by sample, each for itself.
  public var combines: Bool { stacks || blend.takesAll && blend != .average }
  /// A track of `speed` or of `timeMap`; nil for one photo a frame, or as many as the duration asks for.
  public var track: ParameterTrack?

  /// Photos a frame.
  public static let speed = Parameter(
    "speed", 0...1000, unit: "photos a frame", standard: 1, "Photos that go by in a frame")
  /// The photo that shows, from 0; between two of them it is a fraction.
  public static let timeMap = Parameter(
    "time-map", 0...Double(TimePoint.mostFrames), standard: 0, "The photo that shows, from 0")

  /// One photo a frame.
  public init() {}

  /// The speed, if it does not change.
  var constantSpeed: Double? {
    guard let track, track.parameter == Self.speed, track.isConstant,
      case .key(_, let value, _) = track.entries[0].action
    else { return nil }
    return value[0]
  }
}

extension Parameter {
  /// Whether its values are those of a timeline's `LayerParameter` or `Retiming`, not of a filter.
  var isOfTimeline: Bool {
    LayerParameter.all.contains(self) || self == Retiming.speed || self == Retiming.timeMap
  }
}

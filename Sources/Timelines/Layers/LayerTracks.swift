public import Tweening

/// The way of a wipe's edge.
public enum WipeShape: Sendable, Hashable, Codable {
  /// A straight edge that moves in a direction, in degrees: 0 to the right, 90 downwards.
  case linear(Double)
  /// A circle that grows about a point, in shares of the picture.
  case radial(x: Double, y: Double)
}

extension WipeShape: CustomStringConvertible {
  /// Reads `linear`, `linear(45)`, `radial` and `radial(0.3,0.5)`; nil for anything else.
  public init?(_ text: String) {
    let name = text.prefix { $0 != "(" }.filter { $0 != " " }
    let rest = text.drop { $0 != "(" }
    guard rest.isEmpty || rest.hasSuffix(")") else { return nil }
    let texts = rest.dropFirst().dropLast().split(separator: ",")
    let numbers = texts.compactMap { Double($0.filter { $0 != " " }) }.filter { abs($0) <= 36_000 }
    guard numbers.count == texts.count, rest.isEmpty || !numbers.isEmpty else { return nil }
    switch (name, numbers.count) {
    case ("linear", 0...1): self = .linear(numbers.first ?? 0)
    case ("radial", 0): self = .radial(x: 0.5, y: 0.5)
    case ("radial", 2): self = .radial(x: numbers[0], y: numbers[1])
    default: return nil
    }
  }

  /// The shape as it is typed.
  public var description: String {
    switch self {
    case .linear(let angle): "linear(\(angle))"
    case .radial(let x, let y): "radial(\(x),\(y))"
    }
  }

  static let accepted = "expected linear, linear(45), radial or radial(0.3,0.5)"
}

/// How a source lies on the frame: tracks of `LayerParameter`, and the shape of its wipe. Without any,
/// it fills the frame.
public struct LayerTracks: Sendable {
  /// Each parameter at most once; a constant is a track with one key.
  public var tracks: [ParameterTrack] = []
  /// The way of the wipe's edge.
  public var wipe = WipeShape.linear(0)
  /// The width of its edge as a share of the way, 0…1.
  public var softness = 0.0

  /// Tracks of a source that fills the frame.
  public init() {}

  /// Whether the source lies on the frame as a picture of its own.
  public var isPlaced: Bool { tracks.contains { $0.parameter != LayerParameter.share } }

  /// Whether nothing moves or scales the picture.
  var isStill: Bool {
    tracks.allSatisfy { !$0.parameter.movesLayer || $0.entries.count == 1 && $0.isConstant }
  }
}

extension ParameterTrack {
  /// Whether it is a single key.
  var isConstant: Bool {
    if entries.count == 1, case .key = entries[0].action { return true }
    return false
  }
}

/// How a source follows the one before it: both show for a time.
public struct SourceTransition: Sendable {
  /// What happens meanwhile.
  public enum Kind: Sendable, Hashable {
    /// The source fades in.
    case crossfade
    /// An edge uncovers it.
    case wipe(WipeShape, softness: Double)
    /// It comes in over the other one from a side of the frame.
    case slide(Side)
  }

  /// Whether the source only fades in.
  var isCrossfade: Bool { kind == .crossfade }

  /// A side of the frame.
  public enum Side: String, Sendable, Hashable, CaseIterable {
    case left, right, top, bottom
  }

  /// What happens.
  public var kind: Kind
  /// How long both show.
  public var duration: TimePoint
  /// The curve of the movement.
  public var curve: Curve

  /// - Parameters:
  ///   - kind: What happens.
  ///   - duration: How long both show.
  ///   - curve: The curve of the movement.
  public init(_ kind: Kind = .crossfade, duration: TimePoint, curve: Curve = .linear) {
    self.kind = kind
    self.duration = duration
    self.curve = curve
  }
}

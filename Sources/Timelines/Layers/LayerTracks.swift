public import Tweening

/// The path of a wipe's edge.
public enum WipeShape: Sendable, Hashable, Codable {
  /// A straight edge that moves in a direction, in degrees: 0 to the right, 90 downwards.
  case linear(Double)
  /// A growing circle. Its centre is in fractions of the picture.
  case radial(x: Double, y: Double)
}

extension WipeShape: CustomStringConvertible {
  /// Reads `linear`, `linear(45)`, `radial` and `radial(0.3,0.5)`, or returns `nil` for other text.
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

  /// The shape as typed.
  public var description: String {
    switch self {
    case .linear(let angle): "linear(\(angle))"
    case .radial(let x, let y): "radial(\(x),\(y))"
    }
  }

  static let accepted = "expected linear, linear(45), radial or radial(0.3,0.5)"
}

/// The position of a source on the frame: tracks of `LayerParameter`, and the shape of its wipe.
/// Without tracks, it fills the frame.
public struct LayerTracks: Sendable {
  /// Each parameter at most once. A constant is a track with one key.
  public var tracks: [ParameterTrack] = []
  /// The path of the wipe's edge.
  public var wipe = WipeShape.linear(0)
  /// The width of its edge as a fraction of the path, from 0 to 1.
  public var softness = 0.0

  /// Creates tracks of a source that fills the frame.
  public init() {}

  /// Whether the source is a separate picture on the frame.
  public var isPlaced: Bool { tracks.contains { $0.parameter != LayerParameter.share } }

  /// Whether the picture does not move or change its size.
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

/// A transition from the previous source. Both are visible for some time.
public struct SourceTransition: Sendable {
  /// The type of a transition.
  public enum Kind: Sendable, Hashable {
    /// The source fades in.
    case crossfade
    /// An edge uncovers the source.
    case wipe(WipeShape, softness: Double)
    /// The source moves in from a side of the frame over the previous one.
    case slide(Side)
  }

  /// Whether the source only fades in.
  var isCrossfade: Bool { kind == .crossfade }

  /// A side of the frame.
  public enum Side: String, Sendable, Hashable, CaseIterable {
    case left, right, top, bottom
  }

  /// The type of the transition.
  public var kind: Kind
  /// The time when both sources are visible.
  public var duration: TimePoint
  /// The curve of the movement.
  public var curve: Curve

  /// Creates a transition.
  ///
  /// - Parameters:
  ///   - kind: The type of the transition.
  ///   - duration: The time when both sources are visible.
  ///   - curve: The curve of the movement.
  public init(_ kind: Kind = .crossfade, duration: TimePoint, curve: Curve = .linear) {
    self.kind = kind
    self.duration = duration
    self.curve = curve
  }
}

/// Where a layer lies in one frame.
public struct LayerPlace: Sendable, Hashable, Codable {
  /// A pair of lengths along the frame's sides.
  public struct Lengths: Sendable, Hashable, Codable {
    /// Along the width and the height: shares of the frame, or pixels of the timeline.
    public var x, y: Double
    /// Whether they are pixels.
    public var isPixels: Bool

    /// Creates a pair of shares or pixels.
    public init(_ x: Double, _ y: Double, isPixels: Bool = false) {
      (self.x, self.y, self.isPixels) = (x, y, isPixels)
    }

    /// In pixels of a frame.
    ///
    /// - Parameters:
    ///   - frame: Width and height of the frame.
    ///   - scale: Pixels of the frame per pixel of the timeline.
    public func pixels(in frame: SIMD2<Double>, scale: Double) -> SIMD2<Double> {
      SIMD2(x, y) * (isPixels ? SIMD2(repeating: scale) : frame)
    }
  }

  /// The place of the anchor.
  public var at = Lengths(0.5, 0.5)
  /// The box that the picture fits, or for a text the size of its letters in both numbers; nil for the
  /// frame.
  public var size: Lengths?
  /// The point of the picture that lies there, in its shares.
  public var anchor = SIMD2(0.5, 0.5)
  /// Clockwise turn about the anchor, in degrees.
  public var rotation = 0.0
  /// Opacity from 0, invisible, to 1.
  public var opacity = 1.0
  /// How far a transition has moved it, in shares of the frame.
  public var shift = SIMD2<Double>()
  /// Whether nothing moves or scales it as long as it shows, so that it may lie on whole pixels.
  public var isStill = true

  /// A place in the middle of the frame, which it fills.
  public init() {}
}

/// How much of a layer shows in one frame.
public struct LayerWipe: Sendable, Hashable, Codable {
  /// The way of its edge.
  public var shape: WipeShape
  /// The share that is uncovered, 0…1.
  public var share: Double
  /// The width of the edge as a share of the way, 0…1.
  public var softness: Double

  /// Creates a wipe.
  public init(_ shape: WipeShape, share: Double, softness: Double) {
    (self.shape, self.share, self.softness) = (shape, share, softness)
  }
}

extension LayerPlace: CustomStringConvertible {
  /// What is not as in a source that fills the frame: `at 0.5,0.9 size 320px,200px`.
  public var description: String {
    func number(_ value: Double) -> String {
      let rounded = (value * 1e6).rounded() / 1e6
      return rounded == rounded.rounded() && abs(rounded) < 1e9
        ? "\(Int(rounded))" : "\(rounded)"
    }
    func text(_ lengths: Lengths) -> String {
      let unit = lengths.isPixels ? "px" : ""
      return "\(number(lengths.x))\(unit),\(number(lengths.y))\(unit)"
    }
    var words = ["at \(text(at))"]
    if let size { words.append("size \(text(size))") }
    if anchor != SIMD2(0.5, 0.5) { words.append("anchor \(number(anchor.x)),\(number(anchor.y))") }
    if rotation != 0 { words.append("rotation \(number(rotation))") }
    if opacity != 1 { words.append("opacity \(number(opacity))") }
    if shift != SIMD2() { words.append("moved by \(number(shift.x)),\(number(shift.y))") }
    return words.joined(separator: " ")
  }
}

extension LayerWipe: CustomStringConvertible {
  /// `wipe linear(45.0) 0.25`.
  public var description: String { "wipe \(shape) \((share * 1e6).rounded() / 1e6)" }
}

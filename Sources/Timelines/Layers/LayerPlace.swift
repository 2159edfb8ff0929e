/// The position of a layer in one frame.
public struct LayerPlace: Sendable, Hashable, Codable {
  /// A pair of lengths along the frame's sides.
  public struct Lengths: Sendable, Hashable, Codable {
    /// The lengths along width and height, in fractions of the frame or pixels of the timeline.
    public var x, y: Double
    /// Whether the lengths are in pixels.
    public var isPixels: Bool

    /// Creates a pair of fractions or pixels.
    public init(_ x: Double, _ y: Double, isPixels: Bool = false) {
      (self.x, self.y, self.isPixels) = (x, y, isPixels)
    }

    /// Returns the lengths in frame pixels.
    ///
    /// - Parameters:
    ///   - frame: Width and height of the frame.
    ///   - scale: Frame pixels per timeline pixel.
    public func pixels(in frame: SIMD2<Double>, scale: Double) -> SIMD2<Double> {
      SIMD2(x, y) * (isPixels ? SIMD2(repeating: scale) : frame)
    }
  }

  /// The position of the anchor.
  public var at = Lengths(0.5, 0.5)
  /// The box that the picture fits into, or `nil` for the frame. For text, both values are the font
  /// size.
  public var size: Lengths?
  /// The point of the picture at this position, in fractions of the picture.
  public var anchor = SIMD2(0.5, 0.5)
  /// The clockwise rotation about the anchor, in degrees.
  public var rotation = 0.0
  /// Opacity from 0 (invisible) to 1.
  public var opacity = 1.0
  /// The shift by a transition, in fractions of the frame.
  public var shift = SIMD2<Double>()
  /// Whether it never moves or changes its size, so that you can align it with pixels.
  public var isStill = true

  /// Creates a centred position that fills the frame.
  public init() {}
}

/// The visible part of a layer in one frame.
public struct LayerWipe: Sendable, Hashable, Codable {
  /// The path of its edge.
  public var shape: WipeShape
  /// The uncovered fraction, from 0 to 1.
  public var share: Double
  /// The width of the edge as a fraction of the path, from 0 to 1.
  public var softness: Double

  /// Creates a wipe.
  public init(_ shape: WipeShape, share: Double, softness: Double) {
    (self.shape, self.share, self.softness) = (shape, share, softness)
  }
}

extension LayerPlace: CustomStringConvertible {
  /// The values that differ from a source that fills the frame: `at 0.5,0.9 size 320px,200px`.
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
  /// The text `wipe linear(45.0) 0.25`.
  public var description: String { "wipe \(shape) \((share * 1e6).rounded() / 1e6)" }
}

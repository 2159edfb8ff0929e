public import BromideDevelop

/// The parameters for the position of a source on the frame.
///
/// Lengths are fractions of the frame's sides. If all lengths of a track are in pixels, they are
/// pixels of the timeline.
public enum LayerParameter {
  /// The position of the anchor, in fractions of the frame, starting at the upper left corner.
  public static let at = Parameter(
    "at", .numbers(["X", "Y"]), -100...100, standard: [0.5, 0.5], beyond: .allow,
    "Position of the anchor, in fractions of the frame")
  /// The position of the anchor in pixels.
  public static let atPixels = Parameter(
    "at", .numbers(["X", "Y"]), -100_000...100_000, unit: pixels, standard: nil, beyond: .allow,
    "Position of the anchor, in pixels of the frame")
  /// The box that the picture fits into, in fractions of the frame's sides.
  public static let size = Parameter(
    "size", .numbers(["WIDTH", "HEIGHT"]), 0.001...100, standard: [1, 1], tween: .logarithm,
    "Box that the picture fits, in fractions of the frame")
  /// The box that the picture fits into, in pixels.
  public static let sizePixels = Parameter(
    "size", .numbers(["WIDTH", "HEIGHT"]), 1...16_384, unit: pixels, standard: nil,
    tween: .logarithm, "Box that the picture fits, in pixels of the frame")
  /// The font size (em) of text, as a fraction of the frame's height.
  public static let letters = Parameter(
    "size", 0.001...10, standard: 0.05, tween: .logarithm,
    "Size of a text's letters (an em), as a fraction of the frame's height")
  /// The font size (em) of text, in pixels.
  public static let lettersPixels = Parameter(
    "size", 1...4096, unit: pixels, standard: nil, tween: .logarithm,
    "Size of a text's letters (an em), in pixels of the frame")
  /// The point of the picture at `at`, which is also its centre of rotation, in fractions of the
  /// picture.
  public static let anchor = Parameter(
    "anchor", .numbers(["X", "Y"]), -100...100, standard: [0.5, 0.5], beyond: .allow,
    "Picture's point at that position and its centre of rotation, in fractions of the picture")
  /// The clockwise rotation about the anchor.
  public static let rotation = Parameter(
    "rotation", -36_000...36_000, unit: "degrees", standard: 0, beyond: .allow,
    "Clockwise rotation about the anchor")
  /// The opacity of the layer.
  public static let opacity = Parameter("opacity", 0...1, standard: 1, "Opacity of the layer")
  /// The fraction of the layer that its wipe uncovers.
  public static let share = Parameter(
    "share", 0...1, standard: 1, "Fraction of the layer that the wipe uncovers")

  /// All parameters.
  public static let all = [
    at, atPixels, size, sizePixels, letters, lettersPixels, anchor, rotation, opacity, share,
  ]

  static let pixels = "px"
}

extension Parameter {
  /// Whether it moves the picture on the frame instead of changing its visibility.
  var movesLayer: Bool { self != LayerParameter.opacity && self != LayerParameter.share }
}

public import Develop

/// The parameters that place a source on the frame, beside those that develop it.
///
/// Lengths are shares of the frame's sides or, where all of a track are, pixels of the timeline.
public enum LayerParameter {
  /// The place of the anchor, in shares of the frame: 0,0 is its upper left corner.
  public static let at = Parameter(
    "at", .numbers(["X", "Y"]), -100...100, standard: [0.5, 0.5], beyond: .allow,
    "Place of the anchor, in shares of the frame")
  /// The same in pixels.
  public static let atPixels = Parameter(
    "at", .numbers(["X", "Y"]), -100_000...100_000, unit: pixels, standard: nil, beyond: .allow,
    "Place of the anchor, in pixels of the frame")
  /// The box that the picture fits, in shares of the frame's sides.
  public static let size = Parameter(
    "size", .numbers(["WIDTH", "HEIGHT"]), 0.001...100, standard: [1, 1], tween: .logarithm,
    "Box that the picture fits, in shares of the frame")
  /// The same in pixels.
  public static let sizePixels = Parameter(
    "size", .numbers(["WIDTH", "HEIGHT"]), 1...16_384, unit: pixels, standard: nil,
    tween: .logarithm, "Box that the picture fits, in pixels of the frame")
  /// The size of a text's letters, an em, as a share of the frame's height.
  public static let letters = Parameter(
    "size", 0.001...10, standard: 0.05, tween: .logarithm,
    "Size of a text's letters (an em), as a share of the frame's height")
  /// The same in pixels.
  public static let lettersPixels = Parameter(
    "size", 1...4096, unit: pixels, standard: nil, tween: .logarithm,
    "Size of a text's letters (an em), in pixels of the frame")
  /// The point of the picture that lies at the place, and about which it turns, in shares of the picture.
  public static let anchor = Parameter(
    "anchor", .numbers(["X", "Y"]), -100...100, standard: [0.5, 0.5], beyond: .allow,
    "Point of the picture that lies there and about which it turns, in its shares")
  /// Clockwise turn about the anchor.
  public static let rotation = Parameter(
    "rotation", -36_000...36_000, unit: "degrees", standard: 0, beyond: .allow,
    "Clockwise turn about the anchor")
  /// Opacity of the layer.
  public static let opacity = Parameter("opacity", 0...1, standard: 1, "Opacity of the layer")
  /// The share of the layer that its wipe uncovers.
  public static let share = Parameter(
    "share", 0...1, standard: 1, "Share of the layer that the wipe uncovers")

  /// All of them.
  public static let all = [
    at, atPixels, size, sizePixels, letters, lettersPixels, anchor, rotation, opacity, share,
  ]

  static let pixels = "px"
}

extension Parameter {
  /// Whether it moves the picture on the frame, rather than how much of it shows.
  var movesLayer: Bool { self != LayerParameter.opacity && self != LayerParameter.share }
}

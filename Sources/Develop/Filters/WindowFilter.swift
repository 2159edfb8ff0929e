extension Parameter {
  /// Left, top, width and height shown, in fractions of the upright picture.
  public static let crop = Parameter(
    "crop", .window, 0...1, standard: [0, 0, 1, 1], tween: .window,
    "Part of the upright picture to show")
  /// How much larger the crop's middle is shown, 1…64.
  public static let zoom = Parameter(
    "zoom", 1...64, standard: 1, tween: .logarithm, "How much larger the crop's middle is shown")
}

extension Filter {
  /// The window shown, in fractions of the picture: resampled at fractional positions where a size is asked for,
  /// brought to whole pixels where every pixel is one of the output.
  static let window = Filter(.geometry, [.crop, .zoom])
}

extension FilterSettings {
  /// The window of the upright picture: the crop, and around its middle the zoom's share of it.
  var window: OutputGeometry.Window {
    let crop = numbers(.crop)
    let zoom = number(.zoom)
    return OutputGeometry.Window(
      x: crop[0] + crop[2] * (1 - 1 / zoom) / 2, y: crop[1] + crop[3] * (1 - 1 / zoom) / 2,
      width: crop[2] / zoom, height: crop[3] / zoom)
  }
}

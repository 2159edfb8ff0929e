internal import BromideValues

extension Parameter {
  /// Left, top, width and height of the part to show, in fractions of the upright picture.
  public static let crop = Parameter(
    "crop", .window, 0...1, standard: [0, 0, 1, 1], tween: .window,
    "Crop the upright picture")
  /// Magnification of the crop's middle, 1…64.
  public static let zoom = Parameter(
    "zoom", 1...64, standard: 1, tween: .logarithm, "Zoom into the centre of the crop")
}

extension Filter {
  /// The window to show, in fractions of the picture. With a requested size, it is resampled at
  /// fractional positions. Otherwise, it is rounded to integer pixels.
  static let window = Filter(.geometry, [.crop, .zoom])
}

extension FilterSettings {
  /// Returns the window of the upright picture: the crop, reduced by the zoom about its middle.
  ///
  /// - Parameter size: The upright picture's size in square pixels, for a crop's shape.
  func window(in size: Size) -> OutputGeometry.Window {
    var crop = numbers(.crop)
    if let shape = cropShape {
      let part = shape.rectangle(in: size.width, size.height)
      crop = [
        Double(part.x) / Double(size.width), Double(part.y) / Double(size.height),
        Double(part.width) / Double(size.width), Double(part.height) / Double(size.height),
      ]
    }
    let zoom = number(.zoom)
    return OutputGeometry.Window(
      x: crop[0] + crop[2] * (1 - 1 / zoom) / 2, y: crop[1] + crop[3] * (1 - 1 / zoom) / 2,
      width: crop[2] / zoom, height: crop[3] / zoom)
  }
}

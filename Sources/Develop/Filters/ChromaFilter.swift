internal import BromideKernels

extension Parameter {
  /// Factor of every colour's chroma, 0…4. With 0, the picture is grey. With 1, it is unchanged.
  public static let saturation = Parameter(
    "saturation", 0...4, standard: 1, "Colour strength. 0 is grey")
  /// Chroma added to muted colours more than to strong ones, −1…1. 0 turns it off.
  public static let vibrance = Parameter(
    "vibrance", -1...1, standard: 0, "Strengthen muted colours more than strong colours")
  /// Rotation of all hues in degrees, −180…180, from red towards yellow.
  public static let hue = Parameter(
    "hue", -180...180, unit: "degrees", standard: 0, tween: .angle, beyond: .allow,
    "Rotate all hues. Red moves towards yellow")
}

extension Filter {
  /// Chroma and hue in Oklab at constant lightness: see `ChromaKernel`.
  static let chroma = Filter(.scene, [.saturation, .vibrance, .hue]) { settings, context in
    guard !context.isGrey else { return nil }
    return .kernel(
      ChromaKernel(
        space: .working, saturation: settings.number(.saturation),
        vibrance: settings.number(.vibrance), hue: settings.number(.hue)))
  }
}

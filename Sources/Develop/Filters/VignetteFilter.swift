internal import BromideKernels

extension Parameter {
  /// Stops to add in the picture's corners, −4…4. Values below 0 are darker.
  public static let vignette = Parameter(
    "vignette", -4...4, unit: "EV", standard: 0, "Brighten or darken the corners")
  /// Start of the vignette, 0…0.95. 0 is the centre, and 1 would be the corners.
  public static let vignetteSize = Parameter(
    "vignette-size", 0...0.95, standard: 0.3,
    "Start of the vignette. 0 is the centre, and 1 is the corners")
}

extension Filter {
  /// Light added by distance from the middle: see `VignetteKernel`.
  static let vignette = Filter(.scene, [.vignette, .vignetteSize]) { settings, context in
    let stops = settings.number(.vignette)
    guard stops != 0 else { return nil }
    return .kernel(
      VignetteKernel(size: context.size, stops: stops, start: settings.number(.vignetteSize)))
  }
}

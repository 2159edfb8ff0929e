internal import Kernels

extension Parameter {
  /// Stops to add in the frame's corners, −4…4; below 0 is darker.
  public static let vignette = Parameter(
    "vignette", -4...4, unit: "EV", standard: 0, "Stops to add in the frame's corners")
  /// Where the vignette begins, from 0, the middle, to 1, the corners; at most 0.95.
  public static let vignetteSize = Parameter(
    "vignette-size", 0...0.95, standard: 0.3,
    "Where the vignette begins, from the middle (0) to the corners (1)")
}

extension Filter {
  /// Light added by the distance from the middle: see `VignetteKernel`.
  static let vignette = Filter(.scene, [.vignette, .vignetteSize]) { settings, frame in
    let stops = settings.number(.vignette)
    guard stops != 0 else { return nil }
    return .kernel(
      VignetteKernel(size: frame.size, stops: stops, start: settings.number(.vignetteSize)))
  }
}

internal import Pixels

extension Parameter {
  /// Amount of noise reduction, 0…1; 0 is none.
  public static let denoise = Parameter(
    "denoise", 0...1, standard: 0, "Noise to smooth away, colour first")
}

extension Filter {
  /// One to three levels of edge-avoiding means, more the larger the frame is: see `DenoiseKernel`.
  ///
  /// Colour noise goes with the amount, luminance noise with its square.
  static let denoise = Filter(.frame, [.denoise]) { settings, frame in
    let amount = settings.number(.denoise)
    guard amount != 0, !frame.isGrey else { return nil }
    let levels = frame.size.longEdge > 4000 ? 3 : frame.size.longEdge > 2000 ? 2 : 1
    return .pass(
      .denoise(
        levels: levels, luma: max(0.15 * amount * amount, 1e-3), chroma: max(0.4 * amount, 1e-3)))
  }
}

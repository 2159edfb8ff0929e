internal import BromideValues

extension Parameter {
  /// Amount of noise reduction, 0…1. 0 turns it off.
  public static let denoise = Parameter(
    "denoise", 0...1, standard: 0, "Reduce noise, colour noise first")
}

extension Filter {
  /// One to three levels of edge-avoiding means, more for larger pictures (see `DenoiseKernel`).
  ///
  /// The reduction of colour noise is proportional to the amount. The reduction of luminance noise
  /// is proportional to its square.
  static let denoise = Filter(.neighborhood, [.denoise]) { settings, context in
    let amount = settings.number(.denoise)
    guard amount != 0, !context.isGrey else { return nil }
    let levels = context.size.longEdge > 4000 ? 3 : context.size.longEdge > 2000 ? 2 : 1
    return .pass(
      .denoise(
        levels: levels, luma: max(0.15 * amount * amount, 1e-3), chroma: max(0.4 * amount, 1e-3)))
  }
}

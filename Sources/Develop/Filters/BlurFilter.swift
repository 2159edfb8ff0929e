internal import BromideValues

extension Parameter {
  /// Standard deviation of a Gaussian blur as a fraction of the picture's long edge, 0…0.1. 0 turns
  /// it off.
  public static let blur = Parameter(
    "blur", 0...0.1, standard: 0,
    "Gaussian blur. The value is the standard deviation, as a fraction of the picture's long edge")
}

extension Filter {
  /// A blur of display-linear light: see `BoxBlur`. Below a tenth of a pixel it has no effect.
  static let blur = Filter(.neighborhood, [.blur]) { settings, context in
    let sigma = settings.number(.blur) * Double(context.size.longEdge)
    return sigma < 0.1 ? nil : .pass(.blur(sigma))
  }
}

internal import Pixels

extension Parameter {
  /// Standard deviation of a Gaussian blur in frame long edges, 0…0.1; 0 is none.
  public static let blur = Parameter(
    "blur", 0...0.1, standard: 0,
    "Gaussian blur; its standard deviation in frame long edges")
}

extension Filter {
  /// A blur of display-linear light: see `BoxBlur`. Below a tenth of a pixel nothing happens.
  static let blur = Filter(.frame, [.blur]) { settings, frame in
    let sigma = settings.number(.blur) * Double(frame.size.longEdge)
    return sigma < 0.1 ? nil : .pass(.blur(sigma))
  }
}

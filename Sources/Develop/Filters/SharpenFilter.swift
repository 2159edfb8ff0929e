internal import Pixels

extension Parameter {
  /// How much of the difference from a blur is added, 0…5; 0 is none.
  public static let sharpen = Parameter(
    "sharpen", 0...5, standard: 0, "Unsharp mask: how much of the difference from a blur is added")
  /// Standard deviation of that blur in frame long edges, 0.0001…0.02.
  public static let sharpenRadius = Parameter(
    "sharpen-radius", 0.0001...0.02, standard: 0.0004, tween: .logarithm,
    "Standard deviation of that blur in frame long edges")
  /// Difference of brightness that is sharpened fully, 0…0.2.
  public static let sharpenThreshold = Parameter(
    "sharpen-threshold", 0...0.2, standard: 0.01,
    "Difference of brightness that is sharpened fully; smaller ones are noise")
}

extension Filter {
  /// An unsharp mask on brightness: see `SharpenKernel`. A blur below 0.4 pixels counts as that.
  static let sharpen = Filter(
    .frame, [.sharpen, .sharpenRadius, .sharpenThreshold]
  ) { settings, frame in
    let amount = settings.number(.sharpen)
    guard amount != 0 else { return nil }
    let sigma = settings.number(.sharpenRadius) * Double(frame.size.longEdge)
    return .pass(
      .sharpen(
        sigma: max(sigma, 0.4), amount: amount, threshold: settings.number(.sharpenThreshold)))
  }
}

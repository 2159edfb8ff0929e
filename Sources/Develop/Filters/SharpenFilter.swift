internal import BromideValues

extension Parameter {
  /// Amount of the difference from a blur that is added, 0…5. 0 turns it off.
  public static let sharpen = Parameter(
    "sharpen", 0...5, standard: 0,
    "Unsharp mask. The value scales the difference from a blurred copy")
  /// Standard deviation of that blur relative to the picture's long edge, 0.0001…0.02.
  public static let sharpenRadius = Parameter(
    "sharpen-radius", 0.0001...0.02, standard: 0.0004, tween: .logarithm,
    "Radius of the unsharp mask. The value is the standard deviation of the blur, as a fraction of the picture's long edge"
  )
  /// Minimum brightness difference for full sharpening, 0…0.2.
  public static let sharpenThreshold = Parameter(
    "sharpen-threshold", 0...0.2, standard: 0.01,
    "Contrast for full sharpening. Smaller differences are treated as noise")
}

extension Filter {
  /// An unsharp mask on brightness: see `SharpenKernel`. The blur is at least 0.4 pixels wide.
  static let sharpen = Filter(
    .neighborhood, [.sharpen, .sharpenRadius, .sharpenThreshold]
  ) { settings, context in
    let amount = settings.number(.sharpen)
    guard amount != 0 else { return nil }
    let sigma = settings.number(.sharpenRadius) * Double(context.size.longEdge)
    return .pass(
      .sharpen(
        sigma: max(sigma, 0.4), amount: amount, threshold: settings.number(.sharpenThreshold)))
  }
}

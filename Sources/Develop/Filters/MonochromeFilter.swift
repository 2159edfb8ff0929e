internal import BromideValues

extension Parameter {
  /// Blend to black and white, 0…1. With 1, the picture has no colour.
  public static let monochrome = Parameter(
    "monochrome", 0...1, standard: 0, "Blend to black and white")
  /// Shares of red, green and blue in the grey, each −2…3, relative to their sum.
  public static let monochromeMix = Parameter(
    "monochrome-mix", .numbers(["RED", "GREEN", "BLUE"]), -2...3,
    standard: [0.2627, 0.678, 0.0593],
    "Weights of the channels in the grey. Only their ratio matters")
}

extension Filter {
  /// p + monochrome · (grey − p) with grey = mix · p / Σ mix, on linear Rec. 2020.
  static let monochrome = Filter(.scene, [.monochrome, .monochromeMix]) { settings, context in
    let amount = settings.number(.monochrome)
    guard amount != 0, !context.isGrey else { return nil }
    let mix = settings.numbers(.monochromeMix)
    let sum = mix.reduce(0, +)
    // Weights that cancel each other cannot be relative to their sum, so use them unscaled.
    let scale = amount / (abs(sum) < 0.05 ? 1 : sum)
    let row = scale * SIMD3(mix[0], mix[1], mix[2])
    return .matrix((1 - amount) * .identity + Matrix3x3(row, row, row))
  }
}

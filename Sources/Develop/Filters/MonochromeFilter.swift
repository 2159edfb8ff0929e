internal import BromideValues

extension Parameter {
  /// Blend to black and white, 0…1. With 1, the picture has no colour. If `bands` is set, it follows
  /// them.
  public static let monochrome = Parameter(
    "monochrome", 0...1, standard: 0, "Blend to black and white. If bands is set, it follows them")
  /// Shares of red, green and blue in the grey, each −2…3, relative to their sum.
  public static let monochromeMix = Parameter(
    "monochrome-mix", .numbers(["RED", "GREEN", "BLUE"]), -2...3,
    standard: [0.2627, 0.678, 0.0593],
    "Weights of the channels in the grey. Only their ratio matters")
}

extension Filter {
  /// p + monochrome · (grey − p) with grey = mix · p / Σ mix, on linear Rec. 2020.
  static let monochrome = Filter(.scene, [.monochrome, .monochromeMix]) { settings, context in
    settings.isStandard(.bands) ? step(settings, context) : nil
  }

  /// The same on display light, if bands change the brightness of colours that become grey.
  static let monochromeOfBands = Filter(.display, [], using: [.monochrome, .bands]) {
    settings, context in
    settings.isStandard(.bands) ? nil : step(settings, context)
  }

  private static func step(_ settings: FilterSettings, _ context: FilterContext) -> FilterStep? {
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

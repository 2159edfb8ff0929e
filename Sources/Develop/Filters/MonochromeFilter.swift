internal import Color

extension Parameter {
  /// How far colours go to grey, 0…1; 1 is black and white.
  public static let monochrome = Parameter(
    "monochrome", 0...1, standard: 0, "How far colours go to grey in black and white")
  /// Shares of red, green and blue in the grey, each −2…3, relative to their sum.
  public static let monochromeMix = Parameter(
    "monochrome-mix", .numbers(["RED", "GREEN", "BLUE"]), -2...3,
    standard: [0.2627, 0.678, 0.0593],
    "What the grey is made of; shares count relative to their sum")
}

extension Filter {
  /// p + monochrome · (grey − p) with grey = mix · p / Σ mix, on linear Rec. 2020.
  static let monochrome = Filter(.scene, [.monochrome, .monochromeMix]) { settings, frame in
    let amount = settings.number(.monochrome)
    guard amount != 0, !frame.isGrey else { return nil }
    let mix = settings.numbers(.monochromeMix)
    let sum = mix.reduce(0, +)
    // Shares that cancel each other have no relation to their sum; they count as they are.
    let scale = amount / (abs(sum) < 0.05 ? 1 : sum)
    let row = scale * SIMD3(mix[0], mix[1], mix[2])
    return .matrix((1 - amount) * .identity + Matrix3x3(row, row, row))
  }
}

internal import BromideKernels
internal import BromideValues

extension Parameter {
  /// Strength of film grain, 0…1. 0 turns it off.
  public static let grain = Parameter("grain", 0...1, standard: 0, "Film grain")
  /// Size of a grain as a fraction of the picture's long edge, 0.0001…0.02.
  public static let grainSize = Parameter(
    "grain-size", 0.0001...0.02, standard: 0.0006, tween: .logarithm,
    "Grain size. The value is a fraction of the picture's long edge")
  /// Seed of the grain pattern, a 32-bit integer. The default is 1.
  public static let grainSeed = Parameter(
    "grain-seed", 0...4_294_967_295, standard: 1, "Seed of the grain pattern. Use an integer")
}

extension Filter {
  /// Noise that looks the same at every picture size, because grains smaller than a pixel average
  /// out. See `GrainKernel`.
  static let grain = Filter(.output, [.grain, .grainSize, .grainSeed]) { settings, context in
    let amount = settings.number(.grain)
    guard amount != 0 else { return nil }
    let pixels = settings.number(.grainSize) * Double(context.size.longEdge)
    return .kernel(
      GrainKernel(
        weights: FilterContext.luminance, amount: strongest * amount * min(1, pixels),
        cells: min(1, 1 / pixels), seed: UInt32(settings.number(.grainSeed))))
  }

  /// Middle grey then varies by about a quarter stop.
  private static let strongest = 0.35
}

internal import BromideKernels
internal import BromideValues

extension Parameter {
  /// Fraction of a look table's codes in the result, 0…1. The default is 1.
  public static let lutStrength = Parameter(
    "lut-strength", 0...1, standard: 1, "Strength of the look table from --lut")
}

extension Filter {
  /// A look from a table, which the recipe stores separately from its filters (see
  /// `DevelopRecipe.rendered`).
  static let lookTable = Filter(.display, [.lutStrength])
}

extension DevelopRecipe {
  /// Returns the steps from scene-linear light to display-linear light, with the look table
  /// inserted.
  ///
  /// The table comes after all others. If it reads logarithms of light, it replaces tone curve,
  /// path to white and the profile's look.
  func rendered(by profile: ProfileSteps, _ filters: [DevelopStep]) -> [DevelopStep] {
    guard let look = tableLook else { return profile.rendering(rendering) + filters }
    let kernel = LookTableKernel(
      space: .working, look: look, gain: look.input.isLog ? Self.logGain : 1,
      strength: self.filters.number(.lutStrength))
    let step: [DevelopStep] = [.filter(.kernel(kernel))]
    return look.input.isLog ? step + filters : profile.rendering(rendering) + filters + step
  }

  /// Cameras' logarithms hold middle grey at 0.18 of light, where ours is half a stop below.
  private static let logGain = 2.0.squareRoot()
}

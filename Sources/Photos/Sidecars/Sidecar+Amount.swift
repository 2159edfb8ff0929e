internal import BromideDevelop

extension Sidecar {
  /// Returns the settings at a share of their distance from the defaults, from 0 to 1.
  ///
  /// Hues and sizes of effects keep their values. Settings whose default depends on the photo, such
  /// as a colour temperature, also apply in full: see `undivided`.
  package func mixed(_ amount: Double) -> Sidecar {
    guard amount < 1 else { return self }
    var mixed = self
    mixed.settings = settings.compactMap { setting in
      if let values = setting.values {
        var setting = setting
        // The default of a curve is a straight line.
        setting.values = values.indices.map { index in
          index.isMultiple(of: 2)
            ? values[index] : values[index - 1] + (values[index] - values[index - 1]) * amount
        }
        return amount > 0 ? setting : nil
      }
      guard !setting.isHue, !Self.sizes.contains(setting.parameter), let standard = setting.standard
      else { return amount > 0 ? setting : nil }
      let value = standard + (setting.value - standard) * amount
      return Setting(
        name: setting.name, parameter: setting.parameter, place: setting.place,
        value: (value * 1e9).rounded() / 1e9, isApproximate: setting.isApproximate)
    }
    if amount == 0 { mixed.corrections = [] }
    return mixed
  }

  /// The names of settings that no amount between 0 and 1 can weaken, because only the photo has
  /// their default.
  package var undivided: [String] {
    settings.filter { $0.values == nil && $0.standard == nil }.map(\.name)
  }

  /// A weaker effect has the same size.
  private static let sizes: Set<String> = [
    Parameter.sharpenRadius.name, Parameter.vignetteSize.name, Parameter.grainSize.name,
  ]
}

extension Sidecar.Setting {
  /// The parameter's default, or `nil` if only the photo has it.
  fileprivate var standard: Double? { ParameterTable.named(parameter)?.standard?[place] }
}

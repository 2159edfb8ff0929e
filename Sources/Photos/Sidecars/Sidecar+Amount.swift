internal import BromideDevelop

extension Sidecar {
  /// Returns the settings at a share of their distance from the defaults, from 0 to 1.
  ///
  /// Values without a default, such as a colour temperature, apply only in full.
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
      // A weaker colour has the same hue.
      if setting.isHue { return amount > 0 ? setting : nil }
      guard let standard = ParameterTable.named(setting.parameter)?.standard?[setting.place] else {
        return nil
      }
      let value = standard + (setting.value - standard) * amount
      return Setting(
        name: setting.name, parameter: setting.parameter, place: setting.place,
        value: (value * 1e9).rounded() / 1e9, isApproximate: setting.isApproximate)
    }
    if amount == 0 { mixed.corrections = [] }
    return mixed
  }
}

internal import BromideDevelop
internal import BromidePhotos
internal import BromideSampling

extension PhotoSettings {
  /// Returns the settings of a development: the recipe, with the dither that the command chooses.
  ///
  /// - Parameters:
  ///   - recipe: The recipe of the caller.
  ///   - context: The means to open the photo.
  ///   - damaged: The treatment of damaged photos.
  /// - Throws: `BromideError` as ``DevelopRecipe/check()``.
  static func developing(
    _ recipe: DevelopRecipe, _ context: RunContext, damaged: DamagePolicy = .fail
  ) throws(BromideError) -> PhotoSettings {
    try recipe.check()
    var settings = PhotoSettings(context)
    settings.recipe = recipe
    settings.recipe.chooseDither(isPlain: recipe.optics == .none)
    settings.loading.damaged = damaged
    return settings
  }
}

extension DevelopRecipe {
  /// Checks the values that a curve of a timeline can take beyond a parameter's range, so that
  /// recipes have the range of the command. A development checks all other values.
  ///
  /// - Throws: `BromideError` with the name, the value and the range.
  func check() throws(BromideError) {
    for parameter in ParameterTable.all where parameter.overshoot == .allow {
      guard let values = filters[parameter], !parameter.accepts(values) else { continue }
      throw RequestText.rejection(
        parameter.name, parameter.text(values), parameter.rejection)
    }
  }
}

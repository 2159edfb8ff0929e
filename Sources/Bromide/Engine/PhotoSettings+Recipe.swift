internal import BromideDevelop
internal import BromidePhotos
internal import BromideSampling

extension PhotoSettings {
  /// Returns the settings of a development: the recipe, with the dither that the command chooses.
  ///
  /// - Parameters:
  ///   - recipe: The recipe of the caller.
  ///   - damaged: The treatment of damaged photos.
  static func developing(
    _ recipe: DevelopRecipe, damaged: DamagePolicy = .fail
  ) -> PhotoSettings {
    var settings = PhotoSettings()
    settings.recipe = recipe
    settings.recipe.chooseDither(isPlain: recipe.optics == .none)
    settings.loading.damaged = damaged
    return settings
  }
}

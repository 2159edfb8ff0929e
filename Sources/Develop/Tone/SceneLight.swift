package import BromideValues

/// The light of the scene as the sensor measured it, for instruments rather than for pictures.
extension DevelopSource {
  /// Returns this photo without adjustments that its file or camera makes for the picture.
  ///
  /// The baseline exposure (BaselineExposure, or from a camera model or mode) and local gains are
  /// removed, and clipped channels stay as recorded. Matrices and the profile's colour corrections
  /// remain.
  ///
  /// - Parameter profile: The camera profile, which the result already contains.
  package func ofScene(_ profile: ProfileChoice) -> DevelopSource {
    var source = self
    var changed = self.profile.applying(profile)
    changed.baselineExposure = 0
    changed.cameraExposure = nil
    changed.tables.gainTable = nil
    source.profile = changed
    source.keepsClipped = true
    return source
  }
}

extension DevelopRecipe {
  /// The parts of this recipe that a measurement honours: white balance, exposure, demosaic, crop
  /// area, and the corrections of lens and sensor. No look, and no other filter.
  package var ofScene: DevelopRecipe {
    var recipe = DevelopRecipe()
    recipe.whiteBalance = whiteBalance
    recipe.demosaic = demosaic
    recipe.cropArea = cropArea
    recipe.optics = optics
    recipe.tone = .linear
    for parameter in Self.measuring { recipe.filters[parameter] = filters[parameter] }
    return recipe
  }

  /// Parameters that a measurement honours.
  package static let measuring = [Parameter.exposure, .temperature, .tint]
}

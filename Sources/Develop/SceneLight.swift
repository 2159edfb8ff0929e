package import Color

/// The light of the scene as the sensor measured it, for instruments rather than for pictures.
extension DevelopSource {
  /// This photo without what its file or its camera adds for the sake of a picture.
  ///
  /// No exposure of its own (BaselineExposure, or that of a camera model or mode) and no local gains
  /// count, and clipped channels stay as they were recorded. Matrices and the profile's correction
  /// of colours remain.
  ///
  /// - Parameter profile: The camera profile; the result has it already.
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

internal import BromideDevelop
package import BromidePhotos

extension PhotoSettings {
  /// Whether another program may name the lens of a photo that lacks its name.
  package var asksForLens: Bool {
    loading.lensNames == .tool && recipe.optics.lens.usesDatabase && loading.lens?.name == nil
      && loading.lens?.sidecar == nil && LensTool.shared.isThere
  }

  /// Returns the settings and the photo with the name of its lens from another program, or `nil` if
  /// they stay as they are.
  ///
  /// The name is a part of the settings, so that a picture's fingerprint changes with it.
  package func namingLens(
    of photo: OpenedPhoto
  ) -> (settings: PhotoSettings, photo: OpenedPhoto)? {
    guard asksForLens,
      let (name, source) = LensTool.shared.name(of: photo.path, photo.metadata, context)
    else { return nil }
    var settings = self
    var lens = loading.lens ?? LensNaming()
    lens.tool = LensNaming.Tool(name: name, source: source)
    settings.loading.lens = lens
    return (settings, photo.with(lens))
  }
}

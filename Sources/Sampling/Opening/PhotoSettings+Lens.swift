internal import BromideDevelop
public import BromidePhotos
public import SystemPackage

extension PhotoSettings {
  /// Returns the settings for one photo: these settings, plus the sidecar's values for settings
  /// that the user did not set, plus the name of the lens if `loading.lensNames` allows to ask
  /// another program.
  ///
  /// If a sidecar cannot be used, the report contains the reason.
  ///
  /// - Throws: `SidecarFailure` if the sidecar cannot be used and settings are strict.
  public func withSidecar(
    of photo: FilePath
  ) throws(SidecarFailure) -> (settings: PhotoSettings, report: SidecarReport?) {
    let (settings, report) = try readingSidecar(of: photo)
    return (settings.namingLens(of: photo), report)
  }

  /// Returns the settings with the lens's name from another program, if the photo lacks it and a
  /// correction can use it.
  ///
  /// The name is a part of the settings, so that a picture's fingerprint changes with it. It costs
  /// opening the file once more, which takes a millisecond.
  func namingLens(of photo: FilePath) -> PhotoSettings {
    guard loading.lensNames == .tool, recipe.optics.lens.usesDatabase,
      loading.lens?.name == nil, loading.lens?.sidecar == nil, LensTool.shared.isThere,
      let opened = try? PhotoFile(path: photo, settings: loading), !opened.isStill,
      let (name, source) = LensTool.shared.name(of: photo, opened.metadata)
    else { return self }
    var settings = self
    settings.loading.lens = loading.lens ?? LensNaming()
    settings.loading.lens?.tool = LensNaming.Tool(name: name, source: source)
    return settings
  }
}

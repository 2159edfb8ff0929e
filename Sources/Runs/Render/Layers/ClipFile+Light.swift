internal import BromideCodecs
internal import BromidePhotos
internal import BromideSampling
internal import BromideValues

extension ClipFile {
  /// Returns the meaning of the codes.
  ///
  /// - Parameter coding: Values that replace the file's tags.
  func description(_ coding: YCbCrProperties) -> YCbCrDescription {
    YCbCrDescription.film(
      (storedSize.width, storedSize.height), isRGB: layout.isRGB, flags: coding, tags: tags)
  }
  /// Returns the warning about light above white, or `nil` if the clip has none.
  ///
  /// - Parameter coding: Values that replace the file's tags.
  func lightWarning(_ coding: YCbCrProperties) -> Warning? {
    description(coding).space.value.toneMapping.map { Warning("\(path): \($0)") }
  }
}

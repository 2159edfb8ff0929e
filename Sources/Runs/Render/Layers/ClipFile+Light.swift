internal import BromideCodecs
internal import BromideSampling
package import BromideValues

extension ClipFile {
  /// Returns the meaning of the codes.
  ///
  /// - Parameter coding: Values that replace the file's tags.
  func description(_ coding: YCbCrProperties) -> YCbCrDescription {
    YCbCrDescription.film(
      (storedSize.width, storedSize.height), isRGB: layout.isRGB, flags: coding, tags: tags)
  }

  /// Returns a message about light above white, or `nil` if the clip has none.
  ///
  /// - Parameter coding: Values that replace the file's tags.
  package func toneMapping(_ coding: YCbCrProperties) -> String? {
    description(coding).space.value.toneMapping
  }
}

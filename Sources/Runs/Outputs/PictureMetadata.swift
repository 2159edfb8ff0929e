package import BromideCodecs
internal import BromideDevelop
internal import BromideSampling
internal import BromideSystem
package import BromideValues

/// The metadata of a picture: the photo's metadata and texts.
package struct PictureMetadata {
  /// The photo's metadata for the Exif block, or `nil` if it is empty.
  package let photo: PhotoMetadata?
  /// Keywords and texts.
  package let texts: [PictureText]
  /// One sentence for each value that differs from the photo's value.
  package let remarks: [String]

  /// The resolution in the file, a common value for prints.
  ///
  /// Without it, layout programs use 72 or 96, and a photo of 24 megapixels would be two metres
  /// wide. Pixels are always square after development.
  package static let dotsPerInch = 300

  /// Half of a JPEG's Exif block, so that the other tags also fit.
  private static let longestDescription = 32_768

  /// Returns the start of a text that fits, without splitting a character.
  private static func beginning(of text: String, bytes: Int) -> String {
    guard text.utf8.count > bytes else { return text }
    var count = 0
    return String(
      text.prefix {
        count += $0.utf8.count
        return count <= bytes
      })
  }

  package init(photo: PhotoMetadata, orientation: Orientation, settings: PictureSettings) {
    var metadata = settings.metadata == .none ? PhotoMetadata() : photo
    if settings.metadata == .noPlace { metadata = metadata.withoutPlace() }
    if let own = settings.copyright { (metadata.copyright, metadata.editorCopyright) = (own, nil) }
    metadata.artist = settings.artist ?? metadata.artist
    if settings.metadata != .none { metadata.rating = settings.photo.rating ?? metadata.rating }
    metadata.orientation = settings.photo.recipe.orientation == .apply ? .upright : orientation
    // A JPEG's Exif block has at most 64 KiB.
    if settings.encoding.format == .jpeg, let whole = metadata.imageDescription {
      let part = Self.beginning(of: whole, bytes: Self.longestDescription)
      if part != whole {
        metadata.imageDescription = part
        metadata.remarks.append(
          "its description has \(whole.utf8.count) bytes, too many for a JPEG: cut to \(part.utf8.count)"
        )
      }
    }
    remarks = metadata.remarks
    let isSilent = metadata == PhotoMetadata()
    metadata.software = BromideVersion.software
    self.photo = isSilent && settings.metadata == .none ? nil : metadata
    var texts = [PictureText(keyword: PictureText.software, text: BromideVersion.software)]
    if let time = metadata.captureTime {
      texts.append(PictureText(keyword: "Creation Time", text: time.rfc1123Text))
    }
    self.texts = texts
  }
}

package import BromideCodecs
internal import BromideDevelop
internal import BromideSampling
internal import BromideSystem
package import BromideValues

/// The metadata of a picture: the photo's metadata and texts.
package struct PictureMetadata {
  /// The photo's metadata for the Exif block, or `nil` if it is empty.
  package let photo: PhotoMetadata?
  /// The properties for the XMP packet.
  package let properties: XMPProperties
  /// The result of merging all sources for reports, or `nil` if the photo has only Exif.
  package let report: MetadataReport?
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

  /// Maximum bytes of the artist and of the copyright in a JPEG.
  private static let longestName = 8192

  package init(photo: PhotoMetadata, orientation: Orientation, settings: PictureSettings) {
    let merged = MergedMetadata(photo, settings)
    var metadata = merged.photo
    metadata.orientation = settings.photo.recipe.orientation == .apply ? .upright : orientation
    // A JPEG's Exif block has at most 64 KiB.
    if settings.encoding.format == .jpeg {
      metadata.shorten(\.imageDescription, "description", to: Self.longestDescription)
      metadata.shorten(\.artist, "artist", to: Self.longestName)
      metadata.shorten(\.copyright, "copyright", to: Self.longestName)
    }
    remarks = metadata.remarks + merged.warnings
    (properties, report) = (merged.properties, merged.report)
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

extension PhotoMetadata {
  /// Cuts a text that does not fit into a JPEG's Exif block, and adds a remark.
  fileprivate mutating func shorten(
    _ field: WritableKeyPath<PhotoMetadata, String?>, _ name: String, to bytes: Int
  ) {
    guard let whole = self[keyPath: field], whole.utf8.count > bytes else { return }
    var count = 0
    // Without splitting a character.
    let part = whole.prefix {
      count += $0.utf8.count
      return count <= bytes
    }
    self[keyPath: field] = String(part)
    remarks.append(
      "its \(name) has \(whole.utf8.count) bytes, too many for a JPEG: cut to \(part.utf8.count)")
  }
}

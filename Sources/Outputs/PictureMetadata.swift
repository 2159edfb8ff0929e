internal import Develop
package import Metadata
package import PNGCoding
package import Pixels
internal import Platform
internal import Sampling

/// The metadata that a picture carries beside its pixels: an Exif block and texts.
package struct PictureMetadata {
  /// The eXIf chunk's bytes; nil if there are no metadata.
  package let exif: [UInt8]?
  /// The texts of tEXt or iTXt chunks.
  package let texts: [PNGText]

  /// 300 dots per inch, the usual resolution of prints. Without a pHYs chunk, programs that lay out pages take 72 or 96, and
  /// a photo of 24 megapixels becomes two metres wide. Pixels are square: development makes them so.
  package static let pixelsPerMetre = 11811

  package init(photo: PhotoMetadata, orientation: Orientation, settings: PictureSettings) {
    var metadata = settings.metadata == .none ? PhotoMetadata() : photo
    if settings.metadata == .noPlace { metadata = metadata.withoutPlace() }
    metadata.copyright = settings.copyright ?? metadata.copyright
    metadata.artist = settings.artist ?? metadata.artist
    if settings.metadata != .none { metadata.rating = settings.photo.rating ?? metadata.rating }
    metadata.orientation = settings.photo.recipe.orientation == .apply ? .upright : orientation
    let isSilent = metadata == PhotoMetadata()
    metadata.software = BromideVersion.software
    exif = isSilent && settings.metadata == .none ? nil : ExifBlock.bytes(for: metadata)
    var texts = [PNGText(keyword: "Software", text: BromideVersion.software)]
    if let time = metadata.captureTime {
      texts.append(PNGText(keyword: "Creation Time", text: time.rfc1123Text))
    }
    self.texts = texts
  }
}

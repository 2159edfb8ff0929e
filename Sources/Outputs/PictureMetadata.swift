internal import Develop
package import Metadata
package import PictureFiles
package import Pixels
internal import Platform
internal import Sampling

/// The metadata that a picture carries beside its pixels: what its photo recorded, and texts.
package struct PictureMetadata {
  /// What the photo recorded, for the Exif block; nil if it recorded nothing.
  package let photo: PhotoMetadata?
  /// Keywords and texts.
  package let texts: [PictureText]

  /// The usual resolution of prints. Without one, programs that lay out pages take 72 or 96, and a photo of 24 megapixels
  /// becomes two metres wide. Pixels are square: development makes them so.
  package static let dotsPerInch = 300

  package init(photo: PhotoMetadata, orientation: Orientation, settings: PictureSettings) {
    var metadata = settings.metadata == .none ? PhotoMetadata() : photo
    if settings.metadata == .noPlace { metadata = metadata.withoutPlace() }
    if let own = settings.copyright { (metadata.copyright, metadata.editorCopyright) = (own, nil) }
    metadata.artist = settings.artist ?? metadata.artist
    if settings.metadata != .none { metadata.rating = settings.photo.rating ?? metadata.rating }
    metadata.orientation = settings.photo.recipe.orientation == .apply ? .upright : orientation
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

internal import Develop
package import Metadata
package import PNGCoding
package import Pixels
internal import Platform
internal import Sampling

/// What a picture says of itself besides its pixels.
package struct PictureWords {
  /// The eXIf chunk's bytes; nil where there is nothing to say.
  package let exif: [UInt8]?
  package let texts: [PNGText]

  /// 300 dots an inch, what prints are made with. Without a pHYs chunk programs that lay out pages take 72 or 96, and
  /// a photo of 24 megapixels becomes two metres wide. Pixels are square: development makes them so.
  package static let pixelsPerMetre = 11811

  package init(photo: PhotoMetadata, orientation: Orientation, settings: PictureSettings) {
    var words = settings.metadata == .none ? PhotoMetadata() : photo
    if settings.metadata == .noPlace { words = words.withoutPlace() }
    words.copyright = settings.copyright ?? words.copyright
    words.artist = settings.artist ?? words.artist
    words.orientation = settings.photo.recipe.orientation == .apply ? .upright : orientation
    let isSilent = words == PhotoMetadata()
    words.software = BromideVersion.software
    exif = isSilent && settings.metadata == .none ? nil : ExifBlock.bytes(for: words)
    var texts = [PNGText(keyword: "Software", text: BromideVersion.software)]
    if let time = words.captureTime {
      texts.append(PNGText(keyword: "Creation Time", text: time.rfc1123Text))
    }
    self.texts = texts
  }
}

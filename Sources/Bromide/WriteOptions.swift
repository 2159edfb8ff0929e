public import BromideCodecs
internal import BromidePhotos
public import BromideRuns
internal import BromideSampling

/// Settings for writing pictures. They do not affect pixels.
public struct WriteOptions: Sendable, Hashable {
  /// The format of pictures in a folder. For a single file, the suffix sets the format.
  public var format = PictureFormat.png
  /// How hard to compress a PNG.
  public var compression = CodingEffort.balanced
  /// How to compress a TIFF.
  public var tiff = TIFFCompression.balanced
  /// How to encode a JPEG.
  public var jpeg = JPEGOptions()
  /// How to encode a JPEG XL.
  public var jxl = JXLOptions()
  /// How to encode an AVIF.
  public var avif = AVIFOptions()
  /// How to encode a WebP.
  public var webp = WebPOptions()
  /// The metadata to write to the picture.
  public var metadata = MetadataChoice.all
  /// A copyright that replaces the photo's, or `nil` to keep the photo's.
  public var copyright: String?
  /// An artist that replaces the photo's, or `nil` to keep the photo's.
  public var artist: String?
  /// The policy for outputs that exist. By default, a current picture is skipped, and a picture
  /// that Bromide wrote with other settings is replaced. Any other file makes writing fail.
  public var ifExists = ExistingPolicy.update

  /// Creates the default options: balanced compression, quality 92 and all metadata. Bromide never
  /// replaces a file that it did not write.
  public init() {}

  /// Returns the settings for pictures in a format.
  ///
  /// - Parameter photo: The settings for decoding and developing.
  func settings(
    for format: PictureFormat, _ photo: PhotoSettings
  ) -> PictureSettings {
    var settings = PictureSettings(photo.context)
    settings.photo = photo
    settings.encoding = encoding(format)
    settings.metadata = metadata
    settings.copyright = copyright
    settings.artist = artist
    return settings
  }

  /// Returns the encoder settings for a format.
  func encoding(_ format: PictureFormat) -> PictureEncoding {
    switch format {
    case .png: .png(compression)
    case .jpeg: .jpeg(jpeg)
    case .tiff: .tiff(tiff)
    case .jxl: .jxl(jxl)
    case .avif: .avif(avif)
    case .webp: .webp(webp)
    }
  }
}

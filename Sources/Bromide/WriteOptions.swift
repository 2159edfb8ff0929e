public import JPEGCoding
public import Outputs
public import PNGCoding
public import PictureFiles
public import TIFFCoding

/// How pictures are written; none of it changes a pixel.
public struct WriteOptions: Sendable, Hashable {
  /// The format of pictures in a folder; a file's suffix states its own.
  public var format = PictureFormat.png
  /// How hard to compress a PNG.
  public var compression = PNGCompression.balanced
  /// How a TIFF is written.
  public var tiff = TIFFCompression.balanced
  /// How a JPEG is written.
  public var jpeg = JPEGOptions()
  /// The metadata that the picture carries.
  public var metadata = MetadataChoice.all
  /// Replaces the photo's own copyright; nil keeps it.
  public var copyright: String?
  /// Replaces the photo's own artist; nil keeps it.
  public var artist: String?
  /// The policy for outputs that exist. By default, a picture that is current stays, one that
  /// Bromide made in another way is replaced, and any other file makes writing fail.
  public var ifExists = ExistingPolicy.update

  /// Balanced compression, quality 92, all metadata, and no file replaced that Bromide did not make.
  public init() {}

  /// The settings of pictures in a format.
  func settings(for format: PictureFormat) -> PictureSettings {
    var settings = PictureSettings()
    settings.encoding = encoding(format)
    settings.metadata = metadata
    settings.copyright = copyright
    settings.artist = artist
    return settings
  }

  /// How a format is written.
  func encoding(_ format: PictureFormat) -> PictureEncoding {
    switch format {
    case .png: .png(compression)
    case .jpeg: .jpeg(jpeg)
    case .tiff: .tiff(tiff)
    }
  }
}

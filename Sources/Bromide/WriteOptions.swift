public import Outputs
public import PNGCoding
internal import PictureFiles

/// How pictures are written; none of it changes a pixel.
public struct WriteOptions: Sendable, Hashable {
  /// How hard to compress.
  public var compression = PNGCompression.balanced
  /// The metadata that the picture carries.
  public var metadata = MetadataChoice.all
  /// Replaces the photo's own copyright; nil keeps it.
  public var copyright: String?
  /// Replaces the photo's own artist; nil keeps it.
  public var artist: String?
  /// The policy for outputs that exist. By default, a picture that is current stays, one that
  /// Bromide made in another way is replaced, and any other file makes writing fail.
  public var ifExists = ExistingPolicy.update

  /// Balanced compression, all metadata, and no file replaced that Bromide did not make.
  public init() {}

  var settings: PictureSettings {
    var settings = PictureSettings()
    settings.encoding = .png(compression)
    settings.metadata = metadata
    settings.copyright = copyright
    settings.artist = artist
    return settings
  }
}

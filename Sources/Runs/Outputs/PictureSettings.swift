public import BromideCodecs
public import BromidePhotos
public import BromideSampling

/// The metadata to copy from a photo to its picture.
public enum MetadataChoice: String, Sendable, Hashable, Codable, CaseIterable {
  /// All metadata.
  case all
  /// All metadata except the position.
  case noPlace = "no-place"
  /// Only the creator, the rights, the credit and the creator's address.
  case copyright
  /// Only the metadata for showing the pixels correctly.
  case none
}

/// All settings for converting photos to pictures. They are the same for every photo of a run.
public struct PictureSettings: Sendable, Hashable {
  /// The settings for decoding and developing.
  public var photo: PhotoSettings
  /// The format of pictures and its options.
  public var encoding = PictureEncoding(.png)
  /// The metadata to copy.
  public var metadata: MetadataChoice = .all
  /// Text that replaces the photo's copyright, or `nil` to keep it.
  public var copyright: String?
  /// Text that replaces the photo's artist, or `nil` to keep it.
  public var artist: String?

  /// Changes of properties for all pictures, in order.
  public var changes: [MetadataChange] = []
  /// Pixels per inch to store, or `nil` for `PictureMetadata.dotsPerInch`.
  public var dotsPerInch: Int?
  /// The border around pictures, or `nil` without a border.
  public var border: Border?
  /// The logo on pictures, or `nil` without a logo.
  public var watermark: Watermark?

  /// Creates the default settings.
  public init(_ context: RunContext) { photo = PhotoSettings(context) }

  /// The means with which the run opens files.
  package var context: RunContext { photo.context }

  /// The changes of all settings. `artist` and `copyright` are short forms.
  var allChanges: [MetadataChange] {
    let short = [
      artist.map { MetadataChange("dc:creator", .seq([.text($0)])) },
      copyright.map { MetadataChange("dc:rights", .translations([XMPTranslation(text: $0)])) },
    ]
    return short.compactMap(\.self) + changes
  }
}

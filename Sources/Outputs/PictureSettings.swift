public import PictureFiles
public import Sampling

/// The metadata of a photo that goes into its picture.
public enum MetadataChoice: String, Sendable, Hashable, Codable, CaseIterable {
  /// All of it.
  case all
  /// All of it except the position.
  case noPlace = "no-place"
  /// Only what the pixels need to be shown correctly.
  case none
}

/// Everything that decides how photos become pictures; the same for every photo of a run.
public struct PictureSettings: Sendable, Hashable, Codable {
  /// How photos are decoded and developed.
  public var photo = PhotoSettings()
  /// The format of pictures, and how it is written.
  public var encoding = PictureEncoding(.png)
  /// The metadata that pictures carry.
  public var metadata: MetadataChoice = .all
  /// Replaces the photo's own copyright; nil keeps it.
  public var copyright: String?
  /// Replaces the photo's own artist; nil keeps it.
  public var artist: String?

  /// The standard picture.
  public init() {}
}

public import Develop
public import Kernels
public import PNGCoding
public import RawDecoding
public import Sampling

/// What of a photo's own words goes into the picture.
public enum MetadataChoice: String, Sendable, Hashable, Codable, CaseIterable {
  /// Everything.
  case all
  /// Everything but the position.
  case noPlace = "no-place"
  /// Nothing but what the pixels need to be shown right.
  case none
}

/// What becomes of a photo whose data are damaged.
public enum DamagedHandling: String, Sendable, Hashable, Codable, CaseIterable {
  /// It fails.
  case fail
  /// What could be decoded is written, and reported as damaged.
  case keep
}

/// Everything that decides how photos become pictures, the same for all of a batch.
public struct ConvertSettings: Sendable, Hashable, Codable {
  /// How pixels are developed.
  public var recipe = DevelopRecipe()
  /// A window of the photo that becomes neutral, in place of the recipe's white balance.
  public var balancePlace: BalancePlace?
  /// LibRaw's method instead of ours.
  public var interpolation: LibRawInterpolation?
  /// How hard to compress.
  public var compression: PNGCompression = .balanced
  /// What the photo says that the picture says too.
  public var metadata: MetadataChoice = .all
  /// Replaces the photo's own; nil keeps it.
  public var copyright: String?
  /// Replaces the photo's own; nil keeps it.
  public var artist: String?
  /// What becomes of photos whose data are damaged.
  public var damaged: DamagedHandling = .fail
  /// nil: each photo its own.
  public var lockedLevels: LockedLevels?
  /// nil: the fastest that runs here.
  public var instructionSet: InstructionSet?
  /// Whose decoders; changes no pixel.
  public var unpacker = Unpacker.auto

  /// The standard picture.
  public init() {}
}

public import Color
public import Metadata
public import Pixels

/// A decoded raw: its pixels in the memory LibRaw filled, what they mean, and what the file says of itself.
public struct RawPhoto: Sendable {
  /// The visible area's pixels, before orientation.
  public let image: SensorImage
  /// What the pixels' values mean.
  public let profile: CameraProfile
  /// The maker's crop, in pixels of `image`.
  public let defaultCrop: Region
  /// How the pixels lie in the upright picture.
  public let orientation: Orientation
  /// Width of a stored pixel over its height.
  public let pixelAspect: Double
  /// What the file says of itself.
  public let metadata: PhotoMetadata
  /// The decoder for its format, as LibRaw names it.
  public let decoder: String
  /// Whose decoder ran: `.auto` is one of Bromide's own.
  public let unpacker: Unpacker
  /// How much of the pixels was decoded, nil for all: only where decoding was told which parts will be looked at.
  public let share: DecodedShare?
  /// What was wrong with the data; empty for a sound file. Such a photo is never an ordinary success.
  public let damage: [String]

  /// The owner of the pixels.
  private let handle: LibRawHandle

  /// Why pixels turned zero while they were in use, nil where none did. Only where decoding was told to leave them in the
  /// file; to be asked when they were used.
  public var lostPixels: String? {
    handle.hasLostPixels ? "the file was shortened, or could not be read, meanwhile" : nil
  }

  init(
    image: SensorImage, profile: CameraProfile, defaultCrop: Region, orientation: Orientation,
    pixelAspect: Double, metadata: PhotoMetadata, decoder: String, unpacker: Unpacker,
    share: DecodedShare?, damage: [String], handle: LibRawHandle
  ) {
    self.image = image
    self.profile = profile
    self.defaultCrop = defaultCrop
    self.orientation = orientation
    self.pixelAspect = pixelAspect
    self.metadata = metadata
    self.decoder = decoder
    self.unpacker = unpacker
    self.share = share
    self.damage = damage
    self.handle = handle
  }
}

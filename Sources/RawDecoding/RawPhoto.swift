public import Color
public import Metadata
public import Pixels

/// A decoded raw: its pixels in the memory that LibRaw filled, the camera's profile, and the file's metadata.
public struct RawPhoto: Sendable {
  /// The visible area's pixels, before orientation.
  public let image: SensorImage
  /// The colours that the pixels' values stand for.
  public let profile: CameraProfile
  /// The source of the profile's matrices.
  public let matrixSource: ColorMatrixSource
  /// Names that the file and LibRaw have for the camera, as profiles may name it.
  package let cameraNames: [String]
  /// The maker's crop, in pixels of `image`.
  public let defaultCrop: Region
  /// How the pixels lie in the upright picture.
  public let orientation: Orientation
  /// Width of a stored pixel over its height.
  public let pixelAspect: Double
  /// The file's metadata.
  public let metadata: PhotoMetadata
  /// The decoder for its format, as LibRaw names it.
  public let decoder: String
  /// Whose decoder ran: `.auto` is one of Bromide's own.
  public let unpacker: Unpacker
  /// The share of the pixels that was decoded; nil for all. Set only if decoding was told which parts are needed.
  public let share: DecodedShare?
  /// Damage found in the data, one finding an element; empty for a sound file. A photo with damage is never an ordinary
  /// success.
  public let damage: [String]

  /// The owner of the pixels.
  private let handle: LibRawHandle

  /// The reason why pixels turned zero while they were in use; nil if none did. Ask once they have been used, if decoding
  /// was allowed to leave them in the file.
  public var lostPixels: String? {
    handle.hasLostPixels ? "the file was shortened, or could not be read, meanwhile" : nil
  }

  init(
    image: SensorImage, profile: CameraProfile, matrixSource: ColorMatrixSource,
    cameraNames: [String],
    defaultCrop: Region, orientation: Orientation, pixelAspect: Double, metadata: PhotoMetadata,
    decoder: String, unpacker: Unpacker,
    share: DecodedShare?, damage: [String], handle: LibRawHandle
  ) {
    self.image = image
    self.profile = profile
    self.matrixSource = matrixSource
    self.cameraNames = cameraNames
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

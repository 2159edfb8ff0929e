public import Color
public import Metadata
public import Pixels

/// A decoded raw: its pixels in the memory that its decoder filled, the camera's profile, and the file's metadata.
public struct RawPhoto: Sendable {
  /// The visible area's pixels, before orientation.
  public let image: SensorImage
  /// What is known of it besides its pixels.
  package let description: RawDescription
  /// The owner of the pixels.
  let store: any SampleStore

  /// The colours that the pixels' values stand for.
  public var profile: CameraProfile { description.profile }
  /// The source of the profile's matrices.
  public var matrixSource: ColorMatrixSource { description.matrixSource }
  /// Names that the file and LibRaw have for the camera, as profiles may name it.
  package var cameraNames: [String] { description.cameraNames }
  /// What the file states for the correction of its picture, in pixels of `image`.
  public var embeddedOptics: EmbeddedOptics { description.embeddedOptics }
  /// The maker's crop, in pixels of `image`.
  public var defaultCrop: Region { description.defaultCrop }
  /// The photographer's crop, in pixels of `image`; nil if the file states none.
  package var userCrop: Region? { description.userCrop }
  /// Stops by which saturation lies above the white that the file states: light above white is kept.
  package var headroom: Int { description.headroom }
  /// How the pixels lie in the upright picture.
  public var orientation: Orientation { description.metadata.orientation }
  /// Width of a stored pixel over its height.
  public var pixelAspect: Double { description.pixelAspect }
  /// The file's metadata.
  public var metadata: PhotoMetadata { description.metadata }
  /// The decoder for its format, as LibRaw names it.
  public var decoder: String { description.decoder }
  /// Whose decoder ran: `.auto` is one of Bromide's own.
  public var unpacker: Unpacker { description.unpacker }
  /// The share of the pixels that was decoded; nil for all. Set only if decoding was told which parts are needed.
  public var share: DecodedShare? { description.share }
  /// Damage found in the data, one finding an element; empty for a sound file. A photo with damage is never an ordinary
  /// success.
  public var damage: [String] { description.damage }

  /// The reason why pixels turned zero while they were in use; nil if none did. Ask once they have been used, if decoding
  /// was allowed to leave them in the file.
  public var lostPixels: String? {
    store.hasLostSamples ? "the file was shortened, or could not be read, meanwhile" : nil
  }

  /// A photo whose samples `store` owns.
  package init(image: SensorImage, description: RawDescription, store: any SampleStore) {
    self.image = image
    self.description = description
    self.store = store
  }
}

/// What decoding tells of a photo besides its pixels; processes pass it on.
package struct RawDescription: Sendable, Codable {
  package var profile: CameraProfile
  package var matrixSource: ColorMatrixSource
  package var cameraNames: [String]
  package var embeddedOptics = EmbeddedOptics()
  package var defaultCrop: Region
  package var userCrop: Region?
  package var headroom = 0
  package var pixelAspect: Double
  package var metadata: PhotoMetadata
  package var decoder: String
  package var unpacker: Unpacker
  package var share: DecodedShare?
  package var damage: [String]
}

/// The owner of a photo's samples.
package protocol SampleStore: AnyObject, Sendable {
  /// Whether samples turned zero while they were in use.
  var hasLostSamples: Bool { get }
}

extension LibRawHandle: SampleStore {
  var hasLostSamples: Bool { hasLostPixels }
}

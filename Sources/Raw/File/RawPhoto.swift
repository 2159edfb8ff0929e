public import BromideCodecs
public import BromideValues

/// A decoded raw: its pixels in the memory that its decoder filled, the camera's profile, and the
/// file's metadata.
public struct RawPhoto: Sendable {
  /// The visible area's pixels, before orientation.
  public let image: SensorImage
  /// All data except its pixels.
  package let description: RawDescription
  /// The owner of the pixels.
  let store: any SampleStore

  /// The meaning of the pixels' values as colours.
  public var profile: CameraProfile { description.profile }
  /// The source of the profile's matrices.
  public var matrixSource: ColorMatrixSource { description.matrixSource }
  /// The camera's names in the file and in LibRaw, which a profile can contain.
  package var cameraNames: [String] { description.cameraNames }
  /// The file's corrections, in pixels of `image`.
  public var embeddedOptics: EmbeddedOptics { description.embeddedOptics }
  /// The maker's crop, in pixels of `image`.
  public var defaultCrop: Region { description.defaultCrop }
  /// The photographer's crop, in pixels of `image`, or `nil` if it is missing.
  package var userCrop: Region? { description.userCrop }
  /// The stops from the file's white to saturation. Light above white is kept.
  package var headroom: Int { description.headroom }
  /// The orientation of the pixels in the upright picture.
  public var orientation: Orientation { description.metadata.orientation }
  /// The width of a stored pixel divided by its height.
  public var pixelAspect: Double { description.pixelAspect }
  /// The file's metadata.
  public var metadata: PhotoMetadata { description.metadata }
  /// The decoder for its format, with LibRaw's name.
  public var decoder: String { description.decoder }
  /// The decoder that ran. `.auto` is one of Bromide's.
  public var unpacker: Unpacker { description.unpacker }
  /// The fraction of the pixels that was decoded, or `nil` for all. Set only if you requested
  /// parts.
  public var share: DecodedShare? { description.share }
  /// The damage found in the data, one finding per element. Empty for an intact file. A photo with
  /// damage is never an ordinary success.
  public var damage: [String] { description.damage }

  /// The reason why pixels became zero during use, or `nil`. If decoding was allowed to keep the
  /// pixels in the file, check this after you have used them.
  public var lostPixels: String? {
    store.hasLostSamples ? "the file was shortened, or could not be read, meanwhile" : nil
  }

  /// Frees the memory of pixels that stay in the file. The next access reads them again. Returns
  /// `false` if the pixels are not in the file.
  package func releasePixels() -> Bool { store.releaseSamples() }

  /// Creates a photo with samples that `store` owns.
  package init(image: SensorImage, description: RawDescription, store: any SampleStore) {
    self.image = image
    self.description = description
    self.store = store
  }
}

/// The result of decoding except for the pixels. Worker processes send it.
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
  /// Whether samples became zero during use.
  var hasLostSamples: Bool { get }

  /// Frees the memory of samples that stay in the file. The next access reads them again. Returns
  /// `false` if the samples are not in the file.
  func releaseSamples() -> Bool
}

extension SampleStore {
  package func releaseSamples() -> Bool { false }
}

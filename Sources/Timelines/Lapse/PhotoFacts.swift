public import BromideCodecs
public import BromideSampling
public import BromideValues

/// The facts in a photo's header that a sequence needs, read without unpacking a pixel.
public struct PhotoFacts: Sendable, Hashable, Codable {
  /// In seconds.
  public var exposureTime: Rational?
  /// Focal length over the diameter of the aperture.
  public var fNumber: Rational?
  /// EXIF PhotographicSensitivity.
  public var iso: Int?
  /// The time of capture by the camera's clock.
  public var time: CaptureTime?
  /// The visible area, before orientation.
  public var size: Size
  /// The orientation of the stored picture.
  public var orientation: Orientation
  /// The camera's model, as the file writes it.
  public var camera: String?
  /// Peak memory of decoding, in bytes.
  public var memory: Int
  /// Whether it is a finished picture, such as a JPEG.
  public var isStill = false

  /// Creates the facts of a photo with only a size in its header.
  public init(size: Size, orientation: Orientation = .upright, memory: Int = 0) {
    self.size = size
    self.orientation = orientation
    self.memory = memory
  }

  /// Reads the facts of an open photo.
  public init(_ photo: PhotoFile) {
    self.init(
      size: photo.size, orientation: photo.metadata.orientation,
      memory: photo.expectedMemory)
    let metadata = photo.metadata
    exposureTime = metadata.exposureTime
    fNumber = metadata.fNumber
    iso = metadata.iso
    time = metadata.captureTime
    camera = metadata.model
    isStill = photo.isStill
  }
}

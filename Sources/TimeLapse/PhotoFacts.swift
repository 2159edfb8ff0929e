public import Metadata
public import PhotoLoading
public import Pixels
internal import RawDecoding

/// What a raw's header says that a sequence needs, read without unpacking a pixel.
public struct PhotoFacts: Sendable, Hashable, Codable {
  /// In seconds.
  public var exposureTime: Rational?
  /// Focal length over the diameter of the aperture.
  public var fNumber: Rational?
  /// EXIF PhotographicSensitivity.
  public var iso: Int?
  /// By the camera's clock.
  public var time: CaptureTime?
  /// The visible area, before orientation.
  public var size: Size
  /// How it lies in the upright picture.
  public var orientation: Orientation
  /// The camera's model, as the file writes it.
  public var camera: String?
  /// Bytes that decoding will hold at its peak.
  public var memory: Int

  /// Facts of a photo of that size; the header says nothing else.
  public init(size: Size, orientation: Orientation = .upright, memory: Int = 0) {
    self.size = size
    self.orientation = orientation
    self.memory = memory
  }

  /// Those of a file that is open.
  public init(_ photo: OpenedPhoto) {
    self.init(
      size: photo.file.size, orientation: photo.metadata.orientation,
      memory: photo.expectedMemory)
    let metadata = photo.metadata
    exposureTime = metadata.exposureTime
    fNumber = metadata.fNumber
    iso = metadata.iso
    time = metadata.captureTime
    camera = metadata.model
  }
}

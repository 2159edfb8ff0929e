public import Color
public import Pixels

/// What `Develop` needs to know of a photo: its pixels, and what they mean.
public struct DevelopSource: Sendable {
  /// The sensor's pixels.
  public var image: SensorImage
  /// What the pixels' numbers mean as colours.
  public var profile: CameraProfile
  /// The maker's crop, in pixels of `image`.
  public var defaultCrop: Region
  /// How the stored pixels are turned to stand upright.
  public var orientation: Orientation
  /// Width of a stored pixel over its height.
  public var pixelAspect: Double

  /// A source of these parts; upright and with square pixels unless said otherwise.
  public init(
    image: SensorImage, profile: CameraProfile, defaultCrop: Region,
    orientation: Orientation = .upright, pixelAspect: Double = 1
  ) {
    self.image = image
    self.profile = profile
    self.defaultCrop = defaultCrop
    self.orientation = orientation
    self.pixelAspect = pixelAspect
  }
}

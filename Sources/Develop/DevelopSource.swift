public import Color
public import Pixels

/// A photo to develop: its pixels and their meaning.
public struct DevelopSource: Sendable {
  /// The sensor's pixels.
  public var image: SensorImage { didSet { measures = PhotoMeasures() } }
  /// The meaning of the pixels' numbers as colours.
  public var profile: CameraProfile { didSet { measures = PhotoMeasures() } }
  /// The maker's crop, in pixels of `image`.
  public var defaultCrop: Region
  /// The photographer's crop, in pixels of `image`; nil if the file states none.
  public var userCrop: Region?
  /// Stops by which the image's saturation lies above the white of its file: light above white is kept, and exposure adds
  /// as much.
  package var headroom = 0.0
  /// The orientation of the stored pixels.
  public var orientation: Orientation
  /// Width of a stored pixel over its height.
  public var pixelAspect: Double
  /// What the file states for the correction of its picture, in pixels of `image`.
  public var embedded = EmbeddedOptics()
  /// What a database knows of the lens; nil without one.
  public var lens: LensLookup?
  /// Whether corrections of the lens may move pixels.
  package var lensMovesPixels = true
  /// What the file states of lens and sensor.
  public var optics = OpticsReading()
  /// What another photo of the same camera and lens tells of them, in place of a measurement.
  public var lockedOptics = OpticsReading()
  /// The exposure if neither the file nor the table of camera models states it; nil if nobody looks for it.
  public var unknownExposure: ExposureLookup?
  /// Where the image lies on the sensor's active area; all of it unless the image is a part of the sensor's.
  package var area = SensorArea.all
  /// Whether only parts of the image hold samples, so that the light of the whole must not be measured: recovered highlights
  /// are then grey, and `PhotoMeasures.hasHighlightField` tells that they need all of it.
  package var isPartial = false
  /// Whether clipped channels stay as they were recorded, whatever a recipe says.
  var keepsClipped = false
  /// What is measured over the whole image when it is first needed; copies share it.
  public private(set) var measures = PhotoMeasures()

  /// A source of these parts, by default upright and with square pixels.
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

extension CropArea {
  /// The pixels of a photo with these crops.
  ///
  /// - Parameters:
  ///   - user: The photographer's crop; nil for none.
  ///   - all: All developed pixels.
  package func region(user: Region?, default: Region, all: Region) -> Region {
    switch self {
    case .user: user ?? `default`
    case .default: `default`
    case .active: all
    }
  }
}

extension DevelopSource {
  /// The pixels of a crop area.
  package func region(_ area: CropArea) -> Region {
    area.region(user: userCrop, default: defaultCrop, all: Region(image.size))
  }

  /// This photo with the profile that a choice gives it; what is measured over its image is shared.
  package func applying(_ choice: ProfileChoice) -> DevelopSource {
    guard choice != .embedded else { return self }
    var source = self
    source.profile = profile.applying(choice)
    source.measures = measures
    return source
  }
}

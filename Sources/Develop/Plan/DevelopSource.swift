public import BromideValues

/// A photo to develop: its pixels and their meaning.
public struct DevelopSource: Sendable {
  /// The sensor's pixels.
  public var image: SensorImage { didSet { measures = PhotoMeasures() } }
  /// The meaning of the pixels' numbers as colours.
  public var profile: CameraProfile { didSet { measures = PhotoMeasures() } }
  /// The maker's crop, in pixels of `image`.
  public var defaultCrop: Region
  /// The photographer's crop, in pixels of `image`, or `nil` if the file has no user crop.
  public var userCrop: Region?
  /// The stops from the file's white to the image's saturation. Light above white is kept, and the
  /// exposure is raised by the same amount.
  package var headroom = 0.0
  /// The orientation of the stored pixels.
  public var orientation: Orientation
  /// Width of a stored pixel over its height.
  public var pixelAspect: Double
  /// The corrections stored in the file, in pixels of `image`.
  public var embedded = EmbeddedOptics()
  /// The lens data from a database, or `nil` without a database.
  public var lens: LensLookup?
  /// Whether corrections of the lens may move pixels.
  package var lensMovesPixels = true
  /// The lens and sensor settings recorded in the file.
  public var optics = OpticsReading()
  /// Optics readings from another photo with the same camera and lens, used instead of a
  /// measurement.
  public var lockedOptics = OpticsReading()
  /// Looks up the exposure if it is in neither the file nor the table of camera models. `nil`
  /// disables the lookup.
  public var unknownExposure: ExposureLookup?
  /// The image's position on the sensor's active area. By default, the image covers the area.
  package var area = SensorArea.all
  /// Whether only parts of the image contain samples, so that the entire light must not be
  /// measured.
  ///
  /// Recovered highlights are then grey, and `PhotoMeasures.hasHighlightField` reports whether they
  /// need the entire image.
  package var isPartial = false
  /// Whether clipped channels stay as recorded, for any recipe.
  var keepsClipped = false
  /// Measurements of the entire image, each made when it is first needed. Copies use the same
  /// measurements.
  public private(set) var measures = PhotoMeasures()

  /// Creates a source. By default, it is upright and has square pixels.
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
  /// Returns the region of a photo with these crops.
  ///
  /// - Parameters:
  ///   - user: The photographer's crop, or `nil` if the file has no user crop.
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

  /// Returns this photo with the chosen profile. The copy uses the same measurements.
  package func applying(_ choice: ProfileChoice) -> DevelopSource {
    guard choice != .embedded else { return self }
    var source = self
    source.profile = profile.applying(choice)
    source.measures = measures
    return source
  }
}

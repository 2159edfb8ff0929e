public import BromideValues

/// The metadata of a photo. Units are SI or given with the property. Missing values are `nil`.
public struct PhotoMetadata: Sendable, Hashable, Codable {
  /// The camera's maker.
  public var make: String?
  /// The camera's model, unchanged from the file.
  public var model: String?
  /// EXIF BodySerialNumber.
  public var bodySerial: String?
  /// The lens's maker.
  public var lensMake: String?
  /// The lens's model.
  public var lensModel: String?
  /// The source of `lensModel` if it is not a field of the file, otherwise `nil`. It is
  /// `specification` if the file only has the numbers of the lens.
  public var lensFrom: LensSource?
  /// The numbers of the lens in the file, or `nil` if the file has none.
  public var lensSpecification: LensSpecification?
  /// Exposure time in seconds.
  public var exposureTime: Rational?
  /// Focal length divided by the diameter of the aperture.
  public var fNumber: Rational?
  /// EXIF PhotographicSensitivity, or the value of the field that SensitivityType selects.
  public var iso: Int?
  /// EXIF SensitivityType, 1 … 7: the meaning of `iso` in ISO 12232.
  public var sensitivityType: Int?
  /// Exposure bias, in EV.
  public var exposureBias: Rational?
  /// EXIF ExposureProgram, as its code.
  public var exposureProgram: Int?
  /// EXIF MeteringMode, as its code.
  public var meteringMode: Int?
  /// EXIF Flash: bit 0 fired, bits 1–2 return, 3–4 mode, 5 no flash present, 6 red-eye reduction.
  public var flash: Int?
  /// Focal length in millimetres.
  public var focalLength: Rational?
  /// Focal length on 35 mm film with the same angle of view, in millimetres.
  public var focalLength35mm: Int?
  /// Time of capture by the camera's clock.
  public var captureTime: CaptureTime?
  /// The EXIF field that `captureTime` comes from.
  public var timeSource: TimeSource?
  /// The position at capture, from the file's GPS fields.
  public var position: Position?
  /// Readings of the camera's sensors.
  public var ambient: Ambient?
  /// The copyright. If there are two, the photographer's.
  public var copyright: String?
  /// The editor's copyright, which EXIF stores after the photographer's.
  public var editorCopyright: String?
  /// The photographer.
  public var artist: String?
  /// The description of the photo by its author.
  public var imageDescription: String?
  /// Rating: 0 … 5 stars, or −1 for rejected.
  public var rating: Int?
  /// The program or firmware that wrote the file.
  public var software: String?
  /// The position of the stored rows and columns in the upright picture.
  public var orientation: Orientation = .upright
  /// The XMP packet in the file, or `nil` without one.
  public var packet: String?
  /// The texts of the file's IPTC-IIM block, or `nil` without one.
  public var iptc: XMPProperties?
  /// Sentences about values in the file that Bromide ignores or changes.
  public var remarks: [String] = []

  /// The name of an EXIF field with a date and time. Each is used if the previous ones are unknown.
  public enum TimeSource: String, Sendable, Hashable, Codable, CaseIterable {
    /// When the photo was taken.
    case original = "DateTimeOriginal"
    /// When it became digital.
    case digitized = "DateTimeDigitized"
    /// When the file was last changed: a guess of the time of capture.
    case changed = "DateTime"
  }

  /// A source of the lens's name other than the file's fields.
  public enum LensSource: String, Sendable, Hashable, Codable, CaseIterable {
    /// The user.
    case set
    /// The XMP file next to the photo.
    case sidecar
    /// The XMP in the file.
    case xmp
    /// The program exiftool.
    case exiftool
    /// The program exiv2.
    case exiv2
    /// No source: the name is missing, and the file only has the numbers of the lens.
    case specification
  }

  /// Creates empty metadata.
  public init() {}

  /// Returns a copy without the position at capture: coordinates, altitude, direction, and the
  /// satellites' time.
  public func withoutPlace() -> PhotoMetadata {
    var metadata = self
    metadata.position = nil
    return metadata
  }
}

/// A ratio as in EXIF. The denominator is not 0.
public struct Rational: Sendable, Hashable, Codable {
  /// The numerator. The sign of the ratio depends on numerator and denominator.
  public var numerator: Int
  /// The denominator, not 0.
  public var denominator: Int

  /// - Precondition: The denominator is not 0.
  public init(_ numerator: Int, _ denominator: Int) {
    precondition(denominator != 0, "a ratio has a denominator")
    self.numerator = numerator
    self.denominator = denominator
  }

  /// The quotient.
  public var value: Double { Double(numerator) / Double(denominator) }

  /// Creates an exposure time from seconds: 1/n below half a second, tenths above. Returns `nil`
  /// for impossible times.
  package init?(shutter seconds: Double) {
    guard seconds > 1e-6, seconds < 1e6 else { return nil }
    if seconds < 0.5 {
      self.init(1, Int((1 / seconds).rounded()))
    } else {
      self.init(tenths: seconds)
    }
  }

  /// Creates a number in tenths, or an integer. Returns `nil` below 0.1 and for a million or more.
  package init?(tenths value: Double) {
    guard value >= 0.1, value < 1e6 else { return nil }
    let tenths = Int((value * 10).rounded())
    if tenths % 10 == 0 {
      self.init(tenths / 10, 1)
    } else {
      self.init(tenths, 10)
    }
  }
}

/// The position at which a photo was taken, and the direction of the camera.
public struct Position: Sendable, Hashable, Codable {
  /// Latitude in degrees, positive to the north.
  public var latitude: Double?
  /// Longitude in degrees, positive to the east.
  public var longitude: Double?
  /// Altitude in metres above sea level.
  public var altitude: Double?
  /// Direction of view in degrees clockwise from north, 0 ..< 360.
  public var direction: Double?
  /// Whether `direction` counts from true north instead of magnetic north, or `nil` if unknown.
  public var isDirectionTrue: Bool?
  /// UTC time of the fix: hour, minute, second.
  public var time: [Rational]?
  /// UTC date of the fix, `YYYY:MM:DD`.
  public var date: String?

  /// Creates an empty position.
  public init() {}
}

/// Measurements of a camera's sensors (EXIF 0x9400–0x9405).
public struct Ambient: Sendable, Hashable, Codable {
  /// Temperature in °C.
  public var temperature: Rational?
  /// Relative humidity in percent.
  public var humidity: Rational?
  /// Air pressure in hPa.
  public var pressure: Rational?
  /// Depth under water in metres, negative above the surface.
  public var waterDepth: Rational?
  /// Acceleration in mGal, 10⁻⁵ m/s².
  public var acceleration: Rational?
  /// Elevation angle of the camera in degrees.
  public var elevationAngle: Rational?

  /// Creates an empty set of measurements.
  public init() {}
}

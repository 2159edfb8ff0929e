/// Metadata of a DNG. `nil` or empty fields are omitted.
public struct DNGMetadata: Sendable, Hashable {
  /// TIFF Make.
  public var make: String? = "Bromide"
  /// TIFF Model.
  public var model: String? = "Synthetic"
  /// DNG UniqueCameraModel, which every DNG has.
  public var uniqueCameraModel = "Bromide Synthetic"
  /// EXIF BodySerialNumber.
  public var bodySerial: String?
  /// EXIF LensMake.
  public var lensMake: String?
  /// EXIF LensModel.
  public var lensModel: String?
  /// Exposure time in seconds.
  public var exposureTime: DNGRational?
  /// EXIF FNumber.
  public var fNumber: DNGRational?
  /// EXIF PhotographicSensitivity.
  public var iso: Int?
  /// EXIF SensitivityType, as its code.
  public var sensitivityType: Int?
  /// EXIF RecommendedExposureIndex.
  public var recommendedExposureIndex: Int?
  /// Exposure bias in EV.
  public var exposureBias: DNGRational?
  /// EXIF ExposureProgram, as its code.
  public var exposureProgram: Int?
  /// EXIF MeteringMode, as its code.
  public var meteringMode: Int?
  /// EXIF Flash, as its bits.
  public var flash: Int?
  /// Focal length in millimetres.
  public var focalLength: DNGRational?
  /// Equivalent focal length on 35 mm film, in millimetres.
  public var focalLength35mm: Int?
  /// EXIF DateTimeOriginal, `YYYY:MM:DD HH:MM:SS`.
  public var dateTime: String?
  /// Digits of EXIF SubSecTimeOriginal.
  public var subSecond: String?
  /// EXIF OffsetTimeOriginal, such as `+01:00`.
  public var zone: String?
  /// Readings of the camera's sensors, EXIF 0x9400–0x9405.
  public var ambient = DNGAmbient()
  /// GPS fields.
  public var position: DNGPosition?
  /// XMP-like Rating of TIFF tag 18246, 0 to 5.
  public var rating: Int?
  /// TIFF Copyright.
  public var copyright: String?
  /// TIFF Artist.
  public var artist: String?
  /// TIFF ImageDescription.
  public var imageDescription: String?
  /// TIFF Software.
  public var software: String? = "Bromide MakeTestImages"

  /// Creates metadata that names the camera and the program only.
  public init() {}

  /// Metadata with every field set.
  public static var full: DNGMetadata {
    var result = DNGMetadata()
    result.bodySerial = "0042"
    result.lensMake = "Bromide Optics"
    result.lensModel = "35mm f/1.8"
    result.exposureTime = DNGRational(1, 250)
    result.fNumber = DNGRational(56, 10)
    result.iso = 400
    result.exposureBias = DNGRational(-1, 3)
    result.exposureProgram = 3
    result.meteringMode = 5
    result.flash = 16
    result.focalLength = DNGRational(35, 1)
    result.focalLength35mm = 52
    result.dateTime = "2026:07:14 18:30:05"
    result.subSecond = "042"
    result.zone = "+02:00"
    result.ambient.temperature = DNGRational(-35, 10)
    result.ambient.humidity = DNGRational(615, 10)
    result.ambient.pressure = DNGRational(8765, 10)
    result.ambient.waterDepth = DNGRational(-15, 10)
    result.ambient.acceleration = DNGRational(980_665, 1)
    result.ambient.elevationAngle = DNGRational(-125, 10)
    var position = DNGPosition(latitude: -33.856_784, longitude: 151.215_297)
    position.altitude = -12.5
    position.direction = 271.25
    position.isDirectionTrue = true
    position.time = [16, 30, 5]
    position.date = "2026:07:14"
    result.position = position
    result.rating = 4
    result.copyright = "Public domain (CC0)"
    result.artist = "Bromide"
    result.imageDescription = "A made-up scene"
    return result
  }
}

/// Measurements of a camera's sensors (EXIF 0x9400–0x9405).
public struct DNGAmbient: Sendable, Hashable {
  /// Temperature in °C.
  public var temperature: DNGRational?
  /// Relative humidity in percent.
  public var humidity: DNGRational?
  /// Air pressure in hPa.
  public var pressure: DNGRational?
  /// Depth under water in metres.
  public var waterDepth: DNGRational?
  /// Acceleration in mGal.
  public var acceleration: DNGRational?
  /// Elevation angle in degrees, positive upwards.
  public var elevationAngle: DNGRational?

  /// Creates an empty set of measurements.
  public init() {}
}

/// The place where a synthetic photo was taken.
public struct DNGPosition: Sendable, Hashable {
  /// Latitude in degrees, positive to the north.
  public var latitude: Double
  /// Longitude in degrees, positive to the east.
  public var longitude: Double
  /// Altitude in metres above sea level.
  public var altitude: Double?
  /// Direction of view in degrees clockwise from north.
  public var direction: Double?
  /// Whether the direction is from true north instead of magnetic north.
  public var isDirectionTrue = true
  /// UTC time: hour, minute, second.
  public var time: [Int]?
  /// GPSStatus: `A` for a measurement, `V` for a void one.
  public var status: String?
  /// UTC date, `YYYY:MM:DD`.
  public var date: String?

  /// Creates a position in degrees, positive to the north and east, without further fields.
  public init(latitude: Double, longitude: Double) {
    self.latitude = latitude
    self.longitude = longitude
  }
}

/// A ratio as TIFF stores it: two 32-bit integers.
public struct DNGRational: Sendable, Hashable {
  /// Number above the line, with the sign.
  public var numerator: Int
  /// Number below the line, not 0.
  public var denominator: Int

  /// - Precondition: The denominator is not 0.
  public init(_ numerator: Int, _ denominator: Int) {
    precondition(denominator != 0, "a ratio has a denominator")
    self.numerator = numerator
    self.denominator = denominator
  }

  /// The nearest ratio with the given denominator.
  public init(_ value: Double, denominator: Int = 10_000) {
    self.init(Int((value * Double(denominator)).rounded()), denominator)
  }

  /// The quotient.
  public var value: Double { Double(numerator) / Double(denominator) }
}

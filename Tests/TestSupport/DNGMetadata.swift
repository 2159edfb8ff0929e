/// What a DNG says of its making. nil and empty leave a field away.
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
  /// Seconds.
  public var exposureTime: DNGRational?
  /// EXIF FNumber.
  public var fNumber: DNGRational?
  /// EXIF PhotographicSensitivity.
  public var iso: Int?
  /// EV.
  public var exposureBias: DNGRational?
  /// EXIF ExposureProgram, its code.
  public var exposureProgram: Int?
  /// EXIF MeteringMode, its code.
  public var meteringMode: Int?
  /// EXIF Flash, its bits.
  public var flash: Int?
  /// Millimetres.
  public var focalLength: DNGRational?
  /// Millimetres of 35 mm film.
  public var focalLength35mm: Int?
  /// EXIF DateTimeOriginal, `YYYY:MM:DD HH:MM:SS`.
  public var dateTime: String?
  /// EXIF SubSecTimeOriginal, its digits.
  public var subSecond: String?
  /// EXIF OffsetTimeOriginal, `+01:00`.
  public var zone: String?
  /// EXIF 0x9400–0x9405.
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

  /// A name for the camera and the program, nothing else.
  public init() {}

  /// A full set, for tests of metadata.
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
    result.ambient.acceleration = DNGRational(980_665, 1000)
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

/// What a camera's sensors measured (EXIF 0x9400–0x9405).
public struct DNGAmbient: Sendable, Hashable {
  /// °C.
  public var temperature: DNGRational?
  /// %.
  public var humidity: DNGRational?
  /// hPa.
  public var pressure: DNGRational?
  /// m.
  public var waterDepth: DNGRational?
  /// mGal.
  public var acceleration: DNGRational?
  /// Degrees upwards.
  public var elevationAngle: DNGRational?

  /// Nothing measured.
  public init() {}
}

/// Where a made-up photo was taken.
public struct DNGPosition: Sendable, Hashable {
  /// Degrees, north positive.
  public var latitude: Double
  /// Degrees, east positive.
  public var longitude: Double
  /// Metres above sea level.
  public var altitude: Double?
  /// Degrees clockwise from north.
  public var direction: Double?
  /// True north, else magnetic.
  public var isDirectionTrue = true
  /// UTC: hour, minute, second.
  public var time: [Int]?
  /// UTC, `YYYY:MM:DD`.
  public var date: String?

  /// Degrees, north and east positive; nothing else is said.
  public init(latitude: Double, longitude: Double) {
    self.latitude = latitude
    self.longitude = longitude
  }
}

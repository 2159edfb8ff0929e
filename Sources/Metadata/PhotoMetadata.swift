public import Pixels

/// What a photo says of itself. Units are SI or those named; nil where the file says nothing.
public struct PhotoMetadata: Sendable, Hashable, Codable {
  /// The camera's maker.
  public var make: String?
  /// The camera's model, as the file writes it.
  public var model: String?
  /// EXIF BodySerialNumber.
  public var bodySerial: String?
  /// The lens's maker.
  public var lensMake: String?
  /// The lens's model.
  public var lensModel: String?
  /// In seconds.
  public var exposureTime: Rational?
  /// Focal length over the diameter of the aperture.
  public var fNumber: Rational?
  /// EXIF PhotographicSensitivity.
  public var iso: Int?
  /// Exposure bias, in EV.
  public var exposureBias: Rational?
  /// EXIF ExposureProgram, its code.
  public var exposureProgram: Int?
  /// EXIF MeteringMode, its code.
  public var meteringMode: Int?
  /// EXIF Flash: bit 0 fired, bits 1–2 return, 3–4 mode, 5 no flash there, 6 red-eye reduction.
  public var flash: Int?
  /// In millimetres.
  public var focalLength: Rational?
  /// In millimetres of the 35 mm film that would show the same angle.
  public var focalLength35mm: Int?
  /// By the camera's clock.
  public var captureTime: CaptureTime?
  /// From the file's GPS fields.
  public var position: Position?
  /// From the camera's own sensors.
  public var ambient: Ambient?
  /// Who owns the rights.
  public var copyright: String?
  /// Who took the photo.
  public var artist: String?
  /// What the photo shows, in its author's words.
  public var imageDescription: String?
  /// 0 … 5 stars, −1 rejected.
  public var rating: Int?
  /// The program or firmware that wrote the file.
  public var software: String?
  /// How stored rows and columns lie in the upright picture.
  public var orientation: Orientation = .upright

  /// A photo that says nothing.
  public init() {}
}

/// A ratio as EXIF stores it; the denominator is not 0.
public struct Rational: Sendable, Hashable, Codable {
  /// Above the line; with the denominator it carries the sign.
  public var numerator: Int
  /// Below the line, not 0.
  public var denominator: Int

  /// - Precondition: The denominator is not 0.
  public init(_ numerator: Int, _ denominator: Int) {
    precondition(denominator != 0, "a ratio has a denominator")
    self.numerator = numerator
    self.denominator = denominator
  }

  /// The quotient.
  public var value: Double { Double(numerator) / Double(denominator) }
}

/// The moment of capture, as the camera's clock and EXIF state it.
public struct CaptureTime: Sendable, Hashable, Codable {
  /// Of the Gregorian calendar.
  public var year: Int
  /// 1 … 12.
  public var month: Int
  /// 1 … 31.
  public var day: Int
  /// 0 … 23.
  public var hour: Int
  /// 0 … 59.
  public var minute: Int
  /// 0 … 59.
  public var second: Int
  /// Decimal digits after the second (EXIF SubSecTimeOriginal), as written.
  public var subSecond: String?
  /// Zone as `+01:00` (EXIF OffsetTimeOriginal).
  public var zone: String?

  /// A moment as written; that there is such a date is not checked.
  public init(
    year: Int, month: Int, day: Int, hour: Int, minute: Int, second: Int,
    subSecond: String? = nil, zone: String? = nil
  ) {
    self.year = year
    self.month = month
    self.day = day
    self.hour = hour
    self.minute = minute
    self.second = second
    self.subSecond = subSecond
    self.zone = zone
  }
}

/// Where a photo was taken, and where the camera looked.
public struct Position: Sendable, Hashable, Codable {
  /// Degrees, north positive.
  public var latitude: Double?
  /// Degrees, east positive.
  public var longitude: Double?
  /// Metres above sea level.
  public var altitude: Double?
  /// Degrees clockwise from north, 0 ..< 360.
  public var direction: Double?
  /// Whether `direction` counts from true north; false: magnetic; nil: not said.
  public var isDirectionTrue: Bool?
  /// UTC of the fix: hour, minute, second.
  public var time: [Rational]?
  /// UTC date of the fix, `YYYY:MM:DD`.
  public var date: String?

  /// A place of which nothing is said.
  public init() {}
}

/// What a camera's sensors measured (EXIF 0x9400–0x9405).
public struct Ambient: Sendable, Hashable, Codable {
  /// °C.
  public var temperature: Rational?
  /// %.
  public var humidity: Rational?
  /// hPa.
  public var pressure: Rational?
  /// m; negative is above the surface.
  public var waterDepth: Rational?
  /// mGal = 10⁻⁵ m/s².
  public var acceleration: Rational?
  /// Degrees the camera looked up.
  public var elevationAngle: Rational?

  /// Nothing measured.
  public init() {}
}

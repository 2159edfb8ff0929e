public import Pixels

/// What a photo says of itself. Units are SI or those named; nil where the file says nothing.
public struct PhotoMetadata: Sendable, Hashable, Codable {
  public var make: String?
  public var model: String?
  public var bodySerial: String?
  public var lensMake: String?
  public var lensModel: String?
  public var exposureTime: Rational?
  public var fNumber: Rational?
  public var iso: Int?
  /// Exposure bias, in EV.
  public var exposureBias: Rational?
  /// EXIF ExposureProgram, MeteringMode and Flash codes.
  public var exposureProgram: Int?
  public var meteringMode: Int?
  public var flash: Int?
  /// In millimetres.
  public var focalLength: Rational?
  public var focalLength35mm: Int?
  public var captureTime: CaptureTime?
  public var position: Position?
  public var ambient: Ambient?
  public var copyright: String?
  public var artist: String?
  public var imageDescription: String?
  /// 0 … 5 stars, −1 rejected.
  public var rating: Int?
  public var software: String?
  public var orientation: Orientation = .upright

  public init() {}
}

/// A ratio as EXIF stores it; the denominator is not 0.
public struct Rational: Sendable, Hashable, Codable {
  public var numerator: Int
  public var denominator: Int

  public init(_ numerator: Int, _ denominator: Int) {
    precondition(denominator != 0, "a ratio has a denominator")
    self.numerator = numerator
    self.denominator = denominator
  }

  public var value: Double { Double(numerator) / Double(denominator) }
}

/// The moment of capture, as the camera's clock and EXIF state it.
public struct CaptureTime: Sendable, Hashable, Codable {
  public var year: Int
  public var month: Int
  public var day: Int
  public var hour: Int
  public var minute: Int
  public var second: Int
  /// Decimal digits after the second (EXIF SubSecTimeOriginal), as written.
  public var subSecond: String?
  /// Zone as `+01:00` (EXIF OffsetTimeOriginal).
  public var zone: String?

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

  public init() {}
}

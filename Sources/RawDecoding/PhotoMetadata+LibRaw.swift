internal import CLibRaw
internal import Metadata
internal import Pixels

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#elseif canImport(Darwin)
  internal import Darwin
#endif

extension PhotoMetadata {
  /// The metadata of the photo: its EXIF fields as written, otherwise what LibRaw understood of
  /// formats that have none (CIFF, makers' own).
  init(_ handle: LibRawHandle, fields: ExifFields) {
    self.init()
    // LibRaw shortens names (“Canon EOS 6D” to “EOS 6D”); lens corrections and catalogues know the camera's own.
    make = fields.text(0x010f, in: .main) ?? handle.text(BROMIDE_RAW_MAKE)
    model = fields.text(0x0110, in: .main) ?? handle.text(BROMIDE_RAW_MODEL)
    software = handle.text(BROMIDE_RAW_SOFTWARE) ?? fields.text(0x0131, in: .main)
    orientation = Orientation(libraw: Int(handle.layout.flip))
    readExposure(fields, handle.shot)
    readLens(handle, fields)
    readAuthorship(handle, fields)
    captureTime = CaptureTime(fields) ?? CaptureTime(localTimestamp: handle.shot.timestamp)
    position = Position(fields) ?? Position(handle)
    ambient = Ambient(fields)
  }

  private mutating func readExposure(_ fields: ExifFields, _ shot: bromide_raw_shot) {
    // A field of 0 says “unknown”, where LibRaw makes 1 s or f/1 out of APEX values of 0.
    exposureTime =
      fields.has(0x829a, in: .exif)
      ? fields.rational(0x829a).flatMap(positive) : Rational(shutter: shot.shutter)
    fNumber =
      fields.has(0x829d, in: .exif)
      ? fields.rational(0x829d).flatMap(positive) : Rational(tenths: shot.aperture)
    // 65535 is EXIF's "look elsewhere": ISO speed of 2.3 is in LibRaw's number already.
    iso =
      fields.integer(0x8827).flatMap { $0 > 0 && $0 < 65535 ? $0 : nil }
      ?? (shot.iso >= 1 && shot.iso < 1e8 ? Int(shot.iso.rounded()) : nil)
    exposureBias = fields.rational(0x9204)
    exposureProgram = fields.integer(0x8822)
    meteringMode = fields.integer(0x9207)
    flash = fields.integer(0x9209)
    focalLength = fields.rational(0x920a).flatMap(positive) ?? Rational(tenths: shot.focal_length)
    focalLength35mm =
      fields.integer(0xa405).flatMap { $0 > 0 ? $0 : nil }
      ?? (shot.focal_length_35mm > 0 ? Int(shot.focal_length_35mm) : nil)
  }

  private mutating func readLens(_ handle: LibRawHandle, _ fields: ExifFields) {
    bodySerial =
      fields.text(0xa431) ?? fields.text(0xc62f, in: .main) ?? handle.text(BROMIDE_RAW_BODY_SERIAL)
    lensMake = fields.text(0xa433) ?? handle.text(BROMIDE_RAW_LENS_MAKE)
    lensModel =
      fields.text(0xa434) ?? handle.text(BROMIDE_RAW_LENS)
      ?? handle.text(BROMIDE_RAW_MAKERNOTE_LENS)
  }

  private mutating func readAuthorship(_ handle: LibRawHandle, _ fields: ExifFields) {
    copyright = fields.text(0x8298, in: .main)
    artist = fields.text(0x013b, in: .main) ?? handle.text(BROMIDE_RAW_ARTIST)
    imageDescription =
      fields.text(0x010e, in: .main) ?? handle.text(BROMIDE_RAW_DESCRIPTION)
    rating = (fields.integer(0x4746, in: .main) ?? XMPRating.find(in: handle.xmp))
      .flatMap { (-1...5).contains($0) ? $0 : nil }
  }

  private func positive(_ value: Rational) -> Rational? { value.value > 0 ? value : nil }
}

extension Rational {
  /// An exposure time that LibRaw knows only as a number: 1/n below half a second.
  fileprivate init?(shutter seconds: Double) {
    guard seconds > 1e-6, seconds < 1e6 else { return nil }
    if seconds < 0.5 {
      self.init(1, Int((1 / seconds).rounded()))
    } else {
      self.init(tenths: seconds)
    }
  }

  fileprivate init?(tenths value: Double) {
    guard value >= 0.1, value < 1e6 else { return nil }
    let tenths = Int((value * 10).rounded())
    if tenths % 10 == 0 {
      self.init(tenths / 10, 1)
    } else {
      self.init(tenths, 10)
    }
  }
}

extension CaptureTime {
  /// DateTimeOriginal, else DateTimeDigitized, else the main directory's DateTime.
  fileprivate init?(_ fields: ExifFields) {
    let texts: [(String?, subSecond: UInt16, zone: UInt16)] = [
      (fields.text(0x9003), 0x9291, 0x9011), (fields.text(0x9004), 0x9292, 0x9012),
      (fields.text(0x0132, in: .main), 0x9290, 0x9010),
    ]
    for (text, subSecond, zone) in texts {
      guard let text,
        let time = CaptureTime(
          exif: text, subSecond: fields.text(subSecond), zone: fields.text(zone))
      else { continue }
      self = time
      return
    }
    return nil
  }

  /// LibRaw makes its number with `mktime`, so `localtime_r` gives back what the camera's clock showed.
  fileprivate init?(localTimestamp seconds: Int64) {
    guard seconds > 0 else { return nil }
    var time = time_t(seconds)
    var parts = unsafe tm()
    guard unsafe localtime_r(&time, &parts) != nil else { return nil }
    unsafe self.init(
      year: Int(parts.tm_year) + 1900, month: Int(parts.tm_mon) + 1, day: Int(parts.tm_mday),
      hour: Int(parts.tm_hour), minute: Int(parts.tm_min), second: Int(parts.tm_sec))
  }
}

extension Position {
  /// The GPS directory (CIPA DC-008, 4.6.6).
  fileprivate init?(_ fields: ExifFields) {
    self.init()
    latitude = Self.angle(fields, 0x0002, reference: 0x0001, negative: "S", limit: 90)
    longitude = Self.angle(fields, 0x0004, reference: 0x0003, negative: "W", limit: 180)
    altitude = fields.rational(0x0006, in: .gps).map {
      fields.integer(0x0005, in: .gps) == 1 ? -$0.value : $0.value
    }
    direction = fields.rational(0x0011, in: .gps).flatMap {
      $0.value >= 0 && $0.value <= 360 ? $0.value.truncatingRemainder(dividingBy: 360) : nil
    }
    if direction != nil {
      switch fields.text(0x0010, in: .gps) {
      case "T": isDirectionTrue = true
      case "M": isDirectionTrue = false
      default: break
      }
    }
    time = fields.rationals(0x0007, in: .gps, count: 3)
    date = fields.text(0x001d, in: .gps)
    guard latitude != nil || longitude != nil || altitude != nil || direction != nil else {
      return nil
    }
  }

  private static func angle(
    _ fields: ExifFields, _ tag: UInt16, reference: UInt16, negative: String, limit: Double
  ) -> Double? {
    guard let parts = fields.rationals(tag, in: .gps, count: 3) else { return nil }
    let degrees = parts[0].value + parts[1].value / 60 + parts[2].value / 3600
    guard degrees >= 0, degrees <= limit else { return nil }
    return fields.text(reference, in: .gps)?.uppercased() == negative ? -degrees : degrees
  }

  /// The position that LibRaw understood, if its parser does not hand over the directory.
  fileprivate init?(_ handle: LibRawHandle) {
    self.init()
    func degrees(_ name: bromide_raw_numbers, limit: Double) -> Double? {
      handle.numbers(name).map { $0[0] + $0[1] / 60 + $0[2] / 3600 }
        .flatMap { abs($0) <= limit ? $0 : nil }
    }
    latitude = degrees(BROMIDE_RAW_GPS_LATITUDE, limit: 90)
    longitude = degrees(BROMIDE_RAW_GPS_LONGITUDE, limit: 180)
    altitude = handle.numbers(BROMIDE_RAW_GPS_ALTITUDE)?.first
    guard latitude != nil, longitude != nil else { return nil }
  }
}

extension Ambient {
  /// EXIF 2.31's environment fields. Makers' notes use the same numbers with other types.
  fileprivate init?(_ fields: ExifFields) {
    self.init()
    temperature = fields.rational(0x9400)
    humidity = fields.rational(0x9401)
    pressure = fields.rational(0x9402)
    waterDepth = fields.rational(0x9403)
    acceleration = fields.rational(0x9404)
    elevationAngle = fields.rational(0x9405)
    if self == Ambient() { return nil }
  }
}

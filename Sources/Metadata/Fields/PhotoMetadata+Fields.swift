internal import Pixels

extension PhotoMetadata {
  /// The metadata that fields and an XMP packet state: the one reading of both, whichever parser found them.
  package init(_ fields: ExifFields, xmp: [UInt8] = []) {
    self.init()
    make = fields.text(0x010f, in: .main)
    model = fields.text(0x0110, in: .main)
    software = fields.text(0x0131, in: .main)
    orientation =
      fields.integer(0x0112, in: .main).flatMap { Orientation(rawValue: $0) } ?? .upright
    readExposure(fields)
    bodySerial = fields.text(0xa431) ?? fields.text(0xc62f, in: .main)
    lensMake = fields.text(0xa433)
    lensModel = fields.text(0xa434)
    copyright = fields.text(0x8298, in: .main)
    artist = fields.text(0x013b, in: .main)
    imageDescription = fields.text(0x010e, in: .main)
    rating = (fields.integer(0x4746, in: .main) ?? XMPRating.find(in: xmp))
      .flatMap { (-1...5).contains($0) ? $0 : nil }
    captureTime = CaptureTime(fields)
    position = Position(fields)
    ambient = Ambient(fields)
  }

  private mutating func readExposure(_ fields: ExifFields) {
    // A field of 0 says “unknown”.
    exposureTime = fields.rational(0x829a).flatMap(positive)
    fNumber = fields.rational(0x829d).flatMap(positive)
    // 65535 is EXIF's "look elsewhere".
    iso = fields.integer(0x8827).flatMap { $0 > 0 && $0 < 65535 ? $0 : nil }
    exposureBias = fields.rational(0x9204)
    exposureProgram = fields.integer(0x8822)
    meteringMode = fields.integer(0x9207)
    flash = fields.integer(0x9209)
    focalLength = fields.rational(0x920a).flatMap(positive)
    focalLength35mm = fields.integer(0xa405).flatMap { $0 > 0 ? $0 : nil }
  }

  private func positive(_ value: Rational) -> Rational? { value.value > 0 ? value : nil }
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

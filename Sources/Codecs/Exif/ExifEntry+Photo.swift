extension ExifEntry {
  /// Returns all entries of a photo except its orientation. Tags follow CIPA DC-008-2019, tables 4
  /// to 15.
  static func all(of metadata: PhotoMetadata) -> [ExifEntry] {
    let entries =
      image(metadata) + exposure(metadata) + sensitivity(metadata) + time(metadata.captureTime)
      + ambient(metadata.ambient) + position(metadata.position)
    return entries.compactMap { $0 }
  }

  private static func image(_ metadata: PhotoMetadata) -> [ExifEntry?] {
    [
      text(.image, 0x010E, metadata.imageDescription),
      text(.image, 0x010F, metadata.make),
      text(.image, 0x0110, metadata.model),
      text(.image, 0x0131, metadata.software),
      text(.image, 0x013B, metadata.artist),
      // Rating is Microsoft's tag, 0 … 5.
      short(.image, 0x4746, metadata.rating.flatMap { (0...5).contains($0) ? $0 : nil }),
      copyright(metadata),
      text(.photo, 0xA431, metadata.bodySerial),
      metadata.lensSpecification.flatMap { lens in
        lens.ratios.isEmpty ? nil : rationals(.photo, 0xA432, lens.ratios)
      },
      text(.photo, 0xA433, metadata.lensMake),
      text(.photo, 0xA434, metadata.lensModel),
    ]
  }

  private static func exposure(_ metadata: PhotoMetadata) -> [ExifEntry?] {
    [
      rational(.photo, 0x829A, metadata.exposureTime),
      rational(.photo, 0x829D, metadata.fNumber),
      short(.photo, 0x8822, metadata.exposureProgram),
      signedRational(.photo, 0x9204, metadata.exposureBias),
      short(.photo, 0x9207, metadata.meteringMode),
      short(.photo, 0x9209, metadata.flash),
      rational(.photo, 0x920A, metadata.focalLength),
      short(.photo, 0xA405, metadata.focalLength35mm),
    ]
  }

  /// Returns the photographer's and the editor's copyright, each with its NUL. If the
  /// photographer's is missing, a blank is written instead.
  private static func copyright(_ metadata: PhotoMetadata) -> ExifEntry? {
    guard let editor = metadata.editorCopyright else {
      return text(.image, 0x8298, metadata.copyright)
    }
    return texts(.image, 0x8298, [metadata.copyright ?? " ", editor])
  }

  /// Returns the sensitivity. PhotographicSensitivity ends at 65535. For more, it is 65535, and the
  /// fields of SensitivityType contain the number. If the photo does not have a type, it is 2, as
  /// in cameras, so RecommendedExposureIndex contains the number.
  private static func sensitivity(_ metadata: PhotoMetadata) -> [ExifEntry?] {
    let type = metadata.sensitivityType ?? 2
    guard let iso = metadata.iso, iso > 0, UInt32(exactly: iso) != nil,
      let fields = PhotoMetadata.sensitivities[type]
    else { return [] }
    return [short(.photo, 0x8827, min(iso, 65_535)), short(.photo, 0x8830, type)]
      + fields.map { long(.photo, $0, iso) }
  }

  /// Returns the time. A raw photo is digital from the start, so original and digitized are the
  /// same moment.
  private static func time(_ time: CaptureTime?) -> [ExifEntry?] {
    guard let time, time.isValid else { return [] }
    return [
      text(.photo, 0x9003, time.exifText),
      text(.photo, 0x9004, time.exifText),
      text(.photo, 0x9011, time.zone),
      text(.photo, 0x9012, time.zone),
      text(.photo, 0x9291, time.subSecond),
      text(.photo, 0x9292, time.subSecond),
    ]
  }

  private static func ambient(_ ambient: Ambient?) -> [ExifEntry?] {
    guard let ambient else { return [] }
    return [
      signedRational(.photo, 0x9400, ambient.temperature),
      rational(.photo, 0x9401, ambient.humidity),
      rational(.photo, 0x9402, ambient.pressure),
      signedRational(.photo, 0x9403, ambient.waterDepth),
      rational(.photo, 0x9404, ambient.acceleration),
      signedRational(.photo, 0x9405, ambient.elevationAngle),
    ]
  }

  private static func position(_ position: Position?) -> [ExifEntry?] {
    guard let position else { return [] }
    let entries =
      coordinate(position.latitude, limit: 90, tag: 0x01, signs: ("N", "S"))
      + coordinate(position.longitude, limit: 180, tag: 0x03, signs: ("E", "W"))
      + altitude(position.altitude) + fix(position)
      + direction(position.direction, isTrue: position.isDirectionTrue)
    guard entries.contains(where: { $0 != nil }) else { return [] }
    return [byte(.position, 0x00, [2, 3, 0, 0])] + entries
  }

  /// Returns the reference and, with the next tag, degrees, minutes and seconds. Seconds are in
  /// millionths (0.03 mm).
  private static func coordinate(
    _ degrees: Double?, limit: Double, tag: UInt16, signs: (positive: String, negative: String)
  ) -> [ExifEntry?] {
    guard let degrees, abs(degrees) <= limit else { return [] }
    // Round the complete angle once, so that 60 seconds never occur.
    let millionths = Int((abs(degrees) * 3_600_000_000).rounded())
    let (minutes, seconds) = millionths.quotientAndRemainder(dividingBy: 60_000_000)
    return [
      text(.position, tag, degrees < 0 ? signs.negative : signs.positive),
      rationals(
        .position, tag + 1,
        [Rational(minutes / 60, 1), Rational(minutes % 60, 1), Rational(seconds, 1_000_000)]),
    ]
  }

  /// Returns the altitude in millimetres, with the reference 1 for below the sea.
  private static func altitude(_ altitude: Double?) -> [ExifEntry?] {
    guard let altitude, abs(altitude) <= 1_000_000 else { return [] }
    return [
      byte(.position, 0x05, [altitude < 0 ? 1 : 0]),
      rational(.position, 0x06, Rational(Int((abs(altitude) * 1000).rounded()), 1000)),
    ]
  }

  private static func direction(_ direction: Double?, isTrue: Bool?) -> [ExifEntry?] {
    guard let direction, (0...360).contains(direction) else { return [] }
    let hundredths = Int((direction * 100).rounded()) % 36_000
    return [
      text(.position, 0x10, isTrue.map { $0 ? "T" : "M" }),
      rational(.position, 0x11, Rational(hundredths, 100)),
    ]
  }

  private static func fix(_ position: Position) -> [ExifEntry?] {
    [
      position.time.flatMap { $0.count == 3 ? rationals(.position, 0x07, $0) : nil },
      position.date.flatMap { CaptureTime(exif: $0 + " 00:00:00") }
        .flatMap { text(.position, 0x1D, String($0.exifText.prefix(10))) },
    ]
  }
}

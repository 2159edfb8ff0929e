internal import BromideCodecs
internal import BromideLibc
internal import BromideValues
internal import CBromideLibRaw

extension PhotoMetadata {
  /// Creates the photo's metadata from its EXIF fields. For formats without them (CIFF, makers'
  /// formats), uses LibRaw's data.
  init(_ handle: LibRawHandle, fields: ExifFields) {
    self.init(fields, xmp: handle.xmp)
    // A monochrome photo does not need these fields.
    if let dng = handle.dng, dng.colorCount > 1 { remarks += dng.colors.faults.map(\.text) }
    // LibRaw shortens names (“Canon EOS 6D” to “EOS 6D”), but lens corrections and catalogues use
    // the camera's name.
    make = make ?? handle.text(BROMIDE_RAW_MAKE)
    model = model ?? handle.text(BROMIDE_RAW_MODEL)
    software = handle.text(BROMIDE_RAW_SOFTWARE) ?? software
    orientation = Orientation(libraw: Int(handle.layout.flip))
    fillExposure(fields, handle.shot)
    bodySerial = bodySerial ?? handle.text(BROMIDE_RAW_BODY_SERIAL)
    lensMake = lensMake ?? handle.text(BROMIDE_RAW_LENS_MAKE)
    lensModel =
      lensModel ?? handle.text(BROMIDE_RAW_LENS) ?? handle.text(BROMIDE_RAW_MAKERNOTE_LENS)
    lensSpecification =
      LensSpecification(handle.lens, features: handle.text(BROMIDE_RAW_LENS_FEATURES))
      ?? lensSpecification
    artist = artist ?? handle.text(BROMIDE_RAW_ARTIST)
    imageDescription = imageDescription ?? handle.text(BROMIDE_RAW_DESCRIPTION)
    // LibRaw returns a time and a position even if the fields are missing.
    if !TimeSource.allCases.contains(where: { fields.text($0) != nil }) {
      captureTime = CaptureTime(localTimestamp: handle.shot.timestamp)
    }
    if !fields.has(.gps) { position = Position(handle) }
  }

  private mutating func fillExposure(_ fields: ExifFields, _ shot: bromide_raw_shot) {
    // 0 means “unknown” in a field. From APEX values of 0, LibRaw would compute 1 s or f/1.
    if !fields.has(0x829a, in: .exif) {
      exposureTime = Rational(shutter: shot.shutter) ?? exposureTime
    }
    if !fields.has(0x829d, in: .exif) { fNumber = Rational(tenths: shot.aperture) ?? fNumber }
    // LibRaw reads sensitivities from makers' notes, but also passes EXIF's 65535.
    if iso == nil, shot.iso >= 1, shot.iso < 1e8, shot.iso.rounded() != 65535 {
      iso = Int(shot.iso.rounded())
      remarks.removeAll { $0 == Self.unknownSensitivity }
    }
    focalLength = focalLength ?? Rational(tenths: shot.focal_length)
    focalLength35mm =
      focalLength35mm ?? (shot.focal_length_35mm > 0 ? Int(shot.focal_length_35mm) : nil)
  }
}

extension LensSpecification {
  /// Creates a specification from LibRaw's data, or returns `nil` if they do not describe a lens.
  fileprivate init?(_ lens: bromide_raw_lens, features: String?) {
    guard lens.has_number || lens.least_focal > 0 || lens.is_fixed else { return nil }
    self.init()
    number = lens.has_number ? lens.number : nil
    leastFocalLength = lens.least_focal
    mostFocalLength = lens.most_focal
    leastFocalAperture = lens.aperture_at_least
    mostFocalAperture = lens.aperture_at_most
    self.features = features ?? ""
    isFixed = lens.is_fixed
  }
}

extension CaptureTime {
  /// Creates a time. LibRaw computes its number with `mktime`, so `localtime_r` restores the time
  /// on the camera's clock.
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
  /// Creates the position from LibRaw's data, if its parser does not return the directory.
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

extension DNGMetadata {
  /// Adds the fields of the first directory.
  func fill(_ directory: inout TIFFDirectory) {
    directory[0x010E] = imageDescription.map { .ascii($0) }
    directory[0x010F] = make.map { .ascii($0) }
    directory[0x0110] = model.map { .ascii($0) }
    directory[0x0131] = software.map { .ascii($0) }
    directory[0x0132] = dateTime.map { .ascii($0) }
    directory[0x013B] = artist.map { .ascii($0) }
    directory[0x4746] = rating.map { .shorts([$0]) }
    directory[0x8298] = copyright.map { .ascii($0) }
    directory[0xC614] = .ascii(uniqueCameraModel)
    directory[0xC62F] = bodySerial.map { .ascii($0) }
    let exif = exif
    if !exif.isEmpty { directory[0x8769] = .directory(exif) }
    if let position { directory[0x8825] = .directory(position.directory) }
  }

  /// The Exif directory (CIPA DC-008, 4.6.5).
  private var exif: TIFFDirectory {
    var result = TIFFDirectory()
    result[0x829A] = exposureTime.map { .rationals([$0]) }
    result[0x829D] = fNumber.map { .rationals([$0]) }
    result[0x8822] = exposureProgram.map { .shorts([$0]) }
    result[0x8827] = iso.map { .shorts([$0]) }
    result[0x8830] = sensitivityType.map { .shorts([$0]) }
    result[0x8832] = recommendedExposureIndex.map { .longs([$0]) }
    for tag in [0x9003, 0x9004] { result[tag] = dateTime.map { .ascii($0) } }
    for tag in [0x9010, 0x9011, 0x9012] { result[tag] = zone.map { .ascii($0) } }
    result[0x9204] = exposureBias.map { .signedRationals([$0]) }
    result[0x9207] = meteringMode.map { .shorts([$0]) }
    result[0x9209] = flash.map { .shorts([$0]) }
    result[0x920A] = focalLength.map { .rationals([$0]) }
    for tag in [0x9290, 0x9291, 0x9292] { result[tag] = subSecond.map { .ascii($0) } }
    result[0x9400] = ambient.temperature.map { .signedRationals([$0]) }
    result[0x9401] = ambient.humidity.map { .rationals([$0]) }
    result[0x9402] = ambient.pressure.map { .rationals([$0]) }
    result[0x9403] = ambient.waterDepth.map { .signedRationals([$0]) }
    result[0x9404] = ambient.acceleration.map { .rationals([$0]) }
    result[0x9405] = ambient.elevationAngle.map { .signedRationals([$0]) }
    result[0xA405] = focalLength35mm.map { .shorts([$0]) }
    result[0xA431] = bodySerial.map { .ascii($0) }
    result[0xA433] = lensMake.map { .ascii($0) }
    result[0xA434] = lensModel.map { .ascii($0) }
    if !result.isEmpty { result[0x9000] = .undefined(Array("0232".utf8)) }
    return result
  }
}

extension DNGPosition {
  /// The GPS directory (CIPA DC-008, 4.6.6).
  fileprivate var directory: TIFFDirectory {
    var result = TIFFDirectory()
    result[0] = .bytes([2, 3, 0, 0])
    result[1] = .ascii(latitude < 0 ? "S" : "N")
    result[2] = .rationals(Self.degrees(latitude))
    result[3] = .ascii(longitude < 0 ? "W" : "E")
    result[4] = .rationals(Self.degrees(longitude))
    if let altitude {
      result[5] = .bytes([altitude < 0 ? 1 : 0])
      result[6] = .rationals([DNGRational(altitude.magnitude, denominator: 1000)])
    }
    result[7] = time.map { .rationals($0.map { DNGRational($0, 1) }) }
    result[9] = status.map { .ascii($0) }
    if let direction {
      result[16] = .ascii(isDirectionTrue ? "T" : "M")
      result[17] = .rationals([DNGRational(direction, denominator: 100)])
    }
    result[29] = date.map { .ascii($0) }
    return result
  }

  /// Whole degrees, whole minutes, and seconds with four decimals.
  private static func degrees(_ value: Double) -> [DNGRational] {
    let total = Int((value.magnitude * 36_000_000).rounded())
    return [
      DNGRational(total / 36_000_000, 1), DNGRational(total / 600_000 % 60, 1),
      DNGRational(total % 600_000, 10_000),
    ]
  }
}

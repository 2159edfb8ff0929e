/// A fact about a file. Its raw value is the name for `--fields`, CSV and JSON.
package enum InfoField: String, Sendable, Hashable, CaseIterable {
  // File.
  case format, bytes, coding, decoder, damage, remarks
  // Picture.
  case size, rawSize, activeArea, crop, userCrop, orientation, pixelAspect, pattern, bits, black,
    white
  case linearMaximum, preview, previewBytes, frames, rate, subsampling, range, space
  // Camera.
  case make, model, serial, software
  // Lens.
  case lensMake, lens, lensFrom, lensSpecification, lensSerial, corrections
  // Exposure.
  case exposure, aperture, iso, bias, program, metering, flash, focalLength, focalLength35mm
  // Time.
  case time, timeFrom, zone
  // Author.
  case artist, copyright, editorCopyright, description, rating, ratingFrom
  // Colour.
  case multipliers, temperature, tint, matrixFrom, matrices, baselineExposure, exposureFrom
  case profile
  // Place.
  case latitude, longitude, altitude, altitudeChange, heading, headingReference, compass
  case placeTime
  // Sensors.
  case acceleration, accelerationG, accelerationVector, elevation, pitch, roll, anglesFrom
  case angularRate, angularRateMost, angularRateReadings, sensorAxes
  case ambientTemperature, cameraTemperature, sensorTemperature, lensTemperature
  case batteryTemperature, humidity, pressure, pressureKPa, pressureClimb, waterDepth
  // Histogram.
  case histogram

  /// The group of a field: an object in JSON, a heading in text.
  package enum Section: String, Sendable, CaseIterable {
    case file, picture, camera, lens, exposure, time, author, color, place, sensors, histogram

    /// The fields of the section, in order.
    package var fields: [InfoField] { InfoField.allCases.filter { $0.section == self } }
  }

  /// The section of the field.
  package var section: Section {
    switch self {
    case .format, .bytes, .coding, .decoder, .damage, .remarks: .file
    case .size, .rawSize, .activeArea, .crop, .userCrop, .orientation, .pixelAspect, .pattern,
      .bits, .black,
      .white, .linearMaximum, .preview, .previewBytes, .frames, .rate, .subsampling, .range,
      .space:
      .picture
    case .make, .model, .serial, .software: .camera
    case .lensMake, .lens, .lensFrom, .lensSpecification, .lensSerial, .corrections: .lens
    case .exposure, .aperture, .iso, .bias, .program, .metering, .flash, .focalLength,
      .focalLength35mm:
      .exposure
    case .time, .timeFrom, .zone: .time
    case .artist, .copyright, .editorCopyright, .description, .rating, .ratingFrom:
      .author
    case .multipliers, .temperature, .tint, .matrixFrom, .matrices, .baselineExposure,
      .exposureFrom, .profile:
      .color
    case .latitude, .longitude, .altitude, .altitudeChange, .heading, .headingReference, .compass,
      .placeTime:
      .place
    case .acceleration, .accelerationG, .accelerationVector, .elevation, .pitch, .roll,
      .anglesFrom, .angularRate, .angularRateMost, .angularRateReadings, .sensorAxes,
      .ambientTemperature, .cameraTemperature, .sensorTemperature, .lensTemperature,
      .batteryTemperature, .humidity, .pressure, .pressureKPa, .pressureClimb, .waterDepth:
      .sensors
    case .histogram: .histogram
    }
  }

  /// The name to show to a person: `focalLength35mm` becomes “focal length 35mm”.
  package var title: String {
    switch self {
    case .iso: return "ISO"
    case .accelerationG: return "acceleration in g"
    case .angularRateMost: return "fastest rotation"
    case .angularRateReadings: return "rotation readings"
    case .pressureKPa: return "pressure in kPa"
    default: break
    }
    var title = ""
    var last: Character = "a"
    for character in rawValue {
      if character.isUppercase || (character.isNumber && !last.isNumber) { title += " " }
      title += character.lowercased()
      last = character
    }
    return title
  }

  /// Returns the fields for a name, or `nil` if the name is unknown.
  ///
  /// You can use the name of a field or a section, in any case, with or without dashes.
  package static func named(_ text: String) -> [InfoField]? {
    func plain(_ text: String) -> String { text.lowercased().filter { $0 != "-" } }
    let requested = plain(text)
    if let field = allCases.first(where: { plain($0.rawValue) == requested }) { return [field] }
    return Section.allCases.first { plain($0.rawValue) == requested }?.fields
  }

  /// All names that `named` accepts.
  package static var names: [String] {
    var names = allCases.map(\.rawValue)
    for section in Section.allCases where !names.contains(section.rawValue) {
      names.append(section.rawValue)
    }
    return names
  }
}

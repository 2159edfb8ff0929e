internal import BromideCodecs
internal import BromidePhotos
internal import BromideSystem
internal import BromideValues

extension FileInfo {
  /// Adds a photo's metadata. Reports, names, captions and Exif blocks use the same values.
  mutating func add(_ metadata: PhotoMetadata) {
    self[.make] = InfoValue(metadata.make)
    self[.model] = InfoValue(metadata.model)
    self[.serial] = InfoValue(metadata.bodySerial)
    self[.software] = InfoValue(metadata.software)
    self[.lensMake] = InfoValue(metadata.lensMake)
    self[.lens] = InfoValue(metadata.lensModel)
    self[.lensFrom] = InfoValue(metadata.lensFrom?.rawValue)
    self[.lensSpecification] = InfoValue(metadata.lensSpecification?.text)
    addExposure(metadata)
    if let time = metadata.captureTime {
      self[.time] = InfoValue(time.iso8601Text)
      self[.zone] = InfoValue(time.zone)
      if let source = metadata.timeSource, source != .original {
        self[.timeFrom] = InfoValue(source.rawValue)
      }
    }
    self[.artist] = InfoValue(metadata.artist)
    self[.copyright] = InfoValue(metadata.copyright)
    self[.editorCopyright] = InfoValue(metadata.editorCopyright)
    self[.description] = InfoValue(metadata.imageDescription)
    let orientation = metadata.orientation
    self[.orientation] = InfoValue(
      .number("\(orientation.rawValue)"),
      orientation == .upright ? "upright" : "\(orientation.rawValue)")
    if let position = metadata.position { add(position) }
    if let ambient = metadata.ambient { add(ambient) }
    self.metadata = metadata
  }

  /// Adds the rating that `PhotoChoice` uses, and the remarks.
  mutating func addMarks() {
    let marks = MarkReading(of: path, metadata)
    self[.rating] = InfoValue(marks.rating?.stars)
    self[.ratingFrom] = InfoValue(marks.rating?.source.rawValue)
    let remarks = metadata.remarks + marks.warnings.map(\.text)
    if !remarks.isEmpty {
      self[.remarks] = InfoValue(
        .array(remarks.map { .text($0) }), remarks.joined(separator: "; "))
    }
  }

  private mutating func addExposure(_ metadata: PhotoMetadata) {
    if let time = metadata.exposureTime, time.value > 0 {
      self[.exposure] = InfoValue(
        .number(InfoValue.number(time.value)), Self.exposureText(time.value))
    }
    self[.aperture] = metadata.fNumber.flatMap { number in
      InfoValue(number.value, decimals: 2).map { InfoValue($0.json, "f/\($0.text)") }
    }
    self[.iso] = InfoValue(metadata.iso)
    self[.bias] = InfoValue(metadata.exposureBias?.value, " EV", decimals: 2)
    self[.program] = Self.coded(metadata.exposureProgram, Self.programs)
    self[.metering] = Self.coded(metadata.meteringMode, Self.meterings)
    self[.flash] = metadata.flash.map {
      InfoValue(.number("\($0)"), $0 & 1 == 1 ? "fired" : "did not fire")
    }
    self[.focalLength] = InfoValue(metadata.focalLength?.value, " mm", decimals: 1)
    self[.focalLength35mm] = InfoValue(metadata.focalLength35mm, " mm")
  }

  /// Formats an exposure time: `1/250 s` below 0.3 s, `2.5 s` above.
  static func exposureText(_ seconds: Double) -> String {
    if seconds < 0.3 {
      let parts = 1 / seconds
      return "1/\(parts.text(decimals: abs(parts - parts.rounded()) < 0.05 ? 0 : 1)) s"
    }
    return InfoValue(seconds, " s", decimals: 2)?.text ?? ""
  }

  private mutating func add(_ position: Position) {
    self[.latitude] = InfoValue(position.latitude, "°", decimals: 6)
    self[.longitude] = InfoValue(position.longitude, "°", decimals: 6)
    self[.altitude] = InfoValue(position.altitude, " m", decimals: 1)
    if let heading = position.direction {
      self[.heading] = InfoValue(heading, "°", decimals: 1)
      self[.compass] = InfoValue(Heading.name(heading, points: .sixteen))
      self[.headingReference] = InfoValue(
        position.isDirectionTrue.map { $0 ? "true" : "magnetic" })
    }
    self[.placeTime] = InfoValue(position.utcText)
  }

  private mutating func add(_ ambient: Ambient) {
    self[.acceleration] = InfoValue(ambient.metersPerSecondSquared, " m/s²", decimals: 5)
    self[.accelerationG] = InfoValue(ambient.standardGravities, " g", decimals: 5)
    self[.elevation] = InfoValue(ambient.elevationAngle?.value, "°", decimals: 2)
    self[.ambientTemperature] = InfoValue(ambient.temperature?.value, " °C", decimals: 1)
    self[.humidity] = InfoValue(ambient.humidity?.value, " %", decimals: 1)
    self[.pressure] = InfoValue(ambient.pressure?.value, " hPa", decimals: 2)
    self[.pressureKPa] = InfoValue(ambient.kilopascals, " kPa", decimals: 3)
    self[.waterDepth] = InfoValue(ambient.waterDepth?.value, " m", decimals: 2)
  }

  /// Adds the readings of the camera's sensors, from the maker notes.
  mutating func add(_ readings: CameraReadings) {
    if let vector = readings.acceleration {
      self[.accelerationVector] = InfoValue(vector, decimals: 3)
      let size = vector.reduce(0) { $0 + $1 * $1 }.squareRoot()
      if self[.accelerationG] == nil {
        self[.accelerationG] = InfoValue(size, " g", decimals: 3)
        self[.acceleration] = InfoValue(
          size * AmbientUnits.standardGravity, " m/s²", decimals: 3)
      }
    }
    self[.pitch] = InfoValue(readings.pitch, "°", decimals: 1)
    self[.roll] = InfoValue(readings.roll, "°", decimals: 1)
    self[.anglesFrom] = InfoValue(readings.angleSource?.rawValue)
    self[.cameraTemperature] = InfoValue(readings.cameraTemperature, " °C", decimals: 1)
    self[.sensorTemperature] = InfoValue(readings.sensorTemperature, " °C", decimals: 1)
    self[.lensTemperature] = InfoValue(readings.lensTemperature, " °C", decimals: 1)
    self[.batteryTemperature] = InfoValue(readings.batteryTemperature, " °C", decimals: 1)
  }

  /// Returns an EXIF code with its meaning, or only its number if the meaning is unknown.
  private static func coded(_ code: Int?, _ names: [Int: String]) -> InfoValue? {
    code.map { InfoValue(.number("\($0)"), names[$0] ?? "\($0)") }
  }

  /// CIPA DC-008-2019, ExposureProgram.
  private static let programs = [
    1: "manual", 2: "program", 3: "aperture priority", 4: "shutter priority", 5: "creative",
    6: "action", 7: "portrait", 8: "landscape",
  ]
  /// CIPA DC-008-2019, MeteringMode.
  private static let meterings = [
    1: "average", 2: "centre-weighted", 3: "spot", 4: "multi-spot", 5: "pattern", 6: "partial",
  ]
}

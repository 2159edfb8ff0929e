extension MakerRaw {
  /// The two headers of Olympus' notes.
  public enum OlympusHeader: String, Sendable, CaseIterable {
    case olympus = "OLYMPUS\0II\u{3}\0"
    case omSystem = "OM SYSTEM\0\0\0II\u{4}\0"
  }

  /// Returns the raw with Olympus' note.
  ///
  /// - Parameters:
  ///   - lens: Floats of the directory ImageProcessing, by tag.
  ///   - roll: RollAngle of CameraSettings, in tenths of a degree.
  ///   - length: Minimum number of bytes in the note. Previews make real notes long.
  public func recording(
    olympus lens: [Int: [Double]], _ header: OlympusHeader = .olympus, roll: Int? = nil,
    length: Int = 80_000
  ) -> MakerRaw {
    var processing = TIFFDirectory()
    for (tag, values) in lens { processing[tag] = .floats(values.map { Float($0) }) }
    var directory = TIFFDirectory()
    directory[0x2040] = .directory(processing)
    if let roll {
      var settings = TIFFDirectory()
      settings[0x903] = .signedShorts([roll, 1])
      directory[0x2020] = .directory(settings)
    }
    var note = TIFFWriter.table(directory, order: .little, header: Array(header.rawValue.utf8))
    note += [UInt8](repeating: 0xA5, count: max(0, length - note.count))
    var raw = self
    raw.makerNote = note
    return raw
  }
}

extension PhotoMetadata {
  /// Reads DateTimeOriginal, or else DateTimeDigitized, or else the main directory's DateTime.
  mutating func readTime(_ fields: ExifFields) {
    var (unknown, wrong): ([String], [String]) = ([], [])
    for source in TimeSource.allCases {
      guard let text = fields.text(source) else { continue }
      let subSecond = fields.text(source.subSecond)
      let zone = fields.text(source.zone)
      guard let time = CaptureTime(exif: text, subSecond: subSecond, zone: zone) else {
        if Self.hasNumber(text) {
          wrong.append("\(source.rawValue) is \"\(text)\", which is not a date and time")
        } else {
          unknown.append("\(source.rawValue) is unknown")
        }
        continue
      }
      (captureTime, timeSource) = (time, source)
      // The time of the last change can differ.
      let reasons = wrong + (source == .changed ? unknown : [])
      if !reasons.isEmpty {
        remarks.append(
          reasons.joined(separator: ", ") + ": \(source.rawValue) is used, \(time.exifText)")
      }
      if time.subSecond == nil, let subSecond {
        remarks.append("\(source.rawValue)'s fraction of a second is \"\(subSecond)\": skipped")
      }
      if time.zone == nil, let zone, Self.hasNumber(zone) {
        remarks.append("\(source.rawValue)'s zone is \"\(zone)\": skipped")
      }
      return
    }
    if !wrong.isEmpty { remarks.append("\(wrong.joined(separator: ", ")): skipped") }
  }

  /// Returns whether a text has a digit except 0. EXIF fills unknown times with blanks, some
  /// cameras use zeros.
  private static func hasNumber(_ text: String) -> Bool {
    text.utf8.contains { (UInt8(ascii: "1")...UInt8(ascii: "9")).contains($0) }
  }
}

extension PhotoMetadata.TimeSource {
  /// The tag of the corresponding SubSecTime field.
  fileprivate var subSecond: UInt16 {
    switch self {
    case .original: 0x9291
    case .digitized: 0x9292
    case .changed: 0x9290
    }
  }

  /// The tag of the corresponding OffsetTime field.
  fileprivate var zone: UInt16 {
    switch self {
    case .original: 0x9011
    case .digitized: 0x9012
    case .changed: 0x9010
    }
  }
}

extension ExifFields {
  /// Returns the text of a date and time field, or `nil` if it is missing or empty.
  package func text(_ source: PhotoMetadata.TimeSource) -> String? {
    switch source {
    case .original: text(0x9003)
    case .digitized: text(0x9004)
    case .changed: text(0x0132, in: .main)
    }
  }
}

internal import BromideCodecs

/// The picture style and the tone mode in a maker's notes.
struct StyleNotes {
  /// The picture style, or `nil` if it is unknown.
  private(set) var style: String?
  /// The setting that changes tones by the scene, or `nil` if it is unknown.
  private(set) var mode: String?

  /// Reads the notes of Canon, Nikon, Olympus, OM System and Panasonic.
  init(_ fields: ExifFields) {
    var fields = fields
    fields.addMakerNote()
    let maker = (fields.text(0x010f, in: .main) ?? "").lowercased()
    func number(_ tag: UInt16, _ directory: ExifFields.Directory) -> String? {
      fields.integer(tag, in: directory).map { "\($0)" }
    }
    if maker.hasPrefix("canon") {
      style = Self.canon(fields)
    } else if maker.hasPrefix("nikon") {
      style = Self.nikon(fields)
    } else if ["olympus", "om digital", "om system"].contains(where: maker.hasPrefix) {
      // PictureMode and Gradation of CameraSettings.
      style = number(0x0520, ExifFields.olympusSettings)
      mode = number(0x050f, ExifFields.olympusSettings)
    } else if maker.hasPrefix("panasonic") {
      // PhotoStyle and IntelligentD-Range.
      style = number(0x0089, .exif)
      mode = number(0x0079, .exif)
    }
  }

  /// Returns the name of Canon's style: number 10 of ProcessingInfo 0x00A0, whose first number is
  /// its length in bytes.
  private static func canon(_ fields: ExifFields) -> String? {
    guard let field = fields.field(0x00a0, in: ExifFields.canon), field.type == 3,
      fields.integer(0x00a0, in: ExifFields.canon) == 2 * field.count,
      let number = fields.integer(0x00a0, in: ExifFields.canon, at: 10), number != 0
    else { return nil }
    return canonNames[number] ?? "\(number)"
  }

  /// EdsPictureStyle of Canon's EDSDK.
  private static let canonNames = [
    0x81: "Standard", 0x82: "Portrait", 0x83: "Landscape", 0x84: "Neutral", 0x85: "Faithful",
    0x86: "Monochrome", 0x87: "Auto", 0x88: "Fine Detail",
  ]

  /// Returns the name of Nikon's picture control: PictureControlData 0x0023, since the Z cameras
  /// 0x00BD, with a version of four bytes before the name.
  private static func nikon(_ fields: ExifFields) -> String? {
    for tag in [UInt16(0x00bd), 0x0023] {
      guard let bytes = fields.field(tag, in: ExifFields.nikon)?.bytes, bytes.count >= 24 else {
        continue
      }
      let name = bytes[4..<24].prefix { $0 != 0 }
      guard !name.isEmpty, name.allSatisfy({ (32..<127).contains($0) }) else { continue }
      return String(decoding: name, as: UTF8.self).trimmingSpaces
    }
    return nil
  }
}

extension String {
  /// The text without spaces at its end.
  fileprivate var trimmingSpaces: String {
    var text = self
    while text.last == " " { text.removeLast() }
    return text
  }
}

internal import BromideCodecs
internal import CBromideLibRaw

/// The settings of a camera or program that affected a photo's preview, from LibRaw, Exif and the
/// makers' notes.
///
/// Picture styles of Sony and Pentax are missing, except for contrast and saturation in Exif.
struct PreviewStyle {
  /// Names and values of the program and the picture style, separated by commas. Empty if they are
  /// missing.
  let style: String
  /// Names and values of the modes that change the tones, in the same form.
  let mode: String

  init(_ handle: LibRawHandle, fields: ExifFields) {
    let notes = StyleNotes(fields)
    func number(_ numbers: bromide_raw_numbers) -> String? {
      let value = handle.numbers(numbers)?.first
      return value.flatMap { $0.isFinite ? "\(($0 * 100).rounded() / 100)" : nil }
    }
    func integer(_ tag: UInt16) -> String? { fields.integer(tag).map { "\($0)" } }
    style = Self.text([
      ("software", handle.text(BROMIDE_RAW_SOFTWARE) ?? fields.text(0x0131, in: .main)),
      // DNG's PreviewApplicationName, its version, and PreviewSettingsName.
      ("preview by", fields.text(0xc716, in: .main)), ("version", fields.text(0xc717, in: .main)),
      ("settings", fields.text(0xc718, in: .main)), ("rendered", integer(0xa401)),
      ("contrast", integer(0xa408)), ("saturation", integer(0xa409)),
      ("film", number(BROMIDE_RAW_FUJI_FILM_MODE)), ("picture style", notes.style),
    ])
    mode = Self.text([
      ("range", number(BROMIDE_RAW_FUJI_EXPOSURE_BIAS)),
      ("priority", number(BROMIDE_RAW_CANON_TONE_PRIORITY)),
      ("lighting", number(BROMIDE_RAW_NIKON_D_LIGHTING)), ("optimizer", notes.mode),
    ])
  }

  private static func text(_ parts: [(name: String, value: String?)]) -> String {
    parts.compactMap { name, value in
      // Files can contain any text. A comma would make one setting look like two.
      guard let value, !value.isEmpty else { return nil }
      return "\(name) \(value.filter { $0 != "," }.prefix(64))"
    }.joined(separator: ", ")
  }
}

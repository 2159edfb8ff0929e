internal import BromideCodecs
internal import CBromideLibRaw

/// The settings of a camera or program that affected a photo's preview, from LibRaw and Exif.
///
/// Canon's picture styles and Nikon's picture controls are missing, except for contrast and
/// saturation in Exif.
struct PreviewStyle {
  /// Names and values, separated by commas. Empty if they are missing.
  let text: String

  init(_ handle: LibRawHandle, fields: ExifFields) {
    var parts: [String] = []
    func add(_ name: String, _ value: String?) {
      // Files can contain any text. A comma would make one setting look like two.
      guard let value, !value.isEmpty else { return }
      parts.append("\(name) \(value.filter { $0 != "," }.prefix(64))")
    }
    func add(_ name: String, _ number: Int?) { add(name, number.map { "\($0)" }) }
    func add(_ name: String, _ numbers: bromide_raw_numbers) {
      let value = handle.numbers(numbers)?.first
      add(name, value.flatMap { $0.isFinite ? "\(($0 * 100).rounded() / 100)" : nil })
    }
    add("software", handle.text(BROMIDE_RAW_SOFTWARE) ?? fields.text(0x0131, in: .main))
    // DNG's PreviewApplicationName, its version, and PreviewSettingsName.
    add("preview by", fields.text(0xc716, in: .main))
    add("version", fields.text(0xc717, in: .main))
    add("settings", fields.text(0xc718, in: .main))
    add("rendered", fields.integer(0xa401))
    add("contrast", fields.integer(0xa408))
    add("saturation", fields.integer(0xa409))
    add("film", BROMIDE_RAW_FUJI_FILM_MODE)
    add("range", BROMIDE_RAW_FUJI_EXPOSURE_BIAS)
    add("priority", BROMIDE_RAW_CANON_TONE_PRIORITY)
    add("lighting", BROMIDE_RAW_NIKON_D_LIGHTING)
    text = parts.joined(separator: ", ")
  }
}

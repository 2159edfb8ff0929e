internal import BromideDevelop
internal import BromideSystem

extension LapseOptions {
  /// Reads the keys for matching a sequence's photos.
  init(_ fields: DocumentFields, _ reader: DocumentReader) {
    self.init()
    if let entry = fields("levels"), let text = reader.text(entry) {
      switch text {
      case "own": levels = .own
      case "lock": levels = .lock
      case _ where text.contains("/") || text.contains("."): levels = .file(reader.resolved(text))
      default:
        reader.report(
          entry,
          "expected own, lock, or a photo's path"
            + Suggestion.text(for: text, among: ["own", "lock"]))
      }
    }
    if let entry = fields("optics"), let text = reader.text(entry) {
      switch text {
      case "own": optics = .own
      case "lock": optics = .lock
      case "none": optics = .off
      case _ where text.contains("/") || text.contains("."): optics = .file(reader.resolved(text))
      default:
        reader.report(
          entry,
          "expected own, lock, none, or the path of an optics file"
            + Suggestion.text(for: text, among: ["own", "lock", "none"]))
      }
    }
    holyGrail = fields.value("holy-grail") { entry in
      Self.options(entry, reader, accepted: "expected true, or {smooth: 12f}") { fields in
        HolyGrail(smooth: fields?.value("smooth", reader.span))
      }
    }
    deflicker = fields.value("deflicker") { entry in
      Self.options(
        entry, reader,
        accepted: "expected true, or {region: [x, y, width, height], smooth: 15f}"
      ) { fields in
        var deflicker = Deflicker()
        if let region = fields?.value("region", { reader.numbers($0, of: .crop) }) {
          deflicker.region = SIMD4(region[0], region[1], region[2], region[3])
        }
        deflicker.smooth = fields?.value("smooth", reader.span) ?? deflicker.smooth
        return deflicker
      }
    }
    sidecar =
      fields.value("sidecar") { entry in
        reader.value(
          entry, "expected \(SidecarKeys.accepted)", words: ["none", "keys"], SidecarKeys.init)
      } ?? sidecar
    orientation = fields.value("orientation") { reader.choice($0, of: Turning.self) } ?? orientation
    balance = fields.value("white-balance") { reader.choice($0, of: Balance.self) }
    missing = fields.value("on-missing") { reader.choice($0, of: Missing.self) } ?? missing
  }

  /// Reads options that `true` or separate keys enable.
  private static func options<Value>(
    _ entry: DocumentEntry, _ reader: DocumentReader, accepted: String,
    _ read: (DocumentFields?) -> Value
  ) -> Value? {
    switch entry.node.content {
    case .text("true"): return read(nil)
    case .text("false"): return nil
    default:
      guard let fields = DocumentFields(entry, reader, accepted: accepted) else { return nil }
      let value = read(fields)
      fields.end()
      return value
    }
  }
}

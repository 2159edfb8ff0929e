internal import SystemPackage

extension TimelineSound {
  /// Reads a path, or a file with audio settings. If it is invalid, this reports an error and
  /// returns `nil`.
  init?(_ entry: DocumentEntry, _ reader: DocumentReader) {
    if case .text = entry.node.content {
      guard let path = reader.path(entry) else { return nil }
      self.init(path)
      return
    }
    guard
      let fields = DocumentFields(
        entry, reader, accepted: "expected a file, or {file, from, volume, fade}")
    else { return nil }
    let path = fields.value("file", reader.path)
    if fields("file") == nil { fields.missing("file", "it names the sound") }
    self.init(path ?? "")
    start = fields.value("from", reader.span)?.seconds(at: reader.rate) ?? start
    volume = fields.value("volume") { reader.number($0, 0...10) } ?? volume
    fade = fields.value("fade", reader.span)?.seconds(at: reader.rate) ?? fade
    fields.end()
    if path == nil { return nil }
  }
}

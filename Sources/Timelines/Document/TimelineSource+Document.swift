internal import BromideChoreography
internal import BromideCodecs
internal import BromideDevelop
internal import BromideSystem
internal import BromideValues
internal import SystemPackage

extension TimelineSource {
  /// The types of sources.
  static let kinds = ["photo", "sequence", "clip", "tiles", "sheet", "text", "color"]

  /// Reads a source, or reports an error and returns `nil` if its contents are missing.
  init?(_ entry: DocumentEntry, _ reader: DocumentReader) {
    guard
      let fields = DocumentFields(
        DocumentEntry(key: "", node: entry.node), reader,
        accepted: "a source has keys with values: \(Self.kinds.joined(separator: ", ")), and more")
    else { return nil }
    let given = Self.kinds.filter { fields($0) != nil }
    if given.count != 1 {
      let found = given.isEmpty ? "none" : given.joined(separator: " and ")
      reader.report(
        line: entry.line, found: given.isEmpty ? nil : found,
        "a source shows one of \(Self.kinds.joined(separator: ", "))"
          + (given.isEmpty ? Self.suggestion(fields.names) : ""))
    }
    let content =
      given.count == 1 ? fields(given[0]).flatMap { Self.content($0, fields, reader) } : nil
    self.init(content ?? .photo(""))
    line = entry.line
    start = fields.value("start", reader.span)
    duration = fields.value("duration", reader.span)
    if let frames = fields("frames") {
      if duration != nil { reader.report(frames, "cannot be combined with duration; remove one") }
      duration = reader.whole(frames, 1...TimePoint.mostFrames).map { .frames($0) } ?? duration
    }
    transition = fields("transition").flatMap { SourceTransition($0, reader) }
    if ["photo", "sequence", "clip"].contains(where: { given == [$0] }) {
      fit = fields.value("fit") { reader.choice($0, of: SourceFit.self) }
    } else {
      fields.reject("fit", "applies to photos, sequences and clips only", reader)
    }
    layer = LayerTracks(fields, reader, isText: given == ["text"])
    if given == ["text"] || given == ["color"] {
      fields.reject(
        "tracks", "requires photos; use opacity, rotation, at and size of the source", reader)
      fields.reject("develop", "is for photos", reader)
    } else {
      tracks = fields("tracks").map { Self.tracks($0, reader) } ?? []
      develop = fields("develop").flatMap { SourceDevelop($0, reader) }
      if let develop, develop.given.contains("output-sharpen"),
        given != ["photo"], given != ["sequence"]
      {
        reader.report(
          line: develop.line, key: "develop.output-sharpen",
          "applies to photos and sequences only")
      }
    }
    if given != ["tiles"], given != ["sheet"] {
      fields.reject("animate", "applies to tiles and sheets only", reader)
    } else if let animate = fields("animate") {
      script = Script(animate, reader)
    }
    if given == ["sequence"] {
      lapse = LapseOptions(fields, reader)
    } else {
      for key in [
        "order", "levels", "optics", "holy-grail", "deflicker", "on-missing", "sidecar",
        "orientation",
      ] {
        fields.reject(key, "applies to sequences only", reader)
      }
      fields.reject("white-balance", "belongs to a sequence, or into develop", reader)
    }
    if given == ["sequence"] || given == ["clip"] {
      retiming = Retiming(fields, reader)
    } else {
      for key in ["speed", "time-map", "blend", "stack"] {
        fields.reject(key, "applies to sequences and clips only", reader)
      }
    }
    if given == ["clip"] {
      coding = YCbCrProperties(fields, reader)
      planes = PlaneSettings(fields, reader)
      chroma = fields.value("chroma") { reader.choice($0, of: YCbCrConverter.Upsampling.self) }
      clipPace = fields.value("rate") { reader.choice($0, of: ClipPace.self) } ?? clipPace
    } else {
      for key in [
        "rate", "matrix", "range", "primaries", "transfer", "siting", "chroma", "layout",
        "input-size", "offset", "stride",
      ] {
        fields.reject(key, "applies to clips only", reader)
      }
    }
    fields.end()
    checkTransition(reader)
    if content == nil { return nil }
  }

  /// Reports keys that a transition sets.
  private func checkTransition(_ reader: DocumentReader) {
    guard let transition else { return }
    func report(_ reason: String) {
      reader.report(
        line: line, key: "transition", found: "\(transition.duration)", "sets " + reason)
    }
    if start != nil { return report("start; remove start") }
    switch transition.kind {
    case .crossfade where tracks.contains { $0.parameter == .opacity }:
      report("start and opacity; remove the track of opacity")
    case .wipe where layer.tracks.contains { $0.parameter == LayerParameter.share }:
      report("wipe; remove the wipe of the source")
    default: break
    }
  }

  /// Returns a suggestion for a misspelt key of a source.
  private static func suggestion(_ names: [String]) -> String {
    names.lazy.map { Suggestion.text(for: $0, among: kinds) }.first { !$0.isEmpty } ?? ""
  }

  private static func content(
    _ entry: DocumentEntry, _ fields: DocumentFields, _ reader: DocumentReader
  ) -> Content? {
    switch entry.key {
    case "photo": return reader.path(entry).map { .photo($0) }
    case "clip": return reader.path(entry).map { .clip($0) }
    case "sequence":
      let order = fields.value("order") { reader.choice($0, of: PhotoList.Order.self) }
      return reader.photos(entry).map { .sequence(PhotoList($0, order: order ?? .time)) }
    case "tiles": return TileLayout(entry, reader).map { .tiles($0) }
    case "text": return TextLayout(entry, reader).map { .text($0) }
    case "color":
      return reader.numbers(entry, of: .fadeColor).map { .color(SIMD3($0[0], $0[1], $0[2])) }
    default: return SheetLayout(entry, reader).map { .sheet($0) }
    }
  }

  private static func tracks(_ entry: DocumentEntry, _ reader: DocumentReader) -> [ParameterTrack] {
    guard
      let fields = DocumentFields(
        DocumentEntry(key: "", node: entry.node), reader,
        accepted: "expected names of parameters, each with a list of keys or tweens")
    else { return [] }
    let tracks = ParameterTable.all.compactMap { parameter in
      fields(parameter.name).flatMap { ParameterTrack(parameter, $0, reader) }
    }
    for name in fields.names where ParameterTable.named(name) == nil {
      let near = Suggestion.text(for: name, among: ParameterTable.all.map(\.name))
      reader.report(
        line: fields(name)?.line, key: name, "not a parameter\(near); bromide filters lists them")
    }
    return tracks
  }
}

extension DocumentFields {
  /// Reports a key that does not apply here.
  func reject(_ key: String, _ why: String, _ reader: DocumentReader) {
    guard let entry = self(key) else { return }
    reader.report(line: entry.line, key: entry.key, why)
  }
}

extension DocumentReader {
  /// Reads the paths of one or more files.
  func photos(_ entry: DocumentEntry) -> [FilePath]? {
    let items = entry.items
    if items.isEmpty {
      report(entry, "accepted is a folder, a name with * or ?, or a list of files")
    }
    let paths = items.compactMap(path)
    return paths.count == items.count && !paths.isEmpty ? paths : nil
  }
}

extension Script {
  /// Reads a single text, or separate texts for appearing and disappearing with a time between.
  fileprivate init?(_ entry: DocumentEntry, _ reader: DocumentReader) {
    do {
      if case .text(let text) = entry.node.content {
        self = try Script(parsing: text)
        return
      }
    } catch {
      reader.report(entry, "\(error)")
      return nil
    }
    guard
      let fields = DocumentFields(
        entry, reader,
        accepted: "expected a text such as 'radial(middle) fadeIn', or {in, hold, out}")
    else { return nil }
    let entrance = fields.value("in", reader.routine)
    let exit = fields.value("out", reader.routine)
    let hold = fields.value("hold", reader.span)
    let isComplete =
      (fields("in") == nil || entrance != nil) && (fields("out") == nil || exit != nil)
    fields.end()
    guard isComplete else { return nil }
    do {
      try self.init(entrance: entrance, hold: hold?.seconds(at: reader.rate) ?? 0, exit: exit)
    } catch {
      reader.report(entry, "\(error)")
      return nil
    }
  }
}

extension DocumentReader {
  fileprivate func routine(_ entry: DocumentEntry) -> Routine? {
    guard let text = text(entry, "accepted is a text such as 'radial(middle) fadeIn'") else {
      return nil
    }
    do {
      return try Routine(parsing: text)
    } catch {
      report(entry, "\(error)")
      return nil
    }
  }
}

extension TimePoint {
  /// Returns the seconds of a time that does not depend on the source.
  func seconds(at rate: FrameRate) -> Double? {
    switch self {
    case .seconds(let seconds): seconds
    case .frames(let frames): Double(frames) / rate.value
    case .share, .photo, .photoNamed: nil
    }
  }
}

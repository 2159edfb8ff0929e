internal import Choreography
internal import Color
internal import Develop
internal import Platform
internal import SystemPackage
internal import Tweening

extension TimelineSource {
  /// The kinds of sources.
  static let kinds = ["photo", "sequence", "clip", "tiles", "sheet"]

  /// Reads a source; nil, with a report, if its contents are not stated.
  init?(_ entry: DocumentEntry, _ reader: DocumentReader) {
    guard
      let fields = DocumentFields(
        DocumentEntry(key: "", node: entry.node), reader,
        accepted: "a source has keys with values: \(Self.kinds.joined(separator: ", ")), and more")
    else { return nil }
    let stated = Self.kinds.filter { fields($0) != nil }
    if stated.count != 1 {
      let found = stated.isEmpty ? "none" : stated.joined(separator: " and ")
      reader.report(
        line: entry.line, found: stated.isEmpty ? nil : found,
        "a source shows one of \(Self.kinds.joined(separator: ", "))"
          + (stated.isEmpty ? Self.suggestion(fields.names) : ""))
    }
    let content =
      stated.count == 1 ? fields(stated[0]).flatMap { Self.content($0, fields, reader) } : nil
    self.init(content ?? .photo(""))
    line = entry.line
    start = fields.value("start", reader.span)
    duration = fields.value("duration", reader.span)
    if let frames = fields("frames") {
      if duration != nil { reader.report(frames, "duration says the same; give one of them") }
      duration = reader.whole(frames, 1...TimePoint.mostFrames).map { .frames($0) } ?? duration
    }
    if let transition = fields("transition") { readTransition(transition, reader) }
    if let tracks = fields("tracks") { self.tracks = Self.tracks(tracks, reader) }
    if stated != ["tiles"], stated != ["sheet"] {
      fields.refuse("animate", "applies to tiles and sheets only", reader)
    } else if let animate = fields("animate") {
      script = Script(animate, reader)
    }
    if stated == ["sequence"] {
      lapse = LapseOptions(fields, reader)
    } else {
      for key in ["order", "levels", "holy-grail", "deflicker", "on-missing"] {
        fields.refuse(key, "applies to sequences only", reader)
      }
    }
    if stated == ["clip"] {
      coding = YCbCrStatement(fields, reader)
    } else {
      for key in ["matrix", "range", "transfer"] {
        fields.refuse(key, "applies to clips only", reader)
      }
    }
    fields.end()
    if let crossfade, start != nil || self.tracks.contains(where: { $0.parameter == .opacity }) {
      reader.report(
        line: line, key: "transition", found: "\(crossfade)",
        "sets start and opacity; leave out \(start != nil ? "start" : "the track of opacity")")
    }
    if content == nil { return nil }
  }

  private mutating func readTransition(_ entry: DocumentEntry, _ reader: DocumentReader) {
    guard let fields = DocumentFields(entry, reader, accepted: "expected {crossfade: 1s}") else {
      return
    }
    crossfade = fields.value("crossfade", reader.span)
    if fields("crossfade") == nil { fields.missing("crossfade", "it says how long both show: 1s") }
    fields.end()
  }

  /// A suggestion for a misspelt key of a source.
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
  fileprivate func refuse(_ key: String, _ why: String, _ reader: DocumentReader) {
    guard let entry = self(key) else { return }
    reader.report(line: entry.line, key: entry.key, why)
  }
}

extension DocumentReader {
  /// The paths of one or more files.
  fileprivate func photos(_ entry: DocumentEntry) -> [FilePath]? {
    let items = entry.items
    if items.isEmpty {
      report(entry, "accepted is a folder, a name with * or ?, or a list of files")
    }
    let paths = items.compactMap(path)
    return paths.count == items.count && !paths.isEmpty ? paths : nil
  }
}

extension YCbCrStatement {
  /// What a clip's source states of its codes, by the names that flags take.
  fileprivate init(_ fields: DocumentFields, _ reader: DocumentReader) {
    self.init()
    matrix = fields.value("matrix") { entry in
      let names = YCbCrMatrix.named.map(\.name)
      return reader.value(
        entry, "expected \(names.joined(separator: ", ")), or KR,KB", words: names
      ) { YCbCrMatrix(name: $0) }
    }
    range = fields.value("range") { reader.choice($0, of: YCbCrRange.self) }
    transfer = fields.value("transfer") { entry in
      let names = ColorTransfer.all.map(\.name)
      return reader.value(
        entry, "expected \(names.joined(separator: ", ")), or a code of H.273", words: names
      ) { ColorTransfer(name: $0) }
    }
  }
}

extension TileLayout {
  fileprivate init?(_ entry: DocumentEntry, _ reader: DocumentReader) {
    guard
      let fields = DocumentFields(
        entry, reader, accepted: "expected photo, and columns and rows or size")
    else { return nil }
    let photo = fields.value("photo", reader.path)
    if fields("photo") == nil { fields.missing("photo", "it names the picture to cut up") }
    let (columns, rows) = (fields("columns"), fields("rows"))
    var cut: Cut?
    if let size = fields("size") {
      cut = reader.size(size, "such as 240x180").map { .size($0) }
      if columns != nil || rows != nil {
        reader.report(size, "columns and rows say the same; give them or size")
      }
    } else if columns == nil, rows == nil {
      fields.missing("columns", "with rows, each 1 to \(Self.mostTiles); or give size")
    } else {
      for (key, entry) in [("columns", columns), ("rows", rows)] where entry == nil {
        fields.missing(key, "1 to \(Self.mostTiles)")
      }
    }
    let counts = [columns, rows].map { entry in
      entry.flatMap { reader.whole($0, 1...Self.mostTiles) }
    }
    if let columns = counts[0], let rows = counts[1] {
      cut = .grid(columns: columns, rows: rows)
    }
    fields.end()
    guard let photo, let cut else { return nil }
    self.init(photo: photo, cut: cut)
  }
}

extension SheetLayout {
  fileprivate init?(_ entry: DocumentEntry, _ reader: DocumentReader) {
    guard
      let fields = DocumentFields(
        entry, reader, accepted: "expected photos, columns, spacing, margin and more")
    else { return nil }
    let paths = fields.value("photos", reader.photos)
    if fields("photos") == nil {
      fields.missing("photos", "a folder, a name with * or ?, or a list")
    }
    let order = fields.value("order") { reader.choice($0, of: PhotoList.Order.self) }
    self.init(photos: PhotoList(paths ?? [], order: order ?? .name))
    columns = fields.value("columns") { reader.whole($0, 1...1000) }
    spacing = fields.value("spacing") { reader.number($0, 0...10_000) } ?? spacing
    margin = fields.value("margin") { reader.number($0, 0...10_000) } ?? margin
    if let color = fields("background") {
      if case .text("none") = color.node.content {
        background = nil
      } else if let rgb = reader.numbers(color, of: .fadeColor) {
        background = SIMD3(rgb[0], rgb[1], rgb[2])
      }
    }
    captions =
      fields("captions").map { entry in
        entry.items.compactMap { reader.choice($0, of: Caption.self) }
      } ?? captions
    from = fields.value("from") { reader.choice($0, of: Pixels.self) } ?? from
    fields.end()
    if paths == nil { return nil }
  }
}

extension Script {
  /// A single text, or texts for coming in and going out with a time between.
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
        accepted: "accepted is a text such as 'radial(middle) fadeIn', or {in, hold, out}")
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
  /// Seconds of a time that does not depend on the source.
  func seconds(at rate: FrameRate) -> Double? {
    switch self {
    case .seconds(let seconds): seconds
    case .frames(let frames): Double(frames) / rate.value
    case .share, .photo, .photoNamed: nil
    }
  }
}

internal import BromideDevelop
internal import Tweening

extension ParameterTrack {
  private static let forms =
    "a key has at and value, a tween to and duration, a detour at and detour"

  /// Reads a track, or reports an error and returns `nil` if it is invalid.
  init?(_ parameter: Parameter, _ entry: DocumentEntry, _ reader: DocumentReader) {
    if case .fields(let fields) = entry.node.content, fields.contains(where: { $0.key == "keys" }) {
      self.init(row: entry, parameter, reader)
      return
    }
    let isList: Bool
    switch entry.node.content {
    case .list(let nodes): isList = !nodes.isEmpty
    case .fields: isList = true
    case .text, .nothing, .rejected: isList = false
    }
    guard isList else {
      reader.report(
        entry,
        "accepted is a list: \(Self.forms)"
          + (parameter.isOfTimeline
            ? "" : "; a constant value belongs under develop"))
      return nil
    }
    let items = entry.items
    let entries = items.compactMap { item in
      Self.action(item, parameter, reader).map { ParameterTrack.Entry($0, line: item.line) }
    }
    self.init(parameter, entries, line: entry.line)
    guard entries.count == items.count else { return nil }
    if !checkOrder(reader) { return nil }
  }

  /// Reads a repeated track: `{keys: […], repeat: forever}`.
  private init?(row entry: DocumentEntry, _ parameter: Parameter, _ reader: DocumentReader) {
    guard let fields = DocumentFields(entry, reader, accepted: Self.forms),
      let keys = fields("keys")
    else { return nil }
    let row = ParameterTrack(parameter, DocumentEntry(key: entry.key, node: keys.node), reader)
    let repetition = fields.value("repeat", reader.repetition)
    if fields("repeat") == nil {
      fields.missing("repeat", "the number of repeats; without it, use a plain list")
    }
    let yoyo = fields.value("yoyo", reader.isTrue) ?? false
    let period = fields.value("period", reader.part)
    fields.end()
    guard let row, let repetition, row.loop == nil else {
      if row?.loop != nil { reader.report(keys, "a row within a row; expected a list") }
      return nil
    }
    self = row
    line = entry.line
    loop = Loop(repetition, yoyo: yoyo, period: period)
  }

  private static func action(
    _ entry: DocumentEntry, _ parameter: Parameter, _ reader: DocumentReader
  ) -> Action? {
    guard let fields = DocumentFields(entry, reader, accepted: forms) else { return nil }
    if fields.names.contains("detour") { return detour(fields, parameter, reader) }
    if fields.names.contains("value") { return key(fields, parameter, reader) }
    if fields.names.contains("to") || fields.names.contains("from") {
      return tween(fields, parameter, reader)
    }
    reader.report(line: entry.line, key: entry.key, "\(forms)")
    return nil
  }

  private static func key(
    _ fields: DocumentFields, _ parameter: Parameter, _ reader: DocumentReader
  ) -> Action? {
    let at = fields.value("at", reader.moment)
    if fields("at") == nil { fields.missing("at", "the time; \(TimePoint.accepted)") }
    let value = fields.value("value") { reader.numbers($0, of: parameter) }
    let transition =
      fields("curve").map { reader.transition($0) } ?? .curve(reader.curve)
    fields.end()
    guard let at, let value, let transition else { return nil }
    return .key(at: at, value: value, transition: transition)
  }

  private static func tween(
    _ fields: DocumentFields, _ parameter: Parameter, _ reader: DocumentReader
  ) -> Action? {
    let from = fields.value("from") { reader.numbers($0, of: parameter) }
    let to = fields.value("to") { reader.numbers($0, of: parameter) }
    if fields("to") == nil { fields.missing("to", "the end value of the tween") }
    let isFromBad = fields("from") != nil && from == nil
    var tween = TweenEntry(from: from, to: to ?? [], curve: reader.curve)
    tween.start = fields.value("start", reader.moment)
    tween.duration = fields.value("duration", reader.part)
    if let curve = fields("curve") { tween.curve = reader.curve(curve) ?? tween.curve }
    tween.repetition = fields.value("repeat", reader.repetition) ?? .once
    tween.yoyo = fields.value("yoyo", reader.isTrue) ?? false
    fields.end()
    return to == nil || isFromBad ? nil : .tween(tween)
  }

  private static func detour(
    _ fields: DocumentFields, _ parameter: Parameter, _ reader: DocumentReader
  ) -> Action? {
    let at = fields.value("at", reader.moment)
    if fields("at") == nil { fields.missing("at", "the time; \(TimePoint.accepted)") }
    let inner = fields("detour").flatMap {
      DocumentFields($0, reader, accepted: "expected to, duration and curve")
    }
    fields.end()
    guard let inner else { return nil }
    let to = inner.value("to") { reader.numbers($0, of: parameter) }
    if inner("to") == nil { inner.missing("to", "the target of the detour") }
    let duration = inner.value("duration", reader.part)
    if inner("duration") == nil { inner.missing("duration", "the length of the detour") }
    let curve = inner("curve").map { reader.curve($0) } ?? reader.curve
    inner.end()
    guard let at, let to, let duration, let curve else { return nil }
    return .detour(at: at, to: to, duration: duration, curve: curve)
  }

  /// Checks that keys and tweens are not mixed, and that each detour follows a movement.
  private func checkOrder(_ reader: DocumentReader) -> Bool {
    guard let misplaced else { return true }
    reader.report(line: misplaced.entry.line, key: parameter.name, misplaced.reason)
    return false
  }
}

extension DocumentReader {
  fileprivate func repetition(_ entry: DocumentEntry) -> Repetition? {
    value(entry, "expected whole numbers from 1, or forever") { text in
      text == "forever" ? .forever : Int(text).flatMap { $0 > 0 ? Repetition.times($0) : nil }
    }
  }

  /// Reads a curve, `hold` or `smooth`.
  fileprivate func transition(_ entry: DocumentEntry) -> KeyframeTransition? {
    if case .text(let text) = entry.node.content {
      switch text {
      case "hold": return .hold
      case "smooth", "smooth(monotone)": return .smooth(.monotone)
      case "smooth(catmullRom)": return .smooth(.catmullRom)
      default: break
      }
    }
    return curve(entry).map { .curve($0) }
  }

  /// Reads a duration within a source, which can be a percentage.
  fileprivate func part(_ entry: DocumentEntry) -> TimePoint? {
    value(entry, "expected 2s, 1m30s, 48f or 50%") { text in
      TimePoint(text).flatMap { point in
        switch point {
        case .seconds, .frames, .share: point
        case .photo, .photoNamed: nil
        }
      }
    }
  }
}

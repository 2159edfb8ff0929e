internal import BromideChoreography
internal import BromideDevelop
internal import Tweening

extension LayerTracks {
  /// Reads the keys for the position of a source. Each is a value, or a track like a parameter's.
  init(_ fields: DocumentFields, _ reader: DocumentReader, isText: Bool) {
    self.init()
    typealias Pair = (shares: Parameter, pixels: Parameter?)
    let pairs: [(String, Pair)] = [
      ("at", (LayerParameter.at, LayerParameter.atPixels)),
      (
        "size",
        isText
          ? (LayerParameter.letters, LayerParameter.lettersPixels)
          : (LayerParameter.size, LayerParameter.sizePixels)
      ), ("anchor", (LayerParameter.anchor, nil)), ("rotation", (LayerParameter.rotation, nil)),
      ("opacity", (LayerParameter.opacity, nil)),
    ]
    for (name, (shares, pixels)) in pairs {
      guard let entry = fields(name) else { continue }
      let parameter = entry.node.hasPixels ? pixels ?? shares : shares
      if let track = Self.track(entry, parameter, reader) { tracks.append(track) }
    }
    if let entry = fields("wipe") { readWipe(entry, reader) }
    checkProportions(reader)
  }

  /// Reads a value as a track with one key, or a track.
  static func track(
    _ entry: DocumentEntry, _ parameter: Parameter, _ reader: DocumentReader
  ) -> ParameterTrack? {
    if entry.node.isTrack { return ParameterTrack(parameter, entry, reader) }
    return reader.numbers(entry, of: parameter).map { value in
      let key = ParameterTrack.Action.key(at: .frames(0), value: value, transition: .hold)
      return ParameterTrack(
        parameter, [ParameterTrack.Entry(key, line: entry.line)], line: entry.line)
    }
  }

  private mutating func readWipe(_ entry: DocumentEntry, _ reader: DocumentReader) {
    guard
      let fields = DocumentFields(
        entry, reader, accepted: "expected {share: …}, and shape and softness if needed")
    else { return }
    if let share = fields("share") {
      if let track = Self.track(share, LayerParameter.share, reader) { tracks.append(track) }
    } else {
      fields.missing("share", "the uncovered part, such as 0.5, or keys or tweens")
    }
    wipe = fields.value("shape", reader.wipeShape) ?? wipe
    softness = fields.value("softness") { reader.number($0, 0...1) } ?? softness
    fields.end()
  }

  /// Pictures keep their proportions, so all sizes of a track must have the same.
  private func checkProportions(_ reader: DocumentReader) {
    guard let track = tracks.first(where: { $0.parameter.name == "size" }),
      track.parameter.form != .number
    else { return }
    var first: [Double]?
    for entry in track.entries {
      for value in entry.action.values {
        let size = first ?? value
        first = size
        if abs(value[0] * size[1] / (value[1] * size[0]) - 1) > 1e-6 {
          return reader.report(
            line: entry.line, key: "size",
            "changes its proportions; keep the proportion of the first size")
        }
      }
    }
  }
}

extension ParameterTrack.Action {
  /// All values in the action.
  fileprivate var values: [[Double]] {
    switch self {
    case .key(_, let value, _): [value]
    case .tween(let tween): [tween.from, tween.to].compactMap(\.self)
    case .detour(_, let value, _, _): [value]
    }
  }
}

extension Retiming {
  /// Reads the keys for the speed of photos.
  init(_ fields: DocumentFields, _ reader: DocumentReader) {
    self.init()
    let (speed, map) = (fields("speed"), fields("time-map"))
    if let speed {
      track = LayerTracks.track(speed, Self.speed, reader)
      if map != nil { reader.report(speed, "cannot be combined with time-map; remove one") }
    } else if let map {
      track = ParameterTrack(Self.timeMap, map, reader)
    }
    blend = fields.value("blend") { reader.choice($0, of: Blend.self) } ?? blend
    guard let entry = fields("stack") else { return }
    stacks = true
    if fields("blend") != nil { reader.report(entry, "cannot be combined with blend; remove one") }
    if let operation = reader.choice(entry, of: Blend.self) { blend = operation }
    if !blend.takesAll {
      reader.report(entry, "expected \(Blend.stacking.map(\.rawValue).joined(separator: ", "))")
    }
  }
}

extension DocumentReader {
  /// Reads the angle of a shutter, as a fraction of the frame's time.
  func shutter(_ entry: DocumentEntry) -> Double? {
    value(entry, "expected the angle of a shutter, 0deg to 720deg") { Timeline.shutter($0) }
  }
}

extension Timeline {
  /// Reads the angle of a shutter, such as `180deg`, as a fraction of the frame's time, or returns
  /// `nil` for other text.
  public static func shutter(_ text: String) -> Double? {
    guard text.hasSuffix("deg"), let angle = Double(text.dropLast(3)), (0...720).contains(angle)
    else { return nil }
    return angle / 360
  }
}

extension SourceTransition {
  private static let accepted = "expected {crossfade: 1s}, {wipe: 1s} or {slide: 1s}"

  /// Reads a transition, or reports an error and returns `nil` if it is invalid.
  init?(_ entry: DocumentEntry, _ reader: DocumentReader) {
    guard let fields = DocumentFields(entry, reader, accepted: Self.accepted) else { return nil }
    let kinds = ["crossfade", "wipe", "slide"]
    let given = kinds.filter { fields($0) != nil }
    guard given.count == 1 else {
      if given.isEmpty {
        fields.missing("crossfade", "or wipe, or slide, such as 1s")
      } else {
        reader.report(entry, "is one of \(kinds.joined(separator: ", "))")
      }
      fields.end()
      return nil
    }
    let duration = fields.value(given[0], reader.span)
    var kind = Kind.crossfade
    if given == ["wipe"] {
      let shape = fields.value("shape", reader.wipeShape) ?? .linear(0)
      let softness = fields.value("softness") { reader.number($0, 0...1) } ?? 0
      kind = .wipe(shape, softness: softness)
    } else {
      for key in ["shape", "softness"] { fields.reject(key, "applies to a wipe only", reader) }
    }
    if given == ["slide"] {
      kind = .slide(fields.value("from") { reader.choice($0, of: Side.self) } ?? .right)
    } else {
      fields.reject("from", "applies to a slide only", reader)
    }
    let curve = fields("curve").flatMap { reader.curve($0) } ?? .linear
    fields.end()
    guard let duration else { return nil }
    self.init(kind, duration: duration, curve: curve)
  }
}

extension DocumentReader {
  fileprivate func wipeShape(_ entry: DocumentEntry) -> WipeShape? {
    value(entry.joined, WipeShape.accepted, words: ["linear", "radial"]) { WipeShape($0) }
  }

  /// Reads the value of a layer's parameter: fractions, percentages or pixels, `640x360`, or the
  /// name of an anchor.
  func layerNumbers(_ entry: DocumentEntry, of parameter: Parameter) -> [Double]? {
    let isPixels = parameter.unit == LayerParameter.pixels
    let entry = entry.joined
    guard let text = text(entry, layerForms(parameter)) else { return nil }
    if parameter == LayerParameter.anchor, let position = Position(rawValue: text) {
      let point = position.point(in: Extent(width: 1, height: 1))
      return [point.x, point.y]
    }
    let parts = text.split(omittingEmptySubsequences: false) {
      $0 == "," || isPixels && $0 == "x" && !text.contains("px")
    }
    let isBox = isPixels && !text.contains("px")
    var values = parts.compactMap { part -> Double? in
      let word = part.filter { $0 != " " }
      if isPixels {
        return word.hasSuffix("px") ? Double(word.dropLast(2)) : isBox ? Double(word) : nil
      }
      return word.hasSuffix("%") ? Double(word.dropLast()).map { $0 / 100 } : Double(word)
    }
    if parameter.name == "size", parameter.form != .number, values.count == 1 {
      values.append(values[0])
    }
    if values.count >= parts.count, parameter.accepts(values) { return values }
    report(entry, layerForms(parameter))
    return nil
  }

  private func layerForms(_ parameter: Parameter) -> String {
    switch parameter.name {
    case "at": "expected x and y in fractions of the frame (0.5,0.9), or all of the track in px"
    case "size":
      parameter.form == .number
        ? "expected the height of letters as a fraction of the frame's (0.05), or all of the track in px (48px)"
        : "expected a fraction of the frame (0.4), width and height (0.4,0.3), or all of the track in px (640x360)"
    case "anchor":
      "expected x and y in fractions of the picture, or \(Position.allCases.map(\.rawValue).joined(separator: ", "))"
    default: parameter.rejection
    }
  }
}

extension DocumentNode {
  /// Whether it is a key, a tween, or a list of them.
  fileprivate var isTrack: Bool {
    switch content {
    case .fields: true
    case .list(let nodes):
      nodes.contains { node in if case .fields = node.content { true } else { false } }
    case .nothing, .text, .rejected: false
    }
  }

  /// Whether some value in it is in pixels.
  fileprivate var hasPixels: Bool {
    switch content {
    case .nothing, .rejected: false
    case .text(let text):
      text.hasSuffix("px") || text.wholeMatch(of: /\s*[0-9.]+x[0-9.]+\s*/) != nil
    case .list(let nodes): nodes.contains(where: \.hasPixels)
    case .fields(let fields):
      fields.contains { $0.key != "at" && $0.key != "start" && $0.value.hasPixels }
    }
  }
}

internal import BromideDevelop
internal import BromidePhotos
internal import BromideSystem
internal import BromideValues
internal import SystemPackage
internal import Tweening

/// Converts nodes to values and collects problems.
final class DocumentReader {
  /// The path of the document.
  let path: FilePath
  /// The means with which files of the document are read.
  let context: RunContext
  private let lines: [Substring]
  var problems: [TimelineProblem] = []
  /// Problems of a document that is still usable.
  var warnings: [Warning] = []
  /// The default curve between keys.
  var curve = Curve.linear
  var rate = FrameRate(25)

  init(text: String, path: FilePath, context: RunContext) {
    self.path = path
    self.context = context
    lines = text.split(separator: "\n", omittingEmptySubsequences: false)
  }

  func report(line: Int?, key: String = "", found: String? = nil, _ reason: String) {
    problems.append(
      TimelineProblem(path: path, line: line, key: key, found: found, reason: reason))
  }

  func report(_ entry: DocumentEntry, _ reason: String) {
    if case .rejected = entry.node.content { return }
    var reason = reason
    if case .nothing = entry.node.content, lines.indices.contains(entry.line - 1),
      let color = String(lines[entry.line - 1]).unquotedColor
    {
      reason = "\(color) begins a comment; quote it: '\(color)'"
    }
    let found = entry.node.words
    report(
      line: entry.line, key: entry.key, found: found, found == nil ? "is empty; " + reason : reason)
  }

  /// Reads a text or number as written.
  func text(_ entry: DocumentEntry, _ accepted: String = "expected text") -> String? {
    guard case .text(let text) = entry.node.content else {
      report(entry, accepted)
      return nil
    }
    return text
  }

  /// Returns the result of `read` for a text. If it is `nil`, this reports `accepted`.
  func value<Value>(
    _ entry: DocumentEntry, _ accepted: String, words: [String] = [], _ read: (String) -> Value?
  ) -> Value? {
    guard let text = text(entry, accepted) else { return nil }
    if let value = read(text) { return value }
    report(entry, accepted + Suggestion.text(for: text, among: words))
    return nil
  }

  func choice<Value>(_ entry: DocumentEntry, in choices: [(name: String, value: Value)]) -> Value? {
    let names = choices.map(\.name)
    return value(entry, "expected \(names.joined(separator: ", "))", words: names) { text in
      choices.first { $0.name == text }?.value
    }
  }

  func choice<Value: RawRepresentable & CaseIterable>(_ entry: DocumentEntry, of: Value.Type)
    -> Value?
  where Value.RawValue == String {
    // A type can also accept older names, but messages do not list them.
    let names = Value.allCases.map(\.rawValue)
    return value(
      entry, "expected \(names.joined(separator: ", "))", words: names, Value.init(rawValue:))
  }

  func whole(_ entry: DocumentEntry, _ range: ClosedRange<Int>) -> Int? {
    value(entry, "expected whole numbers from \(range.lowerBound) to \(range.upperBound)") {
      text in
      Int(text).flatMap { range.contains($0) ? $0 : nil }
    }
  }

  func number(_ entry: DocumentEntry, _ range: ClosedRange<Double>) -> Double? {
    value(entry, "expected numbers from \(range.lowerBound) to \(range.upperBound)") { text in
      Double(text).flatMap { range.contains($0) ? $0 : nil }
    }
  }

  /// Reads a width and a height.
  func size(_ entry: DocumentEntry, _ example: String) -> Size? {
    value(entry, "accepted is WIDTHxHEIGHT, \(example)") { text in
      guard let bounds = SizeRequest.Bounds(text), bounds.isBox, case .box(let size) = bounds
      else { return nil }
      return size
    }
  }

  func isTrue(_ entry: DocumentEntry) -> Bool? {
    choice(entry, in: [("true", true), ("false", false)])
  }

  /// Reads numbers of a picture that does not move: `crop` can also be a shape.
  func constants(_ entry: DocumentEntry, of parameter: Parameter) -> [Double]? {
    let entry = parameter.form == .window ? entry.joined : entry
    if parameter.form == .window, case .text(let text) = entry.node.content,
      let values = parameter.constants(of: text)
    {
      return values
    }
    return numbers(entry, of: parameter)
  }

  /// Reads numbers from a list, nested lists, or comma-separated text as in flags.
  func numbers(_ entry: DocumentEntry, of parameter: Parameter) -> [Double]? {
    if LayerParameter.all.contains(parameter) { return layerNumbers(entry, of: parameter) }
    if case .groups = parameter.form, case .fields(let groups) = entry.node.content {
      return groupNumbers(entry, groups, of: parameter)
    }
    func texts(_ node: DocumentNode) -> [String]? {
      switch node.content {
      case .nothing, .rejected, .fields: return nil
      case .text(let text): return [text]
      case .list(let nodes):
        let parts = nodes.map(texts)
        return parts.contains { $0 == nil } ? nil : parts.flatMap { $0 ?? [] }
      }
    }
    if let texts = texts(entry.node),
      let values = parameter.values(of: texts.joined(separator: ","))
    {
      return values
    }
    if let texts = texts(entry.node), texts.count == 1,
      let values = parameter.formerValues(of: texts[0])
    {
      warnings.append(
        Warning(
          "\(parameter.name): \(texts[0]) is outside the range. Bromide uses \(parameter.text(values)); expected \(parameter.accepted)"
        ))
      return values
    }
    var entry = entry
    if let texts = texts(entry.node) {
      entry = DocumentEntry(
        key: entry.key,
        node: DocumentNode(line: entry.line, content: .text(texts.joined(separator: ","))))
    }
    report(entry, parameter.rejection)
    return nil
  }

  /// Reads numbers by group and name, and converts them to the format of flags.
  private func groupNumbers(
    _ entry: DocumentEntry, _ groups: [(key: String, line: Int, value: DocumentNode)],
    of parameter: Parameter
  ) -> [Double]? {
    let texts: [String] = groups.compactMap { group in
      guard case .fields(let members) = group.value.content else { return nil }
      let words: [String] = members.compactMap { member in
        guard case .text(let text) = member.value.content else { return nil }
        return "\(member.key) \(text)"
      }
      return words.count == members.count ? "\(group.key): \(words.joined(separator: " "))" : nil
    }
    if texts.count == groups.count,
      let values = parameter.values(of: texts.joined(separator: "; "))
    {
      return values
    }
    report(entry, parameter.rejection)
    return nil
  }

  /// Reads a path, and returns it relative to the working directory.
  func path(_ entry: DocumentEntry) -> FilePath? {
    value(entry, "accepted is the path of a file, relative to the document") { text in
      text.isEmpty || text.contains("\0") ? nil : resolved(text)
    }
  }

  /// Returns a path, resolved from the document's folder unless it is absolute.
  func resolved(_ name: String) -> FilePath { path.removingLastComponent().pushing(FilePath(name)) }

  /// Reads a duration.
  func span(_ entry: DocumentEntry) -> TimePoint? {
    moment(entry, "expected 4s, 1m30s, 250ms or 96f") { $0.isLength }
  }

  /// Reads a point in time or a duration within a source.
  func moment(_ entry: DocumentEntry) -> TimePoint? {
    moment(entry, TimePoint.accepted) { _ in true }
  }

  private func moment(
    _ entry: DocumentEntry, _ accepted: String, _ isAccepted: (TimePoint) -> Bool
  ) -> TimePoint? {
    value(entry, accepted) { text in TimePoint(text).flatMap { isAccepted($0) ? $0 : nil } }
  }

  func curve(_ entry: DocumentEntry) -> Curve? {
    guard let text = text(entry, "expected curves such as linear or ease(2)") else {
      return nil
    }
    do throws(CurveTextError) {
      return try Curve(parsing: text)
    } catch {
      report(entry, error.advised)
      return nil
    }
  }
}

internal import BromideValues
internal import SystemPackage

/// Parses YAML, which includes JSON, into nodes.
///
/// The parser uses libyaml's events. So it finds unsupported features (repeated keys, anchors,
/// aliases) at their position. It never expands an alias, because a thousand characters of nested
/// aliases could need more memory than any machine has.
struct DocumentParser {
  private let text: String
  private let path: FilePath
  private let kind: DocumentKind
  private(set) var problems: [TimelineProblem] = []

  /// Maximum nesting. The value in a detour of a track's key is 8 levels deep.
  static let deepest = 32
  /// Maximum length of a value with brackets and commas.
  private static let longestCut = 200

  init(text: String, path: FilePath, kind: DocumentKind = .timeline) {
    self.text = text
    self.path = path
    self.kind = kind
  }

  /// Returns the document's root, or `nil` if the document is empty or invalid. `problems` contains
  /// the reason.
  mutating func root() -> DocumentNode? {
    guard text.utf8.count <= kind.mostBytes else {
      problems.append(kind.tooLarge(path, text.utf8.count))
      return nil
    }
    let events = YAMLEvents(text)
    do throws(YAMLError) {
      guard let first = try events.next() else {
        report(nil, "the document is empty; a \(kind.noun) has \(kind.content)")
        return nil
      }
      let root = try node(first, events, depth: 1)
      if let next = try events.next() {
        report(next.line, "a second document begins here; a \(kind.noun) is a single one")
      }
      return root
    } catch {
      report(error.lines.upperBound, error.reason + hint(error.lines))
      return nil
    }
  }

  private mutating func report(
    _ line: Int?, key: String = "", found: String? = nil, _ reason: String
  ) {
    problems.append(
      TimelineProblem(path: path, line: line, key: key, found: found, reason: reason))
  }
}

// MARK: - Nodes

extension DocumentParser {
  /// Reads the node that starts with an event.
  private mutating func node(
    _ event: YAMLEvent, _ events: YAMLEvents, depth: Int
  ) throws(YAMLError) -> DocumentNode {
    if let anchor = event.anchor { reject("&", anchor, event.line) }
    guard depth <= Self.deepest else {
      throw YAMLError(
        lines: event.line...event.line,
        reason: "nested more than \(Self.deepest) levels deep, which no \(kind.noun) needs")
    }
    let content: DocumentNode.Content
    switch event.kind {
    case .text(let text, let isPlain):
      content = isPlain && ["", "~", "null"].contains(text) ? .nothing : .text(text)
    case .alias(let name):
      reject("*", name, event.line)
      content = .rejected
    case .list:
      var nodes: [DocumentNode] = []
      while let item = try events.next() {
        nodes.append(try node(item, events, depth: depth + 1))
      }
      content = .list(nodes)
    case .fields:
      content = .fields(fields(try pairs(events, depth: depth + 1)))
    }
    return DocumentNode(line: event.line, content: content)
  }

  private mutating func reject(_ sign: String, _ name: String, _ line: Int) {
    report(
      line, found: sign + name,
      "anchors (&name) and aliases (*name) are not part of a \(kind.noun); quotes make it a text")
  }

  /// A key as written, with its value.
  private struct Pair {
    let key: String
    let line: Int
    var value: DocumentNode
    /// Whether quotes are missing around the value.
    let isPlain: Bool
  }

  /// Reads all keys with their values, until the end of the current mapping.
  private mutating func pairs(_ events: YAMLEvents, depth: Int) throws(YAMLError) -> [Pair] {
    var pairs: [Pair] = []
    while let key = try events.next() {
      _ = try node(key, events, depth: depth)
      guard let event = try events.next() else { break }
      let value = try node(event, events, depth: depth)
      guard case .text(let name, _) = key.kind else {
        report(key.line, "a key must be text")
        continue
      }
      var isPlain = false
      if case .text(_, true) = event.kind { isPlain = true }
      pairs.append(Pair(key: name, line: key.line, value: value, isPlain: isPlain))
    }
    return pairs
  }

  /// Removes repeated keys, and joins values that commas have split.
  ///
  /// Inside { }, `curve: bezier(.4,0,.2,1)` becomes a short value, and the rest becomes keys
  /// without values.
  private mutating func fields(
    _ pairs: [Pair]
  ) -> [(key: String, line: Int, value: DocumentNode)] {
    var fields: [(key: String, line: Int, value: DocumentNode)] = []
    var lines: [String: Int] = [:]
    var rest = pairs[...]
    while var pair = rest.popFirst() {
      if pair.isPlain, case .text(let beginning) = pair.value.content {
        var whole = beginning
        var open = beginning.openBrackets
        while open > 0, whole.utf8.count < Self.longestCut, let next = rest.first, next.isPlain,
          case .nothing = next.value.content
        {
          whole += "," + next.key
          open += next.key.openBrackets
          rest.removeFirst()
        }
        if whole != beginning {
          report(
            pair.line, key: pair.key, found: whole,
            "commas end a value inside { }; quote it: '\(whole)'")
          pair.value.content = .text(whole)
        }
      }
      if let first = lines[pair.key] {
        let place = first == pair.line ? "" : "; first in line \(first)"
        report(pair.line, key: pair.key, "appears twice in the same place" + place)
      } else {
        lines[pair.key] = pair.line
        fields.append((pair.key, pair.line, pair.value))
      }
    }
    return fields
  }
}

// MARK: - Syntax

extension DocumentParser {
  /// Returns a hint about a common mistake in these lines.
  private func hint(_ place: ClosedRange<Int>) -> String {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    for number in max(1, place.lowerBound - 1)...place.upperBound where number <= lines.count {
      let line = lines[number - 1]
      if let color = String(line).unquotedColor {
        return "; in line \(number) \(color) begins a comment; quote it: '\(color)'"
      }
      if let star = line.firstIndex(of: "*"), line[..<star].allSatisfy({ $0 != "'" && $0 != "\"" })
      {
        let name = line[star...].prefix(60).prefix { !$0.isWhitespace && !",]}".contains($0) }
        return "; a value that begins with * is quoted: '\(name)'"
      }
      if line.contains("\t") { return "; line \(number) has a tab; indent with spaces" }
    }
    return ""
  }
}

extension String {
  /// The number of unclosed round brackets.
  fileprivate var openBrackets: Int {
    utf8.reduce(0) { $0 + ($1 == UInt8(ascii: "(") ? 1 : $1 == UInt8(ascii: ")") ? -1 : 0) }
  }

  /// `#101010` after a colon or comma, which YAML treats as a comment.
  var unquotedColor: String? {
    var rest = self[...]
    while let sign = rest.firstIndex(of: "#") {
      let digits = self[index(after: sign)...].prefix(6)
      let before = self[..<sign].last { !$0.isWhitespace }
      if digits.count == 6, HexColor.codes(digits) != nil,
        before == ":" || before == "," || before == "["
      {
        return "#\(digits)"
      }
      rest = self[index(after: sign)...]
    }
    return nil
  }
}

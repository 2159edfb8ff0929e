internal import Yams

/// Text in YAML, of which JSON is a part, as nodes.
///
/// Yams ends at the first key that stands twice in a mapping. So that everything wrong is found at once, the key is marked
/// with a character that no key has, and the text is read again.
struct DocumentParser {
  private var text: String
  private let path: String
  private(set) var problems: [TimelineProblem] = []

  /// A timeline of 50 000 keys needs less.
  static let mostBytes = 2 << 20
  private static let mostRepetitions = 20
  /// From Unicode's private use area.
  private static let mark: Character = "\u{E000}"

  init(text: String, path: String) {
    self.text = text
    self.path = path
  }

  /// The document's root; nil where it is empty or cannot be read, which `problems` says.
  mutating func root() -> DocumentNode? {
    guard text.utf8.count <= Self.mostBytes else {
      problems.append(Self.tooLarge(path, text.utf8.count))
      return nil
    }
    guard !hasAliases() else { return nil }
    for _ in 0...Self.mostRepetitions {
      do {
        guard let root = try Yams.compose(yaml: text, .basic, .default, .utf8) else { break }
        return node(root, line: 1)
      } catch let error as YamlError {
        guard case .duplicatedKeysInMapping(_, let context) = error, mark(context.mark) else {
          report(error)
          return nil
        }
      } catch {
        report(nil, "\(error)")
        return nil
      }
    }
    report(nil, "nothing stands here; a timeline has sources")
    return nil
  }

  static func tooLarge(_ path: String, _ bytes: Int) -> TimelineProblem {
    TimelineProblem(
      path: path, line: nil, reason: "\(bytes) bytes; a timeline has at most \(mostBytes)")
  }

  private mutating func report(
    _ line: Int?, key: String = "", found: String? = nil, _ reason: String
  ) {
    problems.append(
      TimelineProblem(path: path, line: line, key: key, found: found, reason: reason))
  }

  /// A thousand letters of aliases to aliases become more nodes than any memory holds, so they are refused before
  /// anything is read: where a value begins with `*` and a word anywhere with `&`. Quoted text hardly ever has both.
  private mutating func hasAliases() -> Bool {
    guard text.utf8.contains(UInt8(ascii: "&")) else { return false }
    var alias: Int?
    var hasAnchor = false
    for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated()
    {
      var isBeginning = true
      var previous: Character = " "
      var letters = line.makeIterator()
      var next = letters.next()
      while let letter = next {
        next = letters.next()
        if let next, !next.isWhitespace {
          if letter == "*" && isBeginning { alias = alias ?? index + 1 }
          if letter == "&" && (previous.isWhitespace || "[{,".contains(previous)) {
            hasAnchor = true
          }
        }
        if !letter.isWhitespace { isBeginning = ":,[{-?".contains(letter) }
        previous = letter
      }
    }
    guard hasAnchor, let alias else { return false }
    report(alias, "anchors (&name) and aliases (*name) are not part of a timeline")
    return true
  }

  /// Marks the key at a place; false where there is none.
  private mutating func mark(_ place: Mark) -> Bool {
    var lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    guard lines.indices.contains(place.line - 1) else { return false }
    var scalars = Array(lines[place.line - 1].unicodeScalars)
    var column = place.column - 1
    guard scalars.indices.contains(column) else { return false }
    if scalars[column] == "\"" || scalars[column] == "'" { column += 1 }
    scalars.insert(contentsOf: Self.mark.unicodeScalars, at: column)
    var line = String.UnicodeScalarView()
    line.append(contentsOf: scalars)
    lines[place.line - 1] = Substring(String(line))
    text = lines.joined(separator: "\n")
    return true
  }
}

// MARK: - Nodes

extension DocumentParser {
  private mutating func node(_ node: Node, line: Int) -> DocumentNode {
    let line = node.mark?.line ?? line
    switch node {
    case .scalar(let scalar):
      let isNothing = scalar.style == .plain && ["", "~", "null"].contains(scalar.string)
      return DocumentNode(line: line, content: isNothing ? .nothing : .text(scalar.string))
    case .sequence(let nodes):
      return DocumentNode(line: line, content: .list(nodes.map { self.node($0, line: line) }))
    case .mapping(let mapping):
      return DocumentNode(line: line, content: .fields(fields(Array(mapping), line: line)))
    case .alias:
      report(line, "aliases (*name) are not part of a timeline")
      return DocumentNode(line: line, content: .nothing)
    }
  }

  private mutating func fields(
    _ pairs: [(key: Node, value: Node)], line: Int
  ) -> [(key: String, line: Int, value: DocumentNode)] {
    var fields: [(key: String, line: Int, value: DocumentNode)] = []
    var index = 0
    while index < pairs.count {
      let (key, value) = pairs[index]
      index += 1
      let line = key.mark?.line ?? line
      guard let name = key.scalar?.string else {
        report(line, "a key is a text")
        continue
      }
      var content = node(value, line: line)
      if case .text(let beginning) = content.content, value.scalar?.style == .plain {
        // The commas of `curve: bezier(.4,0,.2,1)` inside { } have made keys without values of the rest.
        var whole = beginning
        while whole.isMissingBracket, index < pairs.count, let rest = pairs[index].key.scalar,
          pairs[index].value.scalar?.string.isEmpty == true
        {
          whole += "," + rest.string.filter { $0 != Self.mark }
          index += 1
        }
        if whole != beginning {
          report(
            line, key: name, found: whole, "commas end a value inside { }; quote it: '\(whole)'")
          content.content = .text(whole)
        }
      }
      if name.first == Self.mark {
        let bare = name.filter { $0 != Self.mark }
        report(line, key: bare, "stands twice in the same place")
      } else {
        fields.append((name, line, content))
      }
    }
    return fields
  }
}

// MARK: - Syntax

extension DocumentParser {
  private mutating func report(_ error: YamlError) {
    switch error {
    case .scanner(let context, let problem, let mark, _),
      .parser(let context, let problem, let mark, _),
      .composer(let context, let problem, let mark, _):
      let begin = context.map { ", \($0.text) from line \($0.mark.line)" } ?? ""
      report(
        mark.line,
        "no YAML or JSON: \(problem)\(begin)"
          + hint(from: context?.mark.line ?? mark.line, to: mark.line))
    case .reader(let problem, let offset, let value, _):
      let line = offset.map { text.prefix($0).count { $0 == "\n" } + 1 }
      let code = value >= 0 ? " (code \(value))" : ""
      report(line, "no text: \(problem)\(code)")
    case .duplicatedKeysInMapping(let keys, let context):
      report(context.mark.line, key: keys.first ?? "", "stands twice in the same place")
    default: report(nil, "no YAML or JSON: \(error)")
    }
  }

  /// What in these lines is often forgotten.
  private func hint(from first: Int, to last: Int) -> String {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    for number in max(1, first - 1)...max(1, last) where number <= lines.count {
      let line = lines[number - 1]
      if let color = String(line).unquotedColor {
        return "; in line \(number) \(color) begins a comment; quote it: '\(color)'"
      }
      if let star = line.firstIndex(of: "*"), line[..<star].allSatisfy({ $0 != "'" && $0 != "\"" })
      {
        let name = line[star...].prefix { !$0.isWhitespace && !",]}".contains($0) }
        return "; a value that begins with * is quoted: '\(name)'"
      }
      if line.contains("\t") { return "; line \(number) has a tab; indent with spaces" }
    }
    return ""
  }
}

extension String {
  /// Whether more round brackets are opened than closed.
  fileprivate var isMissingBracket: Bool {
    count { $0 == "(" } > count { $0 == ")" }
  }

  /// `#101010` behind a colon or comma, where YAML takes it for a comment.
  var unquotedColor: String? {
    var rest = self[...]
    while let sign = rest.firstIndex(of: "#") {
      let digits = self[index(after: sign)...].prefix(6)
      let before = self[..<sign].last { !$0.isWhitespace }
      if digits.count == 6, digits.allSatisfy(\.isHexDigit),
        before == ":" || before == "," || before == "["
      {
        return "#\(digits)"
      }
      rest = self[index(after: sign)...]
    }
    return nil
  }
}

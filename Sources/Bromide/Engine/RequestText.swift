internal import BromideSystem

/// Names and values from a program in another language, with one `name=value` per line.
///
/// A semicolon also separates them, if a name and `=` follow. Names and values equal the command's
/// options.
struct RequestText {
  /// The pairs in order. Each name occurs once.
  private(set) var pairs: [(name: String, value: String)] = []

  /// - Throws: `BromideError` for a line without `=`, or a repeated name.
  init(_ text: String) throws(BromideError) {
    for part in Self.parts(of: text) {
      guard let sign = part.firstIndex(of: "=") else {
        throw BromideError(.request, nil, "“\(part.prefix(60))”: expected NAME=VALUE")
      }
      let name = Self.trimmed(part[..<sign])
      guard !pairs.contains(where: { $0.name == name }) else {
        throw BromideError(.request, nil, "\(name): is set twice; remove one")
      }
      pairs.append((name, Self.trimmed(part[part.index(after: sign)...])))
    }
  }

  /// Removes and returns the value of a name, or `nil` if it is not set.
  mutating func take(_ name: String) -> String? {
    guard let index = pairs.firstIndex(where: { $0.name == name }) else { return nil }
    return pairs.remove(at: index).value
  }

  /// Removes and returns one of several words, or `nil` if it is not set.
  ///
  /// - Throws: `BromideError` that lists the words.
  mutating func take<Value>(
    _ name: String, among choices: [(name: String, value: Value)]
  ) throws(BromideError) -> Value? {
    guard let text = take(name) else { return nil }
    if let choice = choices.first(where: { $0.name == text }) { return choice.value }
    throw Self.rejection(
      name, text, "expected \(choices.map(\.name).joined(separator: ", "))", choices.map(\.name))
  }

  /// Removes a value and returns it as a closure reads it, or `nil` if it is not set.
  ///
  /// - Parameter accepted: A sentence with the accepted values.
  /// - Throws: `BromideError` if the closure returns `nil`.
  mutating func take<Value>(
    _ name: String, _ accepted: String, _ read: (String) -> Value?
  ) throws(BromideError) -> Value? {
    guard let text = take(name) else { return nil }
    guard let value = read(text) else { throw Self.rejection(name, text, accepted) }
    return value
  }

  /// Rejects the remaining names.
  ///
  /// - Parameter known: All accepted names.
  func end(known: [String]) throws(BromideError) {
    guard let (name, _) = pairs.first else { return }
    throw BromideError(
      .request, nil,
      "no option is called “\(name)”\(Suggestion.text(for: name, among: known)); known are \(known.joined(separator: ", "))"
    )
  }

  static func rejection(
    _ name: String, _ found: String, _ reason: String, _ words: [String] = []
  ) -> BromideError {
    BromideError(
      .request, nil,
      "\(name): “\(found.prefix(60))”: \(reason)" + Suggestion.text(for: found, among: words))
  }

  /// Returns the parts between line ends, and between semicolons before a name and `=`.
  private static func parts(of text: String) -> [Substring] {
    text.split(whereSeparator: \.isNewline).flatMap { line -> [Substring] in
      var parts: [Substring] = []
      var start = line.startIndex
      for index in line.indices where line[index] == ";" {
        let rest = line[line.index(after: index)...].drop { $0 == " " }
        guard begins(rest) else { continue }
        parts.append(line[start..<index])
        start = line.index(after: index)
      }
      return parts + [line[start...]]
    }.filter { !trimmed($0).isEmpty }
  }

  /// Returns whether a text begins with a name and `=`, or is empty.
  private static func begins(_ text: Substring) -> Bool {
    let name = text.prefix { $0.isASCII && $0.isLowercase || $0 == "-" }
    let rest = text[name.endIndex...].drop { $0 == " " }
    return text.isEmpty || !name.isEmpty && rest.first == "="
  }

  private static func trimmed(_ text: Substring) -> String {
    let start = text.drop(while: \.isWhitespace)
    guard let last = start.lastIndex(where: { !$0.isWhitespace }) else { return "" }
    return String(start[...last])
  }
}

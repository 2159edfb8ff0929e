/// The characters of one text, read from the front: what the text forms of curves and of
/// choreographies are read with. It knows no names and throws no errors.
package struct TextScanner {
  private let characters: [Character]
  /// How many characters have been read; may be set back.
  package var index = 0

  package init(_ text: String) { characters = Array(text) }

  package var isAtEnd: Bool { index == characters.count }

  /// The next character, nil at the end.
  package var next: Character? { isAtEnd ? nil : characters[index] }

  /// What comes next, for a message.
  package var found: String {
    isAtEnd ? "the end of the text" : "“\(String(characters[index...].prefix(12)))”"
  }

  package mutating func skipSpaces() {
    while let next, next.isWhitespace { index += 1 }
  }

  /// The letters, digits, hyphens and underlines that come next, maybe none.
  package mutating func word() -> String {
    let start = index
    while let next, next.isLetter || next.isNumber || "-_".contains(next) { index += 1 }
    return String(characters[start..<index])
  }

  /// A finite number; nil, and nothing read, where none comes next.
  package mutating func number() -> Double? {
    let start = index
    while let next, "0123456789.+-eE".contains(next) { index += 1 }
    // Only digits, point, sign and exponent come here: no words like “nan”, no hexadecimal.
    guard let value = Double(String(characters[start..<index])), value.isFinite else {
      index = start
      return nil
    }
    return value
  }

  /// Whether this character came next, behind any spaces; then it has been read.
  package mutating func take(_ character: Character) -> Bool {
    skipSpaces()
    guard next == character else { return false }
    index += 1
    return true
  }
}

/// Reads the characters of one text from the front, for the text forms of curves and
/// choreographies. It knows no names and throws no errors.
package struct TextScanner {
  private let characters: [Character]
  /// Number of characters read; may be set back.
  package var index = 0

  package init(_ text: String) { characters = Array(text) }

  package var isAtEnd: Bool { index == characters.count }

  /// The next character; nil at the end.
  package var next: Character? { isAtEnd ? nil : characters[index] }

  /// The text that comes next, for a message.
  package var found: String {
    isAtEnd ? "the end of the text" : "“\(String(characters[index...].prefix(12)))”"
  }

  package mutating func skipSpaces() {
    while let next, next.isWhitespace { index += 1 }
  }

  /// Reads the letters, digits, hyphens and underscores that come next; there may be none.
  package mutating func word() -> String {
    let start = index
    while let next, next.isLetter || next.isNumber || "-_".contains(next) { index += 1 }
    return String(characters[start..<index])
  }

  /// Reads a finite number; nil, with nothing read, if none comes next.
  package mutating func number() -> Double? {
    let start = index
    while let next, "0123456789.+-eE".contains(next) { index += 1 }
    // Only digits, points, signs and exponents get here: no words like “nan”, no hexadecimal.
    guard let value = Double(String(characters[start..<index])), value.isFinite else {
      index = start
      return nil
    }
    return value
  }

  /// Reads this character if it comes next after any spaces, and returns whether it did.
  package mutating func take(_ character: Character) -> Bool {
    skipSpaces()
    guard next == character else { return false }
    index += 1
    return true
  }
}

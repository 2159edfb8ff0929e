/// Reads characters from the front of a text, for the parsers of curves and choreographies. It does
/// not contain names and does not throw errors.
package struct TextScanner {
  private let characters: [Character]
  /// The number of characters that were read. To return to a character, set it to an earlier value.
  package var index = 0

  package init(_ text: String) { characters = Array(text) }

  package var isAtEnd: Bool { index == characters.count }

  /// The next character, or `nil` at the end.
  package var next: Character? { isAtEnd ? nil : characters[index] }

  /// The next part of the text, for an error message.
  package var found: String {
    isAtEnd ? "the end of the text" : "“\(String(characters[index...].prefix(12)))”"
  }

  package mutating func skipSpaces() {
    while let next, next.isWhitespace { index += 1 }
  }

  /// Reads the letters, digits, hyphens and underscores that come next. The result can be empty.
  package mutating func word() -> String {
    let start = index
    while let next, next.isLetter || next.isNumber || "-_".contains(next) { index += 1 }
    return String(characters[start..<index])
  }

  /// Reads a finite number. If the number is missing, the position stays and it returns `nil`.
  package mutating func number() -> Double? {
    let start = index
    while let next, "0123456789.+-eE".contains(next) { index += 1 }
    // The text contains only digits, points, signs and exponents, so no words like “nan” and no
    // hexadecimal.
    guard let value = Double(String(characters[start..<index])), value.isFinite else {
      index = start
      return nil
    }
    return value
  }

  /// Skips spaces, then reads this character if it comes next. Returns whether it did.
  package mutating func take(_ character: Character) -> Bool {
    skipSpaces()
    guard next == character else { return false }
    index += 1
    return true
  }
}

extension Int {
  /// The number in decimal with zeros before it, at least `digits` characters.
  package func padded(toDigits digits: Int) -> String {
    let text = String(self)
    return String(repeating: "0", count: Swift.max(0, digits - text.count)) + text
  }
}

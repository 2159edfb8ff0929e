extension Int {
  /// Returns the number in decimal with leading zeros, at least `digits` characters.
  package func padded(toDigits digits: Int) -> String {
    let text = String(self)
    return String(repeating: "0", count: Swift.max(0, digits - text.count)) + text
  }
}

extension UInt64 {
  /// The number in base 16 with leading zeros: 16 digits.
  package var hexDigits: String {
    let text = String(self, radix: 16)
    return String(repeating: "0", count: 16 - text.count) + text
  }
}

extension Double {
  /// The shortest text that reads back as the number, without ".0".
  package var shortest: String {
    let text = "\(self)"
    return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
  }

  /// Returns the number with a fixed number of decimals, never "-0.0".
  package func text(decimals: Int) -> String {
    guard isFinite, abs(self) < 1e12 else { return "\(self)" }
    if self < 0 {
      let text = (-self).text(decimals: decimals)
      return text.contains { $0 != "0" && $0 != "." } ? "-" + text : text
    }
    let factor = (0..<decimals).reduce(1) { product, _ in product * 10 }
    let scaled = Int((self * Double(factor)).rounded())
    guard decimals > 0 else { return "\(scaled)" }
    return "\(scaled / factor)." + (scaled % factor).padded(toDigits: decimals)
  }
}

/// Reads a colour that people write in hexadecimal digits, such as the `ff8800` of `#ff8800`.
package enum HexColor {
  /// Returns the codes of red, green and blue, or `nil` for other texts.
  ///
  /// - Parameter digits: Six digits, or three digits to double: `f80` is `ff8800`.
  package static func codes(_ digits: Substring) -> SIMD3<UInt8>? {
    let values = digits.utf8.compactMap { Character(Unicode.Scalar($0)).hexDigitValue }
      .map { UInt8($0) }
    guard values.count == digits.utf8.count else { return nil }
    switch values.count {
    case 3: return SIMD3(values[0], values[1], values[2]) &* 17
    case 6:
      return SIMD3(values[0], values[2], values[4]) &* 16
        &+ SIMD3(values[1], values[3], values[5])
    default: return nil
    }
  }
}

/// Converts bytes that are mostly UTF-8 to text.
///
/// File names are bytes. Nearly all are UTF-8, but other names are also valid, and repairing them
/// would name another file. There are two solutions:
/// - `reversible`, for text that becomes bytes again: arguments, name templates, keys of names. A
///   byte that cannot be decoded becomes the private-use scalar U+10FF00 + byte. Real scalars in
///   this range are treated as undecodable bytes, so that the conversion back is unambiguous.
/// - `visible`, for people: a byte that cannot be decoded becomes the four characters `\xNN`.
package enum ByteText {
  /// Returns bytes as text. `bytes(of:)` restores them.
  package static func reversible(_ bytes: some Collection<UInt8>) -> String {
    // Scalars that need this conversion begin with 0xF4.
    if bytes.allSatisfy({ $0 < 0xF4 }), let text = String(validating: bytes, as: UTF8.self) {
      return text
    }
    return text(bytes) {
      $0.value >= firstStandIn ? nil : $0
    } byte: { byte, text in
      text.unicodeScalars.append(standIn(byte))
    }
  }

  /// Returns the bytes of a text: UTF-8, except for scalars that represent one byte each.
  package static func bytes(of reversible: String) -> [UInt8] {
    guard reversible.utf8.contains(0xF4) else { return Array(reversible.utf8) }
    var bytes: [UInt8] = []
    for scalar in reversible.unicodeScalars {
      if scalar.value >= firstStandIn {
        bytes.append(UInt8(truncatingIfNeeded: scalar.value))
      } else {
        bytes.append(contentsOf: Unicode.UTF8.encode(scalar)!)
      }
    }
    return bytes
  }

  /// Returns bytes as text for people. Bytes that cannot be decoded become `\xNN`.
  ///
  /// - Parameter escapesControls: Whether to also escape control characters and characters that
  ///   change the direction of text, because a terminal could obey them.
  package static func visible(_ bytes: some Collection<UInt8>, escapesControls: Bool) -> String {
    if bytes.allSatisfy({ 0x20..<0x7F ~= $0 }) { return String(decoding: bytes, as: UTF8.self) }
    return text(bytes) { scalar in
      escapesControls && isObeyed(scalar) ? nil : scalar
    } byte: { byte, text in
      text += "\\x" + hexadecimal(CollectionOfOne(byte))
    }
  }

  /// Returns text for a terminal. Line ends and tabs stay. Other characters that a terminal obeys
  /// become `\xNN`.
  package static func lines(_ text: some StringProtocol) -> String {
    Self.text(Array(text.utf8)) { scalar in
      isObeyed(scalar) && scalar != "\n" && scalar != "\t" ? nil : scalar
    } byte: { byte, text in
      text += "\\x" + hexadecimal(CollectionOfOne(byte))
    }
  }

  /// Returns JSON without characters that a terminal obeys. JSON allows some of them above U+001F,
  /// which become `\uNNNN`.
  package static func json(_ text: String) -> String {
    guard text.utf8.contains(where: { $0 >= 0x7F }), text.unicodeScalars.contains(where: isObeyed)
    else { return text }
    var result = ""
    for scalar in text.unicodeScalars {
      if scalar.value >= 0x7F, isObeyed(scalar) {
        let digits = String(scalar.value, radix: 16)
        result += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      } else {
        result.unicodeScalars.append(scalar)
      }
    }
    return result
  }

  /// Returns reversible text as text for people.
  package static func visible(_ reversible: String) -> String {
    visible(bytes(of: reversible), escapesControls: true)
  }

  /// Returns two digits per byte, in lower case.
  package static func hexadecimal(_ bytes: some Collection<UInt8>) -> String {
    var digits: [UInt8] = []
    let alphabet = Array("0123456789abcdef".utf8)
    for byte in bytes { digits += [alphabet[Int(byte >> 4)], alphabet[Int(byte & 15)]] }
    return String(decoding: digits, as: UTF8.self)
  }

  /// Returns whether a terminal could obey a character instead of showing it: controls, direction
  /// embeddings and overrides (Unicode Standard Annex 9), line and paragraph separators.
  static func isObeyed(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x061C, 0x200E, 0x200F, 0x2028...0x202E, 0x2066...0x2069: true
    // All controls of Unicode. A look-up of the category is slow.
    case 0..<0x20, 0x7F..<0xA0: true
    default: false
    }
  }

  private static let firstStandIn: UInt32 = 0x10_FF80

  private static func standIn(_ byte: UInt8) -> Unicode.Scalar {
    Unicode.Scalar(0x10_FF00 + UInt32(byte))!
  }

  /// Decodes bytes. Passes bytes to `byte` if they cannot be decoded, or if `kept` returns `nil`
  /// for their scalar.
  private static func text(
    _ bytes: some Collection<UInt8>, kept: (Unicode.Scalar) -> Unicode.Scalar?,
    byte: (UInt8, inout String) -> Void
  ) -> String {
    var text = ""
    var parser = Unicode.UTF8.ForwardParser()
    var iterator = bytes.makeIterator()
    var rest = bytes[...]
    while true {
      let length: Int
      switch parser.parseScalar(from: &iterator) {
      case .emptyInput: return text
      case .valid(let encoded):
        length = encoded.count
        if let scalar = kept(Unicode.UTF8.decode(encoded)) {
          text.unicodeScalars.append(scalar)
        } else {
          for value in rest.prefix(length) { byte(value, &text) }
        }
      case .error(let count):
        length = count
        for value in rest.prefix(length) { byte(value, &text) }
      }
      rest = rest.dropFirst(length)
    }
  }
}

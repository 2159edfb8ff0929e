/// Writes JSON by hand in the form of `JSONText`, for values whose encoding takes a large part of a
/// photo's time.
package struct JSONBytes: Sendable {
  /// The text so far, in UTF-8.
  package private(set) var bytes: [UInt8] = []

  /// Creates an empty text.
  package init() {}

  /// Adds JSON as it is.
  package mutating func add(_ json: String) { bytes += json.utf8 }

  /// Adds a text with its quotes.
  package mutating func add(text: String) {
    bytes.append(UInt8(ascii: "\""))
    var text = text
    text.withUTF8 { text in
      var start = 0
      var index = 0
      while index < text.count {
        guard unsafe Self.isSpecial(text[index]) else {
          index += 1
          continue
        }
        let (length, replacement) = unsafe Self.replacement(in: text, at: index)
        if let replacement {
          unsafe bytes += UnsafeBufferPointer(rebasing: text[start..<index])
          bytes += replacement.utf8
          start = index + length
        }
        index += length
      }
      unsafe bytes += UnsafeBufferPointer(rebasing: text[start...])
    }
    bytes.append(UInt8(ascii: "\""))
  }

  /// Adds an array.
  package mutating func add<Element>(
    array: some Collection<Element>, _ element: (inout JSONBytes, Element) -> Void
  ) {
    bytes.append(UInt8(ascii: "["))
    var isFirst = true
    for value in array {
      if !isFirst { bytes.append(UInt8(ascii: ",")) }
      isFirst = false
      element(&self, value)
    }
    bytes.append(UInt8(ascii: "]"))
  }

  /// Adds an object with the members of a dictionary, in alphabetical order.
  package mutating func add<Value>(
    object members: [String: Value], _ value: (inout JSONBytes, Value) -> Void
  ) {
    bytes.append(UInt8(ascii: "{"))
    var isFirst = true
    for (key, member) in members.sorted(by: {
      $0.key.utf8.lexicographicallyPrecedes($1.key.utf8)
    }) {
      if !isFirst { bytes.append(UInt8(ascii: ",")) }
      isFirst = false
      add(text: key)
      bytes.append(UInt8(ascii: ":"))
      value(&self, member)
    }
    bytes.append(UInt8(ascii: "}"))
  }

  /// Returns whether a byte needs a replacement, or begins a character that `ByteText` may replace.
  private static func isSpecial(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x00..<0x20, UInt8(ascii: "\""), UInt8(ascii: "\\"), 0x7F, 0xC2, 0xD8, 0xE2: true
    default: false
    }
  }

  /// Returns the length of a character, and its replacement, or `nil` to keep it. JSON needs
  /// replacements below U+0020, `ByteText` also above.
  @unsafe private static func replacement(
    in text: UnsafeBufferPointer<UInt8>, at index: Int
  ) -> (length: Int, text: String?) {
    let byte = unsafe text[index]
    switch byte {
    case UInt8(ascii: "\""): return (1, "\\\"")
    case UInt8(ascii: "\\"): return (1, "\\\\")
    case 0x08: return (1, "\\b")
    case 0x09: return (1, "\\t")
    case 0x0A: return (1, "\\n")
    case 0x0C: return (1, "\\f")
    case 0x0D: return (1, "\\r")
    case 0x00...0x7F: return (1, escape(UInt32(byte)))
    case 0xE2:
      let high = unsafe UInt32(byte & 0x0F) << 12 | UInt32(text[index + 1] & 0x3F) << 6
      let value = unsafe high | UInt32(text[index + 2] & 0x3F)
      return (3, isObeyed(value) ? escape(value) : nil)
    default:
      let value = unsafe UInt32(byte & 0x1F) << 6 | UInt32(text[index + 1] & 0x3F)
      return (2, isObeyed(value) ? escape(value) : nil)
    }
  }

  private static func isObeyed(_ value: UInt32) -> Bool {
    Unicode.Scalar(value).map(ByteText.isObeyed) ?? false
  }

  private static func escape(_ value: UInt32) -> String {
    let digits = String(value, radix: 16)
    return "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
  }
}

extension JSONText {
  /// Returns an object with one more member, at its place in the order of the keys.
  ///
  /// - Parameters:
  ///   - object: An object from `encode`.
  ///   - key: A key that the object does not have, without characters to escape.
  ///   - value: JSON in UTF-8.
  package static func adding(_ key: String, _ value: [UInt8], to object: String) -> [UInt8] {
    let object = Array(object.utf8)
    let member = Array("\"\(key)\":".utf8) + value
    let comma = [UInt8(ascii: ",")]
    if let next = places(ofKeysIn: object).first(where: {
      key.utf8.lexicographicallyPrecedes(object[$0])
    }) {
      // Before the quote of the next key.
      let place = next.lowerBound - 1
      return object[..<place] + member + comma + object[place...]
    }
    return object.dropLast() + (object.count > 2 ? comma : []) + member + object.suffix(1)
  }

  /// Returns the places of an object's keys between their quotes.
  private static func places(ofKeysIn object: [UInt8]) -> [Range<Int>] {
    var places: [Range<Int>] = []
    var depth = 0
    var index = 0
    while index < object.count {
      switch object[index] {
      case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
      case UInt8(ascii: "}"), UInt8(ascii: "]"): depth -= 1
      case UInt8(ascii: "\""):
        let start = index + 1
        index = start
        while object[index] != UInt8(ascii: "\"") {
          index += object[index] == UInt8(ascii: "\\") ? 2 : 1
        }
        if depth == 1, object[index + 1] == UInt8(ascii: ":") { places.append(start..<index) }
      default: break
      }
      index += 1
    }
    return places
  }
}

internal import BromideSystem

/// Percent-encoding of RFC 3986.
package enum PercentText {
  /// Decodes a text once, or returns `nil` if a `%` is not followed by two hexadecimal digits. A
  /// `+` stays a `+`.
  package static func bytes(of text: some StringProtocol) -> [UInt8]? {
    var bytes: [UInt8] = []
    var rest = Array(text.utf8)[...]
    while let byte = rest.popFirst() {
      guard byte == UInt8(ascii: "%") else {
        bytes.append(byte)
        continue
      }
      guard let high = rest.popFirst().flatMap(digit), let low = rest.popFirst().flatMap(digit)
      else { return nil }
      bytes.append(high << 4 | low)
    }
    return bytes
  }

  /// Decodes a text, or returns `nil` if its encoding is invalid or not UTF-8.
  package static func text(of text: some StringProtocol) -> String? {
    bytes(of: text).flatMap { String(validating: $0, as: UTF8.self) }
  }

  /// Encodes all bytes except letters, digits and `-._~`.
  package static func encoded(_ bytes: some Sequence<UInt8>) -> String {
    bytes.reduce(into: "") { text, byte in
      if unreserved.contains(byte) {
        text.unicodeScalars.append(Unicode.Scalar(byte))
      } else {
        text += "%" + ByteText.hexadecimal(CollectionOfOne(byte)).uppercased()
      }
    }
  }

  private static func digit(_ byte: UInt8) -> UInt8? {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
    case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
    case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
    default: nil
    }
  }

  private static let unreserved = Set(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~".utf8)
}

/// The names and values of a query, in order.
package struct QueryItems: Sendable, Hashable {
  package let items: [(name: String, value: String)]

  /// Reads a query.
  ///
  /// - Throws: `Rejection` if the encoding is invalid, a value is missing, or a name occurs twice.
  package init(_ query: String?) throws(Rejection) {
    var items: [(name: String, value: String)] = []
    for part in (query ?? "").split(separator: "&") {
      let sides = part.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      guard let name = PercentText.text(of: sides[0]),
        let value = sides.count == 2 ? PercentText.text(of: sides[1]) : ""
      else { throw .wrong("the query is not percent-encoded UTF-8") }
      guard sides.count == 2 else { throw .wrong("\(name): give a value, \(name)=VALUE") }
      guard !items.contains(where: { $0.name == name }) else {
        throw .wrong("\(name) is given twice")
      }
      items.append((name, value))
    }
    self.items = items
  }

  package static func == (left: QueryItems, right: QueryItems) -> Bool {
    left.items.elementsEqual(right.items) { $0 == $1 }
  }

  package func hash(into hasher: inout Hasher) {
    for item in items {
      hasher.combine(item.name)
      hasher.combine(item.value)
    }
  }
}

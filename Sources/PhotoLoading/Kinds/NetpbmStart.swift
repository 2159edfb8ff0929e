/// The beginning of a picture of the Netpbm family.
package enum NetpbmStart {
  /// Whether bytes begin as one: a magic number, and what may follow it.
  package static func isOne(_ start: [UInt8]) -> Bool {
    guard start.count >= 3, start[0] == UInt8(ascii: "P") else { return false }
    let isKnown = "1234567Ff".utf8.contains(start[1])
    return isKnown && (isSpace(start[2]) || start[2] == UInt8(ascii: "#"))
  }

  private static func isSpace(_ byte: UInt8) -> Bool { byte == 32 || (9...13).contains(byte) }
}

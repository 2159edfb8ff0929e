/// The signature of Netpbm pictures.
package enum NetpbmStart {
  /// Returns whether bytes start with a magic number and a valid next byte.
  package static func isOne(_ start: [UInt8]) -> Bool {
    guard start.count >= 3, start[0] == UInt8(ascii: "P") else { return false }
    let isKnown = "1234567Ff".utf8.contains(start[1])
    return isKnown && (isSpace(start[2]) || start[2] == UInt8(ascii: "#"))
  }

  private static func isSpace(_ byte: UInt8) -> Bool { byte == 32 || (9...13).contains(byte) }
}

internal import CBromideSystem

/// Creates chunks of a PNG: length, name, data, CRC-32 of name and data (ISO/IEC 15948, 5.3).
enum PNGChunk {
  /// The IEND chunk, which ends a file.
  static let end = bytes("IEND", [])

  static func bytes(_ name: String, _ data: [UInt8]) -> [UInt8] {
    let body = Array(name.utf8) + data
    let crc = unsafe bromide_crc32(0, body, body.count)
    return bigEndian(UInt32(data.count)) + body + bigEndian(crc)
  }

  static func bigEndian(_ value: UInt32) -> [UInt8] {
    (0..<4).map { UInt8(truncatingIfNeeded: value >> (24 - 8 * $0)) }
  }
}

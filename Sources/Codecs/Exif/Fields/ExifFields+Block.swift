extension ExifFields {
  /// Reads the fields of an Exif block from a JPEG, a PNG or another picture. Invalid blocks have
  /// no fields.
  ///
  /// Damaged fields are skipped. The thumbnail's directory is not read.
  ///
  /// - Parameter block: The block, starting at the byte-order mark or at `Exif\0\0` before it.
  package init(block: [UInt8]) {
    self.init()
    let prefix = Array("Exif\0\0".utf8)
    let bytes = block.starts(with: prefix) ? Array(block[prefix.count...]) : block
    let isBigEndian = bytes.starts(with: [0x4D, 0x4D, 0, 42])
    guard isBigEndian || bytes.starts(with: [0x49, 0x49, 42, 0]) else { return }
    let reader = DirectoryBytes(bytes: bytes, isBigEndian: isBigEndian)
    guard let start = reader.number(at: 4, count: 4) else { return }
    add(reader, at: start, to: .main)
    for (pointer, directory) in [(UInt16(0x8769), Directory.exif), (0x8825, .gps)] {
      if let start = integer(pointer, in: .main) { add(reader, at: start, to: directory) }
    }
  }

  /// Adds the fields of a directory.
  ///
  /// - Parameters:
  ///   - start: The start of the directory.
  ///   - followsOffsets: Whether to read values of more than 4 bytes at their offsets.
  ///   - base: The offset of the first byte.
  mutating func add(
    _ reader: DirectoryBytes, at start: Int, to directory: Directory, followsOffsets: Bool = true,
    base: Int = 0
  ) {
    // Limit the memory, because overlapping values could take much more than the block.
    var left = 2 * reader.bytes.count
    for entry in reader.entries(start) {
      guard let size = Self.size(of: entry.type), entry.count > 0 else { continue }
      let byteCount = size * entry.count
      var place = entry.place + 8
      if byteCount > 4 {
        guard followsOffsets, let offset = reader.number(at: place, count: 4) else { continue }
        place = offset - base
      }
      guard place >= 0, place <= reader.bytes.count - byteCount, byteCount <= left else { continue }
      left -= byteCount
      add(
        Field(
          type: entry.type, isBigEndian: reader.isBigEndian, count: entry.count,
          bytes: Array(reader.bytes[place..<place + byteCount])), entry.tag, in: directory)
    }
  }
}

/// The directories of a TIFF structure in memory, from an Exif block or a maker's note (TIFF 6.0,
/// section 2).
struct DirectoryBytes {
  let bytes: [UInt8]
  let isBigEndian: Bool

  /// Returns the entries of a directory, until the bytes end.
  func entries(_ start: Int) -> [(tag: UInt16, type: UInt16, count: Int, place: Int)] {
    guard let count = number(at: start, count: 2), count <= 1024 else { return [] }
    return (0..<count).compactMap { index in
      let place = start + 2 + 12 * index
      guard let tag = number(at: place, count: 2), let type = number(at: place + 2, count: 2),
        let count = number(at: place + 4, count: 4)
      else { return nil }
      return (UInt16(tag), UInt16(type), count, place)
    }
  }

  /// Returns an unsigned number with that many bytes, or `nil` outside the bytes.
  func number(at place: Int, count: Int) -> Int? {
    guard place >= 0, place <= bytes.count - count else { return nil }
    return (0..<count).reduce(0) {
      $0 << 8 | Int(bytes[place + (isBigEndian ? $1 : count - 1 - $1)])
    }
  }
}

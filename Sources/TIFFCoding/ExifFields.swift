/// The entries of an Exif block, a little-endian TIFF structure of its own.
struct ExifFields: Sendable {
  private(set) var image: [TIFFField] = []
  private(set) var exif: [TIFFField] = []
  private(set) var position: [TIFFField] = []

  /// - Returns: nil if the block is damaged or big-endian.
  init?(_ block: [UInt8]) {
    guard block.starts(with: [0x49, 0x49, 42, 0]), let first = Self.number(block, 4, 4),
      let all = Self.directory(block, first)
    else { return nil }
    for field in all {
      switch field.tag {
      case 34665, 34853:
        guard field.kind == .long, field.count == 1, let offset = Self.number(field.bytes, 0, 4),
          let found = Self.directory(block, offset)
        else { return nil }
        if field.tag == 34665 { exif = found } else { position = found }
      default: image.append(field)
      }
    }
    // A pointer in it would count from the block's start; Bromide's blocks have none.
    exif.removeAll { $0.tag == 40965 }
  }

  private static func directory(_ block: [UInt8], _ offset: Int) -> [TIFFField]? {
    guard let count = number(block, offset, 2) else { return nil }
    var fields: [TIFFField] = []
    for index in 0..<count {
      let entry = offset + 2 + 12 * index
      guard let tag = number(block, entry, 2), let code = number(block, entry + 2, 2),
        let kind = TIFFField.Kind(rawValue: UInt16(code)),
        let values = number(block, entry + 4, 4), values <= block.count
      else { return nil }
      let length = values * kind.byteCount
      guard let start = length > 4 ? number(block, entry + 8, 4) : entry + 8,
        start + length <= block.count
      else { return nil }
      fields.append(
        TIFFField(tag: UInt16(tag), kind: kind, bytes: Array(block[start..<start + length])))
    }
    return fields
  }

  private static func number(_ bytes: [UInt8], _ offset: Int, _ count: Int) -> Int? {
    guard offset + count <= bytes.count else { return nil }
    return (0..<count).reduce(0) { $0 | Int(bytes[offset + $1]) << (8 * $1) }
  }
}

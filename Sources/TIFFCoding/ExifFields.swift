internal import TIFFDirectories

/// The entries of an Exif block, a little-endian TIFF structure of its own.
struct ExifFields: Sendable {
  private(set) var image: [TIFFField] = []
  private(set) var exif: [TIFFField] = []
  private(set) var position: [TIFFField] = []

  /// - Returns: nil if the block is damaged or big-endian.
  init?(_ block: [UInt8]) {
    guard let block = TIFFDirectories(TIFFBytes(block)), !block.isBigEndian, !block.isBigTIFF,
      let main = block.directory(at: block.first), let all = Self.fields(main, of: block)
    else { return nil }
    for field in all {
      switch field.tag {
      case 34665, 34853:
        guard field.kind == .long, field.count == 1, let place = block.integer(main[field.tag]),
          let found = block.directory(at: place).flatMap({ Self.fields($0, of: block) })
        else { return nil }
        if field.tag == 34665 { exif = found } else { position = found }
      default: image.append(field)
      }
    }
    // A pointer in it would count from the block's start; Bromide's blocks have none.
    exif.removeAll { $0.tag == 40965 }
  }

  /// The fields by their tags; nil if the block does not hold all values.
  private static func fields(
    _ directory: TIFFDirectory, of block: TIFFDirectories
  ) -> [TIFFField]? {
    var fields: [TIFFField] = []
    for (tag, field) in directory.fields.sorted(by: { $0.key < $1.key }) {
      guard let kind = TIFFField.Kind(rawValue: UInt16(field.type)),
        let bytes = block.bytes(field, most: .max)
      else { return nil }
      fields.append(TIFFField(tag: tag, kind: kind, bytes: bytes))
    }
    return fields
  }
}

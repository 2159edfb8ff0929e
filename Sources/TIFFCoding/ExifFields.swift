internal import TIFFDirectories

/// The entries of an Exif block. The block is a separate little-endian TIFF structure.
struct ExifFields: Sendable {
  private(set) var image: [TIFFField] = []
  private(set) var exif: [TIFFField] = []
  private(set) var position: [TIFFField] = []

  /// - Returns: `nil` if the block is damaged or big-endian.
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
    // An interoperability pointer would count from the block's start. Bromide's blocks do not
    // contain one.
    exif.removeAll { $0.tag == 40965 }
  }

  /// Returns the fields sorted by tag, or `nil` if the block does not contain all values.
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

/// The entries of an Exif block. The block is a separate little-endian TIFF structure.
struct TIFFExifFields: Sendable {
  private(set) var image: [TIFFEntry] = []
  private(set) var exif: [TIFFEntry] = []
  private(set) var position: [TIFFEntry] = []

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
  ) -> [TIFFEntry]? {
    var fields: [TIFFEntry] = []
    for (tag, field) in directory.fields.sorted(by: { $0.key < $1.key }) {
      guard let kind = TIFFEntry.Kind(rawValue: UInt16(field.type)),
        let bytes = block.bytes(field, most: .max)
      else { return nil }
      fields.append(TIFFEntry(tag: tag, kind: kind, bytes: bytes))
    }
    return fields
  }
}

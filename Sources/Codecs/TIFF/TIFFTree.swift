/// The directories of a picture: the main one, and its Exif and GPS directories.
struct TIFFTree: Sendable {
  /// The picture's entries, without pointers to the other directories.
  var image: [TIFFEntry]
  var exif: [TIFFEntry] = []
  var position: [TIFFEntry] = []
  /// Whether offsets have 8 bytes.
  let isBig: Bool

  private static let exifPointer: UInt16 = 34665
  private static let positionPointer: UInt16 = 34853

  /// Returns the directories in the file's form. The picture's directory comes first.
  ///
  /// - Parameter start: Their even offset in the file.
  func bytes(at start: Int) -> [UInt8] {
    precondition(start.isMultiple(of: 2), "a directory begins on a word")
    let sizes = sizes
    return form(image(exifAt: start + sizes[0], positionAt: start + sizes[0] + sizes[1]), start)
      + (exif.isEmpty ? [] : form(exif, start + sizes[0]))
      + (position.isEmpty ? [] : form(position, start + sizes[0] + sizes[1]))
  }

  private var sizes: [Int] {
    [size(image(exifAt: 0, positionAt: 0)), size(exif), size(position)]
  }

  private func image(exifAt exifOffset: Int, positionAt positionOffset: Int) -> [TIFFEntry] {
    var fields = image
    if !exif.isEmpty { fields.append(pointer(Self.exifPointer, exifOffset)) }
    if !position.isEmpty { fields.append(pointer(Self.positionPointer, positionOffset)) }
    return fields
  }

  private func pointer(_ tag: UInt16, _ offset: Int) -> TIFFEntry {
    guard isBig else { return .longs(tag, [offset]) }
    return TIFFEntry(
      tag: tag, kind: .directory8, bytes: TIFFEntry.littleEndian(UInt64(offset)))
  }

  /// The maximum bytes of a value that is stored in its entry.
  private var inline: Int { isBig ? 8 : 4 }
  private var entrySize: Int { isBig ? 20 : 12 }
  /// The bytes for the number of entries and for the offset of the next directory.
  private var frame: Int { isBig ? 16 : 6 }

  private func size(_ fields: [TIFFEntry]) -> Int {
    guard !fields.isEmpty else { return 0 }
    return fields.reduce(frame + fields.count * entrySize) { size, field in
      size + (field.bytes.count > inline ? padded(field.bytes.count) : 0)
    }
  }

  /// Values begin on words.
  private func padded(_ count: Int) -> Int { (count + 1) / 2 * 2 }

  private func number(_ value: Int) -> [UInt8] {
    isBig ? TIFFEntry.littleEndian(UInt64(value)) : TIFFEntry.littleEndian(UInt32(value))
  }

  private func form(_ fields: [TIFFEntry], _ start: Int) -> [UInt8] {
    let fields = fields.sorted { $0.tag < $1.tag }
    var bytes =
      isBig
      ? TIFFEntry.littleEndian(UInt64(fields.count)) : TIFFEntry.littleEndian(UInt16(fields.count))
    var values: [UInt8] = []
    let valuesStart = start + frame + fields.count * entrySize
    for field in fields {
      bytes += TIFFEntry.littleEndian(field.tag) + TIFFEntry.littleEndian(field.kind.rawValue)
      bytes += number(field.count)
      if field.bytes.count > inline {
        bytes += number(valuesStart + values.count)
        values += field.bytes
        if !values.count.isMultiple(of: 2) { values.append(0) }
      } else {
        bytes += field.bytes + [UInt8](repeating: 0, count: inline - field.bytes.count)
      }
    }
    return bytes + number(0) + values
  }
}

/// A field of a directory: the position of its values.
package struct TIFFField: Sendable, Hashable {
  /// The type code of TIFF.
  package let type: Int
  /// The number of values.
  package let count: Int
  /// The offset of the first value.
  package let place: Int

  /// The offsets of the values. On overflow, the range ends at `Int.max`. The values of an unknown
  /// type are treated as bytes.
  package var offsets: Range<Int> {
    let (length, isHuge) = count.multipliedReportingOverflow(by: Self.size(ofType: type) ?? 1)
    let (end, isFar) = place.addingReportingOverflow(length)
    return place..<(isHuge || isFar ? .max : end)
  }

  /// Returns the bytes of one value of a type (TIFF 6.0, section 2; BigTIFF's 16 to 18), or `nil`
  /// for unknown types.
  package static func size(ofType type: Int) -> Int? {
    switch type {
    case 1, 2, 6, 7: 1
    case 3, 8: 2
    case 4, 9, 11, 13: 4
    case 5, 10, 12, 16, 17, 18: 8
    default: nil
    }
  }
}

/// The fields of one directory. If a tag occurs twice, the first one is used.
package struct TIFFDirectory: Sendable {
  /// The offsets of the directory's bytes, without values stored elsewhere.
  package let bytes: Range<Int>
  /// The offset of the next directory, or 0 if there is no next directory or the file ends before
  /// it.
  package let next: Int
  /// The fields by tag.
  package let fields: [UInt16: TIFFField]

  package subscript(tag: UInt16) -> TIFFField? { fields[tag] }

  /// The offsets of all values stored outside the directory.
  package var values: [Range<Int>] {
    fields.values.map(\.offsets).filter { !$0.isEmpty && !bytes.contains($0.lowerBound) }
  }
}

/// The directories of a TIFF, a BigTIFF, or an Exif block (TIFF 6.0, section 2), in both byte
/// orders.
///
/// Damage does not cause errors. If a directory or value is outside the source, it is missing.
/// Loops of directories and large counts are safe: this type never reads or allocates more than the
/// source contains.
package final class TIFFDirectories {
  /// Whether the highest byte of a number comes first.
  package let isBigEndian: Bool
  /// Whether offsets have 64 bits.
  package let isBigTIFF: Bool
  /// The number after the byte order: 42 in TIFF, 43 in BigTIFF.
  package let number: Int
  /// The offset of the first directory.
  package let first: Int
  private let source: any TIFFSource

  /// The limit of fields in one directory, above the number in any file.
  private static let mostFields = 4096
  /// The limit of directories, above the number that cameras write.
  private static let mostDirectories = 64
  /// SubIFDs.
  private static let subdirectories: UInt16 = 330

  /// Reads the header, or returns `nil` if the source does not begin with one.
  ///
  /// - Parameter withAnyNumber: Whether to accept any number after the byte order, not only TIFF's
  ///   42 and BigTIFF's 43. The raws of some makers use other numbers.
  package init?(_ source: any TIFFSource, withAnyNumber: Bool = false) {
    guard let head = source.bytes(at: 0, count: 8) else { return nil }
    switch (head[0], head[1]) {
    case (0x49, 0x49): isBigEndian = false
    case (0x4D, 0x4D): isBigEndian = true
    default: return nil
    }
    self.source = source
    let isBigEndian = isBigEndian
    number = Int(Self.number(head[2..<4], isBigEndian))
    switch number {
    case 43:
      // The offset size of 8 bytes, then 0.
      guard Self.number(head[4..<6], isBigEndian) == 8,
        Self.number(head[6..<8], isBigEndian) == 0,
        let place = source.bytes(at: 8, count: 8).map({ Self.number($0[...], isBigEndian) })
      else { return nil }
      isBigTIFF = true
      first = Int(clamping: place)
    default:
      guard number == 42 || withAnyNumber else { return nil }
      isBigTIFF = false
      first = Int(Self.number(head[4..<8], isBigEndian))
    }
  }

  /// The size of the source in bytes.
  package var size: Int { source.size }

  /// Returns the directory at an offset, or `nil` if the source does not contain it.
  ///
  /// - Parameter evenIfCut: Whether to return the fields before the source's end if some are
  ///   missing.
  package func directory(at place: Int, evenIfCut: Bool = false) -> TIFFDirectory? {
    let (countSize, entrySize, offsetSize) = isBigTIFF ? (8, 20, 8) : (2, 12, 4)
    guard place > 0, let head = source.bytes(at: place, count: countSize) else { return nil }
    let recorded = Self.number(head[...], isBigEndian)
    guard recorded <= UInt64(Self.mostFields) else { return nil }
    let start = place + countSize
    let count = evenIfCut ? min(Int(recorded), (source.size - start) / entrySize) : Int(recorded)
    guard let bytes = source.bytes(at: start, count: count * entrySize) else { return nil }
    var fields: [UInt16: TIFFField] = [:]
    fields.reserveCapacity(count)
    for entry in stride(from: 0, to: bytes.count, by: entrySize) {
      func number(_ from: Int, _ size: Int) -> UInt64 {
        Self.number(bytes[entry + from..<entry + from + size], isBigEndian)
      }
      let tag = UInt16(number(0, 2))
      guard fields[tag] == nil else { continue }
      let type = Int(number(2, 2))
      let values = Int(clamping: number(4, offsetSize))
      let (length, isHuge) = values.multipliedReportingOverflow(
        by: TIFFField.size(ofType: type) ?? 1)
      let inside = 4 + offsetSize
      fields[tag] = TIFFField(
        type: type, count: values,
        place: !isHuge && length <= offsetSize
          ? start + entry + inside : Int(clamping: number(inside, offsetSize)))
    }
    let isWhole = UInt64(count) == recorded
    let link = isWhole ? source.bytes(at: start + bytes.count, count: offsetSize) : nil
    return TIFFDirectory(
      bytes: place..<start + bytes.count + offsetSize,
      next: link.map { Int(clamping: Self.number($0[...], isBigEndian)) } ?? 0,
      fields: fields)
  }

  /// The first directory, then its subdirectories and the next directories, without duplicates.
  package var all: [TIFFDirectory] {
    var found: [TIFFDirectory] = []
    var seen: Set<Int> = []
    var waiting = [first]
    while let place = waiting.first, found.count < Self.mostDirectories {
      waiting.removeFirst()
      guard seen.insert(place).inserted, let directory = directory(at: place) else { continue }
      found.append(directory)
      waiting += integers(directory[Self.subdirectories], most: Self.mostDirectories) ?? []
      waiting.append(directory.next)
    }
    return found
  }

  /// Returns the field from the first directory with that tag.
  package func firstField(_ tag: UInt16) -> TIFFField? {
    all.lazy.compactMap { $0[tag] }.first
  }

  // MARK: Values

  /// Returns the bytes of a field's values, or `nil` if the source does not contain them, their
  /// type is unknown, or there are more than `most` values.
  package func bytes(_ field: TIFFField?, most: Int = 1 << 20) -> [UInt8]? {
    guard let field, field.count <= most, TIFFField.size(ofType: field.type) != nil else {
      return nil
    }
    return source.bytes(at: field.place, count: field.offsets.count)
  }

  /// Returns signed or unsigned integers, or `nil` for another type or if `bytes` returns `nil`.
  package func integers(_ field: TIFFField?, most: Int = 1 << 20) -> [Int]? {
    guard let field, let size = TIFFField.size(ofType: field.type),
      ![2, 5, 7, 10, 11, 12].contains(field.type), let bytes = bytes(field, most: most)
    else { return nil }
    let isSigned = [6, 8, 9, 17].contains(field.type)
    return stride(from: 0, to: bytes.count, by: size).map { start in
      let value = Self.number(bytes[start..<start + size], isBigEndian)
      let shift = UInt64(64 - 8 * size)
      return isSigned ? Int(Int64(bitPattern: value << shift) >> shift) : Int(clamping: value)
    }
  }

  /// Returns the first integer of a field, or `nil` if it is missing.
  package func integer(_ field: TIFFField?) -> Int? {
    guard let field, field.count > 0 else { return nil }
    return integers(TIFFField(type: field.type, count: 1, place: field.place))?.first
  }

  /// Returns numbers of any type, or `nil` for text or if `bytes` returns `nil`. A ratio with a
  /// denominator of 0 becomes NaN.
  package func numbers(_ field: TIFFField?, most: Int = 1 << 16) -> [Double]? {
    guard let field, let bytes = bytes(field, most: most) else { return nil }
    func word(_ start: Int) -> UInt32 {
      UInt32(truncatingIfNeeded: Self.number(bytes[start..<start + 4], isBigEndian))
    }
    switch field.type {
    case 5:
      return stride(from: 0, to: bytes.count, by: 8).map {
        word($0 + 4) == 0 ? .nan : Double(word($0)) / Double(word($0 + 4))
      }
    case 10:
      return stride(from: 0, to: bytes.count, by: 8).map {
        word($0 + 4) == 0
          ? .nan
          : Double(Int32(bitPattern: word($0))) / Double(Int32(bitPattern: word($0 + 4)))
      }
    case 11:
      return stride(from: 0, to: bytes.count, by: 4).map {
        Double(Float(bitPattern: word($0)))
      }
    case 12:
      return stride(from: 0, to: bytes.count, by: 8).map {
        Double(bitPattern: Self.number(bytes[$0..<$0 + 8], isBigEndian))
      }
    default: return integers(field, most: most)?.map(Double.init)
    }
  }

  private static func number(_ bytes: ArraySlice<UInt8>, _ isBigEndian: Bool) -> UInt64 {
    isBigEndian
      ? bytes.reduce(0) { $0 << 8 | UInt64($1) }
      : bytes.reversed().reduce(0) { $0 << 8 | UInt64($1) }
  }
}

/// The fields of one directory in bytes that begin with TIFF's header, such as a maker's note or a
/// camera profile.
///
/// It reads what is inside the bytes; the values of a field that lies outside are missing. Other
/// directories are not followed.
package struct TIFFFields {
  /// The number after the header's byte order: 42 in TIFF, 0x4352 in camera profiles.
  package let magic: Int
  private let bytes: [UInt8]
  private let isBigEndian: Bool
  /// Type, count and place of the values, by tag. Of equal tags the first counts.
  private var entries: [UInt16: (type: UInt16, count: Int, offset: Int)] = [:]
  /// Type and count of fields whose values lie outside the bytes, by tag.
  private var cut: [UInt16: (type: UInt16, count: Int)] = [:]

  /// The first directory; nil without a header or a directory.
  package init?(_ bytes: [UInt8]) {
    guard bytes.count >= 8 else { return nil }
    switch (bytes[0], bytes[1]) {
    case (0x49, 0x49): isBigEndian = false
    case (0x4D, 0x4D): isBigEndian = true
    default: return nil
    }
    self.bytes = bytes
    magic = Int(bytes[isBigEndian ? 2 : 3]) << 8 | Int(bytes[isBigEndian ? 3 : 2])
    guard let start = number(at: 4, count: 4), let count = number(at: start, count: 2) else {
      return nil
    }
    for index in 0..<count {
      let place = start + 2 + 12 * index
      guard let tag = number(at: place, count: 2), let type = number(at: place + 2, count: 2),
        let values = number(at: place + 4, count: 4), let offset = number(at: place + 8, count: 4)
      else { break }
      let size = values.multipliedReportingOverflow(by: Self.size(type))
      guard !size.overflow, size.partialValue > 0 else { continue }
      let first = size.partialValue <= 4 ? place + 8 : offset
      guard first <= bytes.count, size.partialValue <= bytes.count - first else {
        if cut[UInt16(tag)] == nil { cut[UInt16(tag)] = (UInt16(type), values) }
        continue
      }
      if entries[UInt16(tag)] == nil { entries[UInt16(tag)] = (UInt16(type), values, first) }
    }
  }

  /// The values of a field of SHORTs (types 3 and 8); nil if there is none.
  package func shorts(_ tag: UInt16) -> [UInt16]? {
    guard let entry = entries[tag], entry.type == 3 || entry.type == 8 else { return nil }
    return (0..<entry.count).map { UInt16(number(at: entry.offset + 2 * $0, count: 2) ?? 0) }
  }

  /// A field as profiles are read; nil if the directory does not have it.
  package func field(_ tag: UInt16) -> ProfileField? {
    if let entry = entries[tag] {
      return ProfileField(type: entry.type, count: entry.count, isBigEndian: isBigEndian) {
        Array(bytes[entry.offset..<entry.offset + entry.count * Self.size(Int(entry.type))])
      }
    }
    return cut[tag].map {
      ProfileField(type: $0.type, count: $0.count, isBigEndian: isBigEndian) { nil }
    }
  }

  private func number(at place: Int, count: Int) -> Int? {
    guard place >= 0, place <= bytes.count - count else { return nil }
    return (0..<count).reduce(0) { sum, i in
      sum << 8 | Int(bytes[isBigEndian ? place + i : place + count - 1 - i])
    }
  }

  /// Bytes of a value (TIFF 6.0, section 2), 0 for unknown types.
  private static func size(_ type: Int) -> Int {
    switch type {
    case 1, 2, 6, 7: 1
    case 3, 8: 2
    case 4, 9, 11: 4
    case 5, 10, 12: 8
    default: 0
    }
  }
}

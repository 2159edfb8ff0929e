internal import CLibRaw
internal import Cameras
internal import Metadata

/// The fields of a file's EXIF, GPS and main directories, as LibRaw's parser met them.
///
/// A field that occurs twice counts the first time: LibRaw reads the main directory before previews.
struct ExifFields {
  /// Which directory a tag number belongs to.
  enum Directory: Hashable {
    case main
    case exif
    case gps
  }

  private struct Key: Hashable {
    let directory: Directory
    let tag: UInt16
  }

  fileprivate struct Field {
    let type: UInt16
    let isBigEndian: Bool
    let count: Int
    let bytes: [UInt8]
  }

  private var fields: [Key: Field] = [:]

  init(_ handle: LibRawHandle) {
    var fields: [Key: Field] = [:]
    unsafe handle.forEachTag { tag, bytes in
      guard let directory = Self.directory(unsafe tag.tag) else { return }
      let key = unsafe Key(directory: directory, tag: UInt16(truncatingIfNeeded: tag.tag))
      guard fields[key] == nil else { return }
      fields[key] = unsafe Field(
        type: tag.type, isBigEndian: tag.is_big_endian, count: Int(tag.count), bytes: Array(bytes))
    }
    self.fields = fields
  }

  /// LibRaw numbers an EXIF tag as it is, GPS + 0x50000, Panasonic's main directory + 0x30000 and
  /// main directory n + (n + 1) << 20. Makers' notes have other numbers.
  private static func directory(_ number: UInt32) -> Directory? {
    switch number >> 16 {
    case 0: .exif
    case 5: .gps
    case 3: .main
    case let high where high >= 16 && high & 15 == 0: .main
    default: nil
    }
  }

  func has(_ tag: UInt16, in directory: Directory) -> Bool {
    fields[Key(directory: directory, tag: tag)] != nil
  }

  /// A short field as camera profiles are read; nil if the file does not have it.
  func profileField(_ tag: UInt16) -> ProfileField? {
    fields[Key(directory: .main, tag: tag)].map { field in
      ProfileField(type: field.type, count: field.count, isBigEndian: field.isBigEndian) {
        field.bytes
      }
    }
  }

  /// A BYTE, SHORT or LONG (types 1, 3, 4) or their signed forms.
  func integer(_ tag: UInt16, in directory: Directory = .exif, at index: Int = 0) -> Int? {
    guard let field = fields[Key(directory: directory, tag: tag)], index < field.count else {
      return nil
    }
    switch field.type {
    case 1: return Int(field.bytes[index])
    case 3: return Int(field.word(at: index * 2, count: 2))
    case 4: return Int(field.word(at: index * 4, count: 4))
    case 6: return Int(Int8(bitPattern: field.bytes[index]))
    case 8: return Int(Int16(truncatingIfNeeded: field.word(at: index * 2, count: 2)))
    case 9: return Int(Int32(truncatingIfNeeded: field.word(at: index * 4, count: 4)))
    default: return nil
    }
  }

  /// A RATIONAL or SRATIONAL (types 5, 10); nil for a denominator of 0, EXIF's "unknown".
  func rational(_ tag: UInt16, in directory: Directory = .exif, at index: Int = 0) -> Rational? {
    guard let field = fields[Key(directory: directory, tag: tag)], index < field.count,
      field.type == 5 || field.type == 10
    else { return nil }
    let words = [0, 4].map { field.word(at: index * 8 + $0, count: 4) }
    let values = words.map {
      field.type == 5 ? Int($0) : Int(Int32(truncatingIfNeeded: $0))
    }
    guard values[1] != 0, words != [UInt32.max, UInt32.max] else { return nil }
    return Rational(values[0], values[1])
  }

  /// All ratios of a field; nil if one is unknown.
  func rationals(_ tag: UInt16, in directory: Directory, count: Int) -> [Rational]? {
    let values = (0..<count).compactMap { rational(tag, in: directory, at: $0) }
    return values.count == count ? values : nil
  }

  /// An ASCII field (type 2), or one that a careless writer marked BYTE or UNDEFINED.
  func text(_ tag: UInt16, in directory: Directory = .exif) -> String? {
    guard let field = fields[Key(directory: directory, tag: tag)],
      [1, 2, 7].contains(field.type)
    else { return nil }
    return FieldText.decode(field.bytes)
  }
}

extension ExifFields.Field {
  fileprivate func word(at offset: Int, count: Int) -> UInt32 {
    var result: UInt32 = 0
    for i in 0..<count {
      let byte = bytes[isBigEndian ? offset + i : offset + count - 1 - i]
      result = result << 8 | UInt32(byte)
    }
    return result
  }
}

/// Text as cameras write it: ends at a NUL, padded with blanks, UTF-8 or else Latin-1.
enum FieldText {
  static func decode(_ bytes: some Collection<UInt8>) -> String? {
    let content = Array(bytes.prefix { $0 != 0 })
    guard let first = content.firstIndex(where: { !isBlank($0) }),
      let last = content.lastIndex(where: { !isBlank($0) })
    else { return nil }
    let text = content[first...last]
    return String(validating: text, as: UTF8.self)
      ?? String(String.UnicodeScalarView(text.map { Unicode.Scalar($0) }))
  }

  private static func isBlank(_ byte: UInt8) -> Bool { byte <= 32 }
}

/// The star rating of an XMP packet: `xmp:Rating="3"` or `<xmp:Rating>3</xmp:Rating>`.
enum XMPRating {
  static func find(in packet: [UInt8]) -> Int? {
    let name = Array("xmp:Rating".utf8)
    guard packet.count > name.count else { return nil }
    for start in 0...(packet.count - name.count)
    where packet[start] == name[0] && packet[start..<(start + name.count)].elementsEqual(name) {
      let rest = packet[(start + name.count)...].prefix(16)
        .drop { [0x20, 0x22, 0x27, 0x3d, 0x3e].contains($0) }
      let digits = rest.prefix { $0 == 0x2d || (0x30...0x39).contains($0) }
      return Int(String(decoding: digits, as: UTF8.self))
    }
    return nil
  }
}

/// The fields of a file's main, EXIF and GPS directories and of its maker's note, in a parser's
/// order.
///
/// For raws and TIFFs, the parser is LibRaw. For the blocks of other pictures, it is libexif. If a
/// field occurs twice, the first one is used, because parsers read the main directory before
/// previews.
package struct ExifFields: Sendable {
  /// The directory that contains a tag.
  package enum Directory: Hashable, Sendable {
    case main
    /// EXIF's directory. Tags below 0x8000 are from the maker's note.
    case exif
    case gps
    /// A directory in the maker's note, identified by the tag that points to it.
    case note(UInt16)
  }

  private struct Key: Hashable {
    let directory: Directory
    let tag: UInt16
  }

  /// A field with its bytes from the file.
  package struct Field: Sendable {
    /// The type code of TIFF.
    package let type: UInt16
    package let isBigEndian: Bool
    /// The number of values.
    package let count: Int
    package let bytes: [UInt8]

    /// - Parameter type: The type code of TIFF.
    package init(type: UInt16, isBigEndian: Bool, count: Int, bytes: [UInt8]) {
      self.type = type
      self.isBigEndian = isBigEndian
      self.count = count
      self.bytes = bytes
    }
  }

  private var fields: [Key: Field] = [:]

  /// Creates an empty set.
  package init() {}

  /// Adds a field unless its tag exists or it has too few bytes for its values.
  package mutating func add(
    _ field: @autoclosure () -> Field, _ tag: UInt16, in directory: Directory
  ) {
    let key = Key(directory: directory, tag: tag)
    guard fields[key] == nil else { return }
    let field = field()
    guard let size = Self.size(of: field.type), field.bytes.count >= size * field.count else {
      return
    }
    fields[key] = field
  }

  /// The type for UTF-8 texts in EXIF 3.0.
  private static let utf8: UInt16 = 129

  /// Returns the bytes of one value of a type (TIFF 6.0, section 2; BigTIFF's 16 to 18; EXIF 3.0,
  /// table 6), or `nil` for unknown types.
  package static func size(of type: UInt16) -> Int? {
    type == utf8 ? 1 : TIFFField.size(ofType: Int(type))
  }

  /// Whether the set is empty.
  package var isEmpty: Bool { fields.isEmpty }

  /// Returns whether a directory has fields.
  package func has(_ directory: Directory) -> Bool {
    fields.keys.contains { $0.directory == directory }
  }

  /// Returns the field with that tag, or `nil` if the file does not have it.
  package func field(_ tag: UInt16, in directory: Directory) -> Field? {
    fields[Key(directory: directory, tag: tag)]
  }

  /// Returns whether the file has a field with that tag.
  package func has(_ tag: UInt16, in directory: Directory) -> Bool {
    field(tag, in: directory) != nil
  }

  /// Returns a BYTE, SHORT or LONG (types 1, 3, 4) or their signed forms.
  package func integer(
    _ tag: UInt16, in directory: Directory = .exif, at index: Int = 0
  ) -> Int? {
    guard let field = field(tag, in: directory), index < field.count else { return nil }
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

  /// Returns a RATIONAL or SRATIONAL (types 5, 10), or `nil` for a denominator of 0, EXIF's
  /// "unknown".
  package func rational(
    _ tag: UInt16, in directory: Directory = .exif, at index: Int = 0
  ) -> Rational? {
    guard let field = field(tag, in: directory), index < field.count,
      field.type == 5 || field.type == 10
    else { return nil }
    let words = [0, 4].map { field.word(at: index * 8 + $0, count: 4) }
    let values = words.map {
      field.type == 5 ? Int($0) : Int(Int32(truncatingIfNeeded: $0))
    }
    guard values[1] != 0, words != [UInt32.max, UInt32.max] else { return nil }
    return Rational(values[0], values[1])
  }

  /// Returns all ratios of a field, or `nil` if one is unknown.
  package func rationals(_ tag: UInt16, in directory: Directory, count: Int) -> [Rational]? {
    let values = (0..<count).compactMap { rational(tag, in: directory, at: $0) }
    return values.count == count ? values : nil
  }

  /// Returns all numbers of a field with the type FLOAT or DOUBLE (types 11, 12), or `nil` for
  /// another type.
  package func reals(_ tag: UInt16, in directory: Directory) -> [Double]? {
    guard let field = field(tag, in: directory) else { return nil }
    switch field.type {
    case 11:
      return (0..<field.count).map {
        Double(Float(bitPattern: field.word(at: $0 * 4, count: 4)))
      }
    case 12:
      return (0..<field.count).map { index in
        let words = [0, 4].map { UInt64(field.word(at: index * 8 + $0, count: 4)) }
        let (high, low) = field.isBigEndian ? (words[0], words[1]) : (words[1], words[0])
        return Double(bitPattern: high << 32 | low)
      }
    default: return nil
    }
  }

  /// Returns a text (types 2 and 129). BYTE and UNDEFINED are also accepted, because some programs
  /// use them by mistake.
  ///
  /// - Parameter index: The index of the text if a field contains several texts with a NUL at their
  ///   end.
  package func text(
    _ tag: UInt16, in directory: Directory = .exif, at index: Int = 0
  ) -> String? {
    guard let field = field(tag, in: directory), [1, 2, 7, Self.utf8].contains(field.type) else {
      return nil
    }
    let texts = field.bytes.split(
      separator: 0, maxSplits: index + 1, omittingEmptySubsequences: false)
    return index < texts.count ? FieldText.decode(texts[index]) : nil
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

/// Decodes texts as cameras write them: with a NUL at the end, padded with blanks, in UTF-8 or
/// Latin-1.
package enum FieldText {
  /// Returns the text, or `nil` if it is blank.
  package static func decode(_ bytes: some Collection<UInt8>) -> String? {
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

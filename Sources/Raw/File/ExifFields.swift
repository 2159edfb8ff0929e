internal import BromideCodecs
internal import CBromideLibRaw

extension LibRawHandle {
  /// The file's fields, from LibRaw's parser or, if LibRaw rejects the file, from Bromide's.
  var fields: ExifFields { ownFields ?? ExifFields(self) }
}

extension ExifFields {
  /// Creates fields from LibRaw's parser.
  init(_ handle: LibRawHandle) {
    self.init()
    unsafe handle.forEachTag { tag, bytes in
      guard let directory = Self.directory(unsafe tag.tag) else { return }
      unsafe add(
        Field(
          type: tag.type, isBigEndian: tag.is_big_endian, count: Int(tag.count),
          bytes: Array(bytes)), UInt16(truncatingIfNeeded: tag.tag), in: directory)
    }
  }

  /// Reads the main, EXIF and GPS directories of a TIFF that LibRaw rejects.
  init(_ file: TIFFDirectories) {
    self.init()
    let main = file.all
    for directory in main { add(directory, of: file, in: .main) }
    for directory in main.prefix(1) {
      for (tag, kind) in [(UInt16(34_665), Directory.exif), (34_853, .gps)] {
        guard let place = file.integer(directory[tag]), let other = file.directory(at: place)
        else { continue }
        add(other, of: file, in: kind)
      }
    }
  }

  private mutating func add(
    _ directory: TIFFDirectory, of file: TIFFDirectories, in kind: Directory
  ) {
    for (tag, field) in directory.fields {
      guard field.count <= Self.mostValues, let type = UInt16(exactly: field.type),
        let bytes = file.bytes(field)
      else { continue }
      add(
        Field(type: type, isBigEndian: file.isBigEndian, count: field.count, bytes: bytes), tag,
        in: kind)
    }
  }

  /// Longer fields are maker notes and pictures.
  private static let mostValues = 4096

  /// Returns the directory of a LibRaw tag number, or `nil` if it is unknown.
  ///
  /// For EXIF tags and tags of a maker's note, LibRaw uses the tag. For other directories, it adds
  /// an offset: 0x50000 for GPS, 0x30000 for Panasonic's main directory, (n + 1) << 20 for main
  /// directory n, and the directory's number << 16 for a directory in a maker's note.
  private static func directory(_ number: UInt32) -> Directory? {
    switch number >> 16 {
    case 0: .exif
    case 5: .gps
    case 3: .main
    // LibRaw keeps at most ten main directories.
    case let high where high >= 16 && high < 256 && high & 15 == 0: .main
    case let high where high >= 256: .note(UInt16(truncatingIfNeeded: high))
    default: nil
    }
  }

  /// Returns a short field in the form for camera profiles, or `nil` if it is missing.
  func profileField(_ tag: UInt16) -> ProfileField? {
    field(tag, in: .main).map { field in
      ProfileField(type: field.type, count: field.count, isBigEndian: field.isBigEndian) {
        field.bytes
      }
    }
  }
}

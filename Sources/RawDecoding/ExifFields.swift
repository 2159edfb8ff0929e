internal import CLibRaw
internal import Cameras
internal import Metadata
internal import TIFFDirectories

extension LibRawHandle {
  /// The file's fields, as LibRaw's parser met them or, if it refuses the file, as ours did.
  var fields: ExifFields { ownFields ?? ExifFields(self) }
}

extension ExifFields {
  /// The fields that LibRaw's parser met.
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

  /// LibRaw numbers an EXIF tag and a maker's note's as it is, GPS + 0x50000, Panasonic's main directory + 0x30000,
  /// main directory n + (n + 1) << 20, and a directory in a maker's note + its own number << 16.
  /// The main, EXIF and GPS directories of a TIFF that LibRaw refuses.
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

  /// A short field as camera profiles are read; nil if the file does not have it.
  func profileField(_ tag: UInt16) -> ProfileField? {
    field(tag, in: .main).map { field in
      ProfileField(type: field.type, count: field.count, isBigEndian: field.isBigEndian) {
        field.bytes
      }
    }
  }
}

internal import SystemPackage

/// The positions of a TIFF's parts, without its pixels. They are enough to recognise a picture from
/// Bromide, and an incomplete copy of it.
struct TIFFOutline {
  /// The XMP packet.
  let xmp: [UInt8]?
  /// Whether the file contains all parts.
  let isWhole: Bool

  let path: FilePath
  private let file: TIFFDirectories
  private let image: TIFFDirectory

  /// - Returns: `nil` if the file is not a little-endian TIFF, or its first directory is
  ///   incomplete.
  init?(_ path: FilePath) {
    guard let source = TIFFFileSource(path), let file = TIFFDirectories(source),
      !file.isBigEndian, let image = Self.wholeDirectory(at: file.first, of: file)
    else { return nil }
    self.path = path
    self.file = file
    self.image = image
    xmp = file.bytes(image[700], most: .max)
    isWhole = Self.hasStrips(image, file) && Self.hasDirectories(image, file)
  }

  /// Returns the integers of a tag, or `nil` if they are missing.
  func numbers(_ tag: UInt16) -> [Int]? {
    // libtiff also skips tags of other types.
    guard let field = image[tag], [3, 4, 16].contains(field.type) else { return nil }
    return file.integers(field, most: .max)
  }

  private static func hasDirectories(_ image: TIFFDirectory, _ file: TIFFDirectories) -> Bool {
    ([34_665, 34_853] as [UInt16]).allSatisfy { tag in
      guard let pointer = image[tag] else { return true }
      return file.integer(pointer).flatMap { wholeDirectory(at: $0, of: file) } != nil
    }
  }

  private static func hasStrips(_ image: TIFFDirectory, _ file: TIFFDirectories) -> Bool {
    guard let offsets = file.integers(image[273], most: .max),
      let counts = file.integers(image[279], most: .max), offsets.count == counts.count
    else { return false }
    return zip(offsets, counts).allSatisfy { $0 <= file.size && $1 <= file.size - $0 }
  }

  /// Returns the directory at an offset, or `nil` if the directory or a value is incomplete.
  private static func wholeDirectory(
    at offset: Int, of file: TIFFDirectories
  ) -> TIFFDirectory? {
    guard let found = file.directory(at: offset), found.bytes.upperBound <= file.size,
      found.fields.values.allSatisfy({ TIFFEntry.Kind(rawValue: UInt16($0.type)) != nil }),
      // Values are padded to words.
      found.values.allSatisfy({ $0.upperBound <= file.size - $0.count % 2 })
    else { return nil }
    return found
  }
}

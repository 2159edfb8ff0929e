internal import BromideCodecs

/// The fields of one directory in bytes that begin with TIFF's header, for example a maker's note
/// or a camera profile.
///
/// If the values of a field are outside the bytes, they are missing. Other directories are ignored.
package struct TIFFFields {
  /// The number after the header's byte order: 42 in TIFF, 0x4352 in camera profiles.
  package var magic: Int { file.number }
  private let file: TIFFDirectories
  private let directory: TIFFDirectory

  /// Reads the first directory, or returns `nil` without a header or a directory.
  package init?(_ bytes: [UInt8]) {
    guard let file = TIFFDirectories(TIFFBytes(bytes), withAnyNumber: true),
      let directory = file.directory(at: file.first, evenIfCut: true)
    else { return nil }
    self.file = file
    self.directory = directory
  }

  /// Returns the values of a field of SHORTs (types 3 and 8), or `nil` if it is missing.
  package func shorts(_ tag: UInt16) -> [UInt16]? {
    guard let field = directory[tag], [3, 8].contains(field.type), field.count > 0 else {
      return nil
    }
    return file.integers(field, most: .max)?.map { UInt16(truncatingIfNeeded: $0) }
  }

  /// Returns a field in the form for profiles, or `nil` if it is missing.
  package func field(_ tag: UInt16) -> ProfileField? {
    guard let field = directory[tag], field.count > 0, TIFFField.size(ofType: field.type) != nil
    else { return nil }
    return ProfileField(
      type: UInt16(field.type), count: field.count, isBigEndian: file.isBigEndian
    ) { file.bytes(field, most: .max) }
  }
}

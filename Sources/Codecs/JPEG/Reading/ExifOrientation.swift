public import BromideValues

/// Finds the orientation in an Exif block (CIPA DC-008, 4.6.4 A). The block starts with a TIFF
/// header and its first directory.
public enum ExifOrientation {
  /// Returns the orientation, also from a LONG or BYTE, or `nil` if the block is missing or
  /// damaged, or the value is not 1 to 8.
  public static func find(_ exif: [UInt8]) -> Orientation? {
    guard let block = TIFFDirectories(TIFFBytes(exif)) else { return nil }
    return block.integer(block.directory(at: block.first, evenIfCut: true)?[0x0112])
      .flatMap { Orientation(rawValue: $0) }
  }
}

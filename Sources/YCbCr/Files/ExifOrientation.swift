public import Pixels
internal import TIFFDirectories

/// Finds the orientation in an Exif block (CIPA DC-008, 4.6.4 A), which is a TIFF header and its
/// first directory.
public enum ExifOrientation {
  /// The orientation, also as a LONG or BYTE; nil if the block is missing, damaged or does not state one of 1 to 8.
  public static func find(_ exif: [UInt8]) -> Orientation? {
    guard let block = TIFFDirectories(TIFFBytes(exif)) else { return nil }
    return block.integer(block.directory(at: block.first, evenIfCut: true)?[0x0112])
      .flatMap { Orientation(rawValue: $0) }
  }
}

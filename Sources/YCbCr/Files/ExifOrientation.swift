public import Pixels

/// Finds the orientation in an Exif block (CIPA DC-008, 4.6.4 A), which is a TIFF header and its
/// first directory.
public enum ExifOrientation {
  /// The orientation; nil if the block is missing, damaged or does not state one.
  public static func find(_ exif: [UInt8]) -> Orientation? {
    guard let block = ExifBlock(exif) else { return nil }
    return block.value(of: 0x0112, type: .short, count: 1, in: block.first)
      .flatMap { Orientation(rawValue: $0) }
  }
}

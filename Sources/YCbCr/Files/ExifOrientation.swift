public import Pixels

/// Finds the orientation in an Exif block (CIPA DC-008, 4.6.4 A), which is a TIFF header and its
/// first directory.
public enum ExifOrientation {
  private static let tag = 0x0112
  private static let short = 3

  /// The orientation; nil if the block is missing, damaged or does not state one.
  public static func find(_ exif: [UInt8]) -> Orientation? {
    let isLittle = exif.starts(with: [0x49, 0x49])
    guard isLittle || exif.starts(with: [0x4D, 0x4D]) else { return nil }
    func number(_ at: Int, _ count: Int) -> Int? {
      guard at >= 0, at <= exif.count - count else { return nil }
      let bytes = exif[at..<at + count]
      return (isLittle ? Array(bytes.reversed()) : Array(bytes)).reduce(0) { $0 << 8 | Int($1) }
    }
    guard number(2, 2) == 42, let start = number(4, 4), let count = number(start, 2) else {
      return nil
    }
    for entry in 0..<count {
      let at = start + 2 + 12 * entry
      guard let found = number(at, 2) else { return nil }
      guard found == tag else { continue }
      guard number(at + 2, 2) == short, number(at + 4, 4) == 1 else { return nil }
      return number(at + 8, 2).flatMap { Orientation(rawValue: $0) }
    }
    return nil
  }
}

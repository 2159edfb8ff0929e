/// An encoded band: entropy data, and the places of its restart markers.
public struct JPEGBand: Sendable {
  /// Entropy data without a marker at the end.
  var bytes: [UInt8]
  /// Offsets of the second bytes of the markers inside; one between any two rows of MCUs.
  let restarts: [Int]
  /// Number of rows in the band.
  let rows: Int
  let isLast: Bool
  /// Why there are no bytes; nil if there are.
  let failure: String?

  /// Bytes of entropy data.
  public var byteCount: Int { bytes.count }

  /// Rows of MCUs in the band.
  var unitRows: Int { restarts.count + 1 }

  /// The code of the marker behind a row of MCUs, counted from the picture's top (ITU-T T.81, B.2.1).
  static func restart(after unitRow: Int) -> UInt8 { 0xD0 + UInt8(unitRow % 8) }

  /// Numbers the markers inside as those of a band whose first row of MCUs is `first`. Coders count from 0 in each band.
  mutating func number(from first: Int) {
    guard first % 8 != 0 else { return }
    for (index, offset) in restarts.enumerated() {
      bytes[offset] = Self.restart(after: first + index)
    }
  }
}

extension JPEGBand {
  /// A band that could not be coded.
  init(failure: String, rows: Int, isLast: Bool) {
    self.init(bytes: [], restarts: [], rows: rows, isLast: isLast, failure: failure)
  }
}

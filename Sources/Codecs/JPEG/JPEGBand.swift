/// An encoded band: entropy data, and the positions of its restart markers.
public struct JPEGBand: Sendable {
  /// Entropy data without a marker at the end.
  var bytes: [UInt8]
  /// The offsets of the second bytes of the markers inside. There is a marker between each two rows
  /// of MCUs.
  let restarts: [Int]
  /// The number of rows in the band.
  let rows: Int
  let isLast: Bool
  /// The encoder's error, or `nil` if it succeeded.
  let failure: String?

  /// The rows of MCUs in the band.
  var unitRows: Int { restarts.count + 1 }

  /// Returns the code of the marker after a row of MCUs, counted from the picture's top (ITU-T
  /// T.81, B.2.1).
  static func restart(after unitRow: Int) -> UInt8 { 0xD0 + UInt8(unitRow % 8) }

  /// Numbers the markers inside for a band that begins at the row of MCUs `first`. Coders start at
  /// 0 in each band.
  mutating func number(from first: Int) {
    guard first % 8 != 0 else { return }
    for (index, offset) in restarts.enumerated() {
      bytes[offset] = Self.restart(after: first + index)
    }
  }
}

extension JPEGBand {
  /// Creates a band for a failure.
  init(failure: String, rows: Int, isLast: Bool) {
    self.init(bytes: [], restarts: [], rows: rows, isLast: isLast, failure: failure)
  }
}

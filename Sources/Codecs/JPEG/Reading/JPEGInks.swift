internal import BromideValues
internal import CBromideCodecs

/// Reads the inks of a CMYK or YCCK JPEG, row by row.
package enum JPEGInks {
  /// Reads all rows.
  ///
  /// Adobe's programs store paper as 255 and full ink as 0. All readers assume this, even for files
  /// without Adobe's marker.
  ///
  /// - Parameters:
  ///   - bytes: The JPEG.
  ///   - take: Receives a row's number and its inks: C, M, Y and K of each pixel, where 255 is full
  ///     ink.
  /// - Returns: Whether the end marker is missing although all inks were read.
  /// - Throws: `.malformed` and `.damaged`, and `.unsupportedColor` if the JPEG is not CMYK or
  ///   YCCK.
  package static func read(
    _ bytes: [UInt8], _ take: (_ y: Int, _ inks: [UInt8]) -> Void
  ) throws(JPEGError) -> Bool {
    try unsafe bytes.withUnsafeBytes { memory in
      Result { () throws(JPEGError) in
        let reader = try unsafe JPEGReader(memory, memoryLimit: JPEGPicture.memoryLimit)
        let header = try reader.header()
        guard header.isCMYK else { throw .unsupportedColor("no inks") }
        try reader.inks(header, take)
        return reader.missesEnd
      }
    }.get()
  }
}

extension JPEGReader {
  /// Reads inks. Call this after reading the header.
  fileprivate func inks(
    _ header: JPEGHeader, _ take: (_ y: Int, _ inks: [UInt8]) -> Void
  ) throws(JPEGError) {
    let count = 4 * header.size.width
    var row = [UInt8](repeating: 0, count: count)
    let isRead = withoutActuallyEscaping(take) { take in
      var target = InkTarget(count: count, take: take)
      return unsafe readInks(&row, &target)
    }
    guard isRead else { throw .damaged(failure) }
  }
}

/// The receiver of ink rows.
struct InkTarget {
  let count: Int
  let take: (Int, [UInt8]) -> Void
}

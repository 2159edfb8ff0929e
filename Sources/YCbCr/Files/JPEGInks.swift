internal import CJPEG
internal import Pixels

/// The inks of a JPEG in CMYK or YCCK, row by row.
package enum JPEGInks {
  /// Reads all rows.
  ///
  /// Adobe's programs store paper as 255 and full ink as 0, and all that read such files take them so, also those without
  /// Adobe's marker.
  ///
  /// - Parameters:
  ///   - bytes: The JPEG.
  ///   - take: Takes a row's number and its inks: C, M, Y and K of each pixel, 255 for full ink.
  /// - Returns: Whether the file ends without the marker that ends a JPEG, though all inks are there.
  /// - Throws: `.malformed` and `.damaged`, and `.unsupportedColor` if it holds no inks.
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
  /// Reads inks; call after the header.
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

/// Where rows of inks go.
struct InkTarget {
  let count: Int
  let take: (Int, [UInt8]) -> Void
}

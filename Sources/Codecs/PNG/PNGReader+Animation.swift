extension PNGReader {
  /// Returns whether a PNG is animated: whether it has an acTL chunk before its pixels (PNG third
  /// edition, 11.3.6).
  ///
  /// - Parameter bytes: The file.
  package static func isAnimated(_ bytes: [UInt8]) -> Bool {
    var start = 8
    while start + 8 <= bytes.count {
      let length = bytes[start..<start + 4].reduce(0) { $0 << 8 | Int($1) }
      let name = bytes[start + 4..<start + 8]
      if name.elementsEqual("acTL".utf8) { return true }
      if name.elementsEqual("IDAT".utf8) { return false }
      // A chunk also has a length, a name and a checksum.
      start += length + 12
    }
    return false
  }
}

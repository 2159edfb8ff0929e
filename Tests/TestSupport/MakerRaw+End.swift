extension MakerRaw {
  /// Returns the file with its only strip at the end, so that a truncated copy keeps all fields,
  /// and the number of bytes in the strip.
  ///
  /// - Precondition: The file is a little-endian TIFF.
  public func fileEndingWithSamples() -> (bytes: [UInt8], stripBytes: Int) {
    var bytes = file()
    func number(_ place: Int, _ count: Int) -> Int {
      bytes[place..<place + count].reversed().reduce(0) { $0 << 8 | Int($1) }
    }
    let directory = number(4, 4)
    let entries = (0..<number(directory, 2)).map { directory + 2 + 12 * $0 }
    guard let entry = entries.first(where: { number($0, 2) == 273 }) else {
      preconditionFailure("a TIFF has StripOffsets")
    }
    let end = bytes.count
    for byte in 0..<4 { bytes[entry + 8 + byte] = UInt8(truncatingIfNeeded: end >> (8 * byte)) }
    return (bytes + strips[0], strips[0].count)
  }
}

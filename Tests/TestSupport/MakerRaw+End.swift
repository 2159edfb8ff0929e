extension MakerRaw {
  /// Returns the file with its only strip at the end, so that a truncated copy keeps all fields,
  /// and the number of bytes in the strip.
  ///
  /// - Precondition: The file is a little-endian TIFF.
  public func fileEndingWithSamples() -> (bytes: [UInt8], stripBytes: Int) {
    var bytes = file()
    func number(_ place: Int, _ count: Int) -> Int {
      Int(little: bytes[place..<place + count])
    }
    let directory = number(4, 4)
    let entries = (0..<number(directory, 2)).map { directory + 2 + 12 * $0 }
    guard let entry = entries.first(where: { number($0, 2) == 273 }) else {
      preconditionFailure("a TIFF has StripOffsets")
    }
    let end = bytes.count
    bytes.replaceSubrange(entry + 8..<entry + 12, with: little(end))
    return (bytes + strips[0], strips[0].count)
  }
}

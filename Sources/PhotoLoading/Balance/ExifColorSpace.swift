/// The colour space that an Exif block states by the rule for camera files (CIPA DCF, 5.2): Adobe
/// RGB has the interoperability index `R03`.
enum ExifColorSpace {
  /// Whether the block, a TIFF header and its directories, states Adobe RGB; false for any damage.
  static func isAdobeRGB(_ exif: [UInt8]) -> Bool {
    let isLittle = exif.starts(with: [0x49, 0x49])
    guard isLittle || exif.starts(with: [0x4D, 0x4D]) else { return false }
    func number(_ at: Int, _ count: Int) -> Int? {
      guard at >= 0, at <= exif.count - count else { return nil }
      let bytes = exif[at..<at + count]
      return (isLittle ? Array(bytes.reversed()) : Array(bytes)).reduce(0) { $0 << 8 | Int($1) }
    }
    /// Where the value of a tag stands in a directory.
    func value(_ tag: Int, _ directory: Int?) -> Int? {
      guard let directory, let count = number(directory, 2) else { return nil }
      for entry in 0..<count {
        let at = directory + 2 + 12 * entry
        guard let found = number(at, 2) else { return nil }
        if found == tag { return at + 8 }
      }
      return nil
    }
    func pointer(_ tag: Int, _ directory: Int?) -> Int? {
      value(tag, directory).flatMap { number($0, 4) }
    }
    guard let interoperability = pointer(0xA005, pointer(0x8769, number(4, 4))),
      let index = value(0x0001, interoperability), index <= exif.count - 3
    else { return false }
    return Array(exif[index..<index + 3]) == Array("R03".utf8)
  }
}

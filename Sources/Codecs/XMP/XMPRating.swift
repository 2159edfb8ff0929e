/// Reads the star rating of an XMP packet: `xmp:Rating="3"` or `<xmp:Rating>3</xmp:Rating>`.
enum XMPRating {
  /// Returns the rating of any size, or `nil` if it is missing or not a whole number.
  static func find(in packet: [UInt8]) -> Int? {
    let name = Array("xmp:Rating".utf8)
    guard packet.count > name.count else { return nil }
    for start in 0...(packet.count - name.count)
    where packet[start] == name[0] && packet[start..<(start + name.count)].elementsEqual(name) {
      let rest = packet[(start + name.count)...].prefix(16)
        .drop { [0x20, 0x22, 0x27, 0x3d, 0x3e].contains($0) }
      let value = rest.prefix { ![0x22, 0x27, 0x3c].contains($0) }
      return Double(String(decoding: value, as: UTF8.self)).flatMap { Int(exactly: $0) }
    }
    return nil
  }
}

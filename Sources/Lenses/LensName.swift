/// Names of cameras and lenses, compared as a person would.
enum LensName {
  /// Letters, digits and signs without case and spaces, and without the stroke of `f/2.8`, which some makers leave out.
  static func plain(_ name: String) -> [UInt8] {
    var plain: [UInt8] = []
    plain.reserveCapacity(name.utf8.count)
    for byte in name.utf8 {
      switch byte {
      case 0x20, 0x09, 0x0a, 0x0d, 0x00: continue
      case UInt8(ascii: "/") where plain.last == UInt8(ascii: "f"): continue
      case UInt8(ascii: "A")...UInt8(ascii: "Z"): plain.append(byte + 0x20)
      default: plain.append(byte)
      }
    }
    return plain
  }

  /// Whether two plain names are one, with or without a maker's before them.
  static func isSame(_ one: [UInt8], _ other: [UInt8], makers: [[UInt8]]) -> Bool {
    bare(one, makers) == bare(other, makers)
  }

  /// A name without its maker's; with it, if nothing else is left.
  private static func bare(_ name: [UInt8], _ makers: [[UInt8]]) -> ArraySlice<UInt8> {
    let longest = makers.filter { !$0.isEmpty && name.starts(with: $0) }.map(\.count).max() ?? 0
    return longest < name.count ? name[longest...] : name[...]
  }

  /// The first word of a maker's name, plain: “NIKON CORPORATION” and “Nikon” are one.
  static func maker(_ name: String) -> [UInt8] {
    plain(String(name.split(whereSeparator: { $0 == " " || $0 == "," }).first ?? ""))
  }
}

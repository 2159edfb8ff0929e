/// ICC profiles of version 2 that only contain a table (lut8Type, ICC.1:2010, 10.9): a colour for
/// each corner of the device's values.
public enum TableProfile {
  /// Returns a profile for RGB or CMYK.
  ///
  /// - Parameter corners: L\*, a\* and b\* of all 8 or 16 corners, the last channel fastest. As in
  ///   the type, L\* is in 255ths of 100, and a\* and b\* use 128 for 0.
  public static func bytes(corners: [[UInt8]]) -> [UInt8] {
    let channels = corners.count == 8 ? 3 : 4
    precondition(corners.count == 1 << channels, "8 or 16 corners")
    let line = (0..<256).map { UInt8($0) }
    var table = Array("mft1".utf8) + big(0) + [UInt8(channels), 3, 2, 0]
    for i in 0..<9 { table += big(i % 4 == 0 ? 65536 : 0) }
    for _ in 0..<channels { table += line }
    table += corners.flatMap { $0 }
    for _ in 0..<3 { table += line }
    var profile = HandmadeProfile()
    (profile.colors, profile.connection) = (channels == 3 ? "RGB " : "CMYK", "Lab ")
    profile.tags = [("A2B0", table)]
    return profile.bytes
  }
}

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
    func number(_ value: Int, _ count: Int = 4) -> [UInt8] {
      (0..<count).reversed().map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
    }
    func word(_ text: String) -> [UInt8] { Array(text.utf8) }
    let line = (0..<256).map { UInt8($0) }
    var table = word("mft1") + number(0) + [UInt8(channels), 3, 2, 0]
    for i in 0..<9 { table += number(i % 4 == 0 ? 65536 : 0) }
    for _ in 0..<channels { table += line }
    table += corners.flatMap { $0 }
    for _ in 0..<3 { table += line }
    table += [UInt8](repeating: 0, count: (4 - table.count % 4) % 4)
    let count = 128 + 4 + 12 + table.count
    var header = number(count) + word("lcms") + number(0x0200_0000)
    header += word("prtr") + word(channels == 3 ? "RGB " : "CMYK") + word("Lab ")
    header += number(2025, 2) + number(1, 2) + number(1, 2) + number(0, 6)
    header += word("acsp") + [UInt8](repeating: 0, count: 28)
    // The illuminant D50.
    header += number(0xF6D6) + number(0x10000) + number(0xD32D)
    header += [UInt8](repeating: 0, count: 128 - header.count)
    return header + number(1) + word("A2B0") + number(144) + number(table.count) + table
  }
}

/// ICC profiles (ICC.1:2022, 7) with tags that tests choose.
public struct HandmadeProfile: Sendable {
  /// The kind of device, such as `prtr`.
  public var deviceClass = "prtr"
  /// The colours of the device.
  public var colors = "RGB "
  /// The colours between devices.
  public var connection = "XYZ "
  /// The major version.
  public var version: UInt8 = 2
  /// Names and data, in order.
  public var tags: [(name: String, data: [UInt8])] = []

  /// Creates a profile without tags.
  public init() {}

  /// The file.
  public var bytes: [UInt8] {
    let start = 128 + 4 + 12 * tags.count
    var (list, data) = (big(tags.count), [UInt8]())
    for tag in tags {
      list += Self.word(tag.name) + big(start + data.count) + big(tag.data.count)
      data += tag.data + [UInt8](repeating: 0, count: (4 - tag.data.count % 4) % 4)
    }
    var header = big(start + data.count) + Self.word("test") + [version, 0x40, 0, 0]
    header += Self.word(deviceClass) + Self.word(colors) + Self.word(connection)
    header += big(2025, 2) + big(1, 2) + big(1, 2) + big(0, 6)
    header += Self.word("acsp") + [UInt8](repeating: 0, count: 28)
    // The illuminant D50.
    header += big(0xF6D6) + big(0x10000) + big(0xD32D)
    header += [UInt8](repeating: 0, count: 128 - header.count)
    return header + list + data
  }

  /// A profile with primaries close to Adobe RGB's and these curves of red, green and blue.
  public static func matrix(
    curves: [[UInt8]], white: [Double] = [0.9642, 1, 0.8249]
  ) -> HandmadeProfile {
    var profile = HandmadeProfile()
    profile.tags = [("desc", description("Test  RGB")), ("wtpt", xyz(white))]
    let columns = [[0.6097, 0.3111, 0.0195], [0.2053, 0.6257, 0.0609], [0.1492, 0.0632, 0.7446]]
    for (channel, column) in zip(["r", "g", "b"], columns) {
      profile.tags.append((channel + "XYZ", xyz(column)))
    }
    for (channel, curve) in zip(["r", "g", "b"], curves) {
      profile.tags.append((channel + "TRC", curve))
    }
    return profile
  }

  /// A profile whose codes are the numbers of L\*a\*b\*: 65 280/65 535 of L\*/100, and 256/65 535
  /// of a\* + 128 and b\* + 128 (ICC.1:2022, 10.10).
  public static var lab: HandmadeProfile {
    var profile = HandmadeProfile()
    profile.connection = "Lab "
    profile.tags = [
      ("desc", description("Lab as RGB")), ("cprt", word("text") + big(0) + word("CC0") + [0]),
      ("wtpt", xyz([0.9642, 1, 0.8249])),
    ]
    for name in ["A2B0", "A2B1", "A2B2", "B2A0", "B2A1", "B2A2"] {
      profile.tags.append((name, identityTable))
    }
    return profile
  }

  /// A table of type lut16Type with two entries along an edge, which changes nothing.
  public static var identityTable: [UInt8] {
    var table = word("mft2") + big(0) + [3, 3, 2, 0]
    for i in 0..<9 { table += big(i % 4 == 0 ? 65536 : 0) }
    table += big(2, 2) + big(2, 2)
    let line = big(0, 2) + big(65535, 2)
    table += line + line + line
    for corner in 0..<8 {
      for channel in [4, 2, 1] { table += big(corner & channel == 0 ? 0 : 65535, 2) }
    }
    return table + line + line + line
  }

  /// A curve of type curveType: a power.
  public static func power(_ gamma: Double) -> [UInt8] {
    word("curv") + big(0) + big(1) + big(Int((gamma * 256).rounded()), 2)
  }

  /// A curve of type curveType: the light of codes at equal distances.
  public static func table(_ entries: [UInt16]) -> [UInt8] {
    word("curv") + big(0) + big(entries.count) + entries.flatMap { big(Int($0), 2) }
  }

  /// A curve of type parametricCurveType.
  public static func formula(_ kind: Int, _ parameters: [Double]) -> [UInt8] {
    word("para") + big(0) + big(kind, 2) + big(0, 2) + parameters.flatMap(fixed)
  }

  /// A colour of type XYZType.
  public static func xyz(_ values: [Double]) -> [UInt8] {
    word("XYZ ") + big(0) + values.flatMap(fixed)
  }

  /// A text of type textDescriptionType (ICC.1:2001, 6.5.17).
  public static func description(_ text: String) -> [UInt8] {
    word("desc") + big(0) + big(text.utf8.count + 1) + word(text)
      + [UInt8](repeating: 0, count: 1 + 4 + 4 + 2 + 1 + 67)
  }

  private static func fixed(_ value: Double) -> [UInt8] {
    big(Int((value * 65536).rounded()))
  }

  private static func word(_ text: String) -> [UInt8] { Array(text.utf8) }
}

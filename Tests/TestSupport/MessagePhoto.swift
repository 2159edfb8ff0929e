public import BromideValues

/// A small photo with all possible DNG fields, so that messages about it have all their parts.
public enum MessagePhoto {
  /// Its size.
  public static let size = Size(width: 48, height: 40)

  /// A file with metadata, a profile with all tables, and corrections of all kinds.
  public static let file: [UInt8] = {
    var photo = SyntheticPhoto(.chart, size: size)
    photo.options.metadata = .full
    photo.options.profile = profile
    photo.options.noiseProfile = [1e-4, 1e-6]
    photo.options.opcodeLists = [bad, gains, warps]
    photo.options.defaultCrop = Region(x: 2, y: 2, width: 44, height: 36)
    return photo.file()
  }()

  private static var profile: DNGProfile {
    var profile = DNGProfile()
    profile.name = "Made up"
    profile.hueSatMaps = [
      DNGProfile.Table(12, 3, 1) { hue, s, _ in SIMD3<Double>(hue / 36, 1 + s / 4, 1 - s / 8) },
      DNGProfile.Table(12, 3, 1) { hue, s, _ in SIMD3<Double>(-hue / 36, 1, 1 + s / 8) },
    ]
    profile.lookTable = DNGProfile.Table(6, 2, 4) { _, s, v in
      SIMD3<Double>(5, 1 + s * v / 2, 1)
    }
    profile.toneCurve = [0, 0, 0.25, 0.4, 1, 1]
    profile.exposureOffset = -0.35
    var table = DNGGainTable()
    (table.columns, table.rows, table.count) = (2, 2, 3)
    table.gains = [Float](repeating: 1.25, count: 12)
    profile.gainTable = table
    return profile
  }

  private static var area: [UInt8] { OpcodeWriter.area((0, 0, size.height, size.width)) }

  private static var bad: [UInt8] {
    var list = OpcodeWriter()
    list.add(5, [0, 1, 1, 7, 9, 3, 3, 5, 5].flatMap(OpcodeWriter.word))
    list.add(4, [0, 0].flatMap(OpcodeWriter.word))
    return list.bytes
  }

  private static var gains: [UInt8] {
    var list = OpcodeWriter()
    list.add(
      9, OpcodeWriter.gainMap(area, rows: 3, columns: 4, gains: Array(repeating: 1.5, count: 12)))
    list.add(
      10,
      area + OpcodeWriter.word(size.height)
        + OpcodeWriter.floats(Array(repeating: 0.001, count: size.height)))
    list.add(
      13,
      area + OpcodeWriter.word(size.width)
        + OpcodeWriter.floats(Array(repeating: 0.9, count: size.width)))
    list.add(8, area + OpcodeWriter.word(1) + OpcodeWriter.doubles([0, 0.9]))
    return list.bytes
  }

  private static var warps: [UInt8] {
    var list = OpcodeWriter()
    list.add(
      1,
      OpcodeWriter.word(1) + OpcodeWriter.doubles([1, 0.01, 0, 0, 0, 0])
        + OpcodeWriter.doubles([0.5, 0.5]))
    list.add(3, OpcodeWriter.doubles([0.1, 0, 0, 0, 0, 0.5, 0.5]))
    return list.bytes
  }
}

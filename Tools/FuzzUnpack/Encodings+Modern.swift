internal import BromideValues
internal import TestSupport

extension Encodings {
  /// The codings of cameras since about 2016. Other LibRaw versions than the installed one can
  /// support them. One per line.
  static let modern: [@Sendable (inout Randomness) -> (name: String, bytes: [UInt8])] =
    [
      fuji, fuji, panasonicStripes, panasonicScaled12, canonCR3, canonCR3, vc5,
    ] + tiles

  /// Returns the file with a number in one of these codings, and its description.
  static func modernFile(_ seed: UInt64) -> (name: String, bytes: [UInt8]) {
    var random = Randomness(seed: seed)
    return random.one(of: modern)(&random)
  }

  @Sendable private static func fuji(_ random: inout Randomness) -> (name: String, bytes: [UInt8]) {
    let pattern = random.one(of: FujiPattern.allCases)
    let size = Size(
      width: random.one(of: [768, 792, 1032, 1536, 1560]), height: 24 + 6 * random.below(4))
    let bits = random.one(of: [12, 14, 14, 16])
    var bases: [[UInt8]]?
    if random.below(2) == 0 {
      bases = (0..<(size.width + 767) / 768).map { _ in
        (0..<size.height / 6).map { _ in random.one(of: [0, 1, 2, 3, 3, 3, 7, 255]) }
      }
    }
    let raw = MakerRaw.fuji(
      samples(size, bits: bits, &random), .compressed(bits: bits, bases: bases), pattern: pattern)
    return ("fuji-\(pattern == .xtrans ? "xtrans" : "bayer")-\(bits)", raw.file())
  }

  @Sendable private static func panasonicStripes(
    _ random: inout Randomness
  ) -> (name: String, bytes: [UInt8]) {
    let bits = random.one(of: [12, 14])
    let widths = (0...random.below(5)).map { _ in 24 + 2 * random.below(30) }
    let size = Size(width: widths.reduce(0, +), height: 24 + 2 * random.below(20))
    let lengths = random.one(of: [
      [4, 4, 3, 3, 3, 3, 4, 4, 5, 6, 7, 8, 9, 10, 11, 12, 12], Array(repeating: 5, count: 17),
      [2, 3, 4, 4, 4, 4, 4, 4, 5, 5, 5, 6, 7, 8, 9, 9, 10],
    ])
    let raw = MakerRaw.panasonicStripes(
      samples(size, bits: bits, &random), bits: bits, widths: widths, lengths: lengths)
    return ("panasonic-8-\(bits)", raw.file())
  }

  @Sendable private static func vc5(_ random: inout Randomness) -> (name: String, bytes: [UInt8]) {
    let size = Size(width: 34 + 2 * random.below(60), height: 34 + 2 * random.below(60))
    var dng = VC5DNG.varied(
      size, most: random.one(of: [4, 20, 255]), share: random.one(of: [0.01, 0.3, 1]),
      seed: random.next())
    dng.isGBRG = random.below(2) == 0
    dng.style = random.one(of: VC5DNG.Style.allCases)
    dng.options.white = random.one(of: [4095, 16_383, 65_535])
    dng.quanta[random.below(4)][1 + random.below(9)] = random.one(of: [0, 1, 64, 3000, 32_767])
    return ("vc5", dng.file(order: random.one(of: [.little, .big])))
  }

  @Sendable private static func panasonicScaled12(
    _ random: inout Randomness
  ) -> (name: String, bytes: [UInt8]) {
    let size = Size(width: 14 * (3 + random.below(8)), height: 32)
    return (
      "panasonic-6-12", MakerRaw.panasonic(samples(size, bits: 12, &random), .scaled12).file()
    )
  }
}

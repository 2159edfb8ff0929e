internal import BromideValues
internal import TestSupport

extension Encodings {
  /// Codings in independent tiles. Other LibRaw versions than the installed one can support them.
  static let tiles: [@Sendable (inout Randomness) -> (name: String, bytes: [UInt8])] = [
    sonyTiles, sonyTiles, floats, floats, lossy,
  ]

  @Sendable private static func sonyTiles(
    _ random: inout Randomness
  ) -> (name: String, bytes: [UInt8]) {
    let size = size(&random, multiple: 1)
    let tile = Size(width: 16 * (1 + random.below(4)), height: 16 * (1 + random.below(4)))
    let predictor = random.below(3) == 0 ? 1 + random.below(7) : 1
    let raw = MakerRaw.sonyTiles(
      samples(size, bits: 14, &random), tile: tile, predictor: predictor,
      tables: random.one(of: [1, 1, 2, 4]), compression: random.one(of: [6, 7]),
      model: random.one(of: ["ILCE-7M4", "ILCE-1", "ILCE-6700"]))
    return ("sony-tiles-p\(predictor)", raw.file())
  }

  @Sendable private static func floats(
    _ random: inout Randomness
  ) -> (name: String, bytes: [UInt8]) {
    let bits = random.one(of: [16, 24, 32])
    let channels = random.one(of: [1, 1, 3])
    let size = size(&random, multiple: 4)
    let values = samples(Size(width: size.width * channels, height: size.height), bits: 14, &random)
    let scale = random.one(of: [0x1p-14, 0x1p-13, 1] as [Float])
    var dng = FloatDNG(
      size: size, samplesPerPixel: channels, bits: bits,
      patterns: values.values.map { FloatDNG.pattern(Float($0) * scale, bits: bits) })
    dng.predictor = random.one(of: FloatDNG.Predictor.allCases)
    dng.white = random.one(of: [1, 5000, 40_000])
    dng.blocks = random.one(of: [
      .strips(rows: .max), .strips(rows: 1 + random.below(20)),
      .tiles(Size(width: 16 * (1 + random.below(4)), height: 16 * (1 + random.below(4)))),
    ])
    return ("dng-float\(bits)-\(channels)", dng.file(order: random.one(of: [.little, .big])))
  }

  @Sendable private static func lossy(
    _ random: inout Randomness
  ) -> (name: String, bytes: [UInt8]) {
    let tile = Size(width: 16 * (1 + random.below(4)), height: 16 * (1 + random.below(4)))
    let dng = LossyDNG(
      size: size(&random, multiple: 1), tile: tile, across: 1 + random.below(2),
      down: 1 + random.below(2), isRGB: random.below(4) == 0,
      polynomials: random.one(of: [[], [[0, 0.2, 0.8], [0.01, 0.9], [0, 0.1, 0.2, 0.7]]]),
      seed: random.next())
    return ("dng-lossy", dng.file(order: random.one(of: [.little, .big])))
  }
}

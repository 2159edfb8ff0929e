internal import BromideValues
internal import TestSupport

/// Small raws in every coding that the generator supports, chosen by a number.
enum Encodings {
  /// Returns the file for a number, and its description.
  static func file(_ seed: UInt64) -> (name: String, bytes: [UInt8]) {
    var random = Randomness(seed: seed)
    return switch random.below(14) {
    case 0: plainDNG(&random)
    case 1...3: losslessDNG(&random)
    case 4, 5: canon(&random)
    case 6: nikon(&random)
    case 7: packed(&random)
    case 8: random.below(2) == 0 ? sony(&random) : pentax(&random)
    case 10...: random.one(of: modern)(&random)
    default: panasonic(&random)
    }
  }

  private static func plainDNG(_ random: inout Randomness) -> (String, [UInt8]) {
    var options = options(&random)
    options.storage.bitsPerSample = random.one(of: [8, 10, 12, 14, 16, 16, 16])
    let size = size(&random, multiple: 1)
    let samples = samples(size, bits: options.storage.bitsPerSample, &random)
    return ("dng-plain-\(options.storage.bitsPerSample)", DNGWriter.file(samples, options))
  }

  private static func losslessDNG(_ random: inout Randomness) -> (String, [UInt8]) {
    var options = options(&random)
    let predictor = random.below(3) == 0 ? 1 + random.below(7) : 1
    let components = random.one(of: [1, 2, 2, 4])
    options.storage.compression = .losslessJPEG(predictor: predictor)
    options.storage.bitsPerSample = random.one(of: [8, 10, 12, 14, 16])
    options.storage.components = components
    options.storage.tables = 1 + random.below(2)
    if random.below(4) > 0 {
      options.storage.blocks = .tiles(
        Size(width: 16 * (1 + random.below(4)), height: 16 * (1 + random.below(4))))
    }
    let size = size(&random, multiple: components)
    let samples = samples(size, bits: options.storage.bitsPerSample, &random)
    return ("dng-lossless-p\(predictor)-c\(components)", DNGWriter.file(samples, options))
  }

  private static func options(_ random: inout Randomness) -> DNGOptions {
    var options = DNGOptions()
    options.storage.byteOrder = random.one(of: [.little, .big])
    options.storage.hasPreview = random.below(4) == 0
    options.layout = random.below(8) == 0 ? .monochrome : .bayer(.rggb)
    return options
  }

  private static func canon(_ random: inout Randomness) -> (String, [UInt8]) {
    let components = random.one(of: [2, 2, 4])
    // Sometimes large enough for a stream with several chunks.
    let isLarge = random.below(8) == 0
    let size =
      isLarge ? Size(width: 600, height: 400) : size(&random, multiple: components)
    let bits = random.one(of: [12, 14, 14, 16])
    var slices: [Int] = []
    if random.below(2) == 0 {
      let width = size.width / (2 + random.below(2))
      slices = [width, width]
      while slices.reduce(0, +) + width < size.width { slices.append(width) }
      slices[slices.count - 1] += size.width - slices.reduce(0, +)
    }
    let predictor = random.below(6) == 0 ? 1 + random.below(7) : 1
    let raw = MakerRaw.canon(
      samples(size, bits: bits, &random), bits: bits, components: components,
      predictor: predictor, tables: 1 + random.below(2), slices: slices)
    return ("canon-c\(components)\(isLarge ? "-large" : "")", raw.file())
  }

  private static func nikon(_ random: inout Randomness) -> (String, [UInt8]) {
    let bits = random.one(of: [12, 14])
    let size = size(&random, multiple: 2)
    let curve = (0..<33).map { UInt16(min($0 * $0 * 16, (1 << bits) - 1)) }
    let coding: NikonCoding =
      switch random.below(4) {
      case 0, 1: .lossless
      case 2: .table(curve: (0..<1 << bits).map { UInt16($0) }, longHeader: random.below(2) == 0)
      default: .points(curve: curve, split: random.below(2) == 0 ? size.height / 2 : nil)
      }
    let raw = MakerRaw.nikon(
      samples(size, bits: bits - 1, &random), bits: bits, coding: coding,
      byteOrder: random.one(of: [.little, .big]))
    return ("nikon-\(bits)", raw.file())
  }

  private static func packed(_ random: inout Randomness) -> (String, [UInt8]) {
    let packing = random.one(of: MakerPacking.allCases)
    let width = packing == .nikon12PaddedRows ? 1340 : 40 * (1 + random.below(6))
    let size = Size(width: width, height: 22 + random.below(40))
    return (
      "packed-\(packing)",
      MakerRaw.packed(samples(size, bits: packing.bits, &random), packing).file()
    )
  }

  private static func sony(_ random: inout Randomness) -> (String, [UInt8]) {
    let size = size(&random, multiple: 32)
    return ("sony-blocks", MakerRaw.sonyBlocks(samples(size, bits: 11, &random)).file())
  }

  private static func pentax(_ random: inout Randomness) -> (String, [UInt8]) {
    let bits = random.one(of: [12, 14])
    let size = size(&random, multiple: 2)
    return ("pentax", MakerRaw.pentax(samples(size, bits: bits, &random), bits: bits).file())
  }

  private static func panasonic(_ random: inout Randomness) -> (String, [UInt8]) {
    let blocks = random.one(of: PanasonicBlocks.allCases.filter { $0 != .scaled12 })
    let size = Size(width: blocks.samples * (3 + random.below(8)), height: 32)
    let bits = blocks == .turned12 || blocks == .plain12 || blocks == .near ? 12 : 14
    return (
      "panasonic-\(blocks)", MakerRaw.panasonic(samples(size, bits: bits, &random), blocks).file()
    )
  }

  static func size(_ random: inout Randomness, multiple: Int) -> Size {
    let width = (32 + random.below(200)) / multiple * multiple
    return Size(width: max(width, multiple), height: 32 + random.below(100))
  }

  /// Gradients, edges, flat areas and noise, so that both short and long codes occur.
  static func samples(
    _ size: Size, bits: Int, _ random: inout Randomness
  ) -> SensorSamples {
    let noise = SeededNoise(seed: random.next())
    let (range, style) = (1 << bits, random.below(4))
    let values = (0..<size.area).map { i in
      let (x, y) = (i % size.width, i / size.width)
      let any = Int(noise.bits(x, y) >> 40)
      switch style == 0 ? 4 : style == 1 ? 3 : (x / 7 + y / 3) % 5 {
      case 0: return UInt16(any % range)
      case 1: return UInt16(range - 1)
      case 2: return UInt16(min(any % 40, range - 1))
      case 3: return UInt16(range / 3)
      default: return UInt16((x * 5 + y * 3 + any % 9) % range)
      }
    }
    return SensorSamples(size: size, values: values)
  }
}

/// Numbers determined by a seed.
struct Randomness {
  private let noise: SeededNoise
  private var count = 0

  init(seed: UInt64) { noise = SeededNoise(seed: seed) }

  mutating func next() -> UInt64 {
    count += 1
    return noise.bits(count, 0)
  }

  mutating func below(_ end: Int) -> Int { Int(next() >> 16) % end }

  mutating func one<Value>(of values: [Value]) -> Value { values[below(values.count)] }
}

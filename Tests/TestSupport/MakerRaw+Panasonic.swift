internal import BromideValues

/// Panasonic's blocks of 16 bytes, by format number.
public enum PanasonicBlocks: Sendable, Hashable, CaseIterable {
  /// Number 4: 14 samples, each as its distance from the one two before it. Lossy.
  case near
  /// Number 5: ten samples of 12 bits, or nine of 14.
  case turned12, turned14
  /// Number 6: eleven samples of 14 bits, or 14 of 12 bits, all but the first two with a scale shared by three. Lossy.
  case scaled, scaled12
  /// Number 7: as number 5, without its rotation.
  case plain12, plain14

  /// Samples in a block.
  public var samples: Int {
    switch self {
    case .near, .scaled12: 14
    case .scaled: 11
    case .turned12, .plain12: 10
    case .turned14, .plain14: 9
    }
  }

  /// Bits of a sample.
  public var bits: Int { samples == 14 || samples == 10 ? 12 : 14 }

  /// The number of the coding in the file.
  var number: Int {
    switch self {
    case .near: 4
    case .turned12, .turned14: 5
    case .scaled, .scaled12: 6
    case .plain12, .plain14: 7
    }
  }
}

extension MakerRaw {
  /// Creates a raw with such blocks.
  ///
  /// - Parameter samples: A multiple of 16 rows, each with whole blocks.
  public static func panasonic(_ samples: SensorSamples, _ blocks: PanasonicBlocks) -> MakerRaw {
    precondition(samples.size.width % blocks.samples == 0 && samples.size.height % 16 == 0)
    var (bytes, decoded) = ([UInt8](), [UInt16]())
    for start in stride(from: 0, to: samples.values.count, by: blocks.samples) {
      let values = samples.values[start..<start + blocks.samples]
      let block =
        switch blocks {
        case .near: nearBlock(values.map { Int($0) })
        case .scaled, .scaled12: scaledBlock(values.map { Int($0) }, bits: blocks.bits)
        default: (bytes: lowFirst(values, bits: blocks.bits), values: values.map { Int($0) })
        }
      bytes += block.bytes + [UInt8](repeating: 0, count: 16 - block.bytes.count)
      decoded += block.values.map { UInt16($0) }
    }
    if blocks.number < 6 { bytes = turned(bytes) }
    var raw = MakerRaw(
      samples.withValues(decoded), make: "Panasonic", model: "DC-S1", compression: 34_316,
      bitsPerSample: nil, strips: [bytes])
    raw.panasonic = (blocks.number, blocks.bits)
    return raw
  }

  /// Pages of 16 KiB that begin with the bytes from 0x1FF8 bytes later.
  private static func turned(_ bytes: [UInt8]) -> [UInt8] {
    let page = 0x4000
    let padded = bytes + [UInt8](repeating: 0, count: (page - bytes.count % page) % page)
    return stride(from: 0, to: padded.count, by: page).flatMap {
      padded[$0 + 0x2008..<$0 + page] + padded[$0..<$0 + 0x2008]
    }
  }

  /// Encodes a block, read from its last byte, and returns it with the decoded values.
  private static func nearBlock(_ values: [Int]) -> (bytes: [UInt8], values: [Int]) {
    var writer = BitWriter()
    var (kept, last, isSet, shift) = ([Int](), [0, 0], [false, false], 0)
    for i in values.indices {
      if i % 3 == 2 {
        let expected = values[i..<min(i + 3, values.count)]
        shift = [0, 1, 2, 4].min {
          nearError(expected, first: i, last, shift: $0)
            < nearError(expected, first: i, last, shift: $1)
        }!
        writer.put(shift == 4 ? 3 : shift, count: 2)
      }
      if isSet[i & 1] {
        let step = nearStep(values[i], last[i & 1], shift: shift)
        writer.put(step.number, count: 8)
        last[i & 1] = step.value
      } else {
        isSet[i & 1] = values[i] > 15
        writer.put(values[i] >> 4, count: 8)
        if isSet[i & 1] || i > 11 {
          writer.put(values[i], count: 4)
          last[i & 1] = values[i]
        }
      }
      kept.append(last[i & 1])
    }
    return (writer.bytes.reversed(), kept)
  }

  private static func nearError(
    _ expected: ArraySlice<Int>, first: Int, _ last: [Int], shift: Int
  ) -> Int {
    var (last, error) = (last, 0)
    for (i, value) in zip(first..., expected) {
      last[i & 1] = nearStep(value, last[i & 1], shift: shift).value
      error += abs(value - last[i & 1])
    }
    return error
  }

  /// The 8-bit number that comes nearest to a value, and the value it gives.
  private static func nearStep(_ value: Int, _ last: Int, shift: Int) -> (number: Int, value: Int) {
    var base = last - 0x80 << shift
    if base < 0 || shift == 4 { base &= 1 << shift - 1 }
    let number = min(max((value - base) >> shift, 1), 255)
    let nearest = base + number << shift
    // Number 0 keeps the previous value.
    return abs(value - last) <= abs(value - nearest) ? (0, last) : (number, nearest)
  }

  private static func scaledBlock(_ values: [Int], bits: Int) -> (bytes: [UInt8], values: [Int]) {
    var writer = BitWriter()
    var last = values[..<2].map { min($0 + 15, 1 << bits - 1) }
    var kept = last.map { $0 - 15 }
    for value in last { writer.put(value, count: bits) }
    for first in stride(from: 2, to: values.count, by: 3) {
      let expected = Array(values[first..<first + 3])
      let scales = [0, 1, 2, 4].map {
        scaledSteps(expected, first: first, last, shift: $0, bits: bits)
      }
      let errors = scales.map { zip($0.values, expected).map { abs($0 - $1) }.reduce(0, +) }
      let best = errors.indices.min { errors[$0] < errors[$1] }!
      writer.put(best, count: 2)
      for number in scales[best].numbers { writer.put(number, count: bits - 4) }
      kept += scales[best].values
      last = scales[best].last
    }
    writer.put(0, count: 128 - writer.bitCount)
    return (writer.bytes.reversed(), kept)
  }

  private static func scaledSteps(
    _ expected: [Int], first: Int, _ last: [Int], shift: Int, bits: Int
  ) -> (numbers: [Int], values: [Int], last: [Int]) {
    var (numbers, values, last) = ([Int](), [Int](), last)
    let base = (bits == 14 ? 0x200 : 0x80) << shift
    for (i, value) in zip(first..., expected) {
      let start = shift < 4 ? max(last[i & 1] - base, 0) : 0
      var number = min(max((value + 15 - start) >> shift, 0), 1 << (bits - 4) - 1)
      // Numbers below 15 would mean a negative value.
      while number << shift + start < 15 { number += 1 }
      last[i & 1] = number << shift + start
      numbers.append(number)
      values.append(last[i & 1] - 15)
    }
    return (numbers, values, last)
  }
}

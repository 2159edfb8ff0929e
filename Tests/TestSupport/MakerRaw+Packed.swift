internal import BromideValues

/// Makers' formats for packing uncompressed samples.
public enum MakerPacking: String, Sendable, Hashable, CaseIterable {
  /// Nikon: 12 bits, lowest bit first.
  case nikon12
  /// Nikon: 12 bits, highest bit first, a zero byte after every ten samples.
  case nikon12Gaps
  /// Nikon: 12 bits, lowest bit first, rows padded to 16 bytes, for widths of 1334 or more.
  case nikon12PaddedRows
  /// Nikon: 12 bits in 32-bit words, four strips. Rows contain whole words.
  case nikon12Strips
  /// Nikon Z: 14 bits, lowest bit first, rows padded to 16 bytes.
  case nikon14
  /// Nikon: 16-bit words, high byte first. The lowest 4 bits are meaningless.
  case nikonWords
  /// Olympus: 12 bits, highest bit first, in 32-bit words that may contain the end of one row and
  /// the beginning of the next.
  case olympus12
  /// Sony: 12 bits, lowest bit first.
  case sony12
  /// Sony: 14 bits in 16-bit words.
  case sonyWords
  /// Several: 12 bits, highest bit first.
  case plain12
  /// Several: 12 bits, highest bit first, a zero byte after every ten samples.
  case plain12Gaps
  /// Several: 12 bits, lowest bit first, a zero byte after every ten samples.
  case plain12SwappedGaps

  /// Bits of a sample.
  public var bits: Int { self == .nikon14 || self == .sonyWords ? 14 : 12 }
  /// The number of samples in a row must be a multiple of this.
  public var rowMultiple: Int {
    switch self {
    case .nikon12Gaps, .plain12Gaps, .plain12SwappedGaps: 10
    case .nikon12Strips: 8
    case .nikon14: 4
    case .nikonWords, .sonyWords: 1
    default: 2
    }
  }
}

extension MakerRaw {
  /// Creates a raw of packed samples.
  public static func packed(_ samples: SensorSamples, _ packing: MakerPacking) -> MakerRaw {
    precondition(samples.size.width % packing.rowMultiple == 0, "whole groups in a row")
    precondition(samples.values.allSatisfy { $0 >> UInt16(packing.bits) == 0 }, "values fit")
    let rows = (0..<samples.size.height).map { y in
      row(samples.values[y * samples.size.width..<(y + 1) * samples.size.width], packing)
    }
    var strips = [rows.flatMap { $0 }]
    if packing == .nikon12Strips {
      let count = (rows.count + 3) / 4
      strips = stride(from: 0, to: rows.count, by: count).map {
        rows[$0..<min($0 + count, rows.count)].flatMap { $0 }
      }
    }
    if packing == .olympus12 {
      precondition(samples.size.area % 8 == 0, "whole words")
      strips = [swapped(strips[0], word: 4)]
    }
    let (make, model, compression): (String, String, Int) =
      switch packing {
      case .nikon14: ("NIKON CORPORATION", "NIKON Z 6", 34_713)
      case .nikon12, .nikon12Gaps, .nikon12PaddedRows, .nikon12Strips, .nikonWords:
        ("NIKON CORPORATION", "NIKON D500", 34_713)
      case .olympus12: ("OLYMPUS CORPORATION", "E-410", 1)
      case .sony12: ("SONY", "DSLR-A900", 32_767)
      case .sonyWords: ("SONY", "ILCE-7M4", 1)
      case .plain12, .plain12SwappedGaps: ("Bromide", "Test", 1)
      case .plain12Gaps: ("Bromide", "Test", 32_769)
      }
    return MakerRaw(
      samples, make: make, model: model, compression: compression,
      bitsPerSample: packing == .sonyWords ? 14 : packing.bits, strips: strips)
  }

  private static func row(_ values: ArraySlice<UInt16>, _ packing: MakerPacking) -> [UInt8] {
    switch packing {
    case .nikon12, .sony12: lowFirst(values, bits: 12)
    case .nikon12PaddedRows: padded(lowFirst(values, bits: 12))
    case .nikon14: padded(lowFirst(values, bits: 14))
    case .plain12, .olympus12: highFirst(values, bits: 12)
    case .nikon12Gaps, .plain12Gaps: gapped(values) { highFirst($0, bits: 12) }
    case .plain12SwappedGaps: gapped(values) { lowFirst($0, bits: 12) }
    case .nikon12Strips: swapped(highFirst(values, bits: 12), word: 4)
    case .nikonWords: values.flatMap { [UInt8($0 >> 4), UInt8($0 & 15) << 4 | 5] }
    case .sonyWords: values.flatMap { [UInt8($0 & 255), UInt8($0 >> 8)] }
    }
  }

  static func highFirst(_ values: ArraySlice<UInt16>, bits: Int) -> [UInt8] {
    var writer = BitWriter()
    for value in values { writer.put(Int(value), count: bits) }
    writer.finish(padding: 0)
    return writer.bytes
  }

  static func lowFirst(_ values: ArraySlice<UInt16>, bits: Int) -> [UInt8] {
    var (bytes, pending, count) = ([UInt8](), 0, 0)
    for value in values {
      pending |= Int(value) << count
      count += bits
      while count >= 8 {
        bytes.append(UInt8(pending & 255))
        pending >>= 8
        count -= 8
      }
    }
    return count > 0 ? bytes + [UInt8(pending)] : bytes
  }

  /// Reverses the bytes of each word.
  private static func swapped(_ bytes: [UInt8], word: Int) -> [UInt8] {
    bytes.indices.map { bytes[$0 / word * word + word - 1 - $0 % word] }
  }

  private static func padded(_ bytes: [UInt8]) -> [UInt8] {
    bytes + [UInt8](repeating: 0, count: (16 - bytes.count % 16) % 16)
  }

  private static func gapped(
    _ values: ArraySlice<UInt16>, _ pack: (ArraySlice<UInt16>) -> [UInt8]
  ) -> [UInt8] {
    stride(from: values.startIndex, to: values.endIndex, by: 10).flatMap {
      pack(values[$0..<$0 + 10]) + [0]
    }
  }
}

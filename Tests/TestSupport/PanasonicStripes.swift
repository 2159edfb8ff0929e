internal import BromideValues

/// Panasonic's format 8: stripes of columns, each one stream of differences.
struct PanasonicStripes {
  let widths: [Int]
  let height, bits: Int
  /// The lengths of the codes for differences of 0 … 16 bits.
  let lengths: [Int]
  /// The samples above the first two rows, row after row.
  let start = [700, 710, 720, 730]
  private(set) var streams: [[UInt8]] = []

  init(_ samples: SensorSamples, bits: Int, widths: [Int], lengths: [Int]) {
    precondition(widths.reduce(0, +) == samples.size.width && samples.size.height % 2 == 0)
    (self.widths, height, self.bits, self.lengths) = (widths, samples.size.height, bits, lengths)
    var left = 0
    for width in widths {
      streams.append(stream(samples, left: left, width: width))
      left += width
    }
  }

  /// A code for each length, in the order of their lengths.
  private var codes: [Int] {
    var (codes, code, last) = (Array(repeating: 0, count: lengths.count), 0, 0)
    for i in lengths.indices.sorted(by: { (lengths[$0], $0) < (lengths[$1], $1) }) {
      code <<= lengths[i] - last
      (codes[i], last) = (code, lengths[i])
      code += 1
    }
    return codes
  }

  /// A stripe: cells of 2 × 2, each site predicted by the same one in the cell to the left.
  private func stream(_ samples: SensorSamples, left: Int, width: Int) -> [UInt8] {
    let codes = codes
    var writer = BitWriter()
    var first = start
    for y in stride(from: 0, to: height, by: 2) {
      var cell = first
      for x in stride(from: left, to: left + width, by: 2) {
        for site in [0, 2, 1, 3] {
          let value = Int(samples[x + site % 2, y + site / 2])
          let difference = value - cell[site]
          let size = Int.bitWidth - abs(difference).leadingZeroBitCount
          writer.put(codes[size], count: lengths[size])
          writer.put(difference > 0 ? difference : difference + 1 << size - 1, count: size)
          cell[site] = value
        }
        if x == left { first = cell }
      }
    }
    writer.finish(padding: 0)
    // Lowest bit first. LibRaw's reader requires one more word.
    let bytes = writer.bytes.map(Self.reversed)
    return bytes + [UInt8](repeating: 0, count: 8 + (-bytes.count & 7))
  }

  private static func reversed(_ byte: UInt8) -> UInt8 {
    var (rest, result) = (byte, UInt8(0))
    for _ in 0..<8 {
      result = result << 1 | rest & 1
      rest >>= 1
    }
    return result
  }

  /// Adds the fields that describe the stripes, which are consecutive from `offset`.
  func describe(in root: inout TIFFDirectory, from offset: Int) {
    func list(_ values: [Int], bytes: Int) -> TIFFValue {
      var result = [UInt8(values.count), 0]
      for value in values + Array(repeating: 0, count: 12 - values.count) {
        for i in 0..<bytes { result.append(UInt8(truncatingIfNeeded: value >> (8 * i))) }
      }
      return .undefined(result)
    }
    let offsets = streams.indices.map { i in offset + streams[..<i].map(\.count).reduce(0, +) }
    let lefts = widths.indices.map { widths[..<$0].reduce(0, +) }
    root[0x39] = .undefined([6, 0] + [UInt8](repeating: 0, count: 24))
    root[0x3A] = root[0x39]
    root[0x3B] = .shorts([1 << bits - 1])
    for (i, value) in start.enumerated() { root[0x3C + i] = .shorts([value]) }
    var table: [UInt8] = [17, 0]
    for (length, code) in zip(lengths, codes) {
      table += [UInt8(length), 0, UInt8(code & 255), UInt8(code >> 8)]
    }
    root[0x40] = .undefined(table)
    root[0x41] = .undefined([17, 0] + [UInt8](repeating: 0, count: 34))
    root[0x42] = .shorts([widths.count])
    root[0x43] = .shorts([widths.count])
    root[0x44] = list(offsets, bytes: 4)
    root[0x45] = list(lefts, bytes: 4)
    root[0x46] = list(streams.map { $0.count * 8 }, bytes: 4)
    root[0x47] = list(widths, bytes: 2)
    root[0x48] = list(widths.map { _ in height }, bytes: 2)
  }
}

extension MakerRaw {
  /// Creates a raw in Panasonic's format 8.
  ///
  /// - Parameters:
  ///   - widths: The widths of up to five stripes, all even.
  ///   - lengths: The lengths of the codes for differences of 0 … 16 bits, at most 12.
  public static func panasonicStripes(
    _ samples: SensorSamples, bits: Int = 14, widths: [Int],
    lengths: [Int] = [4, 4, 3, 3, 3, 3, 4, 4, 5, 6, 7, 8, 9, 10, 11, 12, 12]
  ) -> MakerRaw {
    let stripes = PanasonicStripes(samples, bits: bits, widths: widths, lengths: lengths)
    var raw = MakerRaw(
      samples, make: "Panasonic", model: "DC-S5M2", compression: 34_316, bitsPerSample: nil,
      strips: [Array(stripes.streams.joined())])
    raw.panasonic = (8, bits)
    raw.stripes = stripes
    return raw
  }
}

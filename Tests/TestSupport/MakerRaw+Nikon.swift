internal import BromideValues

/// Nikon's ways to code rows of differences.
public enum NikonCoding: Sendable, Hashable {
  case lossless
  /// A code value for each sample, losslessly coded. The sample's value is `curve[code]`. With
  /// `longHeader`, 2110 more bytes come before the contents of the note.
  case table(curve: [UInt16], longHeader: Bool)
  /// The same coding with a curve of at most 257 evenly spaced points. From row `split`,
  /// differences are coded coarsely.
  case points(curve: [UInt16], split: Int?)
}

extension MakerRaw {
  /// Nikon's compressed NEF: differences from the code two to the left (two above at the beginning
  /// of a row), coded by one of six fixed trees.
  ///
  /// - Parameters:
  ///   - codes: Codes of `bits` bits each.
  ///   - bits: 12 or 14.
  public static func nikon(
    _ codes: SensorSamples, bits: Int, coding: NikonCoding, byteOrder: ByteOrder = .big
  ) -> MakerRaw {
    let trees = bits == 12 ? nikonTrees12 : nikonTrees14
    let tree = coding == .lossless ? trees.lossless : trees.lossy
    let first = [3 << (bits - 4), 500, 501, 1 << (bits - 2)]
    let split = if case .points(_, let row) = coding { row } else { Int?.none }
    let start = min(split ?? .max, codes.size.height) * codes.size.width
    var writer = BitWriter()
    for difference in rowDifferences(codes, first: first).prefix(start) {
      writer.put(difference, by: tree)
    }
    var decoded = codes.values
    for i in start..<decoded.count {
      let (x, y) = (i % codes.size.width, i / codes.size.width)
      let predicted =
        x >= 2
        ? Int(decoded[i - 2]) : y >= 2 ? Int(decoded[i - 2 * codes.size.width]) : first[2 * y + x]
      let coarse = writer.putCoarsely(
        Int(codes.values[i]) - predicted, by: trees.afterSplit.table,
        shifts: trees.afterSplit.shifts)
      decoded[i] = UInt16(clamping: predicted + coarse)
    }
    writer.finish(padding: 0)
    let curve = nikonCurve(bits: bits, coding: coding)
    var raw = MakerRaw(
      codes.withValues(decoded.map { curve[Int($0)] }), make: "NIKON CORPORATION",
      model: "NIKON D500", compression: 34_713, bitsPerSample: bits,
      strips: [writer.bytes])
    raw.byteOrder = byteOrder
    raw.makerNote = nikonNote(first: first, coding: coding, order: byteOrder)
    return raw
  }

  /// The value of each code.
  private static func nikonCurve(bits: Int, coding: NikonCoding) -> [UInt16] {
    var result = (0..<1 << bits).map { UInt16($0) }
    switch coding {
    case .lossless: break
    case .table(let curve, _): result.replaceSubrange(0..<curve.count, with: curve)
    case .points(let points, _):
      let step = (1 << bits) / (points.count - 1)
      for code in result.indices {
        let (point, rest) = code.quotientAndRemainder(dividingBy: step)
        let next = Int(points[min(point + 1, points.count - 1)])
        result[code] = UInt16((Int(points[point]) * (step - rest) + next * rest) / step)
      }
    }
    return result
  }

  private static func nikonNote(first: [Int], coding: NikonCoding, order: ByteOrder) -> [UInt8] {
    func shorts(_ values: [Int]) -> [UInt8] {
      values.flatMap {
        let (high, low) = (UInt8($0 >> 8), UInt8($0 & 255))
        return order == .big ? [high, low] : [low, high]
      }
    }
    var table: [UInt8]
    switch coding {
    case .lossless:
      table = [0x46, 0x30] + shorts(first)
    case .table(let curve, let longHeader):
      table = longHeader ? [0x49, 0x10] + [UInt8](repeating: 7, count: 2110) : [0x44, 0x10]
      table += shorts(first + [curve.count] + curve.map { Int($0) })
    case .points(let curve, let split):
      precondition(curve.count <= 257, "as many points as stand before the split")
      table = [0x44, 0x20] + shorts(first + [curve.count] + curve.map { Int($0) })
      table += [UInt8](repeating: 0, count: 562 - table.count) + shorts([split ?? 0])
    }
    table += [UInt8](repeating: 0, count: 16)
    var note = TIFFDirectory()
    note[0x0096] = .undefined(table)
    return Array("Nikon\0\u{2}\u{10}\0\0".utf8) + TIFFWriter.file(note, order: order)
  }

  private typealias Trees = (
    lossy: HuffmanTable, afterSplit: (table: HuffmanTable, shifts: [Int]), lossless: HuffmanTable
  )

  // The trees of the cameras (documented by dcraw): number of codes for each length, then their
  // categories. After the split, the high digit is the number of omitted low bits of the
  // difference.
  private static let nikonTrees12: Trees = (
    lossy: tree([0, 1, 5, 1, 1, 1, 1, 1, 1, 2], [5, 4, 3, 6, 2, 7, 1, 0, 8, 9, 11, 10, 12]),
    afterSplit: coarse(
      [0, 1, 5, 1, 1, 1, 1, 1, 1, 2],
      [0x39, 0x5A, 0x38, 0x27, 0x16, 5, 4, 3, 2, 1, 0, 11, 12, 12]),
    lossless: tree([0, 1, 4, 2, 3, 1, 2], [5, 4, 6, 3, 7, 2, 8, 1, 9, 0, 10, 11, 12])
  )
  private static let nikonTrees14: Trees = (
    lossy: tree(
      [0, 1, 4, 3, 1, 1, 1, 1, 1, 2], [5, 6, 4, 7, 8, 3, 9, 2, 1, 0, 10, 11, 12, 13, 14]),
    afterSplit: coarse(
      [0, 1, 5, 1, 1, 1, 1, 1, 1, 1, 2],
      [8, 0x5C, 0x4B, 0x3A, 0x29, 7, 6, 5, 4, 3, 2, 1, 0, 13, 14]),
    lossless: tree([0, 1, 4, 2, 2, 3, 1, 2], [7, 6, 8, 5, 9, 4, 10, 3, 11, 12, 2, 0, 1, 13, 14])
  )

  /// Returns a tree that assigns category 0 to unused codes.
  private static func tree(_ counts: [Int], _ symbols: [Int]) -> HuffmanTable {
    let spare = counts.reduce(0, +) - symbols.count
    return HuffmanTable(
      counts: counts + [Int](repeating: 0, count: 16 - counts.count),
      symbols: symbols + [Int](repeating: 0, count: spare))
  }

  /// Returns a tree by category, and the number of bits that each category omits.
  private static func coarse(
    _ counts: [Int], _ symbols: [Int]
  ) -> (table: HuffmanTable, shifts: [Int]) {
    var shifts = [Int](repeating: 0, count: 16)
    for symbol in symbols { shifts[symbol & 15] = symbol >> 4 }
    return (tree(counts, symbols.map { $0 & 15 }), shifts)
  }
}

extension BitWriter {
  /// Appends a difference without its lowest bits, and returns the value that remains.
  fileprivate mutating func putCoarsely(
    _ difference: Int, by table: HuffmanTable, shifts: [Int]
  ) -> Int {
    let size = LosslessJPEG.category(difference)
    let shift = shifts[size]
    guard shift > 0 else {
      put(difference, by: table)
      return difference
    }
    // A number of `size` bits with the sign in its top bit.
    let half = 1 << (size - 1)
    let pattern = difference < 0 ? min(difference + 2 * half, half - 1) : difference
    put(table.codes[size], count: table.lengths[size])
    put(pattern >> shift, count: size - shift)
    // Decoding replaces the omitted bits with their middle.
    let kept = ((pattern >> shift) * 2 + 1) << (shift - 1)
    return difference < 0 ? kept - 2 * half : kept
  }
}

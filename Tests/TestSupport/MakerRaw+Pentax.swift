internal import BromideValues

extension MakerRaw {
  /// Pentax's compressed rows: differences from the sample two to the left (two above at the
  /// beginning of a row), coded with a tree of up to 12 bits from the maker note.
  ///
  /// - Parameter bits: 12 or 14.
  public static func pentax(_ samples: SensorSamples, bits: Int = 14) -> MakerRaw {
    let differences = rowDifferences(samples, first: [0, 0, 0, 0])
    // Every category gets a code, so that the tree has no gaps.
    var frequencies = [Int](repeating: 1, count: bits + 1)
    for difference in differences { frequencies[LosslessJPEG.category(difference)] += 1 }
    let lengths = completeLengths(frequencies)
    let table = HuffmanTable(lengths: lengths)
    var writer = BitWriter()
    for difference in differences { writer.put(difference, by: table) }
    writer.finish(padding: 0)

    var tree: [UInt8] = []
    func put(_ value: Int) { tree += [UInt8(value & 255), UInt8(value >> 8)] }
    put((lengths.count + 4) & 15)
    tree += [UInt8](repeating: 0, count: 12)
    for (code, length) in zip(table.codes, lengths) { put(code << (12 - length)) }
    tree += lengths.map { UInt8($0) }
    var note = TIFFDirectory()
    note[0x0220] = .undefined(tree)
    var raw = MakerRaw(
      samples, make: "PENTAX Corporation", model: "PENTAX K200D", compression: 65_535,
      bitsPerSample: bits, strips: [writer.bytes])
    raw.pentaxNote = note
    raw.makerNote = TIFFWriter.table(note, order: .little, header: Array("PENTAX \0II".utf8))
    return raw
  }

  /// Lengths of at most 12 bits that use every code.
  private static func completeLengths(_ frequencies: [Int]) -> [Int] {
    var weights = frequencies
    while true {
      let lengths = HuffmanTable.lengths(weights)
      if lengths.max()! <= 12 { return lengths }
      weights = weights.map { ($0 + 1) / 2 }
    }
  }

  /// Differences modulo 2¹⁶ from the sample two to the left, or two above at the beginning of a
  /// row.
  ///
  /// - Parameter first: The samples above rows 0 and 1, two columns each.
  static func rowDifferences(_ samples: SensorSamples, first: [Int]) -> [Int] {
    let width = samples.size.width
    return samples.values.indices.map { i in
      let (x, y) = (i % width, i / width)
      let predicted =
        x >= 2
        ? Int(samples.values[i - 2])
        : y >= 2 ? Int(samples.values[i - 2 * width]) : first[2 * y + x]
      return Int(samples.values[i]) - predicted
    }
  }
}

/// JPEG's lossless process (ITU-T T.81, annex H): a plain encoder of one interleaved scan.
enum LosslessJPEG {
  /// - Parameters:
  ///   - samples: width · height pixels of `components` samples each, row after row.
  ///   - precision: Bits of a sample, 2 to 16.
  ///   - predictor: T.81 table H.1, 1 to 7.
  static func encode(
    _ samples: [UInt16], width: Int, height: Int, components: Int, precision: Int, predictor: Int
  ) -> [UInt8] {
    precondition(samples.count == width * height * components, "a sample for every place")
    precondition((1...7).contains(predictor) && (2...16).contains(precision))
    let differences = differences(
      samples, width: width, height: height, components: components, precision: precision,
      predictor: predictor)
    var frequencies = [Int](repeating: 0, count: 17)
    for difference in differences { frequencies[category(difference)] += 1 }
    let table = HuffmanTable(frequencies: frequencies)

    var file: [UInt8] = [0xFF, 0xD8]
    file += [0xFF, 0xC4] + word(19 + table.symbols.count) + [0x00]
    file += table.counts.map { UInt8($0) } + table.symbols.map { UInt8($0) }
    file += [0xFF, 0xC3] + word(8 + 3 * components) + [UInt8(precision)]
    file += word(height) + word(width) + [UInt8(components)]
    for component in 0..<components { file += [UInt8(component), 0x11, 0] }
    file += [0xFF, 0xDA] + word(6 + 2 * components) + [UInt8(components)]
    for component in 0..<components { file += [UInt8(component), 0x00] }
    file += [UInt8(predictor), 0, 0]

    var bits = BitWriter(stuffing: true)
    for difference in differences {
      let size = category(difference)
      bits.put(table.codes[size], count: table.lengths[size])
      // T.81 H.1.2.2: negative differences as the low bits of difference − 1; category 16 has none.
      if size < 16 { bits.put(difference < 0 ? difference - 1 : difference, count: size) }
    }
    bits.finish(padding: 1)
    return file + bits.bytes + [0xFF, 0xD9]
  }

  /// Prediction errors modulo 2¹⁶, in −32767 … 32768 (T.81 H.1.2.1).
  private static func differences(
    _ samples: [UInt16], width: Int, height: Int, components: Int, precision: Int, predictor: Int
  ) -> [Int] {
    var result = [Int](repeating: 0, count: samples.count)
    let stride = width * components
    for y in 0..<height {
      for i in 0..<stride {
        let at = y * stride + i
        let predicted: Int
        if i < components {
          predicted = y == 0 ? 1 << (precision - 1) : Int(samples[at - stride])
        } else if y == 0 {
          predicted = Int(samples[at - components])
        } else {
          let (a, b) = (Int(samples[at - components]), Int(samples[at - stride]))
          let c = Int(samples[at - stride - components])
          predicted =
            switch predictor {
            case 1: a
            case 2: b
            case 3: c
            case 4: a + b - c
            case 5: a + (b - c) >> 1
            case 6: b + (a - c) >> 1
            default: (a + b) >> 1
            }
        }
        let difference = Int(Int16(truncatingIfNeeded: Int(samples[at]) - predicted))
        result[at] = difference == -32_768 ? 32_768 : difference
      }
    }
    return result
  }

  /// Bits of a difference's magnitude (SSSS).
  private static func category(_ difference: Int) -> Int {
    Int.bitWidth - difference.magnitude.leadingZeroBitCount
  }

  private static func word(_ value: Int) -> [UInt8] {
    [UInt8(value >> 8 & 255), UInt8(value & 255)]
  }
}

/// Huffman codes of at most 16 bits, none of them all ones (T.81, annex K.2 and C).
private struct HuffmanTable {
  /// Codes of each length, 1 to 16.
  var counts = [Int](repeating: 0, count: 16)
  /// Symbols in the order of their codes.
  var symbols: [Int] = []
  /// By symbol.
  var lengths: [Int]
  var codes: [Int]

  init(frequencies: [Int]) {
    // The extra symbol takes the code of all ones, and is dropped. With 18 symbols whose halved
    // frequencies shrink towards 1, lengths soon fit 16 bits.
    var weights = frequencies + [0]
    lengths = []
    repeat {
      weights = weights.map { $0 == 0 ? 0 : ($0 + 1) / 2 }
      var counted = weights
      counted[frequencies.count] = 1
      lengths = Self.lengths(counted)
    } while lengths.max()! > 16
    // The extra symbol must be the last of the longest codes.
    let longest = lengths.max()!
    let extra = frequencies.count
    if lengths[extra] < longest {
      let other = lengths.lastIndex(of: longest)!
      lengths.swapAt(extra, other)
    }
    lengths.removeLast()
    codes = [Int](repeating: 0, count: frequencies.count)
    var code = 0
    for length in 1...16 {
      for symbol in lengths.indices where lengths[symbol] == length {
        codes[symbol] = code
        code += 1
        counts[length - 1] += 1
        symbols.append(symbol)
      }
      code <<= 1
    }
  }

  /// Lengths of Huffman's codes; 0 for symbols that do not occur.
  private static func lengths(_ weights: [Int]) -> [Int] {
    var lengths = [Int](repeating: 0, count: weights.count)
    var trees = weights.indices.filter { weights[$0] > 0 }.map { (weights[$0], [$0]) }
    if trees.count == 1 { lengths[trees[0].1[0]] = 1 }
    while trees.count > 1 {
      trees.sort { $0.0 > $1.0 }
      let (a, b) = (trees.removeLast(), trees.removeLast())
      let members = a.1 + b.1
      for member in members { lengths[member] += 1 }
      trees.append((a.0 + b.0, members))
    }
    return lengths
  }
}

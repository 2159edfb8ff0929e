/// Huffman codes of at most 16 bits, none of them all ones (T.81, annex K.2 and C).
struct HuffmanTable {
  /// Number of codes of each length, 1 to 16.
  var counts = [Int](repeating: 0, count: 16)
  /// Symbols in the order of their codes.
  var symbols: [Int] = []
  /// Length of each symbol's code.
  var lengths: [Int]
  var codes: [Int]

  /// Creates codes for symbols with the given frequencies. Symbols with a frequency of 0 get no
  /// code.
  init(frequencies: [Int]) {
    // An extra symbol gets the code of all ones and is dropped. With 18 symbols, halving the
    // frequencies brings them towards 1, so lengths soon fit in 16 bits.
    var weights = frequencies + [0]
    var lengths: [Int]
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
    self.init(lengths: lengths)
  }

  /// Creates the codes of symbols 0, 1, … with the given lengths.
  init(lengths: [Int]) {
    self.lengths = lengths
    for length in 1...16 {
      for symbol in lengths.indices where lengths[symbol] == length {
        counts[length - 1] += 1
        symbols.append(symbol)
      }
    }
    codes = Self.codes(counts, symbols, count: lengths.count)
  }

  /// Creates the table from a list as in T.81. If a symbol has several codes, the first is used.
  init(counts: [Int], symbols: [Int]) {
    self.counts = counts
    self.symbols = symbols
    lengths = [Int](repeating: 0, count: 256)
    codes = Self.codes(counts, symbols, count: 256)
    var rest = symbols[...]
    for length in 1...16 {
      for symbol in rest.prefix(counts[length - 1]) where lengths[symbol] == 0 {
        lengths[symbol] = length
      }
      rest = rest.dropFirst(counts[length - 1])
    }
  }

  private static func codes(_ counts: [Int], _ symbols: [Int], count: Int) -> [Int] {
    var codes = [Int?](repeating: nil, count: count)
    var (code, index) = (0, 0)
    for length in 1...16 {
      for _ in 0..<counts[length - 1] {
        codes[symbols[index]] = codes[symbols[index]] ?? code
        code += 1
        index += 1
      }
      code <<= 1
    }
    return codes.map { $0 ?? 0 }
  }

  /// Returns the lengths of Huffman's codes, with 0 for symbols that do not occur.
  static func lengths(_ weights: [Int]) -> [Int] {
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

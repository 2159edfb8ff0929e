internal import BromideKernels

/// The two Huffman codes of a dynamic block, and their cost.
struct DeflateCodes {
  /// The longest code of a literal or length. Four literals and 7 pending bits then fill 63 of
  /// 64 bits.
  private static let literalLimit = 14
  private static let distanceLimit = 14
  private static let endOfBlock = 256
  private static let literalSymbols = 286
  private static let distanceSymbols = 30

  /// The code lengths of literals and lengths, then of distances, up to the last one in use.
  private var lengths: [UInt8]
  private let literalCount: Int

  /// - Parameter counts: `DeflateKernel.symbolCount` counts.
  /// - Parameter isSample: Whether literals with a count of 0 can occur.
  init(counts: [UInt32], isSample: Bool) {
    var literals = Array(counts[..<Self.literalSymbols])
    if isSample {
      for symbol in 0..<256 where literals[symbol] == 0 { literals[symbol] = 1 }
    }
    literals[Self.endOfBlock] = 1
    let literalLengths = HuffmanCode.lengths(of: literals, limit: Self.literalLimit)
    let distanceLengths = HuffmanCode.lengths(
      of: Array(counts[288..<288 + Self.distanceSymbols]), limit: Self.distanceLimit)
    literalCount = max(257, literalLengths.lastIndex { $0 > 0 }! + 1)
    let distanceCount = (distanceLengths.lastIndex { $0 > 0 } ?? 0) + 1
    lengths = Array(literalLengths[..<literalCount] + distanceLengths[..<distanceCount])
  }

  /// Returns the bits of a block with these counts, without its header.
  func cost(of counts: [UInt32]) -> Int {
    var bits = Int(lengths[Self.endOfBlock])
    for symbol in 0..<literalCount where symbol != Self.endOfBlock {
      bits += Int(counts[symbol]) * (Int(lengths[symbol]) + Self.extraBits(literal: symbol))
    }
    for symbol in 0..<lengths.count - literalCount {
      bits +=
        Int(counts[288 + symbol])
        * (Int(lengths[literalCount + symbol]) + max(0, symbol / 2 - 1))
    }
    return bits
  }

  /// Returns the mean cost of a literal in sixteenths of a bit, or `nil` without literals.
  func literalCost(of counts: [UInt32]) -> Int? {
    var bits = 0
    var literals = 0
    for symbol in 0..<256 {
      bits += Int(counts[symbol]) * Int(lengths[symbol])
      literals += Int(counts[symbol])
    }
    return literals == 0 ? nil : bits * 16 / literals
  }

  /// Returns the table for `DeflateKernel.emit`, and the code for the end of the block in the same
  /// form.
  func table() -> (codes: [UInt32], end: UInt32) {
    var table = [UInt32](repeating: 0, count: DeflateKernel.codeCount)
    let literals = HuffmanCode.codes(of: lengths[..<literalCount])
    for symbol in 0..<256 { table[symbol] = literals[symbol] | UInt32(lengths[symbol]) << 24 }
    if literalCount > 257 {
      for length in 3...258 {
        let symbol = DeflateSymbol(length: length)
        guard symbol.symbol < literalCount else { break }
        let bits = UInt32(lengths[symbol.symbol])
        table[256 + length - 3] =
          literals[symbol.symbol] | UInt32(symbol.extra) << bits
          | (bits + UInt32(symbol.extraBits)) << 24
      }
      if literalCount > 285 {
        table[256 + 255] = literals[285] | UInt32(lengths[285]) << 24
      }
    }
    let distances = HuffmanCode.codes(of: lengths[literalCount...])
    for symbol in distances.indices {
      table[512 + symbol] = distances[symbol] | UInt32(lengths[literalCount + symbol]) << 24
    }
    return (table, literals[Self.endOfBlock] | UInt32(lengths[Self.endOfBlock]) << 24)
  }

  /// Writes a dynamic block's header after its first three bits (RFC 1951, 3.2.7).
  func writeHeader(to writer: inout DeflateWriter) {
    let symbols = runLengthSymbols()
    var counts = [UInt32](repeating: 0, count: 19)
    for symbol in symbols { counts[Int(symbol.symbol)] += 1 }
    let codeLengths = HuffmanCode.lengths(of: counts, limit: 7)
    let codes = HuffmanCode.codes(of: codeLengths[...])
    let sent = max(4, Self.headerOrder.lastIndex { codeLengths[$0] > 0 }! + 1)
    writer.put(UInt64(literalCount - 257), 5)
    writer.put(UInt64(lengths.count - literalCount - 1), 5)
    writer.put(UInt64(sent - 4), 4)
    for symbol in Self.headerOrder[..<sent] { writer.put(UInt64(codeLengths[symbol]), 3) }
    for symbol in symbols {
      writer.put(UInt64(codes[Int(symbol.symbol)]), UInt32(codeLengths[Int(symbol.symbol)]))
      writer.put(UInt64(symbol.extra), UInt32(symbol.extraBits))
    }
  }

  private static let headerOrder = [
    16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15,
  ]

  /// Returns the lengths in run-length form: 16 repeats the last length 3 to 6 times, 17 and 18
  /// represent 3 to 138 zeros.
  private func runLengthSymbols() -> [(symbol: UInt8, extra: UInt8, extraBits: UInt8)] {
    var result: [(symbol: UInt8, extra: UInt8, extraBits: UInt8)] = []
    var i = 0
    while i < lengths.count {
      let length = lengths[i]
      var run = 1
      while i + run < lengths.count, lengths[i + run] == length { run += 1 }
      i += run
      if length == 0 {
        while run >= 3 {
          let part = min(run, 138)
          result.append(
            part <= 10 ? (17, UInt8(part - 3), 3) : (18, UInt8(part - 11), 7))
          run -= part
        }
      } else {
        result.append((length, 0, 0))
        run -= 1
        while run >= 3 {
          let part = min(run, 6)
          result.append((16, UInt8(part - 3), 2))
          run -= part
        }
      }
      for _ in 0..<run { result.append((length, 0, 0)) }
    }
    return result
  }

  /// Returns the number of extra bits of a length symbol, or 0 for literals.
  private static func extraBits(literal symbol: Int) -> Int {
    symbol < 265 || symbol == 285 ? 0 : (symbol - 261) / 4
  }
}

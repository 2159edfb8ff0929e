/// Prefix codes of limited length (RFC 1951, 3.2.2).
enum HuffmanCode {
  /// The lengths of an optimal code for symbols that occur `counts` times, limited to `limit` bits.
  ///
  /// The code is complete: a lone symbol gets a companion, since decoders refuse half a code.
  /// Lengths beyond the limit are cut, and the cheapest changes restore a valid code (by bringing
  /// Kraft's sum back to 1); for the counts of a picture this costs far less than a thousandth.
  ///
  /// - Returns: A length for every symbol, 0 for symbols that do not occur.
  static func lengths(of counts: [UInt32], limit: Int) -> [UInt8] {
    var lengths = [UInt8](repeating: 0, count: counts.count)
    // Rarest first; equal counts in the order of their symbols.
    var order: [UInt64] = []
    order.reserveCapacity(counts.count)
    for symbol in 0..<counts.count where counts[symbol] > 0 {
      order.append(UInt64(counts[symbol]) << 16 | UInt64(symbol))
    }
    guard order.count > 1 else {
      if let only = order.first.map({ Int($0 & 0xFFFF) }) {
        lengths[only] = 1
        lengths[only == 0 ? 1 : 0] = 1
      }
      return lengths
    }
    order.sort()
    var symbolsOfLength = countByDepth(order.map { $0 >> 16 }, limit: limit)
    repair(&symbolsOfLength, limit: limit)
    var next = 0
    for length in stride(from: limit, through: 1, by: -1) {
      for _ in 0..<symbolsOfLength[length] {
        lengths[Int(order[next] & 0xFFFF)] = UInt8(length)
        next += 1
      }
    }
    return lengths
  }

  /// The code words for these lengths, with the first bit lowest, as in deflate.
  static func codes(of lengths: ArraySlice<UInt8>) -> [UInt32] {
    var next = [UInt32](repeating: 0, count: 17)
    for length in lengths where length > 0 { next[Int(length) + 1] += 1 }
    for length in 1...16 { next[length] = (next[length - 1] << 1) + (next[length] << 1) }
    return lengths.map { length in
      guard length > 0 else { return 0 }
      let code = UInt16(next[Int(length)])
      next[Int(length)] += 1
      return UInt32(reversed(code) >> (16 - UInt16(length)))
    }
  }

  /// The number of symbols at each depth of Huffman's tree over ascending weights; depths beyond
  /// `limit` count as `limit`.
  private static func countByDepth(_ weights: [UInt64], limit: Int) -> [Int] {
    let leaves = weights.count
    var weight = weights + [UInt64](repeating: 0, count: leaves - 1)
    var parent = [Int](repeating: 0, count: weight.count)
    var leaf = 0
    var inner = leaves
    for new in leaves..<weight.count {
      for _ in 0..<2 {
        let takesLeaf = leaf < leaves && (inner == new || weight[leaf] <= weight[inner])
        let child = takesLeaf ? leaf : inner
        if takesLeaf { leaf += 1 } else { inner += 1 }
        weight[new] += weight[child]
        parent[child] = new
      }
    }
    var depth = [Int](repeating: 0, count: weight.count)
    var result = [Int](repeating: 0, count: limit + 1)
    for node in stride(from: weight.count - 2, through: 0, by: -1) {
      depth[node] = depth[parent[node]] + 1
      if node < leaves { result[min(depth[node], limit)] += 1 }
    }
    return result
  }

  /// Lengthens codes until the sum of 2^−length over all symbols is 1.
  private static func repair(_ symbolsOfLength: inout [Int], limit: Int) {
    var excess = -(1 << limit)
    for length in 1...limit { excess += symbolsOfLength[length] << (limit - length) }
    while excess > 0 {
      // Turns a leaf of the greatest possible length into a fork, with one of the cut leaves on it.
      let length = (1..<limit).last { symbolsOfLength[$0] > 0 }!
      symbolsOfLength[length] -= 1
      symbolsOfLength[length + 1] += 2
      symbolsOfLength[limit] -= 1
      excess -= 1
    }
  }

  private static func reversed(_ value: UInt16) -> UInt16 {
    // Exchanges neighbouring bits, pairs, groups of four, then bytes.
    var result = value >> 1 & 0x5555 | (value & 0x5555) << 1
    result = result >> 2 & 0x3333 | (result & 0x3333) << 2
    result = result >> 4 & 0x0F0F | (result & 0x0F0F) << 4
    return result.byteSwapped
  }
}

/// Prefix codes of limited length (RFC 1951, 3.2.2).
enum HuffmanCode {
  /// Returns the lengths of an optimal code for symbols that occur `counts` times, at most `limit`
  /// bits.
  ///
  /// The code is complete. If there is only one symbol, a second one gets a code, because decoders
  /// reject an incomplete code. Longer lengths are reduced to the limit. Then the cheapest changes
  /// make the code valid again (Kraft's sum becomes 1). For the counts of a picture, this costs
  /// much less than a thousandth.
  ///
  /// - Returns: A length for every symbol, 0 for symbols that do not occur.
  static func lengths(of counts: [UInt32], limit: Int) -> [UInt8] {
    var lengths = [UInt8](repeating: 0, count: counts.count)
    // The rarest first. Symbols with equal counts keep their order.
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

  /// Returns the code words for these lengths. The first bit is the lowest, as in deflate.
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

  /// Returns the number of symbols at each depth of Huffman's tree for ascending weights. Larger
  /// depths than `limit` are counted at `limit`.
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
      // Split a leaf of the greatest possible length in two. The second one is a leaf that exceeded
      // the limit.
      let length = (1..<limit).last { symbolsOfLength[$0] > 0 }!
      symbolsOfLength[length] -= 1
      symbolsOfLength[length + 1] += 2
      symbolsOfLength[limit] -= 1
      excess -= 1
    }
  }

  private static func reversed(_ value: UInt16) -> UInt16 {
    // Swap neighbouring bits, pairs, groups of four, then bytes.
    var result = value >> 1 & 0x5555 | (value & 0x5555) << 1
    result = result >> 2 & 0x3333 | (result & 0x3333) << 2
    result = result >> 4 & 0x0F0F | (result & 0x0F0F) << 4
    return result.byteSwapped
  }
}

internal import CBromideKernels

/// The plain forms of the deflate kernels, which make the same decisions one byte at a time.
enum DeflateReference {
  static func adler32(_ adler: UInt32, _ data: UnsafeBufferPointer<UInt8>) -> UInt32 {
    var (a, b) = (adler & 0xFFFF, adler >> 16)
    for index in data.indices {
      a = (a + UInt32(unsafe data[index])) % 65521
      b = (b + a) % 65521
    }
    return b << 16 | a
  }

  static func findRuns(
    in data: UnsafeBufferPointer<UInt8>, into output: UnsafeMutablePointer<DeflateSequence>
  ) -> Int {
    var written = 0
    var literals = 0
    var start = 1
    while start < data.count {
      var end = start
      while end < data.count, unsafe data[end] == data[end - 1] { end += 1 }
      if end - start >= Int(BROMIDE_SHORTEST_RUN) {
        var before = UInt32(start - literals)
        var left = end - start
        while left > 0 {
          // A match has at least 3 bytes, so avoid a remainder of 1 or 2.
          let length = left <= 258 ? left : left < 261 ? left - 3 : 258
          unsafe output[written] = DeflateSequence(
            literals: before, length: UInt16(length), distance: 1)
          written += 1
          before = 0
          left -= length
        }
        literals = end
      }
      start = end + 1
    }
    if literals < data.count {
      unsafe output[written] = DeflateSequence(
        literals: UInt32(data.count - literals), length: 0, distance: 0)
      written += 1
    }
    return written
  }

  static func findMatches(
    _ matcher: bromide_matcher, in data: UnsafeBufferPointer<UInt8>,
    into output: UnsafeMutablePointer<DeflateSequence>
  ) -> Int {
    var search = unsafe MatchSearch(matcher: matcher, data: data)
    var written = 0
    var literals = 0
    var i = 0
    var misses = 0
    while i + 4 <= data.count {
      var match = unsafe search.best(at: i)
      unsafe search.insert(i)
      guard match.length > 0 else {
        misses += 1
        i += 1 + misses / 32
        continue
      }
      misses = 0
      while unsafe matcher.lazy != 0, match.length < 64, i + 5 <= data.count {
        let next = unsafe search.best(at: i + 1)
        guard next.gain > match.gain else { break }
        match = next
        i += 1
        unsafe search.insert(i)
      }
      unsafe output[written] = DeflateSequence(
        literals: UInt32(i - literals), length: UInt16(match.length),
        distance: UInt16(match.distance))
      written += 1
      unsafe search.lastDistance = match.distance
      let end = i + match.length
      for inner in i + 1..<(match.length < 64 ? end : i + 16) where inner + 4 <= data.count {
        unsafe search.insert(inner)
      }
      i = end
      literals = end
    }
    if literals < data.count {
      unsafe output[written] = DeflateSequence(
        literals: UInt32(data.count - literals), length: 0, distance: 0)
      written += 1
    }
    return written
  }

  static func count(
    _ sequences: UnsafeBufferPointer<DeflateSequence>, of data: UnsafePointer<UInt8>,
    sampled: Bool, into counts: UnsafeMutablePointer<UInt32>
  ) {
    var offset = 0
    for index in 0..<sequences.count {
      let sequence = unsafe sequences[index]
      for i in 0..<Int(sequence.literals) where !sampled || (offset + i) % 512 < 128 {
        unsafe counts[Int(data[offset + i])] += sampled ? 4 : 1
      }
      if sequence.length > 0 {
        let length = DeflateSymbol(length: Int(sequence.length))
        let distance = DeflateSymbol(distance: Int(sequence.distance))
        unsafe counts[length.symbol] += 1
        unsafe counts[288 + distance.symbol] += 1
      }
      offset += Int(sequence.literals) + Int(sequence.length)
    }
  }

  static func emit(
    _ sequences: UnsafeBufferPointer<DeflateSequence>, of data: UnsafePointer<UInt8>,
    codes: UnsafePointer<UInt32>, bits: inout DeflateBits, into output: UnsafeMutablePointer<UInt8>
  ) -> UnsafeMutablePointer<UInt8> {
    var end = unsafe output
    func put(_ value: UInt64, _ count: UInt32) {
      bits.value |= value << UInt64(bits.count)
      bits.count += count
      while bits.count >= 8 {
        unsafe end.pointee = UInt8(truncatingIfNeeded: bits.value)
        unsafe end += 1
        bits.value >>= 8
        bits.count -= 8
      }
    }
    func put(_ code: UInt32) {
      put(UInt64(code & 0xFF_FFFF), code >> 24)
    }
    var offset = 0
    for index in 0..<sequences.count {
      let sequence = unsafe sequences[index]
      for i in 0..<Int(sequence.literals) {
        unsafe put(codes[Int(data[offset + i])])
      }
      if sequence.length > 0 {
        let distance = DeflateSymbol(distance: Int(sequence.distance))
        unsafe put(codes[256 + Int(sequence.length) - 3])
        unsafe put(codes[512 + distance.symbol])
        put(UInt64(distance.extra), UInt32(distance.extraBits))
      }
      offset += Int(sequence.literals) + Int(sequence.length)
    }
    return unsafe end
  }
}

/// Evaluates the candidates for a match as `DeflateMatcher` does.
@unsafe
private struct MatchSearch {
  struct Match {
    var length = 0
    var distance = 0
    /// Bits saved against literals, in sixteenths.
    var gain = 0
  }

  let matcher: bromide_matcher
  let data: UnsafeBufferPointer<UInt8>
  var lastDistance = 0

  init(matcher: bromide_matcher, data: UnsafeBufferPointer<UInt8>) {
    unsafe self.matcher = matcher
    unsafe self.data = data
  }

  private func hash(_ i: Int) -> Int {
    let four = unsafe UnsafeRawPointer(data.baseAddress! + i).loadUnaligned(as: UInt32.self)
    return Int((UInt32(littleEndian: four) &* 2_654_435_761) >> (32 - UInt32(BROMIDE_HASH_BITS)))
  }

  func insert(_ i: Int) {
    let position = unsafe matcher.position + UInt32(i)
    let slot = unsafe hash(i)
    unsafe matcher.chain[Int(position) % DeflateMatcher.window] = matcher.head[slot]
    unsafe matcher.head[slot] = position
  }

  func best(at i: Int) -> Match {
    let position = unsafe matcher.position + UInt32(i)
    let limit = unsafe min(data.count - i, 258)
    let reach = unsafe min(i + Int(matcher.history), DeflateMatcher.window)
    var best = Match()
    if reach >= 1 { unsafe consider(1, at: i, limit, &best) }
    if unsafe lastDistance > 1 && lastDistance <= reach {
      unsafe consider(lastDistance, at: i, limit, &best)
    }
    var candidate = unsafe matcher.head[hash(i)]
    for _ in unsafe 0..<Int(matcher.depth) where best.length < limit {
      let distance = position &- candidate
      guard distance > 0, distance <= UInt32(reach) else { break }
      unsafe consider(Int(distance), at: i, limit, &best)
      let next = unsafe matcher.chain[Int(candidate) % DeflateMatcher.window]
      guard position &- next > distance else { break }
      candidate = next
    }
    return best
  }

  private func consider(
    _ distance: Int, at i: Int, _ limit: Int, _ best: inout Match
  ) {
    let at = unsafe data.baseAddress! + i
    var length = 0
    while length < limit, unsafe at[length] == at[length - distance] { length += 1 }
    // The fast form skips a match that is not longer than the best one, although it can be cheaper.
    guard length >= 4, length > best.length else { return }
    let gain =
      unsafe length * Int(matcher.literal_cost)
      - DeflateMatcher.expectedCost(distance: UInt16(distance))
    if gain > best.gain { best = Match(length: length, distance: distance, gain: gain) }
  }
}

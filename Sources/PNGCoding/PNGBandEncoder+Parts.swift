internal import Kernels
internal import Pixels

extension PNGBandEncoder {
  /// The choices of filters for which the whole band is worth encoding: all of them for small
  /// bands, otherwise the one with the smallest result for the middle part.
  func promisingFilters(
    for rows: UnsafeRawBufferPointer, scratch: PNGScratch
  ) -> [PNGFilterChoice] {
    let count = rows.count / rowBytes
    guard effort.filters.count > 1, count > 4 * rowsPerPart else { return effort.filters }
    let middle = count / 2 / rowsPerPart * rowsPerPart
    let room = unsafe scratch.sequences.bytes.assumingMemoryBound(to: DeflateSequence.self)
    let output = room.baseAddress!
    let costs = effort.filters.map { filters in
      let part = unsafe filterRows(
        middle..<min(middle + rowsPerPart, count), of: rows, filters, into: scratch.rows)
      let plain = unsafe Plan(findingRunsIn: part, with: deflate, sampled: false, into: output)
      scratch.matcher.begin()
      let found = unsafe scratch.matcher.findMatches(
        in: part, history: 0, effort: PNGEffort(.balanced).matches,
        literalCost: MatchPolicy(leastGain: 0).expectedLiteralCost(
          plain: plain.codes.literalCost(of: plain.counts) ?? 16), into: output)
      let matched = unsafe Plan(
        part, sequences: found, in: output, with: deflate, sampled: false)
      return min(plain.cost, matched.cost)
    }
    return [effort.filters[costs.indices.min { costs[$0] < costs[$1] }!]]
  }

  /// Codes a part as literals and runs, or with matches if they pay; or stores it.
  func encode(
    _ part: UnsafeBufferPointer<UInt8>, history: Int, isFinal: Bool, policy: inout MatchPolicy,
    writer: inout DeflateWriter, scratch: PNGScratch
  ) {
    let room = unsafe scratch.sequences.bytes.assumingMemoryBound(to: DeflateSequence.self)
    let output = room.baseAddress!
    let start = writer
    var plan = unsafe Plan(
      findingRunsIn: part, with: deflate, sampled: effort.samplesLiterals, into: output)
    let literalCost = plan.codes.literalCost(of: plan.counts) ?? 16
    let free = unsafe UnsafeMutableBufferPointer(rebasing: room[plan.sequences...])
    let expectedCost = policy.expectedLiteralCost(plain: literalCost)
    let isSearched = policy.shouldSearch(
      cost: plan.cost, byteCount: part.count, literalCost: literalCost
    ) {
      unsafe estimatedGain(of: part, literalCost: literalCost, scratch: scratch, room: free)
    } triedGain: {
      unsafe triedGain(of: part, literalCost: expectedCost, scratch: scratch, room: free)
    }
    if isSearched {
      let found = unsafe scratch.matcher.findMatches(
        in: part, history: history, effort: effort.matches, literalCost: expectedCost, into: output)
      let matched = unsafe Plan(
        part, sequences: found, in: output, with: deflate, sampled: false)
      let isBetter = policy.searched(
        cost: matched.cost, plainCost: plan.cost, byteCount: part.count,
        literalCost: matched.codes.literalCost(of: matched.counts))
      plan =
        isBetter
        ? matched
        : unsafe Plan(
          findingRunsIn: part, with: deflate, sampled: effort.samplesLiterals, into: output)
    } else {
      scratch.matcher.skip(part.count)
    }
    unsafe writer.putBlock(
      UnsafeBufferPointer(start: output, count: plan.sequences), of: part.baseAddress!,
      codes: plan.codes, isFinal: isFinal, kernel: deflate)
    if unsafe writer.end - start.end > part.count + 5 * (part.count / 0xFFFF + 1) {
      writer = start
      unsafe writer.putStored(part, isFinal: isFinal)
    }
  }

  /// Searches a short stretch in the middle of a part and estimates the percentage that matches
  /// would save.
  private func estimatedGain(
    of part: UnsafeBufferPointer<UInt8>, literalCost: Int, scratch: PNGScratch,
    room: UnsafeMutableBufferPointer<DeflateSequence>
  ) -> Int {
    let stretch = unsafe middle(of: part, MatchPolicy.estimateBytes)
    scratch.matcher.begin()
    let found = unsafe scratch.matcher.findMatches(
      in: stretch, history: 0, effort: DeflateMatchEffort(depth: 1, isLazy: false),
      literalCost: literalCost, into: room.baseAddress!)
    scratch.matcher.begin()
    var gain = 0
    for index in 0..<found {
      let sequence = unsafe room[index]
      guard sequence.length > 0 else { continue }
      gain += Int(sequence.length) * literalCost
      gain -= DeflateMatcher.expectedCost(distance: sequence.distance)
    }
    return gain * 100 / (stretch.count * literalCost)
  }

  /// Searches a longer stretch and returns the percentage that matches save there against runs,
  /// with the actual codes for both.
  private func triedGain(
    of part: UnsafeBufferPointer<UInt8>, literalCost: Int, scratch: PNGScratch,
    room: UnsafeMutableBufferPointer<DeflateSequence>
  ) -> Int {
    let stretch = unsafe middle(of: part, MatchPolicy.trialBytes)
    let output = room.baseAddress!
    let plain = unsafe Plan(findingRunsIn: stretch, with: deflate, sampled: false, into: output)
    scratch.matcher.begin()
    let found = unsafe scratch.matcher.findMatches(
      in: stretch, history: 0, effort: effort.matches, literalCost: literalCost, into: output)
    scratch.matcher.begin()
    let matched = unsafe Plan(stretch, sequences: found, in: output, with: deflate, sampled: false)
    return (plain.cost - matched.cost) * 100 / plain.cost
  }

  private func middle(
    of part: UnsafeBufferPointer<UInt8>, _ length: Int
  ) -> UnsafeBufferPointer<UInt8> {
    let count = min(part.count, length)
    let start = (part.count - count) / 2
    return unsafe UnsafeBufferPointer(rebasing: part[start..<start + count])
  }
}

/// One way to code a part: its sequences (in the scratch), the counts of their symbols, and codes
/// for these.
private struct Plan {
  let sequences: Int
  let counts: [UInt32]
  let codes: DeflateCodes
  /// The cost in bits, without the header.
  let cost: Int

  /// Plans literals and runs.
  init(
    findingRunsIn part: UnsafeBufferPointer<UInt8>, with deflate: DeflateKernel, sampled: Bool,
    into output: UnsafeMutablePointer<DeflateSequence>
  ) {
    let sequences = unsafe deflate.findRuns(in: part, into: output)
    unsafe self.init(part, sequences: sequences, in: output, with: deflate, sampled: sampled)
  }

  init(
    _ part: UnsafeBufferPointer<UInt8>, sequences: Int,
    in output: UnsafeMutablePointer<DeflateSequence>, with deflate: DeflateKernel, sampled: Bool
  ) {
    var counts = [UInt32](repeating: 0, count: DeflateKernel.symbolCount)
    unsafe deflate.count(
      UnsafeBufferPointer(start: output, count: sequences), of: part.baseAddress!,
      sampled: sampled, into: &counts)
    self.sequences = sequences
    self.counts = counts
    codes = DeflateCodes(counts: counts, isSample: sampled)
    cost = codes.cost(of: counts)
  }
}

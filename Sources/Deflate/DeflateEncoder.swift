package import Kernels

/// Codes the parts of a deflate stream (RFC 1951), each with a Huffman code of its own.
///
/// Immutable: any thread may use it, with scratch of its own. The bytes depend on the data and the
/// effort alone, not on the instruction set.
package struct DeflateEncoder: Sendable {
  /// The inner loops, also for checksums.
  package let kernel: DeflateKernel
  private let effort: DeflateEffort

  package init(_ effort: DeflateEffort, instructionSet: InstructionSet) {
    self.effort = effort
    kernel = DeflateKernel(instructionSet: instructionSet)
  }

  /// The memory that a stream may need: its bytes stored, plus those of a part in the longest codes
  /// before it turns out to be better stored, as a literal has at most 14 bits, a match at most 47
  /// for 3 bytes.
  ///
  /// - Parameters:
  ///   - count: Bytes of all parts.
  ///   - partCount: At least the number of parts.
  ///   - partBytes: Bytes of the largest part.
  package static func largestOutput(for count: Int, partCount: Int, partBytes: Int) -> Int {
    count + 6 * (count / 0xFFFF + partCount + 1) + 2 * min(count, partBytes) + 1024
  }

  /// Codes a part as literals and runs, or with matches if they pay; or stores it.
  ///
  /// - Parameters:
  ///   - part: Bytes at the start of the scratch's part.
  ///   - history: Bytes since the scratch's `begin`.
  ///   - isFinal: Whether the stream ends with this part.
  @unsafe package func encode(
    _ part: UnsafeBufferPointer<UInt8>, history: Int, isFinal: Bool, policy: inout MatchPolicy,
    writer: inout DeflateWriter, scratch: DeflateScratch
  ) {
    let room = unsafe scratch.sequences
    let output = room.baseAddress!
    let start = writer
    var plan = unsafe DeflatePlan(
      findingRunsIn: part, with: kernel, sampled: effort.samplesLiterals, into: output)
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
      let matched = unsafe DeflatePlan(
        part, sequences: found, in: output, with: kernel, sampled: false)
      let isBetter = policy.searched(
        cost: matched.cost, plainCost: plan.cost, byteCount: part.count,
        literalCost: matched.codes.literalCost(of: matched.counts))
      plan =
        isBetter
        ? matched
        : unsafe DeflatePlan(
          findingRunsIn: part, with: kernel, sampled: effort.samplesLiterals, into: output)
    } else {
      scratch.matcher.skip(part.count)
    }
    unsafe writer.putBlock(
      UnsafeBufferPointer(start: output, count: plan.sequences), of: part.baseAddress!,
      codes: plan.codes, isFinal: isFinal, kernel: kernel)
    if unsafe writer.end - start.end > part.count + 5 * (part.count / 0xFFFF + 1) {
      writer = start
      unsafe writer.putStored(part, isFinal: isFinal)
    }
  }

  /// The cost of a part in bits, by itself: with runs or with matches of a middling search,
  /// whichever is less.
  @unsafe package func cost(
    of part: UnsafeBufferPointer<UInt8>, scratch: DeflateScratch
  ) -> Int {
    let output = unsafe scratch.sequences.baseAddress!
    let plain = unsafe DeflatePlan(
      findingRunsIn: part, with: kernel, sampled: false, into: output)
    scratch.matcher.begin()
    let found = unsafe scratch.matcher.findMatches(
      in: part, history: 0, effort: DeflateEffort.balanced.matches,
      literalCost: MatchPolicy(leastGain: 0).expectedLiteralCost(
        plain: plain.codes.literalCost(of: plain.counts) ?? 16), into: output)
    let matched = unsafe DeflatePlan(
      part, sequences: found, in: output, with: kernel, sampled: false)
    return min(plain.cost, matched.cost)
  }

  /// Searches a short stretch in the middle of a part and estimates the percentage that matches
  /// would save.
  private func estimatedGain(
    of part: UnsafeBufferPointer<UInt8>, literalCost: Int, scratch: DeflateScratch,
    room: UnsafeMutableBufferPointer<DeflateSequence>
  ) -> Int {
    let stretch = unsafe middle(of: part, MatchPolicy.estimateBytes)
    scratch.matcher.begin()
    let found = unsafe scratch.matcher.findMatches(
      in: stretch, history: 0, effort: Self.probe, literalCost: literalCost,
      into: room.baseAddress!)
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

  /// Searches a longer stretch in the simplest way, and returns the percentage that matches save there against runs, with the
  /// actual codes for both.
  ///
  /// The effort's own search took ten times as long: 20 ms of a 12-megapixel photo's 150 in which no part was searched then.
  private func triedGain(
    of part: UnsafeBufferPointer<UInt8>, literalCost: Int, scratch: DeflateScratch,
    room: UnsafeMutableBufferPointer<DeflateSequence>
  ) -> Int {
    let stretch = unsafe middle(of: part, MatchPolicy.trialBytes)
    let output = room.baseAddress!
    let plain = unsafe DeflatePlan(
      findingRunsIn: stretch, with: kernel, sampled: false, into: output)
    scratch.matcher.begin()
    let found = unsafe scratch.matcher.findMatches(
      in: stretch, history: 0, effort: Self.probe, literalCost: literalCost, into: output)
    scratch.matcher.begin()
    let matched = unsafe DeflatePlan(
      stretch, sequences: found, in: output, with: kernel, sampled: false)
    return (plain.cost - matched.cost) * 100 / plain.cost
  }

  /// The simplest search.
  private static let probe = DeflateMatchEffort(depth: 1, isLazy: false)

  private func middle(
    of part: UnsafeBufferPointer<UInt8>, _ length: Int
  ) -> UnsafeBufferPointer<UInt8> {
    let count = min(part.count, length)
    let start = (part.count - count) / 2
    return unsafe UnsafeBufferPointer(rebasing: part[start..<start + count])
  }
}

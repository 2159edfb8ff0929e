package import BromideKernels

/// Encodes the parts of a deflate stream (RFC 1951), each with a separate Huffman code.
///
/// It is immutable: threads can share it, but each needs separate scratch memory. The bytes depend
/// only on the data and the effort, not on the instruction set.
package struct DeflateEncoder: Sendable {
  /// The inner loops, including checksums.
  package let kernel: DeflateKernel
  private let effort: DeflateEffort

  package init(_ effort: DeflateEffort, instructionSet: InstructionSet) {
    self.effort = effort
    kernel = DeflateKernel(instructionSet: instructionSet)
  }

  /// Returns the maximum size of a stream in bytes.
  ///
  /// This is the size of stored blocks, plus a part in the longest codes before the encoder stores
  /// it instead. A literal has at most 14 bits, and a match has at most 47 bits for 3 bytes.
  ///
  /// - Parameters:
  ///   - count: The bytes of all parts.
  ///   - partCount: At least the number of parts.
  ///   - partBytes: The bytes of the largest part.
  package static func largestOutput(for count: Int, partCount: Int, partBytes: Int) -> Int {
    count + 6 * (count / 0xFFFF + partCount + 1) + 2 * min(count, partBytes) + 1024
  }

  /// Encodes a part as literals and runs, with matches if they pay off, or stores it.
  ///
  /// - Parameters:
  ///   - part: Bytes at the start of the scratch's part.
  ///   - history: The number of bytes since the scratch's `begin`.
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

  /// Returns the cost of a part in bits: with runs or with matches from a medium search, whichever
  /// is less.
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

  /// Searches a short piece in the middle of a part and estimates the percentage that matches would
  /// save.
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

  /// Searches a longer piece with the simplest search. Returns the percentage that matches save
  /// compared with runs, using the actual codes of both.
  ///
  /// The search of the normal effort took ten times as long: 20 ms of 150 ms for a 12-megapixel
  /// photo in which no part was then searched.
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

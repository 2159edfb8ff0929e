package import BromideKernels
internal import BromideValues

/// The scratch memory of one thread that deflates.
package final class DeflateScratch {
  /// The window, followed by a part and room for a vector.
  private let memory: PixelMemory
  /// The sequences of a part, followed by the sequences of a probe.
  private let sequenceMemory: PixelMemory
  let matcher: DeflateMatcher

  /// - Parameter partBytes: The bytes of the largest part.
  package init(partBytes: Int, instructionSet: InstructionSet) {
    memory = PixelMemory(byteCount: DeflateMatcher.window + partBytes + 64)
    sequenceMemory = PixelMemory(
      byteCount: (DeflateKernel.maximumSequences(for: partBytes)
        + DeflateKernel.maximumSequences(for: MatchPolicy.trialBytes))
        * MemoryLayout<DeflateSequence>.stride)
    matcher = DeflateMatcher(instructionSet: instructionSet)
  }

  /// The number of bytes searched for matches, including probes.
  package var searchedCount: Int { matcher.searchedCount }

  /// The bytes of the part to encode, with some extra room.
  @unsafe package var part: UnsafeMutableBufferPointer<UInt8> {
    unsafe UnsafeMutableBufferPointer(
      rebasing: memory.bytes.assumingMemoryBound(to: UInt8.self)[DeflateMatcher.window...])
  }

  @unsafe var sequences: UnsafeMutableBufferPointer<DeflateSequence> {
    unsafe sequenceMemory.bytes.assumingMemoryBound(to: DeflateSequence.self)
  }

  /// Begins a stream, or a part of a stream that does not refer to earlier bytes.
  package func begin() { matcher.begin() }

  /// Moves the last bytes of a part of `count` bytes before its start, as the window of the next
  /// part.
  package func slide(_ count: Int) {
    unsafe memory.bytes.baseAddress!.copyMemory(
      from: memory.bytes.baseAddress! + count, byteCount: DeflateMatcher.window)
  }
}

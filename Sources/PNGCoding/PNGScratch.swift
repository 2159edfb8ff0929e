internal import Kernels
internal import Pixels

/// Working memory of one thread that encodes bands.
public final class PNGScratch {
  /// The window, followed by filtered rows and room for a vector.
  let filtered: PixelMemory
  /// Sequences of a part, followed by those of a probe.
  let sequences: PixelMemory
  let matcher: DeflateMatcher

  init(filteredCount: Int, instructionSet: InstructionSet) {
    filtered = PixelMemory(byteCount: DeflateMatcher.window + filteredCount + 64)
    sequences = PixelMemory(
      byteCount: (DeflateKernel.maximumSequences(for: filteredCount)
        + DeflateKernel.maximumSequences(for: MatchPolicy.trialBytes))
        * MemoryLayout<DeflateSequence>.stride)
    matcher = DeflateMatcher(instructionSet: instructionSet)
  }

  /// Number of bytes searched for matches, probes included.
  package var searchedCount: Int { matcher.searchedCount }

  /// Filtered rows of the part being encoded.
  var rows: UnsafeMutableBufferPointer<UInt8> {
    unsafe UnsafeMutableBufferPointer(
      rebasing: filtered.bytes.assumingMemoryBound(to: UInt8.self)[DeflateMatcher.window...])
  }

  /// Moves the last bytes of a part in front of it, as the window of the next part.
  func slide(_ count: Int) {
    let window = DeflateMatcher.window
    unsafe filtered.bytes.baseAddress!.copyMemory(
      from: filtered.bytes.baseAddress! + count, byteCount: window)
  }
}

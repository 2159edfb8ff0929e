internal import Kernels
internal import Pixels

/// What one thread works in while it encodes bands.
public final class PNGScratch {
  /// The window, then filtered rows, then room for a vector.
  let filtered: PixelMemory
  /// Sequences of a part, and behind them those of a probe.
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

  /// Bytes in which matches were looked for, probes included.
  package var searchedCount: Int { matcher.searchedCount }

  /// Filtered rows of the part being encoded.
  var rows: UnsafeMutableBufferPointer<UInt8> {
    unsafe UnsafeMutableBufferPointer(
      rebasing: filtered.bytes.assumingMemoryBound(to: UInt8.self)[DeflateMatcher.window...])
  }

  /// Keeps the window before the next part: its last bytes move in front of it.
  func slide(_ count: Int) {
    let window = DeflateMatcher.window
    unsafe filtered.bytes.baseAddress!.copyMemory(
      from: filtered.bytes.baseAddress! + count, byteCount: window)
  }
}

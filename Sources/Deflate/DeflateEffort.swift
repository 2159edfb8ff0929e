package import Kernels

/// The effort spent on making a stream small.
package struct DeflateEffort: Sendable, Hashable {
  /// Whether to make the Huffman code from one byte in four.
  package var samplesLiterals: Bool
  /// The search for matches.
  package var matches: DeflateMatchEffort
  /// Share of the size, in percent, that a search for matches has to save; 0 searches everything.
  package var leastGain: Int
  /// Number of parts to code without another estimate after a search saved less.
  package var pause: Int

  /// Makes the code from a sample of the bytes, and searches for matches where a probe finds some.
  package static let fast = DeflateEffort(
    samplesLiterals: true, matches: DeflateMatchEffort(depth: 8, isLazy: true), leastGain: 15,
    pause: 7)
  /// Makes the code from all bytes, and searches longer.
  package static let balanced = DeflateEffort(
    samplesLiterals: false, matches: DeflateMatchEffort(depth: 16, isLazy: true), leastGain: 12,
    pause: 7)
  /// Searches everywhere, for long.
  package static let small = DeflateEffort(
    samplesLiterals: false, matches: DeflateMatchEffort(depth: 128, isLazy: true), leastGain: 0,
    pause: 0)
}

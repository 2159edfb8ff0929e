package import BromideKernels

/// The effort to make a stream small.
package struct DeflateEffort: Sendable, Hashable {
  /// Whether to create the Huffman code from every fourth byte.
  package var samplesLiterals: Bool
  /// The search for matches.
  package var matches: DeflateMatchEffort
  /// The reduction in percent that a search for matches must reach. With 0, everything is searched.
  package var leastGain: Int
  /// The number of parts to encode without another estimate after a search that saved less.
  package var pause: Int

  /// Creates the code from a sample of the bytes, and searches for matches if a probe finds some.
  package static let fast = DeflateEffort(
    samplesLiterals: true, matches: DeflateMatchEffort(depth: 8, isLazy: true), leastGain: 15,
    pause: 7)
  /// Creates the code from all bytes, and searches longer.
  package static let balanced = DeflateEffort(
    samplesLiterals: false, matches: DeflateMatchEffort(depth: 16, isLazy: true), leastGain: 12,
    pause: 7)
  /// Searches all parts for a long time.
  package static let small = DeflateEffort(
    samplesLiterals: false, matches: DeflateMatchEffort(depth: 128, isLazy: true), leastGain: 0,
    pause: 0)
}

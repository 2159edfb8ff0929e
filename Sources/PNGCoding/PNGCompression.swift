internal import Kernels

/// The effort spent on making a PNG small.
public enum PNGCompression: String, Sendable, Hashable, Codable, CaseIterable {
  /// Chooses filters every 8 rows, makes the Huffman code from a sample of the bytes, and searches
  /// for matches where a probe finds some.
  case fast
  /// As `fast`, but makes the code from all bytes and searches longer for matches.
  case balanced
  /// Tries several filters and codings of every band and keeps the smallest.
  case small
}

/// The parameters of a `PNGCompression`.
struct PNGEffort: Sendable, Hashable {
  /// Choices of filters; a band is encoded with each, and the smallest result is kept.
  var filters: [PNGFilterChoice]
  /// Whether to make the Huffman code from one byte in four.
  var samplesLiterals: Bool
  var matches: DeflateMatchEffort
  /// Share of the size, in percent, that a search for matches has to save; 0 searches everything.
  var leastGain: Int
  /// Number of parts of a band to code without another estimate after a search saved less.
  var pause: Int

  init(_ compression: PNGCompression) {
    switch compression {
    case .fast:
      filters = [.leastDifferences(everyRows: 8)]
      samplesLiterals = true
      matches = DeflateMatchEffort(depth: 8, isLazy: true)
      leastGain = 15
      pause = 7
    case .balanced:
      filters = [.leastDifferences(everyRows: 8)]
      samplesLiterals = false
      matches = DeflateMatchEffort(depth: 16, isLazy: true)
      leastGain = 12
      pause = 3
    case .small:
      filters = [
        .leastDifferences(everyRows: 8), .leastDifferences(everyRows: 1), .fixed(.none),
        .fixed(.up), .fixed(.paeth),
      ]
      samplesLiterals = false
      matches = DeflateMatchEffort(depth: 128, isLazy: true)
      leastGain = 0
      pause = 0
    }
  }
}

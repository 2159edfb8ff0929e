internal import Kernels

/// How much work goes into making a PNG small.
public enum PNGCompression: String, Sendable, Hashable, Codable, CaseIterable {
  /// Filters chosen every 8 rows, a Huffman code from a sample of the bytes, matches where a probe finds them.
  case fast
  /// As `fast`, with the code from all bytes and a longer search for matches.
  case balanced
  /// Several filters and codings of every band, the smallest kept.
  case small
}

/// What a `PNGCompression` means in numbers.
struct PNGEffort: Sendable, Hashable {
  /// Ways to choose filters; a band is encoded with each and the smallest is kept.
  var filters: [PNGFilterChoice]
  /// Whether the Huffman code is made from one byte in four.
  var samplesLiterals: Bool
  var matches: DeflateMatchEffort
  /// Percent of the size that a search for matches has to save; 0 searches everything.
  var leastGain: Int
  /// Parts of a band that are coded without asking again where a search would save less.
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

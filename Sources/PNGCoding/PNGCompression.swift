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
  /// Rows that share a filter, which is chosen by one row in their middle.
  var rowsPerFilter: Int
  /// Whether the Huffman code is made from one byte in four.
  var samplesLiterals: Bool
  var matches: DeflateMatchEffort
  /// Percent of the size that a search for matches has to save.
  var leastGain: Int

  init(_ compression: PNGCompression) {
    switch compression {
    case .fast:
      rowsPerFilter = 8
      samplesLiterals = true
      matches = DeflateMatchEffort(depth: 4, isLazy: false)
      leastGain = 12
    case .balanced:
      rowsPerFilter = 8
      samplesLiterals = false
      matches = DeflateMatchEffort(depth: 16, isLazy: true)
      leastGain = 4
    case .small:
      rowsPerFilter = 1
      samplesLiterals = false
      matches = DeflateMatchEffort(depth: 128, isLazy: true)
      leastGain = 0
    }
  }
}

internal import BromideKernels

/// The effort to make a PNG small.
public enum PNGCompression: String, Sendable, Hashable, Codable, CaseIterable {
  /// Chooses a filter for every 8 rows, creates the Huffman code from a sample of the bytes, and
  /// searches for matches if a probe finds some.
  case fast
  /// Like `fast`, but creates the code from all bytes and searches longer for matches.
  case balanced
  /// Tries several filters and encodings for every band and keeps the smallest result.
  case small
}

/// The parameters of a `PNGCompression`.
struct PNGEffort: Sendable, Hashable {
  /// The filter choices. A band is encoded with each, and the smallest result is kept.
  var filters: [PNGFilterChoice]
  var deflate: DeflateEffort

  init(_ compression: PNGCompression) {
    switch compression {
    case .fast:
      filters = [.leastDifferences(everyRows: 8)]
      deflate = .fast
    case .balanced:
      filters = [.leastDifferences(everyRows: 8)]
      deflate = .balanced
    case .small:
      filters = [
        .leastDifferences(everyRows: 8), .leastDifferences(everyRows: 1), .fixed(.none),
        .fixed(.up), .fixed(.paeth),
      ]
      deflate = .small
    }
  }
}

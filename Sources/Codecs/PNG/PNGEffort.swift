internal import BromideKernels

/// What an effort means for a PNG.
///
/// `fast` chooses a filter for every 8 rows, creates the Huffman code from a sample of the bytes, and
/// searches for matches if a probe finds some. `balanced` creates the code from all bytes and
/// searches longer for matches. `small` tries several filters and encodings for every band and keeps
/// the smallest result.
struct PNGEffort: Sendable, Hashable {
  /// The filter choices. A band is encoded with each, and the smallest result is kept.
  var filters: [PNGFilterChoice]
  var deflate: DeflateEffort

  init(_ effort: CodingEffort) {
    switch effort {
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

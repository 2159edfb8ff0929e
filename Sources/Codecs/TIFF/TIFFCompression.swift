/// The effort to make a TIFF small.
public enum TIFFCompression: String, Sendable, Hashable, Codable, CaseIterable {
  /// Stores the samples without compression.
  case none
  /// Deflates with a predictor. Creates the Huffman code from a sample of the bytes, and searches
  /// for matches if a probe finds some.
  case fast
  /// Like `fast`, but creates the code from all bytes and searches longer for matches.
  case balanced
  /// Searches all parts for matches, for a long time.
  case small

  /// The effort of deflate, or `nil` without compression.
  var effort: DeflateEffort? {
    switch self {
    case .none: nil
    case .fast: .fast
    case .balanced: .balanced
    case .small: .small
    }
  }
}

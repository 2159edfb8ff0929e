internal import Deflate

/// The effort spent on making a TIFF small.
public enum TIFFCompression: String, Sendable, Hashable, Codable, CaseIterable {
  /// Stores the samples as they are.
  case none
  /// Deflates with a predictor; makes the Huffman code from a sample of the bytes, and searches for
  /// matches where a probe finds some.
  case fast
  /// As `fast`, but makes the code from all bytes and searches longer for matches.
  case balanced
  /// Searches for matches everywhere, for long.
  case small

  /// The effort of deflate; nil if nothing is compressed.
  var effort: DeflateEffort? {
    switch self {
    case .none: nil
    case .fast: .fast
    case .balanced: .balanced
    case .small: .small
    }
  }
}

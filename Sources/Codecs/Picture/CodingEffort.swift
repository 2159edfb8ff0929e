/// The effort to make a picture small.
public enum CodingEffort: String, Sendable, Hashable, Codable, CaseIterable {
  /// The quickest coding.
  case fast
  /// Between the others.
  case balanced
  /// The smallest file.
  case small
}

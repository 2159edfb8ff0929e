/// A value that a part of a choreography cannot have.
public struct ChoreographyError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The part's name in the text form: `slide`; or `grid`.
  public let name: String
  /// The parameter's name: `distance`.
  public let parameter: String
  /// What was given.
  public let found: String
  /// What would be accepted, in words: "a number from 0 to 3600".
  public let accepted: String

  /// A sentence: "expand: scale must be …, not 1.2".
  public var description: String { "\(name): \(parameter) must be \(accepted), not \(found)" }
}

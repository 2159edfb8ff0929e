/// A value that a part of a choreography does not accept.
public struct ChoreographyError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The part's name in the text form (for example `slide`), or `grid`.
  public let name: String
  /// The parameter's name, for example `distance`.
  public let parameter: String
  /// The value that was found, as text.
  public let found: String
  /// The accepted values in words, for example "a number from 0 to 3600".
  public let accepted: String

  /// The error as a sentence: "expand: scale must be …, not 1.2".
  public var description: String { "\(name): \(parameter) must be \(accepted), not \(found)" }
}

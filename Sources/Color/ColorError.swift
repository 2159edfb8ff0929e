/// A request that colour science cannot meet.
public enum ColorError: Error, Sendable, Hashable {
  /// The value asked for, or the camera's own data, lies outside what has a meaning; the text says what is accepted.
  case outOfRange(String)
}

extension ColorError: CustomStringConvertible {
  /// What was asked for and what is accepted, as a sentence without a full stop.
  public var description: String {
    switch self {
    case .outOfRange(let text): text
    }
  }
}

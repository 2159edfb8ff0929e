/// A request that colour science cannot meet.
public enum ColorError: Error, Sendable, Hashable {
  /// The value asked for lies outside what has a meaning; the text says what is accepted.
  case outOfRange(String)
  /// The camera's own data contradict themselves; the text says how.
  case unusableProfile(String)
}

extension ColorError: CustomStringConvertible {
  public var description: String {
    switch self {
    case .outOfRange(let text), .unusableProfile(let text): text
    }
  }
}

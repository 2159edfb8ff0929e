/// A request that cannot be met.
public enum ColorError: Error, Sendable, Hashable {
  /// A value in the request or in the camera's data is out of its range. The text contains the
  /// accepted values.
  case outOfRange(String)
}

extension ColorError: CustomStringConvertible {
  /// A sentence, without a full stop, with the accepted values.
  public var description: String {
    switch self {
    case .outOfRange(let text): text
    }
  }
}

internal import Color

/// Why a photo cannot be developed as asked.
public enum DevelopError: Error, Sendable, Hashable {
  /// The recipe does not suit the photo; the text says what was found and what is accepted.
  case unsupported(String)
}

extension DevelopError: CustomStringConvertible {
  /// The values found and the accepted ones.
  public var description: String {
    switch self {
    case .unsupported(let text): text
    }
  }
}

extension DevelopError {
  init(_ error: ColorError) {
    switch error {
    case .outOfRange(let text): self = .unsupported(text)
    }
  }
}

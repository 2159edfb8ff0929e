internal import Color
internal import Pixels
internal import Platform

/// Why a photo cannot be developed as asked.
public enum DevelopError: Error, Sendable, Hashable {
  /// The recipe does not suit the photo; the text says what was found and what is accepted.
  case unsupported(String)
  /// Memory for a whole picture, of so many bytes, cannot be had.
  case outOfMemory(bytes: Int)
}

extension DevelopError: CustomStringConvertible {
  /// The values found and the accepted ones.
  public var description: String {
    switch self {
    case .unsupported(let text): text
    case .outOfMemory(let bytes): MemoryShortage.words(bytes)
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

extension DevelopError {
  /// What `make` makes, unless memory is short.
  static func passing<Made>(
    _ make: () throws(PixelShortage) -> Made
  ) throws(DevelopError) -> Made {
    do throws(PixelShortage) { return try make() } catch { throw .outOfMemory(bytes: error.bytes) }
  }
}

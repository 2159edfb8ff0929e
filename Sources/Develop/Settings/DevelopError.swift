internal import BromideSystem
internal import BromideValues

/// An error that prevents a photo from being developed.
public enum DevelopError: Error, Sendable, Hashable {
  /// The photo does not support the recipe. The text contains the found and the accepted values.
  case unsupported(String)
  /// The memory for an entire picture, with this number of bytes, is not available.
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
  /// Returns the result of `make`, or throws `outOfMemory` if memory is short.
  static func passing<Made>(
    _ make: () throws(PixelShortage) -> Made
  ) throws(DevelopError) -> Made {
    do throws(PixelShortage) { return try make() } catch { throw .outOfMemory(bytes: error.bytes) }
  }
}

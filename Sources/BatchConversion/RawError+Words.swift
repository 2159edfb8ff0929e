internal import Platform
public import RawDecoding

extension RawError {
  /// The reason without the file's name, which stands before it anyway.
  public var words: String {
    switch self {
    case .notRaw(_, let found):
      found.isEmpty ? "not a raw photo" : "not a raw photo: \(found)"
    case .unsupported(_, let reason): "this kind of raw cannot be decoded: \(reason)"
    case .damaged(_, let reason): "damaged: \(reason)"
    case .unreadable(_, let code): "it cannot be read: \(SystemError.words(code))"
    case .outOfMemory(_, let bytes): "not enough memory: \(bytes / 1_048_576) MiB are needed"
    case .libraw(_, let code, let message): "LibRaw says: \(message) (\(code))"
    }
  }
}

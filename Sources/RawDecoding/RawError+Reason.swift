internal import Platform
public import SystemPackage

extension RawError: CustomStringConvertible {
  /// The file's path.
  public var path: FilePath {
    switch self {
    case .notRaw(let path, _), .unsupported(let path, _), .damaged(let path, _),
      .unreadable(let path, _), .outOfMemory(let path, _), .libraw(let path, _, _):
      path
    }
  }

  /// The error as a sentence without the file's name.
  public var reason: String {
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

  /// The file's name and the reason.
  public var description: String { "\(path): \(reason)" }
}

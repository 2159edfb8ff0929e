package import BromideSystem
public import SystemPackage

/// The reason why a picture cannot be written.
public enum PictureFileError: Error, Sendable, Hashable {
  /// The format cannot contain the picture or its description.
  case unsupported(reason: String)
  /// Writing failed. `code` is the errno.
  case io(path: FilePath, operation: String, code: Int32)
}

extension PictureFileError: SystemCaller {}

extension PictureFileError: CustomStringConvertible {
  /// A sentence about the error, without a full stop.
  public var description: String {
    switch self {
    case .unsupported(let reason): reason
    case .io(let path, let operation, let code):
      "cannot \(operation) \(path): \(SystemError.words(code))"
    }
  }

  /// Converts a failure of the system.
  package init(_ error: SystemError) {
    self = .io(path: error.path, operation: error.operation, code: error.code)
  }
}

internal import Platform
public import SystemPackage

/// A reason why a JPEG cannot be written.
public enum JPEGWritingError: Error, Sendable, Hashable {
  /// A JPEG cannot hold the picture or its description.
  case unsupported(reason: String)
  /// Writing failed; `code` is errno.
  case io(path: FilePath, operation: String, code: Int32)
}

extension JPEGWritingError: SystemCaller {}

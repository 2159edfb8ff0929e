internal import BromideSystem
public import SystemPackage

/// The reason for a failure to write a JPEG.
public enum JPEGWritingError: Error, Sendable, Hashable {
  /// A JPEG cannot contain the picture or its description.
  case unsupported(reason: String)
  /// Writing failed. `code` is the errno.
  case io(path: FilePath, operation: String, code: Int32)
}

extension JPEGWritingError: SystemCaller {}

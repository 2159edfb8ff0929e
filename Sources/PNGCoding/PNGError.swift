internal import Platform
public import SystemPackage

/// A reason why a PNG cannot be written or read.
public enum PNGError: Error, Sendable, Hashable {
  /// The file is not a PNG, or it is damaged.
  case malformed(path: FilePath, reason: String)
  /// A PNG cannot hold the picture or its description, or the picture exceeds a limit.
  case unsupported(reason: String)
  /// Writing or reading failed; `code` is errno.
  case io(path: FilePath, operation: String, code: Int32)
}

extension PNGError: SystemCaller {}

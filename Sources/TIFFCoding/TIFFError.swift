internal import Platform
public import SystemPackage

/// A reason why a TIFF cannot be written or read.
public enum TIFFError: Error, Sendable, Hashable {
  /// The file is not a TIFF, or it is damaged.
  case malformed(path: FilePath, reason: String)
  /// A TIFF cannot hold the picture or its description, or Bromide does not read this kind.
  case unsupported(reason: String)
  /// Writing or reading failed; `code` is errno.
  case io(path: FilePath, operation: String, code: Int32)
}

extension TIFFError: SystemCaller {}

internal import Platform
public import SystemPackage

/// A reason why a TIFF cannot be written or read.
public enum TIFFError: Error, Sendable, Hashable, Codable {
  /// The file is not a TIFF, or it is damaged.
  case malformed(path: FilePath, reason: String)
  /// A TIFF cannot hold the picture or its description, or Bromide does not read this kind.
  case unsupported(reason: String)
  /// Writing or reading failed; `code` is errno.
  case io(path: FilePath, operation: String, code: Int32)
  /// There is no memory for its pixels.
  case outOfMemory(path: FilePath, bytes: Int)
  /// The process in which libtiff read it crashed, hung, or could not be had; the sentence says which.
  case lost(path: FilePath, reason: String)
}

extension TIFFError: SystemCaller {}

extension TIFFError: CustomStringConvertible {
  /// The error as a sentence without the file's name.
  public var reason: String {
    switch self {
    case .malformed(_, let reason): "the TIFF cannot be read: \(reason)"
    case .unsupported(let reason), .lost(_, let reason): reason
    case .io(_, let operation, let code): "cannot \(operation): \(SystemError.words(code))"
    case .outOfMemory(_, let bytes): MemoryShortage.words(bytes)
    }
  }

  /// The file's name, where the error knows it, and the reason.
  public var description: String {
    switch self {
    case .unsupported: reason
    case .malformed(let path, _), .io(let path, _, _), .outOfMemory(let path, _),
      .lost(let path, _):
      "\(path): \(reason)"
    }
  }
}

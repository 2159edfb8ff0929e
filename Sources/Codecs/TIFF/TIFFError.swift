internal import BromideSystem
public import SystemPackage

/// The reason for a failure to write or read a TIFF.
public enum TIFFError: Error, Sendable, Hashable, Codable {
  /// The file is not a TIFF, or it is damaged.
  case malformed(path: FilePath, reason: String)
  /// A TIFF cannot contain the picture or its description, or Bromide does not support this kind.
  case unsupported(reason: String)
  /// Writing or reading failed. `code` is the errno.
  case io(path: FilePath, operation: String, code: Int32)
  /// There is not enough memory for the pixels.
  case outOfMemory(path: FilePath, bytes: Int)
  /// The worker process in which libtiff read the file crashed, hung, or could not start. `reason`
  /// is a sentence about it.
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

  /// The file's name, if the error contains it, and the reason.
  public var description: String {
    switch self {
    case .unsupported: reason
    case .malformed(let path, _), .io(let path, _, _), .outOfMemory(let path, _),
      .lost(let path, _):
      "\(path): \(reason)"
    }
  }
}

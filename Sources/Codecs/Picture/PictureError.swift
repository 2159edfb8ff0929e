internal import BromideSystem
public import SystemPackage

/// The reason for a failure to read a PNG, TIFF, JPEG XL, AVIF or WebP.
public enum PictureError: Error, Sendable, Hashable, Codable {
  /// The file has a different format, or it is damaged.
  case malformed(path: FilePath, format: PictureFormat, reason: String)
  /// Bromide does not support this kind of picture, it exceeds a limit, or the library is not
  /// installed.
  case unsupported(reason: String)
  /// Reading failed. `code` is the errno.
  case io(path: FilePath, operation: String, code: Int32)
  /// There is not enough memory for the pixels.
  case outOfMemory(path: FilePath, bytes: Int)
  /// The worker process in which the library read the file crashed, hung, or could not start.
  /// `reason` is a sentence about it.
  case lost(path: FilePath, reason: String)
}

extension PictureError: SystemCaller {}

extension PictureError: CustomStringConvertible {
  /// The file's name, or `nil` if the error does not contain it.
  package var path: FilePath? {
    switch self {
    case .unsupported: nil
    case .malformed(let path, _, _), .io(let path, _, _), .outOfMemory(let path, _),
      .lost(let path, _):
      path
    }
  }

  /// The error as a sentence without the file's name.
  public var reason: String {
    switch self {
    case .malformed(_, let format, let reason): "the \(format.name) cannot be read: \(reason)"
    case .unsupported(let reason), .lost(_, let reason): reason
    case .io(_, let operation, let code): "cannot \(operation): \(SystemError.words(code))"
    case .outOfMemory(_, let bytes): MemoryShortage.words(bytes)
    }
  }

  /// The file's name, if the error contains it, and the reason.
  public var description: String { path.map { "\($0): \(reason)" } ?? reason }
}

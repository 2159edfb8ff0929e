internal import BromideSystem
internal import CBromideLibRaw
public import SystemPackage

/// The reason why a raw file cannot be decoded, grouped by the person or system that must act.
public enum RawError: Error, Sendable, Hashable, Codable {
  /// LibRaw does not know the file.
  case notRaw(path: FilePath, found: String)
  /// LibRaw rejects the file. `camera` is the name in the file, or `nil`. `endsEarly` is true if
  /// the header is incomplete or inconsistent. To learn more from the first bytes, see `FileKind`.
  case rejected(path: FilePath, camera: String?, endsEarly: Bool)
  /// The file has no header, and only its size matches a raw by this camera. The user has not set
  /// its format.
  case headerless(path: FilePath, camera: String, format: HeaderlessRaw)
  /// The file is a photo of a kind that is not supported.
  case unsupported(path: FilePath, reason: String)
  /// The data are incomplete or inconsistent.
  case damaged(path: FilePath, reason: String)
  /// The file cannot be read. `code` is the errno.
  case unreadable(path: FilePath, code: Int32)
  /// There is not enough memory.
  case outOfMemory(path: FilePath, bytes: Int)
  /// Another LibRaw error, with its number and text.
  case libraw(path: FilePath, code: Int32, message: String)
  /// The worker process of a library crashed, hung, could not start, or needs more memory than
  /// allowed. `reason` is a sentence about it.
  case lost(path: FilePath, reason: String)
}

extension RawError {
  /// Converts one of LibRaw's error numbers after the file was opened.
  ///
  /// - Parameter bytes: The memory that the step needed.
  init(_ status: bromide_raw_status, path: FilePath, bytes: Int) {
    let words = LibRawHandle.message(status.libraw)
    self =
      switch status.libraw {
      case Int32(BROMIDE_RAW_NO_MEMORY), Int32(BROMIDE_RAW_TOO_BIG):
        .outOfMemory(path: path, bytes: bytes)
      case Int32(BROMIDE_RAW_DATA_ERROR), Int32(BROMIDE_RAW_IO_ERROR):
        .damaged(path: path, reason: words)
      case Int32(BROMIDE_RAW_UNSUPPORTED_FILE), Int32(BROMIDE_RAW_NOT_IMPLEMENTED),
        Int32(BROMIDE_RAW_NO_SUCH_IMAGE):
        .unsupported(path: path, reason: words)
      default:
        .libraw(path: path, code: status.libraw, message: words)
      }
  }
}

extension RawError: CustomStringConvertible {
  /// The file's path.
  public var path: FilePath {
    switch self {
    case .notRaw(let path, _), .rejected(let path, _, _), .headerless(let path, _, _),
      .unsupported(let path, _), .damaged(let path, _),
      .unreadable(let path, _), .outOfMemory(let path, _), .libraw(let path, _, _),
      .lost(let path, _):
      path
    }
  }

  /// The error as a sentence without the file's name.
  public var reason: String {
    switch self {
    case .notRaw(_, let found):
      found.isEmpty ? "not a raw photo" : "not a raw photo: \(found)"
    case .rejected: "not a raw photo that LibRaw knows"
    case .headerless(_, let camera, let format):
      "not a raw photo: data without a header, with the size of a raw by the \(camera); to read it, use --headerless \(format.rawValue)"
    case .unsupported(_, let reason): "this kind of photo cannot be decoded: \(reason)"
    case .damaged(_, let reason): "damaged: \(reason)"
    case .unreadable(_, let code): "it cannot be read: \(SystemError.words(code))"
    case .outOfMemory(_, let bytes): MemoryShortage.words(bytes)
    case .libraw(_, let code, let message): "LibRaw: \(message) (\(code))"
    case .lost(_, let reason): reason
    }
  }

  /// The file's name and the reason.
  public var description: String { "\(path): \(reason)" }
}

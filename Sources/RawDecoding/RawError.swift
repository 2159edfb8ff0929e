internal import CLibRaw
internal import Platform
public import SystemPackage

/// The reason why a raw file gives no photo, grouped by who must act.
public enum RawError: Error, Sendable, Hashable, Codable {
  /// The file is not a raw that LibRaw knows.
  case notRaw(path: FilePath, found: String)
  /// LibRaw does not take it for a raw. It calls the camera by that name if the file states one, and says whether its header
  /// ends early or contradicts itself. The first bytes may tell more: see `FileKind`.
  case refused(path: FilePath, camera: String?, endsEarly: Bool)
  /// It has no header, and only its size is that of a raw by that camera; nobody names its format.
  case headerless(path: FilePath, camera: String, format: HeaderlessRaw)
  /// It is a photo, but not of a kind that can be decoded.
  case unsupported(path: FilePath, reason: String)
  /// Its data end early or contradict themselves.
  case damaged(path: FilePath, reason: String)
  /// It cannot be read; `code` is errno.
  case unreadable(path: FilePath, code: Int32)
  /// Not enough memory.
  case outOfMemory(path: FilePath, bytes: Int)
  /// Anything else LibRaw reports, with its number and words.
  case libraw(path: FilePath, code: Int32, message: String)
  /// The process in which a library worked on it crashed, hung, or could not be had, or it needs more memory than was allowed; the
  /// sentence says which.
  case lost(path: FilePath, reason: String)
}

extension RawError {
  /// One of LibRaw's numbers after the file was opened.
  ///
  /// - Parameter bytes: The memory that the step would have needed.
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
    case .notRaw(let path, _), .refused(let path, _, _), .headerless(let path, _, _),
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
    case .refused: "not a raw photo that LibRaw knows"
    case .headerless(_, let camera, let format):
      "not a raw photo: data without a header, with the size of a raw by the \(camera); to read it, use the format \(format.rawValue)"
    case .unsupported(_, let reason): "this kind of photo cannot be decoded: \(reason)"
    case .damaged(_, let reason): "damaged: \(reason)"
    case .unreadable(_, let code): "it cannot be read: \(SystemError.words(code))"
    case .outOfMemory(_, let bytes): MemoryShortage.words(bytes)
    case .libraw(_, let code, let message): "LibRaw says: \(message) (\(code))"
    case .lost(_, let reason): reason
    }
  }

  /// The file's name and the reason.
  public var description: String { "\(path): \(reason)" }
}

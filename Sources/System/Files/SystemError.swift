internal import BromideLibc
public import SystemPackage

/// A failed system call.
public struct SystemError: Error, Sendable, Hashable {
  /// The call, as a verb: `open`, `read`, `rename`.
  public var operation: String
  /// The file, or the name of a stream, for example `standard output`.
  public var path: FilePath
  /// The errno.
  public var code: Int32

  /// Creates an error about a call for a file.
  public init(operation: String, path: FilePath, code: Int32) {
    self.operation = operation
    self.path = path
    self.code = code
  }

  /// The system's text for the error.
  public var reason: String { Self.words(code) }

  /// Whether a new file's name already exists.
  public var isTaken: Bool { Self.isTaken(code) }

  /// Returns whether an errno means that a new file's name already exists.
  public static func isTaken(_ code: Int32) -> Bool { code == EEXIST }

  /// Whether the file does not exist.
  package var isNotFound: Bool { code == ENOENT }

  /// Whether another process has the file locked.
  public var isLock: Bool { operation == "lock" && code == EWOULDBLOCK }

  /// Whether the call is missing from the file system, or blocked by a filter of system calls.
  package var isMissingCall: Bool { [EINVAL, ENOSYS, ENOTSUP, EOPNOTSUPP, EPERM].contains(code) }

  /// Returns whether an errno means that the reader of a pipe or socket has closed it.
  public static func isClosedPipe(_ code: Int32) -> Bool { code == EPIPE }

  /// Returns whether an errno means that a disk accepts no more data: it is full or read-only, or a
  /// quota is used up.
  package static func isFullDisk(_ code: Int32) -> Bool { [ENOSPC, EDQUOT, EROFS].contains(code) }

  /// Returns the system's text for an errno. The corresponding C function is `strerror`.
  public static func words(_ code: Int32) -> String {
    // Bromide sets ETIME for programs that exceed a time limit. Files and networks use ETIMEDOUT.
    if code == ETIME { return "it stopped after the time limit (--timeout)" }
    guard let text = unsafe strerror(code) else { return "error \(code)" }
    return unsafe String(cString: text)
  }
}

extension SystemError: CustomStringConvertible {
  /// Operation, path and reason as a message.
  public var description: String { "cannot \(operation) \(path): \(reason)" }
}

public import SystemPackage

#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Glibc
#endif

/// A call to the system that failed.
public struct SystemError: Error, Sendable, Hashable {
  /// The call, as a verb: `open`, `read`, `rename`.
  public var operation: String
  /// The file, or the name of a stream: `standard output`.
  public var path: FilePath
  /// The value of errno.
  public var code: Int32

  /// Creates an error about a call on a file.
  public init(operation: String, path: FilePath, code: Int32) {
    self.operation = operation
    self.path = path
    self.code = code
  }

  /// The system's words for the error.
  public var reason: String { Self.words(code) }

  /// Whether something has the name that a new file was to get.
  public var isTaken: Bool { Self.isTaken(code) }

  /// Whether a value of errno says that something has the name that a new file was to get.
  public static func isTaken(_ code: Int32) -> Bool { code == EEXIST }

  /// Whether there is nothing of that name.
  package var isNotFound: Bool { code == ENOENT }

  /// Whether another process has the file locked.
  public var isLock: Bool { operation == "lock" && code == EWOULDBLOCK }

  /// Whether the file system, or a filter of system calls, lacks the call.
  package var isMissingCall: Bool { [EINVAL, ENOSYS, ENOTSUP, EOPNOTSUPP, EPERM].contains(code) }

  /// Whether the reader of a pipe or socket went away.
  public static func isClosedPipe(_ code: Int32) -> Bool { code == EPIPE }

  /// The system's words for a value of errno. The corresponding C function is `strerror`.
  public static func words(_ code: Int32) -> String {
    // Of programs that were waited for; files and networks have ETIMEDOUT.
    if code == ETIME { return "it stopped after the time limit (--timeout)" }
    guard let text = unsafe strerror(code) else { return "error \(code)" }
    return unsafe String(cString: text)
  }
}

extension SystemError: CustomStringConvertible {
  /// Operation, path and reason, for a person.
  public var description: String { "cannot \(operation) \(path): \(reason)" }
}

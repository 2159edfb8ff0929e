internal import Synchronization
package import SystemPackage

#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Glibc
#endif

/// A file that another process opened for this one, which cannot open files itself: who opens its path gets a copy of
/// the descriptor, or the error that the other process got.
///
/// There is one at a time. Copies share their place in the file: read one after the other, or by offsets.
package enum GivenFile {
  /// The descriptor, or errno.
  package typealias Opened = Result<Int32, Errno>

  private struct Given: Sendable {
    let path: FilePath
    let file: Opened
  }

  private static let given = Mutex<Given?>(nil)
  /// Whether there may be one: most processes never look further.
  private static let isUsed = Atomic<Bool>(false)

  /// Gives a file. It is closed by `end`.
  package static func begin(_ path: FilePath, _ file: Opened) {
    end()
    isUsed.store(true, ordering: .releasing)
    given.withLock { $0 = Given(path: path, file: file) }
  }

  /// Takes the file back; copies stay open.
  package static func end() {
    given.withLock { given in
      if case .success(let descriptor) = given?.file { _ = close(descriptor) }
      given = nil
    }
  }

  /// A copy of the descriptor of a path, at the file's start; nil if the path was not given.
  static func copy(of path: FilePath) throws(SystemError) -> Int32? {
    guard let file = file(path) else { return nil }
    guard case .success(let descriptor) = file else { throw refusal("open", path, file) }
    let copy = fcntl(descriptor, F_DUPFD_CLOEXEC, 3)
    guard copy >= 0 else { throw SystemError(operation: "open", path: path, code: errno) }
    _ = lseek(copy, 0, SEEK_SET)
    return copy
  }

  /// What `fstat` tells of a path; nil if it was not given.
  static func status(of path: FilePath) throws(SystemError) -> stat? {
    guard let file = file(path) else { return nil }
    guard case .success(let descriptor) = file else { throw refusal("stat", path, file) }
    var status = stat()
    guard unsafe fstat(descriptor, &status) == 0 else {
      throw SystemError(operation: "stat", path: path, code: errno)
    }
    return status
  }

  private static func file(_ path: FilePath) -> Opened? {
    guard isUsed.load(ordering: .acquiring) else { return nil }
    return given.withLock { $0?.path == path ? $0?.file : nil }
  }

  private static func refusal(
    _ operation: String, _ path: FilePath, _ file: Opened
  ) -> SystemError {
    guard case .failure(let error) = file else {
      return SystemError(operation: operation, path: path, code: EACCES)
    }
    return SystemError(operation: operation, path: path, code: error.rawValue)
  }
}

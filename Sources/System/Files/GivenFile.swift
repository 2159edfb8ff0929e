internal import BromideLibc
internal import Synchronization
package import SystemPackage

/// A file that another process opened, for a process that cannot open files itself.
///
/// If you open its path, you get a copy of the descriptor, or the other process's error. Only one
/// file can be given. All copies share the file position, so read them in sequence or use offsets.
package enum GivenFile {
  /// The descriptor or the errno.
  package typealias Opened = Result<Int32, Errno>

  private struct Given: Sendable {
    let path: FilePath
    let file: Opened
  }

  private static let given = Mutex<Given?>(nil)
  /// Whether a file was ever given. In most processes this is false, which saves the lock.
  private static let isUsed = Atomic<Bool>(false)

  /// Gives a file. `end` closes it.
  package static func begin(_ path: FilePath, _ file: Opened) {
    end()
    isUsed.store(true, ordering: .releasing)
    given.withLock { $0 = Given(path: path, file: file) }
  }

  /// Ends the access to the file. Copies stay open.
  package static func end() {
    given.withLock { given in
      if case .success(let descriptor) = given?.file { _ = close(descriptor) }
      given = nil
    }
  }

  /// Returns a copy of the descriptor for a path, at the file's start, or `nil` if the path was not
  /// given.
  static func copy(of path: FilePath) throws(SystemError) -> Int32? {
    guard let file = file(path) else { return nil }
    guard case .success(let descriptor) = file else { throw rejection("open", path, file) }
    let copy = fcntl(descriptor, F_DUPFD_CLOEXEC, 3)
    guard copy >= 0 else { throw SystemError(operation: "open", path: path, code: errno) }
    _ = lseek(copy, 0, SEEK_SET)
    return copy
  }

  /// Returns the result of `fstat` for a path, or `nil` if the path was not given.
  static func status(of path: FilePath) throws(SystemError) -> stat? {
    guard let file = file(path) else { return nil }
    guard case .success(let descriptor) = file else { throw rejection("stat", path, file) }
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

  private static func rejection(
    _ operation: String, _ path: FilePath, _ file: Opened
  ) -> SystemError {
    guard case .failure(let error) = file else {
      return SystemError(operation: operation, path: path, code: EACCES)
    }
    return SystemError(operation: operation, path: path, code: error.rawValue)
  }
}

internal import BromideLibc
package import SystemPackage

/// A lock on a folder, so that only one process changes its files. It ends with this object, or
/// with the process. The corresponding C function is `flock`.
///
/// If the file system does not support locks, as on some network folders, you always get the lock.
package final class FolderLock: Sendable {
  private let descriptor: Int32?

  /// Locks a folder, or returns `nil` if another process has locked it.
  package init?(_ folder: FilePath) {
    descriptor = try? Transfer.descriptor(opening: folder, O_RDONLY | O_DIRECTORY)
    guard let descriptor else { return }
    if flock(descriptor, LOCK_EX | LOCK_NB) != 0, errno == EWOULDBLOCK { return nil }
  }

  deinit { if let descriptor { _ = close(descriptor) } }
}

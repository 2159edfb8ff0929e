internal import BromideLibc
package import SystemPackage

/// A lock on a folder, so that only one process changes its files. It ends with this object, or
/// with the process. The corresponding C function is `flock`.
///
/// If the file system does not support locks, as on some network folders, you always get the lock.
package final class FolderLock: Sendable {
  private let descriptor: Int32?

  /// Locks a folder, or returns `nil` if another process, or another lock of this one, holds it.
  ///
  /// - Parameter seconds: The time to wait for the other lock.
  package init?(_ folder: FilePath, waiting seconds: Double = 0) {
    descriptor = try? Transfer.descriptor(opening: folder, O_RDONLY | O_DIRECTORY)
    guard let descriptor else { return }
    let watch = Stopwatch()
    while flock(descriptor, LOCK_EX | LOCK_NB) != 0, errno == EWOULDBLOCK {
      guard watch.seconds < seconds else { return nil }
      // flock itself cannot wait for a limited time.
      usleep(2000)
    }
  }

  deinit { if let descriptor { _ = close(descriptor) } }
}

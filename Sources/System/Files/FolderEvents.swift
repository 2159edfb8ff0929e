internal import BromideLibc
package import SystemPackage

/// Wakes a thread when folders change.
///
/// An event does not describe the change. The woken thread must check the folders, so a lost event
/// only causes a delay.
package final class FolderEvents {
  /// The inotify descriptor, or −1 if the caller must poll the folders.
  private var descriptor: Int32 = -1
  private var watched: Set<FilePath> = []

  /// - Parameter listens: Whether to request events from the system. The corresponding C function
  ///   is `inotify_init1`.
  package init(listens: Bool) {
    #if os(Linux)
      if listens { descriptor = inotify_init1(Int32(IN_NONBLOCK) | O_CLOEXEC) }
    #endif
  }

  deinit { if descriptor >= 0 { close(descriptor) } }

  /// Also watches these folders.
  ///
  /// The corresponding C function is `inotify_add_watch`.
  ///
  /// - Returns: Whether all folders are watched. If not, the system's limit of watches is reached.
  package func watch(_ folders: some Sequence<FilePath>) -> Bool {
    var isComplete = true
    #if os(Linux)
      guard descriptor >= 0 else { return false }
      let changes = UInt32(IN_CLOSE_WRITE | IN_MOVED_TO | IN_MOVED_FROM | IN_CREATE | IN_DELETE)
      for folder in folders where !watched.contains(folder) {
        let number = unsafe folder.withPlatformString {
          unsafe inotify_add_watch(descriptor, $0, changes)
        }
        if number >= 0 { watched.insert(folder) } else { isComplete = false }
      }
    #endif
    return isComplete
  }

  /// Waits for a change, at most `seconds`.
  package func wait(seconds: Double) {
    let milliseconds = Int32(max(0, min(seconds * 1000, 1e6)))
    guard descriptor >= 0 else {
      usleep(UInt32(milliseconds) * 1000)
      return
    }
    var needed = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    guard unsafe poll(&needed, 1, milliseconds) > 0 else { return }
    var bytes = [UInt8](repeating: 0, count: 1 << 16)
    while unsafe read(descriptor, &bytes, bytes.count) > 0 {}
  }
}

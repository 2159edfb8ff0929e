internal import Synchronization

#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Glibc
#endif

/// The existing temporary files, for code that ends the process.
enum Temporaries {
  static let live = Mutex<Set<String>>([])

  /// Removes temporary files in a folder whose processes were killed before they could remove them.
  ///
  /// The writer of a temporary file holds a lock on it, which ends with its process, on this
  /// machine or another one that shares the folder. The corresponding C function is `flock`; on
  /// file systems without locks, nothing is removed.
  static func removeAbandoned(in folder: String) {
    guard let stream = unsafe opendir(folder.isEmpty ? "." : folder) else { return }
    defer { unsafe closedir(stream) }
    while let entry = unsafe readdir(stream) {
      let name = unsafe withUnsafePointer(to: &entry.pointee.d_name) { tuple in
        unsafe tuple.withMemoryRebound(to: CChar.self, capacity: 256) { unsafe String(cString: $0) }
      }
      guard name.hasPrefix(".bromide-"), name.hasSuffix(".part") else { continue }
      let path = folder.isEmpty ? name : folder + "/" + name
      let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
      guard descriptor >= 0 else { continue }
      if flock(descriptor, LOCK_EX | LOCK_NB) == 0 { _ = unsafe unlink(path) }
      _ = close(descriptor)
    }
  }

  static func removeAll() {
    live.withLock { live in
      for path in live { _ = unsafe unlink(path) }
      live.removeAll()
    }
  }
}

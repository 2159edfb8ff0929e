internal import Synchronization

#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Glibc
#endif

/// The temporary files that exist, for whoever ends the process.
enum Temporaries {
  static let live = Mutex<Set<String>>([])

  static func removeAll() {
    live.withLock { live in
      for path in live { _ = unsafe unlink(path) }
      live.removeAll()
    }
  }
}

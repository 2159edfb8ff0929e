internal import Synchronization
package import SystemPackage

#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Glibc
#endif

/// The temporary files of all outputs: hidden, beside the final name, with a name of 64 random bits.
package enum Temporaries {
  private static let live = Mutex<Set<FilePath>>([])
  /// Folders in which this process has looked for abandoned files.
  private static let cleaned = Mutex<Set<FilePath>>([])
  private static let digitCount = 16
  private static let prefix = ".bromide-"
  private static let suffix = ".part"

  /// The system's folder for files that no longer than a run are of use.
  static var folder: FilePath { FilePath(Console.environment("TMPDIR") ?? "/tmp") }

  /// Makes a new file beside `path`, locked until it is closed: see `removeAbandoned`.
  ///
  /// A name that exists is never opened, so that nobody can prepare a link for it. The corresponding C function is
  /// `open` with `O_EXCL` and `O_NOFOLLOW`.
  static func make(for path: FilePath) throws(SystemError) -> (descriptor: Int32, path: FilePath) {
    let folder = path.removingLastComponent()
    tidy(folder)
    while true {
      let number = UInt64.random(in: 0 ... .max).hexDigits
      let temporary = folder.appending(prefix + number + suffix)
      let opened: Int32
      do throws(SystemError) {
        opened = try Transfer.descriptor(
          opening: temporary, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW)
      } catch {
        if error.code == EEXIST { continue }
        throw SystemError(operation: error.operation, path: path, code: error.code)
      }
      live.withLock { _ = $0.insert(temporary) }
      // Another process may have removed it before it was locked.
      var status = stat()
      let isLocked = flock(opened, LOCK_EX) == 0
      guard isLocked, unsafe fstat(opened, &status) == 0, status.st_nlink == 0 else {
        return (opened, temporary)
      }
      forget(temporary)
      _ = close(opened)
    }
  }

  /// The file has its final name, or is gone.
  static func forget(_ path: FilePath) { live.withLock { _ = $0.remove(path) } }

  /// Removes the temporary files of this process, before it ends early.
  package static func removeAll() { remove { _ in true } }

  /// Removes those of its temporary files that lie in a folder.
  package static func removeAll(in folder: FilePath) {
    remove { $0.removingLastComponent() == folder }
  }

  private static func remove(where isChosen: (FilePath) -> Bool) {
    live.withLock { live in
      for path in live where isChosen(path) {
        FileSystem.remove(path)
        live.remove(path)
      }
    }
  }

  /// Whether a name is one that `make` gives: others may be somebody's own.
  private static func isTemporary(_ name: String) -> Bool {
    guard name.hasPrefix(prefix), name.hasSuffix(suffix) else { return false }
    let digits = name.utf8.dropFirst(prefix.utf8.count).dropLast(suffix.utf8.count)
    return digits.count == digitCount
      && digits.allSatisfy { (0x30...0x39).contains($0) || (0x61...0x66).contains($0) }
  }

  /// Removes temporary files in a folder whose processes were killed.
  ///
  /// A process that writes one holds a lock on it, which ends with the process, on this machine or another that shares the
  /// folder. The corresponding C function is `flock`; on a file system without locks, nothing is removed.
  package static func removeAbandoned(in folder: FilePath) {
    removeAbandoned(
      (try? FileSystem.entries(of: folder.isEmpty ? "." : folder)) ?? [], in: folder)
  }

  /// The same once for each folder: for whoever looks at one name in it.
  package static func tidy(_ folder: FilePath) {
    if cleaned.withLock({ $0.insert(folder).inserted }) { removeAbandoned(in: folder) }
  }

  /// The same for whoever has listed the folder.
  ///
  /// - Parameter names: The names in the folder.
  package static func removeAbandoned(_ names: [FilePath.Component], in folder: FilePath) {
    for name in names where name.isHidden {
      guard isTemporary(name.string) else { continue }
      let path = folder.appending(name)
      guard let descriptor = try? Transfer.descriptor(opening: path, O_RDONLY | O_NONBLOCK) else {
        continue
      }
      if flock(descriptor, LOCK_EX | LOCK_NB) == 0 { FileSystem.remove(path) }
      _ = close(descriptor)
    }
  }
}

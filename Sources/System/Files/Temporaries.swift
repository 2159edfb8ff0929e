internal import BromideLibc
internal import Synchronization
package import SystemPackage

/// The temporary files of all outputs. They are hidden, in the folder of the final name, and have
/// 64 random bits in their name.
package enum Temporaries {
  private static let live = Mutex<Set<FilePath>>([])
  /// Folders that this process has already searched for abandoned files.
  private static let cleaned = Mutex<Set<FilePath>>([])
  private static let digitCount = 16
  private static let prefix = ".bromide-"
  private static let suffix = ".part"

  /// The system's folder for temporary files.
  static var folder: FilePath { FilePath(Console.environment("TMPDIR") ?? "/tmp") }

  /// Creates a new file in the folder of `path` for reading and writing, and locks it until it is
  /// closed. For the reason, see `removeAbandoned`.
  ///
  /// It never opens an existing name, so an attacker cannot prepare a link. The corresponding C
  /// function is `open` with `O_EXCL` and `O_NOFOLLOW`.
  static func make(for path: FilePath) throws(SystemError) -> (descriptor: Int32, path: FilePath) {
    let folder = path.removingLastComponent()
    tidy(folder)
    while true {
      let number = UInt64.random(in: 0 ... .max).hexDigits
      let temporary = folder.appending(prefix + number + suffix)
      let opened: Int32
      do throws(SystemError) {
        opened = try Transfer.descriptor(
          opening: temporary, O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW)
      } catch {
        if error.code == EEXIST { continue }
        throw SystemError(operation: error.operation, path: path, code: error.code)
      }
      live.withLock { _ = $0.insert(temporary) }
      // Another process can have removed the file before it was locked.
      var status = stat()
      let isLocked = flock(opened, LOCK_EX) == 0
      guard isLocked, unsafe fstat(opened, &status) == 0, status.st_nlink == 0 else {
        return (opened, temporary)
      }
      forget(temporary)
      _ = close(opened)
    }
  }

  /// Forgets a file that was renamed or removed.
  static func forget(_ path: FilePath) { live.withLock { _ = $0.remove(path) } }

  /// Removes the temporary files of this process before it ends early.
  package static func removeAll() { remove { _ in true } }

  /// Removes the temporary files of this process in a folder.
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

  /// Returns whether `make` could have created a name. Other files could belong to the user.
  private static func isTemporary(_ name: String) -> Bool {
    guard name.hasPrefix(prefix), name.hasSuffix(suffix) else { return false }
    let digits = name.utf8.dropFirst(prefix.utf8.count).dropLast(suffix.utf8.count)
    return digits.count == digitCount
      && digits.allSatisfy { (0x30...0x39).contains($0) || (0x61...0x66).contains($0) }
  }

  /// Removes temporary files in a folder if their processes were killed.
  ///
  /// A process that writes a temporary file has a lock on it. The lock ends with the process, on
  /// this machine or on another one that shares the folder. The corresponding C function is
  /// `flock`. If the file system does not support locks, all files are kept.
  package static func removeAbandoned(in folder: FilePath) {
    removeAbandoned((try? FileSystem.entries(of: folder)) ?? [], in: folder)
  }

  /// Removes abandoned files in a folder, once per folder. Use it before you open a single name
  /// there.
  package static func tidy(_ folder: FilePath) {
    if cleaned.withLock({ $0.insert(folder).inserted }) { removeAbandoned(in: folder) }
  }

  /// Removes abandoned files in a folder that you have already listed.
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

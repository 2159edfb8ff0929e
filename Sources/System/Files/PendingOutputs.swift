internal import Synchronization
package import SystemPackage

/// Files that are written but not yet flushed to disk. Another thread than their writers waits for
/// them.
///
/// Flushing takes time. Between `begin` and `end`, `commit` of a synced file only starts the flush
/// and returns. The thread that reports outcomes then calls `settle` for each file, which waits for
/// the disk and renames the file. Meanwhile, other threads work on the next pictures. `end` flushes
/// each folder once.
package final class PendingOutputs: Sendable {
  /// One thread uses a file at any time: first its writer, then this table, then the thread that
  /// settles it.
  private struct Parked: @unchecked Sendable {
    let file: OutputFile
  }

  private struct State {
    var files: [FilePath: Parked] = [:]
    var folders: Set<FilePath> = []
  }

  private let state = Mutex(State())
  /// The limit of pending files. If the disk is slower than the work, more files would only use
  /// memory and descriptors, so the writers wait instead.
  private static let most = 8

  package init() {}

  /// Accepts a file to settle later. Returns false if its writer must wait for the disk.
  func take(_ file: OutputFile) -> Bool {
    let path = file.path
    let parked = Parked(file: file)
    return state.withLock { state in
      guard state.files.count < Self.most, state.files[path] == nil else { return false }
      state.files[path] = parked
      return true
    }
  }

  /// Accepts a folder with a new name, to flush at the end.
  func take(folder: FilePath) { state.withLock { _ = $0.folders.insert(folder) } }

  /// Waits until a file is on disk and renames it. Has no effect on a file that was already
  /// renamed.
  ///
  /// - Throws: The errors of `OutputFile.commit`. The file is then removed.
  package func settle(_ path: FilePath) throws(SystemError) {
    let parked = state.withLock { $0.files.removeValue(forKey: path) }
    try parked?.file.complete()
  }

  /// Settles all remaining files and flushes the folders with new names.
  package func end() {
    while let path = state.withLock({ $0.files.keys.first }) { try? settle(path) }
    let folders = state.withLock { state in
      defer { state.folders = [] }
      return state.folders
    }
    for folder in folders { OutputFile.synchronize(folder: folder) }
  }
}

/// The process's defaults for outputs.
package enum OutputPolicy {
  private struct State {
    var durability = OutputFile.Durability.unsynced
    var pending: PendingOutputs?
    var warning: (@Sendable (FilePath) -> Void)?
  }

  private static let state = Mutex(State())

  /// Whether files are flushed to disk before they are renamed.
  package static var durability: OutputFile.Durability {
    get { state.withLock { $0.durability } }
    set { state.withLock { $0.durability = newValue } }
  }

  /// The table that waits for the disk, or `nil` if the writers wait.
  package static var pending: PendingOutputs? {
    get { state.withLock { $0.pending } }
    set { state.withLock { $0.pending = newValue } }
  }

  /// Sets a function to call with the first folder that cannot be flushed, because the file system
  /// does not support it. It is called once, on any thread.
  package static func onUnsynced(_ warning: @escaping @Sendable (FilePath) -> Void) {
    state.withLock { $0.warning = warning }
  }

  static func warnOfUnsynced(_ folder: FilePath) {
    let warning = state.withLock { state in
      defer { state.warning = nil }
      return state.warning
    }
    warning?(folder)
  }
}

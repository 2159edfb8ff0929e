internal import Synchronization
package import SystemPackage

/// Files that are written but not yet on the disk, which another thread than their makers waits for.
///
/// A disk takes a moment to say that it has a file. Between `begin` and `end`, `commit` of a synced file starts the writing and
/// returns; the thread that reports outcomes then calls `settle` for each, which waits for the disk and gives the file its
/// name, while others make the next pictures. Folders are synced at the end, once each.
package final class PendingOutputs: Sendable {
  /// A file is one thread's at a time: its maker's, then this table's, then that of who settles it.
  private struct Parked: @unchecked Sendable {
    let file: OutputFile
  }

  private struct State {
    var files: [FilePath: Parked] = [:]
    var folders: Set<FilePath> = []
  }

  private let state = Mutex(State())
  /// More would only fill memory and descriptors when the disk is slower than the work; makers then wait for it themselves.
  private static let most = 8

  package init() {}

  /// Takes a file to be settled; false if its maker must wait for the disk itself.
  func take(_ file: OutputFile) -> Bool {
    let path = file.path
    let parked = Parked(file: file)
    return state.withLock { state in
      guard state.files.count < Self.most, state.files[path] == nil else { return false }
      state.files[path] = parked
      return true
    }
  }

  /// Takes a folder with a new name in it, to be synced at the end.
  func take(folder: FilePath) { state.withLock { _ = $0.folders.insert(folder) } }

  /// Waits until a file is on the disk and gives it its name; does nothing if it has one.
  ///
  /// - Throws: As `OutputFile.commit`; the file is removed then.
  package func settle(_ path: FilePath) throws(SystemError) {
    let parked = state.withLock { $0.files.removeValue(forKey: path) }
    try parked?.file.complete()
  }

  /// Settles what is left, and syncs the folders that have got new names.
  package func end() {
    while let path = state.withLock({ $0.files.keys.first }) { try? settle(path) }
    let folders = state.withLock { state in
      defer { state.folders = [] }
      return state.folders
    }
    for folder in folders { OutputFile.synchronize(folder: folder) }
  }
}

/// What this process does with outputs whose makers do not say.
package enum OutputPolicy {
  private struct State {
    var durability = OutputFile.Durability.unsynced
    var pending: PendingOutputs?
    var warning: (@Sendable (FilePath) -> Void)?
  }

  private static let state = Mutex(State())

  /// Whether they are on the disk before they have their names.
  package static var durability: OutputFile.Durability {
    get { state.withLock { $0.durability } }
    set { state.withLock { $0.durability = newValue } }
  }

  /// Who waits for the disk; nil for their makers.
  package static var pending: PendingOutputs? {
    get { state.withLock { $0.pending } }
    set { state.withLock { $0.pending = newValue } }
  }

  /// Calls `warning` with the first folder whose file system cannot tell when the disk has a file. It is called once, on any
  /// thread.
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

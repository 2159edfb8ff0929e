package import Platform
package import SystemPackage

/// Which files of a folder have arrived: those that have stopped growing and are whole.
///
/// It knows no clock and reads nothing itself, so that tests can play any course of events.
package struct HotFolder {
  private struct Entry {
    var status: FileStatus
    /// When this state of it was first seen, in seconds.
    var since: Double
    var isTaken = false
  }

  /// Seconds that a file must stay the same.
  package let settle: Double
  /// Seconds after which a file that stays the same is taken although it is not whole, so that it is told what is wrong.
  package let patience: Double
  private var entries: [FilePath: Entry] = [:]

  /// An empty folder.
  ///
  /// - Parameters:
  ///   - settle: Seconds that a file must stay the same.
  ///   - patience: Seconds after which it is taken as it is.
  package init(settle: Double, patience: Double) {
    self.settle = settle
    self.patience = max(patience, settle)
  }

  /// Whether there are files that have not been taken.
  package var isWaiting: Bool { entries.values.contains { !$0.isTaken } }

  /// The files that have arrived since the last look, each once as long as it does not change.
  ///
  /// - Parameters:
  ///   - files: All files that are there.
  ///   - now: Seconds by any clock.
  ///   - status: Looks at a file; nil if it is gone.
  ///   - isWhole: Whether a file can be read to its end.
  package mutating func arrivals(
    _ files: [FilePath], now: Double, status: (FilePath) -> FileStatus?,
    isWhole: (FilePath) -> Bool
  ) -> [FilePath] {
    var left: [FilePath: Entry] = [:]
    var arrived: [FilePath] = []
    for file in files {
      guard let status = status(file) else { continue }
      var entry = entries[file] ?? Entry(status: status, since: now)
      if entry.status != status { entry = Entry(status: status, since: now) }
      let age = now - entry.since
      if !entry.isTaken, age >= settle, status.size > 0 || age >= patience {
        if age >= patience || isWhole(file) {
          entry.isTaken = true
          arrived.append(file)
        }
      }
      left[file] = entry
    }
    entries = left
    return arrived
  }
}

package import BromideSystem
package import SystemPackage

/// Finds new files in a folder that are complete and have stopped growing.
///
/// The caller provides times and file states, so tests do not use a clock or files.
package struct HotFolder {
  private struct Entry {
    var status: FileStatus
    /// The time of the first check with this status, in seconds.
    var since: Double
    var isTaken = false
  }

  /// Seconds that a file must stay unchanged.
  package let settle: Double
  /// Seconds to wait for an incomplete file to grow. After that, Bromide converts it anyway, so
  /// that you get an error message.
  package let patience: Double
  private var entries: [FilePath: Entry] = [:]

  /// Creates an empty folder.
  ///
  /// - Parameters:
  ///   - settle: Seconds that a file must stay unchanged.
  ///   - patience: Seconds to wait for an incomplete file.
  package init(settle: Double, patience: Double) {
    self.settle = settle
    self.patience = max(patience, settle)
  }

  /// Whether some files have not been reported yet.
  package var isWaiting: Bool { entries.values.contains { !$0.isTaken } }

  /// Returns the files that have arrived since the last call, each once unless it changes.
  ///
  /// - Parameters:
  ///   - files: All files in the folder.
  ///   - now: The current time of any clock, in seconds.
  ///   - status: Returns the status of a file, or `nil` if it has disappeared.
  ///   - isWhole: Returns whether a file is complete.
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

internal import BromideLibc
package import SystemPackage

/// A file's size, times and identity before it is read, to detect later whether it changed.
///
/// Photos are not locked: a card reader, a backup or an editor can write a file while Bromide reads
/// it. The picture would then mix two versions.
package struct FileState: Sendable {
  private let path: FilePath
  private let before: FileStatus

  /// Records the file's current state.
  package init(_ path: FilePath) throws(SystemError) {
    self.path = path
    before = try Self.settled(path)
  }

  /// Whether the path is now another file, or its bytes, rights or times have changed. For a
  /// deleted file, the result is false, because no change was seen.
  package var hasChanged: Bool {
    guard let now = try? FileSystem.status(path) else { return false }
    return now != before
  }

  /// The text about a changed file, without the file's name, or `nil` if the file is unchanged.
  package var complaint: String? { hasChanged ? Self.complaint : nil }

  /// The text about a changed file.
  package static let complaint = "it changed while it was read"

  /// The text about a file that the system cannot read completely, without the file's name, or
  /// `nil`.
  package var readingFailure: String? {
    FileSystem.readingError(path).map { "it cannot be read: \($0.reason)" }
  }

  /// Returns the file's state, so that the next change will be visible.
  ///
  /// The system counts time in ticks. If the file was written in the current tick, another write
  /// would get the same time. So this function waits until the tick ends.
  private static func settled(_ path: FilePath) throws(SystemError) -> FileStatus {
    let status = try FileSystem.status(path)
    var now = timespec()
    guard unsafe clock_gettime(CLOCK_REALTIME, &now) == 0 else { return status }
    let age = Int64(now.tv_sec) * 1_000_000_000 + Int64(now.tv_nsec) - status.changed
    guard (0..<tick).contains(age) else { return status }
    usleep(UInt32((tick - age) / 1000 + 1))
    return try FileSystem.status(path)
  }

  /// The longest tick in nanoseconds: 100 ticks per second.
  private static let tick: Int64 = 10_000_000
}

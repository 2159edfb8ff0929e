package import SystemPackage

#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Glibc
#endif

/// Size, times and identity of a file at the moment when reading it began, to see later whether it changed meanwhile.
///
/// Nobody locks a photo against a card reader, a backup or an editor: a file that is written while it is read gives a
/// picture of two versions.
package struct FileState: Sendable {
  private let path: FilePath
  private let before: FileStatus

  /// Describes the file as it is now.
  package init(_ path: FilePath) throws(SystemError) {
    self.path = path
    before = try Self.settled(path)
  }

  /// Whether the file is another, or has other bytes, rights or times than at the beginning. One that is gone was
  /// not seen to change.
  package var hasChanged: Bool {
    guard let now = try? FileSystem.status(path) else { return false }
    return now != before
  }

  /// A sentence without the file's name if the file has changed.
  package var complaint: String? { hasChanged ? Self.complaint : nil }

  /// The sentence.
  package static let complaint = "it changed while it was read"

  /// A sentence without the file's name if the system cannot read all of the file.
  package var readingFailure: String? {
    FileSystem.readingError(path).map { "it cannot be read: \($0.reason)" }
  }

  /// The state of a file whose next change will show. The system counts time in ticks, so a file that was written in this
  /// tick can be written again under the same time; then the tick's end is awaited.
  private static func settled(_ path: FilePath) throws(SystemError) -> FileStatus {
    let status = try FileSystem.status(path)
    var now = timespec()
    guard unsafe clock_gettime(CLOCK_REALTIME, &now) == 0 else { return status }
    let age = Int64(now.tv_sec) * 1_000_000_000 + Int64(now.tv_nsec) - status.changed
    guard (0..<tick).contains(age) else { return status }
    usleep(UInt32((tick - age) / 1000 + 1))
    return try FileSystem.status(path)
  }

  /// Nanoseconds of the longest tick: 100 a second.
  private static let tick: Int64 = 10_000_000
}

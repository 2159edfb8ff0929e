internal import BromideSystem
internal import SystemPackage

/// The status of files and folders at the time of a check.
struct WatchedFiles {
  private var statuses: [FilePath: FileStatus?] = [:]

  /// Records the status of files, unless they are already recorded.
  mutating func add(_ paths: some Sequence<FilePath>) {
    for path in paths where statuses[path] == nil {
      statuses.updateValue(try? FileSystem.status(Self.place(path)), forKey: path)
    }
  }

  /// The folders to watch for changes of the files.
  var folders: Set<FilePath> {
    Set(statuses.keys.map { FileSystem.isFolder($0) ? $0 : Self.place($0.removingLastComponent()) })
  }

  /// Whether a file has changed, appeared or disappeared.
  var haveChanged: Bool {
    statuses.contains { path, status in (try? FileSystem.status(Self.place(path))) != status }
  }

  /// Returns the same files with their current status.
  var renewed: WatchedFiles {
    var renewed = WatchedFiles()
    renewed.add(statuses.keys)
    return renewed
  }

  /// Replaces a path without components by the working directory.
  private static func place(_ path: FilePath) -> FilePath { path.isEmpty ? "." : path }
}

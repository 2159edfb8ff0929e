internal import Platform
internal import SystemPackage

/// Files and folders as they were when they were looked at.
struct WatchedFiles {
  private var statuses: [FilePath: FileStatus?] = [:]

  /// Looks at files, unless it knows them already.
  mutating func add(_ paths: some Sequence<FilePath>) {
    for path in paths where statuses[path] == nil {
      statuses.updateValue(try? FileSystem.status(Self.place(path)), forKey: path)
    }
  }

  /// The folders in which a change tells that one of the files may have changed.
  var folders: Set<FilePath> {
    Set(statuses.keys.map { FileSystem.isFolder($0) ? $0 : Self.place($0.removingLastComponent()) })
  }

  /// Whether a file is another than it was, has come or gone.
  var haveChanged: Bool {
    statuses.contains { path, status in (try? FileSystem.status(Self.place(path))) != status }
  }

  /// The same files as they are now.
  var renewed: WatchedFiles {
    var renewed = WatchedFiles()
    renewed.add(statuses.keys)
    return renewed
  }

  /// A path without components is the working directory.
  private static func place(_ path: FilePath) -> FilePath { path.isEmpty ? "." : path }
}

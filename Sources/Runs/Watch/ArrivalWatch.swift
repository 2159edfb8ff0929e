internal import BromideSystem
package import SystemPackage

/// Watches folders and reports new files that are complete and have stopped growing.
package struct ArrivalWatch {
  private let roots: [FilePath]
  private let isRecursive: Bool
  private let options: HotFolderWatch.Options

  /// Creates a watch.
  ///
  /// - Parameters:
  ///   - roots: The folders.
  ///   - isRecursive: Whether to watch subfolders.
  package init(_ roots: [FilePath], isRecursive: Bool, options: HotFolderWatch.Options) {
    self.roots = roots
    self.isRecursive = isRecursive
    self.options = options
  }

  /// Watches until `isStopped` returns true.
  ///
  /// - Parameters:
  ///   - isStopped: Returns whether to stop. This is called every fifth of a second.
  ///   - files: Returns all relevant files, or `nil` if the folders cannot be read now.
  ///   - isWhole: Returns whether a file is complete.
  ///   - arrived: Receives new files, each once unless it changes.
  package func run(
    isStopped: () -> Bool, files: () -> [FilePath]?, isWhole: (FilePath) -> Bool,
    arrived: ([FilePath]) -> Void
  ) {
    var folder = HotFolder(settle: options.settle, patience: options.patience)
    let events = FolderEvents(listens: options.interval == nil)
    let watch = Stopwatch()
    while !isStopped() {
      // Start watching before you list the files, so that no file is missed in between.
      let isListening = events.watch(folders)
      if let files = files() {
        let new = folder.arrivals(
          files, now: watch.seconds, status: { try? FileSystem.status($0) }, isWhole: isWhole)
        if !new.isEmpty, !isStopped() { arrived(new) }
      }
      // If a folder is moved and recreated, its watch is lost, so check it regularly. If a file may
      // still grow, check it again when it could be complete.
      let pause =
        folder.isWaiting
        ? min(options.settle, options.interval ?? options.settle)
        : options.interval ?? (isListening ? 10 : 2)
      let start = watch.seconds
      while !isStopped(), watch.seconds - start < pause {
        let before = watch.seconds
        events.wait(seconds: min(0.2, pause - (before - start)))
        // An event ended the wait early.
        if isListening, watch.seconds - before < 0.19, !folder.isWaiting { break }
      }
    }
  }

  /// The folders, with subfolders if the watch is recursive.
  private var folders: [FilePath] {
    var all: [FilePath] = []
    var left = roots
    while let folder = left.popLast(), all.count < 10_000 {
      all.append(folder)
      guard isRecursive, let names = try? FileSystem.entries(of: folder) else { continue }
      for name in names where !name.isHidden {
        let path = folder.appending(name)
        if FileSystem.isFolder(path) { left.append(path) }
      }
    }
    return all
  }
}

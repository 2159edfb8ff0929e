internal import Platform
package import SystemPackage

/// Looks into folders again and again, and tells of the files that have arrived: those that have stopped growing and are whole.
package struct ArrivalWatch {
  private let roots: [FilePath]
  private let isRecursive: Bool
  private let options: HotFolderWatch.Options

  /// - Parameters:
  ///   - roots: The folders.
  ///   - isRecursive: Whether folders in them are watched, too.
  package init(_ roots: [FilePath], isRecursive: Bool, options: HotFolderWatch.Options) {
    self.roots = roots
    self.isRecursive = isRecursive
    self.options = options
  }

  /// Watches until it is told to stop.
  ///
  /// - Parameters:
  ///   - isStopped: Whether it is to end; asked about every fifth of a second.
  ///   - files: All files that are there and are of interest; nil if they cannot be listed now.
  ///   - isWhole: Whether a file can be read to its end.
  ///   - arrived: Is given files that have arrived, each once as long as it does not change.
  package func run(
    isStopped: () -> Bool, files: () -> [FilePath]?, isWhole: (FilePath) -> Bool,
    arrived: ([FilePath]) -> Void
  ) {
    var folder = HotFolder(settle: options.settle, patience: options.patience)
    let events = FolderEvents(listens: options.interval == nil)
    let watch = Stopwatch()
    while !isStopped() {
      // Watched before it is looked at: what comes in between is seen by one of both.
      let isListening = events.watch(folders)
      if let files = files() {
        let new = folder.arrivals(
          files, now: watch.seconds, status: { try? FileSystem.status($0) }, isWhole: isWhole)
        if !new.isEmpty, !isStopped() { arrived(new) }
      }
      // A folder that was moved away and made again has lost its watch: so it is looked at from time to time in any case.
      // A file that may still grow is looked at again when it could have settled.
      let pause =
        folder.isWaiting
        ? min(options.settle, options.interval ?? options.settle)
        : options.interval ?? (isListening ? 10 : 2)
      let start = watch.seconds
      while !isStopped(), watch.seconds - start < pause {
        let before = watch.seconds
        events.wait(seconds: min(0.2, pause - (before - start)))
        // Woken before its time.
        if isListening, watch.seconds - before < 0.19, !folder.isWaiting { break }
      }
    }
  }

  /// The folders and, if they are searched, those in them.
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

internal import ArgumentParser
internal import BromidePhotos
internal import BromideSystem
internal import SystemPackage

/// Options for worker processes.
struct IsolationOptions: ParsableArguments {
  @Option(
    choice: "Use worker processes, so that a crash costs one file", standard: "auto",
    note: """
      LibRaw and other libraries read files in the workers.
      auto uses workers for several inputs, or if you set --timeout.
      """)
  var isolation: PhotoIsolation.Choice = .auto

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Limit of a worker per file and step (default: 60, plus 1 per megabyte)",
      valueName: "seconds"),
    transform: WorkValue.seconds)
  var timeout: Double?

  mutating func validate() throws {
    if timeout != nil, isolation == .off {
      throw ValidationError("--timeout requires worker processes; remove it or --isolation off")
    }
  }

  /// Starts worker processes if requested, or if there are several files.
  ///
  /// - Parameter threads: The number of threads that read files.
  func begin(severalFiles: Bool, threads: Int) {
    if let timeout { PipedProcess.patience = timeout }
    guard isolation == .process || (isolation == .auto && (severalFiles || timeout != nil)),
      let options = PhotoIsolation.Options(workers: threads, timeout: timeout)
    else { return }
    PhotoIsolation.begin(options)
  }

  /// Returns whether the arguments contain several files. Lists and folders always count as
  /// several.
  static func mayNameSeveral(_ inputs: [String]) -> Bool {
    inputs.count != 1 || inputs[0].hasPrefix("@")
      || FileSystem.isFolder(FilePath(reversible: inputs[0]))
  }
}

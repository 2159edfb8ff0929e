internal import ArgumentParser
internal import BromidePhotos
internal import BromideRaw
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

  /// Returns the context of a run, with worker processes if requested, or if there are several
  /// files.
  ///
  /// - Parameters:
  ///   - threads: The number of threads that read files.
  ///   - cameras: The cameras that the user added, or `nil` without them.
  ///   - memory: The maximum number of bytes for one finished picture.
  func context(severalFiles: Bool, threads: Int, cameras: AddedCameras?, memory: Int) -> RunContext
  {
    let isOn = isolation == .process || (isolation == .auto && (severalFiles || timeout != nil))
    return RunContext(
      cameras: cameras,
      isolation: isOn ? PhotoIsolation.Options(workers: threads, timeout: timeout) : nil,
      timeout: timeout, memory: memory)
  }

  /// Returns whether the arguments contain several files. Lists and folders always count as
  /// several.
  static func mayNameSeveral(_ inputs: [String]) -> Bool {
    inputs.count != 1 || inputs[0].hasPrefix("@")
      || FileSystem.isFolder(FilePath(reversible: inputs[0]))
  }
}

internal import ArgumentParser
internal import BromideRuns
internal import BromideSystem
internal import SystemPackage

/// Options for new photos in folders.
struct WatchOptions: ParsableArguments {
  @Flag(
    help: ArgumentHelp(
      "Keep running and process new photos as they arrive, until Ctrl-C",
      discussion: "Bromide waits until a file has stopped growing.")
  )
  var watch = false

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "With --watch, poll every N seconds (default: notifications)",
      discussion: "Network folders need this, because they do not send notifications.",
      valueName: "seconds"),
    transform: NumberValue.decimal(0.1...3600, noun: "seconds"))
  var watchEvery: Double?

  mutating func validate() throws {
    if watchEvery != nil, !watch { throw ValidationError("--watch-every needs --watch") }
  }

  /// Rejects inputs and outputs that do not work with `--watch`.
  func check(_ inputs: [String], output: String?) throws(UsageError) {
    for input in inputs where !FileSystem.isFolder(FilePath(reversible: input)) {
      throw UsageError("--watch requires folders; \(FilePath(reversible: input)) is not a folder")
    }
    if output == "-" { throw UsageError("--watch writes files; set a folder with -o") }
  }

  var options: HotFolderWatch.Options {
    var options = HotFolderWatch.Options()
    options.interval = watchEvery
    return options
  }
}

internal import ArgumentParser
internal import Outputs
internal import PhotoLoading

/// The files that a command reads.
struct InputOptions: ParsableArguments {
  @Argument(
    help: ArgumentHelp(
      "Files, folders, @list.txt, or @- for paths on standard input, separated by newlines or NULs. - is one photo or picture on standard input, for sample also a stream of video frames."
    ),
    completion: .file())
  var inputs: [String] = []

  @Flag(
    name: .shortAndLong,
    help: "Search subfolders too; convert -o mirrors them. Hidden files and folders are skipped.")
  var recursive = false

  @Option(
    help: ArgumentHelp("How to treat damaged photos", of: ["fail", "keep"], standard: "fail"),
    completion: .list(["fail", "keep"]), transform: Choice.value)
  var damaged: DamagePolicy = .fail

  @OptionGroup var headerless: HeaderlessOptions
  @OptionGroup var strictness: StrictOptions
}

/// The shortcomings that a command does not let pass.
struct StrictOptions: ParsableArguments {
  @Flag(
    help:
      "Fail photos whose colours would be guessed, because no matrix is known for their camera, or to whose preview no look can be fitted."
  )
  var strict = false
}

/// How a command treats outputs that already exist.
struct ExistingOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "How to treat outputs that already exist", of: Choice.names(ExistingPolicy.self),
      standard: "update"),
    completion: .list(Choice.names(ExistingPolicy.self)), transform: Choice.value)
  var ifExists: ExistingPolicy?

  @Flag(name: .customShort("y"), help: "Same as --if-exists overwrite.")
  var overwrites = false

  mutating func validate() throws {
    if overwrites, let ifExists, ifExists != .overwrite {
      throw ValidationError(
        "-y contradicts --if-exists \(ifExists.rawValue); give one of them")
    }
  }

  var policy: ExistingPolicy { overwrites ? .overwrite : ifExists ?? .update }
}

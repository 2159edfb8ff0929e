internal import ArgumentParser
internal import BatchConversion

/// The files that a command reads.
struct InputOptions: ParsableArguments {
  @Argument(
    help: ArgumentHelp(
      "Files, folders, @list.txt, or @- for paths on standard input, separated by newlines or NULs. - is the same as @-, but for sample it is a stream of video frames."
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
  var damaged: DamagedHandling = .fail
}

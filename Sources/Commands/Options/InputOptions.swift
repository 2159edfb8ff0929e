internal import ArgumentParser
internal import BatchConversion

struct InputOptions: ParsableArguments {
  @Argument(
    help: "Raw photos, folders, @list.txt, or - (paths on standard input, a line or a NUL each).",
    completion: .file())
  var inputs: [String] = []

  @Flag(name: .shortAndLong, help: "Into subfolders; -o mirrors them. Hidden entries never.")
  var recursive = false

  @Option(
    help: ArgumentHelp("Damaged photos", of: ["fail", "keep"], standard: "fail"),
    completion: .list(["fail", "keep"]), transform: Choice.value)
  var damaged: DamagedHandling = .fail
}

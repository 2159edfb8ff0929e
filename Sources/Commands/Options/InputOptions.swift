internal import ArgumentParser
internal import PhotoLoading

struct InputOptions: ParsableArguments {
  @Argument(
    help: ArgumentHelp(
      "Files, folders, @list.txt, @- (paths on standard input, a line or a NUL each); - is the same for convert, and frames for sample."
    ),
    completion: .file())
  var inputs: [String] = []

  @Flag(
    name: .shortAndLong, help: "Into subfolders; convert's -o mirrors them. Hidden entries never.")
  var recursive = false

  @Option(
    help: ArgumentHelp("Damaged photos", of: ["fail", "keep"], standard: "fail"),
    completion: .list(["fail", "keep"]), transform: Choice.value)
  var damaged: DamagePolicy = .fail
}

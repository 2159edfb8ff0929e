internal import ArgumentParser
internal import Color
internal import PNGCoding
internal import Pixels

/// Where a sheet goes, and what kind of PNG it is.
struct SheetOutputOptions: ParsableArguments {
  @Option(
    name: .shortAndLong,
    help: ArgumentHelp(
      "A .png file, a folder (made), or - for one PNG on standard output; with --animate a folder of frames.",
      valueName: "path"),
    completion: .file())
  var output: String?

  @OptionGroup var existing: ExistingOptions

  @Option(
    help: ArgumentHelp("Bits a sample", of: ["8", "16"], standard: "8"),
    completion: .list(["8", "16"]), transform: PictureOptions.sample)
  var depth: SampleFormat = .uint8

  @Option(
    help: ArgumentHelp(
      "Colour space", of: RGBSpace.all.map(\.name), standard: RGBSpace.srgb.name),
    completion: .list(RGBSpace.all.map(\.name)), transform: OutputOptions.space)
  var space: RGBSpace = .srgb

  @Option(
    help: ArgumentHelp(
      "PNG effort", of: Choice.names(PNGCompression.self), standard: "balanced"),
    completion: .list(Choice.names(PNGCompression.self)), transform: Choice.value)
  var compression: PNGCompression = .balanced

  @Flag(name: [.customShort("n"), .long], help: "Say what would be done, on standard output.")
  var dryRun = false

  @Option(
    help: ArgumentHelp(
      "Write a JSON object a line for each photo; - is standard output.", valueName: "file"),
    completion: .file())
  var report: String?
}

internal import ArgumentParser
internal import Color
internal import Outputs
internal import PNGCoding

struct OutputOptions: ParsableArguments {
  @Option(
    name: .shortAndLong,
    help: ArgumentHelp(
      "A .png file, a folder (made), or - for one PNG on standard output (default: beside the input).",
      valueName: "path"),
    completion: .file())
  var output: String?

  @Option(
    help: ArgumentHelp(
      "Names of outputs, from {stem} {ext} {folder} {n} {date} {camera} (default {stem}).",
      valueName: "template"))
  var name: String?

  @OptionGroup var existing: ExistingOptions

  @Option(
    help: ArgumentHelp(
      "Colour space", of: RGBSpace.all.map(\.name), standard: RGBSpace.srgb.name),
    completion: .list(RGBSpace.all.map(\.name)), transform: Self.space)
  var space: RGBSpace = .srgb

  @Option(
    help: ArgumentHelp(
      "PNG effort", of: Choice.names(PNGCompression.self), standard: "balanced"),
    completion: .list(Choice.names(PNGCompression.self)), transform: Choice.value)
  var compression: PNGCompression = .balanced

  @Option(
    help: ArgumentHelp(
      "What the picture says of the photo", of: Choice.names(MetadataChoice.self), standard: "all"),
    completion: .list(Choice.names(MetadataChoice.self)), transform: Choice.value)
  var metadata: MetadataChoice = .all

  @Option(help: ArgumentHelp("Whose rights the picture states.", valueName: "text"))
  var copyright: String?

  @Option(help: ArgumentHelp("Who made the picture.", valueName: "text"))
  var artist: String?

  @Flag(name: [.customShort("n"), .long], help: "Say what would be done, on standard output.")
  var dryRun = false

  @Option(
    help: ArgumentHelp(
      "Write a JSON object a line for each input; - is standard output.", valueName: "file"),
    completion: .file())
  var report: String?

  static func space(_ text: String) throws -> RGBSpace {
    if let space = RGBSpace.named(text) { return space }
    return try Choice.value(text, in: RGBSpace.all.map { ($0.name, $0) })
  }
}

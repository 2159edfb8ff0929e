internal import ArgumentParser
internal import Sampling

/// The form of the answer.
struct AnswerOptions: ParsableArguments {
  @Option(
    parsing: .unconditionalSingleValue,
    help: ArgumentHelp(
      "Colour space to print, repeatable", of: SampleSpace.all.map(\.name), standard: "srgb"),
    completion: .list(SampleSpace.all.map(\.name)), transform: Self.space)
  var space: [SampleSpace] = []

  @Option(
    help: ArgumentHelp("Format", of: Choice.names(AnswerFormat.self), standard: "text"),
    completion: .list(Choice.names(AnswerFormat.self)), transform: Choice.value)
  var format: AnswerFormat = .text

  @Flag(help: "Print encoded numbers beyond 0 to 255 as they are, for colours outside the space.")
  var unclipped = false

  @Option(
    help: ArgumentHelp(
      "What #rrggbb states", of: Choice.names(HexSource.self), standard: "colour",
      note: "codes are the picture's own R'G'B', which most players show as they are."),
    completion: .list(Choice.names(HexSource.self)), transform: Choice.value)
  var hexOf: HexSource = .colour

  @Flag(help: "Also print the colour under every plausible YCbCr matrix and range.")
  var compare = false

  @Option(
    help: ArgumentHelp(
      "Draw the colours beside the picture, with their places marked.", valueName: "file.png"),
    completion: .file())
  var swatch: String?

  @OptionGroup var existing: ExistingOptions

  /// The sheet of swatches to draw, or nil.
  var swatchPicture: SwatchPicture? {
    swatch.map { SwatchPicture(path: $0, policy: existing.policy) }
  }

  private static func space(_ text: String) throws -> SampleSpace {
    if let space = SampleSpace.named(text) { return space }
    return try Choice.value(text, in: SampleSpace.all.map { ($0.name, $0) })
  }
}

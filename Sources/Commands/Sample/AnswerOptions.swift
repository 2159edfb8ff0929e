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

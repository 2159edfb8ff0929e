internal import ArgumentParser
internal import BromideSampling
internal import BromideValues

/// The format of the answer.
struct AnswerOptions: ParsableArguments {
  @Option(
    parsing: .unconditionalSingleValue,
    help: ArgumentHelp(
      "Colour spaces to print", of: SampleSpace.all.map(\.name), standard: "srgb",
      note: "Repeat the option or separate names with commas."),
    completion: .list(SampleSpace.all.map(\.name)), transform: Self.spaces)
  var space: [[SampleSpace]] = []

  @Option(choice: "Format", standard: "text")
  var format: AnswerFormat = .text

  @Flag(
    help: ArgumentHelp(
      "Do not clip numbers to 0 to 255",
      discussion: "Colours outside the space have numbers outside this range."))
  var unclipped = false

  @Option(
    choice: "Source of #rrggbb", standard: "colour",
    note: "codes are the picture's R'G'B'. Most players show them unchanged.")
  var hexOf: HexSource = .colour

  @Option(
    help: ArgumentHelp(
      "Draw the colours next to the picture, and mark the points", valueName: "file.png"),
    completion: .file())
  var swatch: String?

  @OptionGroup var existing: ExistingOptions

  /// The spaces to print.
  var spaces: [SampleSpace] { space.isEmpty ? [.encoded(.srgb)] : space.flatMap(\.self) }

  /// Reads names of spaces with commas between them.
  static func spaces(_ text: String) throws -> [SampleSpace] {
    try text.split(separator: ",", omittingEmptySubsequences: false).map { name in
      if let space = SampleSpace.named(String(name)) { return space }
      return try Choice.value(String(name), in: SampleSpace.all.map { ($0.name, $0) })
    }
  }
}

/// The plot of the colours, for samples that have a course.
struct PlotOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Plot the first --space along a line or over time",
      discussion: "With --histogram, Bromide draws the histogram.",
      valueName: "file.png"),
    completion: .file())
  var plot: String?
}

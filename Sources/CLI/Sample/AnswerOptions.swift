internal import ArgumentParser
internal import BromideRuns
internal import BromideSampling
internal import BromideSystem
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

  /// Rejects options without effect on dominant colours and palettes.
  func check(
    _ places: PlaceRequest, _ window: WindowOptions, _ against: AgainstOptions,
    _ frame: FrameOptions, plot: String?
  ) throws {
    if plot != nil { try checkPlot(places, frame) }
    if places.palette != nil || places.hasHistogram {
      let names = [
        ("against", against.against != nil), ("window", window.window != nil),
        ("shape", window.shape != .square), ("lookup", window.lookup != .nearest),
        ("statistic", window.statistic != .mean), ("stats", !window.stats.isEmpty),
        ("compare", against.compare), ("average", frame.average != nil),
      ]
      if let name = names.first(where: \.1)?.0 {
        let overview = places.hasHistogram ? "--histogram" : "a palette"
        throw ValidationError(
          "--\(name) cannot be combined with \(overview), which reads the full picture")
      }
    }
    if places.hasHistogram { try checkHistogram(frame, plot: plot) }
    if places.palette != nil {
      if let space = spaces.first(where: { [.camera, .ycbcr, .rgb].contains($0) }) {
        throw ValidationError(
          "--space \(space.name): a palette contains averages without stored values; use another space"
        )
      }
    }
    guard format.palette != nil else { return }
    let names = [
      ("space", !space.isEmpty), ("unclipped", unclipped), ("stats", !window.stats.isEmpty),
    ]
    if let name = names.first(where: \.1)?.0 {
      throw ValidationError("--\(name): palettes contain sRGB only; use --format text, csv or json")
    }
    if format == .ase, Console.isTerminal(1) {
      throw ValidationError("--format ase is binary; redirect it to a file: > palette.ase")
    }
  }

  /// Rejects options that a histogram does not support.
  private func checkHistogram(_ frame: FrameOptions, plot: String?) throws {
    let known = SampleSpace.all.filter {
      if case .encoded = $0 { true } else { $0 == .rgb || $0 == .ycbcr }
    }
    guard spaces.count == 1, known.contains(spaces[0]) else {
      throw ValidationError(
        "--histogram counts the codes of one space: --space "
          + known.map(\.name).joined(separator: ", "))
    }
    let names = [("swatch", swatch != nil), ("unclipped", unclipped)]
    if let name = names.first(where: \.1)?.0 {
      throw ValidationError("--\(name) cannot be combined with --histogram; remove one")
    }
    if plot != nil, frame.frames != nil {
      throw ValidationError("--plot draws --histogram of one frame; choose it with --frame")
    }
    if format.palette != nil {
      throw ValidationError("--histogram is not a palette; use --format text, csv or json")
    }
  }

  /// Rejects plots of data that is not a course.
  private func checkPlot(_ places: PlaceRequest, _ frame: FrameOptions) throws {
    guard !places.hasHistogram else { return }
    if places.line != nil, places.hasOthersThanLine {
      throw ValidationError("--plot draws only the line; remove the other points")
    }
    if places.line != nil, frame.frames != nil {
      throw ValidationError("--plot draws the line of one frame; choose it with --frame")
    }
    if places.palette != nil || places.chartName != nil {
      throw ValidationError(
        "--plot requires a line or several frames; use --swatch for colours")
    }
    if spaces.allSatisfy({ $0 == .hex }) {
      throw ValidationError("--plot cannot draw hex; use another --space")
    }
  }

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

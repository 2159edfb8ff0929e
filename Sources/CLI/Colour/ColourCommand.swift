internal import ArgumentParser
internal import BromideRuns
internal import BromideSampling
internal import BromideValues

/// `bromide colour`.
struct ColourCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "colour",
    abstract: "Convert and compare colours without a picture.",
    discussion: """
      Write a colour as #f80, #ff8800, or as a space and its numbers: lab:70,40,60 or "lab(70 40 60)".
      Most shells read # as a comment, so quote it or leave it out: ff8800.
      With two or more colours, Bromide also prints the differences from the first one, and the \
      contrast ratio of WCAG 2.2.

      Examples:
        bromide colour '#f80' --space lab,oklab,xyz
        bromide colour '#f80' '#048'
        bromide colour slog3:105,105,105 --space linear,logc4
        bromide colour - --space lab --format csv <colours.txt

      Exit status: 0 success, 64 wrong usage.
      """)

  enum Format: String, CaseIterable {
    case text, csv, json
  }

  @Argument(help: "Colours, or - to read one colour per line from standard input")
  var colours: [String] = []

  @ArgumentParser.Option(
    parsing: .unconditionalSingleValue,
    help: ArgumentHelp(
      "Colour spaces to print", of: Self.readable.map(\.name), standard: "srgb,lab,oklch",
      note: "Repeat the option or separate names with commas."),
    completion: .list(Self.readable.map(\.name)), transform: AnswerOptions.spaces)
  var space: [[SampleSpace]] = []

  @Flag(
    help: ArgumentHelp(
      "Do not clip numbers to 0 to 255",
      discussion: "Colours outside the space have numbers outside this range."))
  var unclipped = false

  @ArgumentParser.Option(choice: "Format", standard: "text")
  var format: Format = .text

  /// The spaces that do not need a picture.
  private static let readable = SampleSpace.all.filter {
    ![.rgb, .ycbcr, .camera].contains($0)
  }

  mutating func validate() throws {
    if let space = space.flatMap(\.self).first(where: { !Self.readable.contains($0) }) {
      throw ValidationError("--space \(space.name) requires a picture; use bromide sample")
    }
  }

  mutating func run() throws { try end(after: convert) }

  private func convert() throws -> ExitStatus {
    let texts = try typed()
    let spaces = space.isEmpty ? [.encoded(.srgb), .lab, .oklch] : space.flatMap(\.self)
    var colours: [NamedColour] = []
    for text in texts { colours.append(NamedColour(text, try ColourText.light(text))) }
    let table = ColourTable(colours, spaces, isUnclipped: unclipped)
    let answer =
      switch format {
      case .text: table.text(showsColor: Messages.showsAllColors)
      case .csv: table.csv
      case .json: table.json
      }
    return ExitStatus.put(answer) ?? .done
  }

  /// Returns the colours of the arguments, with `-` replaced by the lines of standard input.
  private func typed() throws -> [String] {
    guard !colours.isEmpty else {
      throw UsageError("no colours; write one as '#f80' (quote the #) or lab:70,40,60")
    }
    guard colours.count(where: { $0 == "-" }) <= 1 else {
      throw UsageError("standard input can be read only once")
    }
    var result: [String] = []
    for colour in colours {
      guard colour == "-" else {
        result.append(colour)
        continue
      }
      result += try InputSearch.standardInputText().split(whereSeparator: \.isNewline)
        .map { $0.drop(while: \.isWhitespace) }.filter { !$0.isEmpty }.map(String.init)
    }
    guard !result.isEmpty else { throw UsageError("standard input contains no colours") }
    return result
  }
}

/// A colour with its text.
struct NamedColour: Sendable {
  let text: String
  /// Linear light in the primaries of `ColourText.space`.
  let light: SIMD3<Double>

  init(_ text: String, _ light: SIMD3<Double>) { (self.text, self.light) = (text, light) }
}

internal import ArgumentParser
internal import Sampling

/// In what form the answer comes.
struct AnswerOptions: ParsableArguments {
  @Option(
    parsing: .unconditionalSingleValue,
    help: ArgumentHelp(
      "In which numbers, repeatable", of: SampleSpace.all.map(\.name), standard: "srgb"),
    completion: .list(SampleSpace.all.map(\.name)), transform: Self.space)
  var space: [SampleSpace] = []

  @Option(
    help: ArgumentHelp("Form", of: Choice.names(AnswerFormat.self), standard: "text"),
    completion: .list(Choice.names(AnswerFormat.self)), transform: Choice.value)
  var format: AnswerFormat = .text

  @Flag(help: "What YCbCr would be under every plausible matrix and range.")
  var compare = false

  private static func space(_ text: String) throws -> SampleSpace {
    if let space = SampleSpace.named(text) { return space }
    return try Choice.value(text, in: SampleSpace.all.map { ($0.name, $0) })
  }
}

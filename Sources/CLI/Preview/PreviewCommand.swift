internal import ArgumentParser

/// `bromide preview`. Like `bromide serve`, it starts the program `bromide-serve`.
struct PreviewCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "preview",
    abstract: "Show a timeline, a time-lapse or a photo in the browser.",
    discussion: """
      This command starts the program bromide-serve. Use bromide preview --help for its options.

      Examples:
        bromide preview zoom.yaml
        bromide preview night/ --port 9000
      """)

  @Argument(
    parsing: .captureForPassthrough,
    help: "A timeline, folder or photo, and the options of bromide preview --help")
  var arguments: [String] = []

  mutating func run() throws { try ServeCommand.begin(["--preview"] + arguments, as: "preview") }
}

internal import ArgumentParser
internal import BromideSystem

/// `bromide serve`: starts the program `bromide-serve` from the same folder.
///
/// So the command does not need the server's libraries for its build and start.
struct ServeCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "serve",
    abstract: "Serve a folder of raws as web pages, IIIF tiles and samples.",
    discussion: """
      This command starts the program bromide-serve. Use bromide serve --help for its options.

      Examples:
        bromide serve ~/photos --port 8080
        bromide serve ~/photos --cache 4G --jobs 4
      """)

  @Argument(
    parsing: .captureForPassthrough,
    help: "A folder and the options of bromide serve --help")
  var arguments: [String] = []

  mutating func run() throws { try Self.begin(arguments, as: "serve") }

  /// Replaces this process with the server.
  ///
  /// - Throws: An exit status, if the server is missing or cannot start.
  static func begin(_ arguments: [String], as command: String) throws {
    guard let program = Program.nextTo("bromide-serve") else {
      Console.message(
        "bromide \(command): bromide-serve is missing in the folder of bromide; build it with scripts/bromide \(command), then run scripts/install\n"
      )
      throw ExitStatus.inputsFailed.code
    }
    let failure = Program.become(program, arguments)
    Console.message("bromide \(command): \(failure)\n")
    throw ExitStatus.inputsFailed.code
  }
}

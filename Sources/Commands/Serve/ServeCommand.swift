internal import ArgumentParser
internal import Platform

/// `bromide serve`: goes on as the program `bromide-serve`, which stands beside this one. So the server's libraries are no part
/// of the command, of its build and of its start.
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

  /// Becomes the server.
  ///
  /// - Throws: An exit status, if there is no server or it cannot be started.
  static func begin(_ arguments: [String], as command: String) throws {
    guard let program = Program.beside("bromide-serve") else {
      Console.message(
        "bromide \(command): bromide-serve is missing; build it with scripts/bromide \(command)\n"
      )
      throw ExitStatus.inputsFailed.code
    }
    let failure = Program.become(program, arguments)
    Console.message("bromide \(command): \(failure)\n")
    throw ExitStatus.inputsFailed.code
  }
}

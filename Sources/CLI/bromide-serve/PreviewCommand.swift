internal import ArgumentParser
internal import BromideCLI
internal import BromideRaw
internal import BromideRuns
internal import BromideServer
internal import BromideSystem
internal import SystemPackage

/// `bromide preview`, which starts this program with an additional first argument.
struct PreviewCommand: ParsableCommand {
  /// The argument that distinguishes it from `bromide serve`. It cannot be the name of a served
  /// folder.
  static let word = "--preview"

  static let configuration = CommandConfiguration(
    commandName: "bromide preview",
    abstract: "Show a timeline, a time-lapse or a photo in the browser while you edit it.",
    usage: "bromide preview [<options>] <path>",
    discussion: """
      The page shows and plays frames, and draws the curve of every track. It updates when you save a file. \
      The preview does not write files. The first line of standard output is the address, which contains a secret. \
      Press Ctrl-C to stop the preview.

      Examples:
        bromide preview zoom.yaml
        bromide preview night.yaml --port 9000
        bromide preview night/
        bromide preview photo.nef

      Exit status: 0 stopped by a signal, 1 error, 64 wrong usage.
      """,
    version: "bromide preview \(BromideVersion.number)")

  @Argument(
    help: ArgumentHelp(
      "A timeline (.yaml, .yml, .json), a folder of photos, or a photo",
      discussion: "Photos are raw, JPEG, PNG, TIFF, JPEG XL, AVIF or WebP.",
      valueName: "path"), completion: .file())
  var path: String

  @Option(
    help: ArgumentHelp("Port to listen on, or 0 for a free port", valueName: "port"),
    transform: NumberValue.whole(0...65_535, noun: "a port"))
  var port = 0

  @OptionGroup var listening: HostOptions

  @Option(
    help: ArgumentHelp(
      "Secret in the address, or @FILE to read it from a file (default: random)",
      discussion: "Use 16 or more letters, digits or -._~",
      valueName: "token"))
  var token: String?

  @Option(
    name: .shortAndLong, parsing: .unconditional,
    help: ArgumentHelp(
      "Number of threads (default: one per processor core)", valueName: "n"),
    transform: WorkValue.jobs)
  var jobs: Int?

  @OptionGroup var cameras: CamerasOptions

  @OptionGroup var workers: ServerIsolationOptions

  @Flag(
    name: [.customShort("n"), .long],
    help: "Check the path and the options, print the address, and exit")
  var dryRun = false

  @Flag(name: .shortAndLong, help: "Print only the address")
  var quiet = false

  mutating func validate() throws { try listening.check(token) }

  mutating func run() throws {
    let stop = StopSignal.begin()
    let threads = jobs ?? Machine.cores
    let context = workers.context(workers: threads, cameras: cameras.cameras, memory: .max)
    let place = FilePath(reversible: path)
    let secret = try token.map(Self.secret) ?? Self.newSecret()
    do throws(SystemError) { _ = try FileSystem.status(place) } catch {
      throw failure("\(place): \(error.reason)")
    }
    guard let subject = PreviewSubject(place) else {
      throw ValidationError(
        "\(place): expected a timeline (.yaml, .yml, .json), a folder of photos, or a photo (raw, JPEG, PNG, TIFF, JPEG XL, AVIF, WebP)"
      )
    }
    func address(_ port: Int) -> String {
      listening.address(port: port) + secret + "/\n"
    }
    guard !dryRun else {
      do throws(RenderError) {
        try Preview.check(subject, threads: threads, context: context)
      } catch {
        if case .input(let reason) = error { throw failure(reason) }
        throw ValidationError(error.description)
      }
      _ = Console.output(address(port))
      return
    }
    let preview = Preview(subject, threads: threads, context: context)
    let server: HTTPServer
    do {
      let site = try PreviewSite(
        preview, token: secret,
        hosts: listening.isLoopback ? listening.names : nil, threads: threads)
      server = try HTTPServer(site, host: listening.host, port: port, jobs: Self.requests)
    } catch let error as SystemError {
      throw failure("\(place): \(error.reason)")
    } catch let error as HTTPServer.StartError {
      throw failure(error.description)
    }
    _ = Console.output(address(server.port))
    if !quiet { Console.message("open this address in a browser; Ctrl-C ends the preview\n") }
    stop.wait()
    preview.end()
    server.stop()
  }

  /// The number of parallel requests, because some wait for changes and some wait to draw.
  private static let requests = 12

  /// Returns 128 random bits from the system's generator, which cannot be guessed.
  private static func newSecret() -> String {
    var generator = SystemRandomNumberGenerator()
    return ByteText.hexadecimal((0..<16).map { _ in UInt8.random(in: 0...255, using: &generator) })
  }

  /// Reads a secret.
  ///
  /// - Throws: `ExitCode` if it cannot be part of an address without encoding.
  private static func secret(_ text: String) throws -> String {
    let token = try ServerValue.token(text, of: "preview")
    let isPlain = token.utf8.allSatisfy {
      Character(Unicode.Scalar($0)).isLetter || Character(Unicode.Scalar($0)).isNumber
        || "-._~".utf8.contains($0)
    }
    guard isPlain else {
      Console.message(
        "bromide preview: --token: expected letters, digits and -._~\n"
      )
      throw ExitCode(64)
    }
    return token
  }

  private func failure(_ reason: String) -> ExitCode {
    ServerValue.failure(reason, of: "preview")
  }
}

internal import ArgumentParser
internal import BromideCLI
internal import BromidePhotos
internal import BromideRaw
internal import BromideServer
internal import BromideSystem
internal import SystemPackage

/// `bromide serve`, which starts this program.
struct ServeCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "bromide serve",
    abstract: "Serve a folder of raws and pictures as web pages, IIIF tiles and samples.",
    discussion: """
      The server does not change the folder unless you set --inbox or --marks. The first line of standard output is the address. \
      Press Ctrl-C to stop the server.

      Examples:
        bromide serve ~/photos
        bromide serve ~/photos --port 9000 --cache 4G --jobs 4
        bromide serve ~/photos --host 0.0.0.0 --token @token.txt
        bromide serve ~/photos --no-cors
        bromide serve ~/photos --exposure 0.3 --look flat
        bromide serve ~/photos --marks
        bromide serve ~/photos --inbox new

      Exit status: 0 stopped by a signal, 1 error, 64 wrong usage.
      """,
    version: "bromide serve \(BromideVersion.number)")

  @Argument(
    help: "Folder to serve, with its subfolders", completion: .directory)
  var folder: String

  @Option(
    help: ArgumentHelp("Port to listen on, or 0 for a free port", valueName: "port"),
    transform: NumberValue.whole(0...65_535, noun: "a port"))
  var port = 8080

  @OptionGroup var listening: HostOptions

  @Option(
    help: ArgumentHelp(
      "Secret that requests must contain, or @FILE to read it from a file",
      discussion: "Use 16 characters or more.",
      valueName: "token"))
  var token: String?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Memory for cached photos and pictures, such as 2G or 50% (default: 1G)",
      valueName: "limit"),
    transform: WorkValue.memory)
  var cache: MemoryLimit = .bytes(1 << 30)

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Memory for work in progress, such as 2G or 50% (default: 50%)",
      discussion: "The memory of --cache is extra. % is a percentage of the free memory.",
      valueName: "limit"),
    transform: WorkValue.memory)
  var memory = MemoryLimit.standard

  @Option(
    name: .shortAndLong, parsing: .unconditional,
    help: ArgumentHelp(
      "Requests in parallel (default: one per processor core)", valueName: "n"),
    transform: WorkValue.jobs)
  var jobs: Int?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Largest body of a request (default: 64M)", valueName: "limit"),
    transform: WorkValue.memory)
  var mostBody: MemoryLimit = .bytes(64 << 20)

  @Option(
    help: ArgumentHelp(
      "Accept uploads into this subfolder",
      discussion: "The server creates a missing folder. Each request uploads one file.",
      valueName: "folder"))
  var inbox: String?

  @Flag(
    help: ArgumentHelp(
      "Let the page write stars and labels into sidecars (XMP files)",
      discussion: "The server never changes a photo. Other bytes of a sidecar stay the same."))
  var marks = false

  @Flag(help: "Do not change files (default without --inbox and --marks)")
  var readOnly = false

  @Option(
    help: ArgumentHelp(
      "Accept the forwarding headers of this proxy",
      discussion: "These are X-Forwarded-… and Forwarded. You can repeat this option.",
      valueName: "address"))
  var trustedProxy: [String] = []

  @Flag(
    inversion: .prefixedNo,
    help: ArgumentHelp(
      "Let web pages of other origins read pictures",
      discussion: "IIIF viewers on the web require this."))
  var cors = true

  @OptionGroup(title: "Development options") var development: DevelopmentOptions

  @OptionGroup var cameras: CamerasOptions

  @OptionGroup var workers: ServerIsolationOptions

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Limit of a worker per photo and step (default: 60, plus 1 per megabyte)",
      valueName: "seconds"),
    transform: WorkValue.seconds)
  var timeout: Double?

  @Flag(
    name: [.customShort("n"), .long],
    help: "Check the folder and the options, print the address, and exit")
  var dryRun = false

  @Flag(name: .shortAndLong, help: "Print only the address")
  var quiet = false

  mutating func validate() throws {
    if timeout != nil, workers.isolation == .off {
      throw ValidationError("--timeout requires worker processes; remove it or --isolation off")
    }
    if readOnly, inbox != nil {
      throw ValidationError("--read-only cannot be combined with --inbox; remove one")
    }
    if readOnly, marks {
      throw ValidationError("--read-only cannot be combined with --marks; remove one")
    }
    try listening.check(token)
  }

  mutating func run() throws {
    let proxies = try proxies()
    let stop = StopSignal.begin()
    let threads = jobs ?? Machine.cores
    let free = Machine.freeMemory()
    let context = workers.context(
      workers: threads, timeout: timeout, cameras: cameras.cameras, memory: memory.bytes(free: free)
    )
    let server: HTTPServer
    do {
      let served = try ServedFolder(FilePath(reversible: folder), context: context)
      let site = Site(served, try settings(served, threads: threads, free: free))
      guard !dryRun else {
        _ = Console.output(address(port: port))
        return
      }
      server = try HTTPServer(
        site, host: listening.host, port: port, jobs: threads,
        limits: ServerLimits(
          memory: site.settings.memoryBytes, mostBody: site.settings.mostBodyBytes),
        trustedProxies: proxies)
    } catch let error as SystemError {
      throw failure("\(FilePath(reversible: folder)): \(error.reason)")
    } catch let error as HTTPServer.StartError {
      throw failure(error.description)
    }
    _ = Console.output(address(port: server.port))
    if !quiet {
      let more = token == nil ? "" : "; requests need the token"
      Console.message("bromide serves \(folder)\(more); Ctrl-C ends it\n")
    }
    stop.wait()
    if !quiet { Console.message("bromide: the server stops after the running requests\n") }
    // Unfinished work, such as decoding a raw, ends with the process.
    if !server.stop() { Interruption.end(0) }
  }

  private func proxies() throws -> TrustedProxies {
    var proxies = TrustedProxies()
    for text in trustedProxy where !proxies.add(text) {
      throw ValidationError("--trusted-proxy \(text): expected an IP address such as 127.0.0.1")
    }
    return proxies
  }

  private func address(port: Int) -> String { listening.address(port: port) + "\n" }

  private func failure(_ reason: String) -> ExitCode {
    ServerValue.failure(reason, of: "serve")
  }

  private func settings(
    _ served: ServedFolder, threads: Int, free: Int
  ) throws -> Site.Settings {
    var settings = Site.Settings()
    let (query, warnings) = try development.development(served.context)
    if !quiet { for warning in warnings { Console.message("warning: \(warning.text)\n") } }
    settings.development = query
    settings.developmentFlags = development.flags
    settings.writesMarks = marks
    settings.inbox = try inbox.map { try inboxName($0, in: served) }
    settings.cacheBytes = cache.bytes(free: free)
    settings.memoryBytes = memory.bytes(free: free)
    settings.mostBodyBytes = mostBody.bytes(free: free)
    settings.jobs = threads
    settings.sharesOrigins = cors
    settings.token = try token.map { try ServerValue.token($0, of: "serve") }
    settings.hosts = listening.isLoopback && token == nil ? listening.names : nil
    return settings
  }

  /// Returns the name of the upload folder in the served folder.
  private func inboxName(_ text: String, in served: ServedFolder) throws -> [UInt8] {
    let name = FilePath(reversible: text)
    guard let bytes = served.inboxName(name) else {
      throw ValidationError(
        "--inbox \(text): name a folder in the served one, such as new, without .. and hidden parts"
      )
    }
    guard !dryRun else { return bytes }
    do throws(SystemError) {
      try served.makeInbox(bytes)
    } catch {
      throw failure("--inbox \(text): \(error.reason)")
    }
    return bytes
  }
}

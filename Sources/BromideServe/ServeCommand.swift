internal import ArgumentParser
internal import PhotoLoading
internal import Platform
internal import Scheduling
internal import Serving
internal import ServingHTTP
internal import SystemPackage

/// `bromide serve`, which runs this program.
struct ServeCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "bromide serve",
    abstract: "Serve the raws and pictures of a folder: tiles for IIIF viewers, samples, a page.",
    discussion: """
      Nothing in the folder is changed, unless --inbox takes uploads. The first line of standard output is the address; Ctrl-C ends the server.

      Examples:
        bromide serve ~/photos
        bromide serve ~/photos --port 9000 --cache 4G --jobs 4
        bromide serve ~/photos --host 0.0.0.0 --token @token.txt
        bromide serve ~/photos --no-cors
        bromide serve ~/photos --exposure 0.3 --look flat
        bromide serve ~/photos --inbox new

      Exit status: 0 stopped by a signal, 1 it cannot listen or serve the folder, 64 wrong usage.
      """,
    version: "bromide serve \(BromideVersion.number)")

  @Argument(
    help: "The folder whose pictures are served, with those below it.", completion: .directory)
  var folder: String

  @Option(
    help: ArgumentHelp("Port to listen on; 0 takes a free one.", valueName: "port"),
    transform: ServerValue.port)
  var port = 8080

  @Option(
    help: ArgumentHelp(
      "Address to listen on; one that other machines reach needs --token.", valueName: "address"))
  var host = "127.0.0.1"

  @Option(
    help: ArgumentHelp(
      "What requests must know, 16 characters or more; @FILE reads it from a file.",
      valueName: "token"))
  var token: String?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Memory for decoded photos and finished pictures: \(MemoryLimit.accepted) of free memory (default: 1G).",
      valueName: "limit"),
    transform: ServerValue.memory)
  var cache: MemoryLimit = .bytes(1 << 30)

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Memory for work in progress, besides --cache: \(MemoryLimit.accepted) of free memory (default: 50%).",
      valueName: "limit"),
    transform: ServerValue.memory)
  var memory = MemoryLimit.standard

  @Option(
    name: .shortAndLong, parsing: .unconditional,
    help: ArgumentHelp(
      "Requests that are worked on at once (default: one per processor core).", valueName: "count"),
    transform: ServerValue.jobs)
  var jobs: Int?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Bytes that the body of a request may have (default: 64M).", valueName: "limit"),
    transform: ServerValue.memory)
  var mostBody: MemoryLimit = .bytes(64 << 20)

  @Option(
    help: ArgumentHelp(
      "Take uploads, one file a request, into this folder in the served one; it is made if it is missing.",
      valueName: "folder"))
  var inbox: String?

  @Flag(help: "Take no uploads, as without --inbox.")
  var readOnly = false

  @Option(
    help: ArgumentHelp(
      "Address of a proxy whose X-Forwarded-… and Forwarded headers count. Repeat it for several proxies.",
      valueName: "address"))
  var trustedProxy: [String] = []

  @Flag(
    inversion: .prefixedNo,
    help: "Let pages of other origins read pictures, as IIIF viewers on the web need.")
  var cors = true

  @OptionGroup(title: "Development options") var development: DevelopmentOptions

  @Option(
    help: ArgumentHelp(
      "Libraries read files in processes of their own, where a crash costs one answer: auto (the same as process), process, off (default: auto).",
      valueName: "name"),
    transform: ServerValue.isolation)
  var isolation: PhotoIsolation.Choice = .auto

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Seconds that such a process may take for a step with one photo (default: 60, and one for each megabyte).",
      valueName: "seconds"),
    transform: ServerValue.seconds)
  var timeout: Double?

  @Flag(
    name: [.customShort("n"), .long],
    help: "Check the folder and the options, print the address, and end.")
  var dryRun = false

  @Flag(name: .shortAndLong, help: "Print nothing but the address.")
  var quiet = false

  mutating func validate() throws {
    if timeout != nil, isolation == .off {
      throw ValidationError("--timeout is for processes, which --isolation off does without")
    }
    if readOnly, inbox != nil {
      throw ValidationError("--read-only and --inbox say the opposite; give one of them")
    }
    if !isLoopback, token == nil {
      throw ValidationError(
        "--host \(host) is reached from other machines; add --token, which requests must then know")
    }
  }

  private var isLoopback: Bool { ServerValue.isLoopback(host) }

  mutating func run() throws {
    let proxies = try proxies()
    let stop = StopSignal.begin()
    let threads = jobs ?? Machine.cores
    if isolation != .off,
      let options = PhotoIsolation.Options(workers: threads, timeout: timeout)
    {
      PhotoIsolation.begin(options)
    }
    let server: HTTPServer
    do {
      let served = try ServedFolder(FilePath(reversible: folder))
      let site = Site(served, try settings(served, threads: threads))
      guard !dryRun else {
        _ = Console.output(address(port: port))
        return
      }
      MemoryShortage.allowance = site.settings.memoryBytes
      server = try HTTPServer(
        site, host: host, port: port, jobs: threads,
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
    if !quiet { Console.message("bromide: requests in hand end, then the server\n") }
    // Work that goes on, such as a raw that is being decoded, ends with the process.
    if !server.stop() { Interruption.end(0) }
  }

  private func proxies() throws -> TrustedProxies {
    var proxies = TrustedProxies()
    for text in trustedProxy where !proxies.add(text) {
      throw ValidationError("--trusted-proxy \(text): expected an IP address such as 127.0.0.1")
    }
    return proxies
  }

  private func address(port: Int) -> String { ServerValue.address(host, port: port) + "\n" }

  private func failure(_ reason: String) -> ExitCode {
    Console.message("bromide serve: \(reason)\n")
    return ExitCode(1)
  }

  private func settings(_ served: ServedFolder, threads: Int) throws -> Site.Settings {
    var settings = Site.Settings()
    settings.development = try development.development()
    settings.developmentFlags = development.flags
    settings.inbox = try inbox.map { try inboxName($0, in: served) }
    let free = Machine.freeMemory()
    settings.cacheBytes = cache.bytes(free: free)
    settings.memoryBytes = memory.bytes(free: free)
    settings.mostBodyBytes = mostBody.bytes(free: free)
    settings.jobs = threads
    settings.sharesOrigins = cors
    settings.token = try token.map { try ServerValue.token($0, of: "serve") }
    settings.hosts = isLoopback && token == nil ? ServerValue.names(of: host) : nil
    return settings
  }

  /// The name of the folder for uploads in the served one.
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

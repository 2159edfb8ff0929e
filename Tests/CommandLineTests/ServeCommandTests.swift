import Foundation
import TestSupport
import Testing

/// `bromide serve` as a person meets it.
@Suite(.serialized) struct ServeCommandTests {
  /// A server that was started as a command.
  final class Served {
    let process: Process
    let tree: CommandTree
    let port: Int

    convenience init(_ arguments: String...) throws {
      let tree = try CommandTree()
      try tree.copy("chart_rggb_12bit.dng", to: "photos/a.dng")
      try self.init(tree, arguments)
    }

    /// - Parameter environment: Variables to add to the test process's environment.
    init(
      _ tree: CommandTree, _ arguments: [String] = [], environment: [String: String] = [:]
    ) throws {
      self.tree = tree
      let output = Pipe()
      process = try tree.start(
        ["serve", tree.path("photos"), "--port", "0", "-q"] + arguments, environment: environment,
        output: output, errors: FileHandle.standardError)
      let address = try #require(URL(string: output.firstLine()))
      port = try #require(address.port)
    }

    deinit {
      process.terminate()
      process.waitUntilExit()
    }

    /// The status and the body of an answer, by the system's curl.
    func get(_ target: String, _ more: String...) throws -> (status: Int, body: [UInt8]) {
      let run = try tree.run(
        ["-s", "-o", "body", "-w", "%{http_code}", "http://127.0.0.1:\(port)\(target)"] + more,
        binary: "/usr/bin/curl")
      return (Int(run.text) ?? 0, (try? tree.read("body")) ?? [])
    }
  }

  static let hasCurl = Files.exists("/usr/bin/curl")

  @Test(.enabled(if: hasCurl)) func serverStopsOnInterrupt() throws {
    let served = try Served()
    #expect(try served.get("/health").status == 200)
    let picture = try served.get("/iiif/a.dng/full/120,/0/default.jpg")
    #expect(picture.status == 200)
    #expect(picture.body.starts(with: [0xFF, 0xD8]))
    #expect(try served.get("/iiif/..%2fa.dng/info.json").status == 400)
    served.process.terminate()
    served.process.waitUntilExit()
    #expect(served.process.terminationStatus == 0)
  }

  /// LibRaw in worker processes and in the server gives the same picture.
  @Test(.enabled(if: hasCurl)) func isolationChangesNoPixel() throws {
    let target = "/iiif/a.dng/10,10,200,200/100,/0/default.png?exposure=0.5"
    let apart = try Served("--isolation", "process").get(target)
    let within = try Served("--isolation", "off").get(target)
    #expect(apart.status == 200)
    #expect(apart.body == within.body)
  }

  @Test(.enabled(if: hasCurl)) func blackAndWhiteIsTheDefaultOfRequests() throws {
    let target = "/iiif/a.dng/full/60,/0/default.png"
    let (plain, gray) = (try Served(), try Served("--bw"))
    #expect(try gray.get(target).body == plain.get(target + "?monochrome=1").body)
    #expect(try gray.get(target).body != plain.get(target).body)
  }

  /// Workers inherit neither the listening socket nor the client's connection.
  @Test(.enabled(if: hasCurl && ExploitedLibRaw.library != nil))
  func workersOfServersInheritNoConnections() throws {
    let tree = try CommandTree()
    try tree.write(ExploitedLibRaw.photo(.socket), to: "photos/b.dng")
    let served = try Served(
      tree, ["--isolation", "process"], environment: ExploitedLibRaw.environment)
    let answer = try served.get("/iiif/b.dng/full/40,/0/default.png")
    #expect(answer.status >= 400)
    let message = String(decoding: answer.body, as: UTF8.self)
    #expect(message.contains("ended its process (status 10) on it"), "\(message)")
  }

  @Test(.enabled(if: hasCurl)) func requestsRequireTheToken() throws {
    let served = try Served("--token", "0123456789abcdef")
    #expect(try served.get("/v1/list").status == 401)
    #expect(
      try served.get("/v1/list", "-H", "Authorization: Bearer 0123456789abcdef").status == 200)
  }

  @Test func wrongUsage() throws {
    let tree = try CommandTree()
    try tree.copy("chart_rggb_12bit.dng", to: "photos/a.dng")
    try tree.write("exposure: 1\ncrop: [0, 0, 0.5, 0.5]\n", to: "whole.yaml")
    for (arguments, status, word) in [
      (["serve"], 64, "Missing"), (["serve", "photos", "--host", "0.0.0.0"], 64, "add --token"),
      (["serve", "photos", "--token", "short"], 64, "16 or more"),
      (["serve", tree.path("photos"), "--port", "70000"], 64, "0 to 65535"),
      (["serve", "none"], 1, "none"), (["serve", "photos", "--cache", "much"], 64, "2G"),
      (["serve", "photos", "--memory", "much"], 64, "2G"),
      (
        ["serve", "photos", "--trusted-proxy", "proxy.example"], 64, "proxy.example: expected an IP"
      ),
      (["serve", "photos", "--camera-exposure", "lock"], 64, "use auto, none or EV"),
      (["serve", "photos", "--camera-exposure", "9"], 64, "EV from -5 to 5"),
      (["serve", "photos", "--isolation", "off", "--timeout", "3"], 64, "--isolation off"),
      (["serve", "photos", "--exposure", "99"], 64, "--exposure: "),
      (
        ["serve", "photos", "--bw", "--monochrome", "0.5"], 64, "--bw contradicts --monochrome 0.5"
      ),
      (
        ["serve", "photos", "--tone", "linear", "--look", "flat"], 64,
        "cannot be combined with look"
      ),
      (["serve", "photos", "--recipe", "none.yaml"], 64, "none.yaml"),
      (["serve", "photos", "--recipe", "whole.yaml"], 64, "whole.yaml:2: crop"),
      (["serve", "photos", "--inbox", "../out"], 64, "folder in the served one"),
      (["serve", "photos", "--inbox", "in", "--read-only"], 64, "cannot be combined"),
      (["serve", "photos", "--marks", "--read-only"], 64, "cannot be combined"),
      (
        ["serve", "photos", "--host", "192.0.2.1", "--token", "0123456789abcdef"], 1,
        "cannot listen on 192.0.2.1:8080: Cannot assign requested address"
      ),
    ] {
      try tree.run(arguments, status: Int32(status), errors: word)
    }
    let plan = try tree.run("serve", "photos", "-n", status: 0)
    #expect(plan.text.contains("http://127.0.0.1:8080/"))
  }

  /// Every parameter of a request has a flag with the same name, and there are no others. Both use
  /// the same parser. (Help lists `--camera-exposure` below, because requests do not have it.)
  @Test func everyParameterIsAFlag() throws {
    let tree = try CommandTree()
    try tree.copy("chart_rggb_12bit.dng", to: "photos/a.dng")
    let help = try tree.run("serve", "--help").text
    let development = try #require(help.split(separator: "DEVELOPMENT OPTIONS:").last)
      .split(separator: "\n\n")[0]
    let flags = Set(development.matches(of: #/(?m)^ +--([a-z-]+) </#).map { String($0.output.1) })
    let filters = try tree.run("filters", "--format", "csv").text.split(separator: "\n").dropFirst()
      .map { String($0.split(separator: ",")[1]) }
    let left: Set = ["crop", "zoom", "rotation", "opacity", "lut-strength"]
    #expect(filters.count > 20)
    #expect(
      flags
        == Set(filters).subtracting(left)
        .union(["recipe", "white-balance", "look", "tone", "highlight-mode"]))
    for flag in flags.subtracting(["recipe"]) {
      try tree.run("serve", "photos", "-n", "--\(flag)=?", status: 64, errors: "--\(flag): ")
    }
  }

  /// Pictures use the settings from the server's start and from the page's command.
  @Test(.enabled(if: hasCurl)) func serverFlagsAreTheDefaults() throws {
    let target = "/iiif/a.dng/full/200,/0/default.png"
    let plain = try Served()
    let served = try Served("--exposure", "0.5", "--tone", "linear")
    let given = try plain.get(target + "?exposure=0.5&tone=linear")
    #expect(try served.get(target).body == given.body)
    let list = String(decoding: try served.get("/v1/list").body, as: UTF8.self)
    #expect(list.contains("--tone linear --exposure 0.5"), "\(list)")
  }

  @Test(.enabled(if: hasCurl)) func uploadsGoToTheInbox() throws {
    let served = try Served("--inbox", "new")
    let photo = served.tree.path("photos/a.dng")
    #expect(try served.get("/v1/inbox/b.dng", "-T", photo).status == 201)
    #expect(try served.get("/v1/inbox/b.dng", "-T", photo).status == 409)
    #expect(try served.tree.read("photos/new/b.dng") == Files.read(photo))
    let closed = try Served("--read-only")
    #expect(try closed.get("/v1/inbox/b.dng", "-T", photo).status == 403)
  }

  @Test func missingServerCausesErrorWithFix() throws {
    let tree = try CommandTree()
    // A copied binary does not have a server next to it.
    try tree.write(Files.read(CommandRun.binary), to: "alone/bromide")
    try FileManager.default.setAttributes(
      [.posixPermissions: 0o755], ofItemAtPath: tree.path("alone/bromide"))
    try tree.run(
      ["serve", "."], binary: tree.path("alone/bromide"), status: 1,
      errors: "bromide-serve is missing")
  }
}

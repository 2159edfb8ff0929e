import BromidePhotos
import BromideServer
import BromideSystem
import BromideValues
import SystemPackage
import TestSupport
import Testing

@Suite(.serialized) struct HTTPServerTests {
  /// A server on a free port, which ends with this object.
  final class Running {
    let folder: TemporaryFolder
    let server: HTTPServer
    let site: Site
    /// The same site, as the server sees it.
    let gate: GatedSite

    /// Starts a server. Its limits of time do not end before a loaded machine goes on, unless a test
    /// sets them.
    init(jobs: Int = 2, _ change: (inout ServerLimits, inout Site.Settings) -> Void = { _, _ in })
      throws
    {
      folder = try TemporaryFolder()
      try folder.write(
        SyntheticPhoto(.landscape(seed: 2), size: Size(width: 600, height: 400)).file(), as: "a.dng"
      )
      var limits = ServerLimits()
      (limits.headSeconds, limits.bodySeconds) = (300, 300)
      (limits.idleSeconds, limits.writeSeconds) = (300, 300)
      limits.stopSeconds = 2
      var settings = Site.Settings()
      change(&limits, &settings)
      site = Site(try ServedFolder(FilePath(folder.path), context: RunContext()), settings)
      gate = GatedSite(site)
      server = try HTTPServer(gate, host: "127.0.0.1", port: 0, jobs: jobs, limits: limits)
    }

    deinit {
      gate.release()
      server.stop()
    }

    func client(source: UInt32 = 1) throws -> PlainClient {
      try #require(PlainClient(port: server.port, source: source))
    }

    /// Whether a good request is answered.
    func isWell() throws -> Bool {
      let client = try client()
      return client.get("/health")?.status == 200
    }
  }

  @Test func answersOneRequestAfterAnother() throws {
    let running = try Running()
    let client = try running.client()
    for target in ["/health", "/v1/list", "/iiif/a.dng/full/60,/0/default.jpg", "/none"] {
      client.send("GET \(target) HTTP/1.1\r\nHost: localhost\r\n\r\n")
      let answer = try #require(client.answer())
      #expect(answer.status == (target == "/none" ? 404 : 200))
      #expect(answer.body.count > 0)
    }
    #expect(
      client.answer(to: "GET /health HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")?.headers[
        "connection"] == "close")
    #expect(client.readToEnd() == [])
  }

  @Test func usedPortsAreNamed() throws {
    let running = try Running()
    let error = #expect(throws: HTTPServer.StartError.self) {
      _ = try HTTPServer(
        running.site, host: "127.0.0.1", port: running.server.port, jobs: 1, limits: ServerLimits())
    }
    let address = "127.0.0.1:\(running.server.port)"
    #expect(
      error?.description
        == "cannot listen on \(address): another program uses the port; choose another one")
  }

  @Test func answersRequestsSentAheadInOrder() throws {
    let running = try Running()
    let client = try running.client()
    let targets = [
      "/iiif/a.dng/full/90,/0/default.png", "/health", "/none",
      "/iiif/a.dng/full/30,/0/default.jpg", "/health",
    ]
    client.send(targets.map { "GET \($0) HTTP/1.1\r\nHost: x\r\n\r\n" }.joined())
    let types = targets.compactMap { _ in client.answer()?.headers["content-type"] }
    #expect(
      types == [
        "image/png", "text/plain; charset=utf-8", "text/plain; charset=utf-8", "image/jpeg",
        "text/plain; charset=utf-8",
      ])
  }

  @Test func readsCompleteAndChunkedBodies() throws {
    let running = try Running()
    let json = "{\"picture\":\"a.dng\",\"points\":[{\"x\":0.5,\"y\":0.5}]}"
    let head = "POST /v1/sample HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n"
    let client = try running.client()
    client.send(head + "Content-Length: \(json.utf8.count)\r\n\r\n" + json)
    let whole = try #require(client.answer())
    client.send(head + "Transfer-Encoding: chunked\r\n\r\n")
    for character in json { client.send("1\r\n\(character)\r\n") }
    client.send("0\r\n\r\n")
    let chunked = try #require(client.answer())
    #expect(whole.status == 200)
    #expect(whole.body == chunked.body)
  }

  // MARK: Clients that mean no good

  @Test(arguments: [
    "\r\n\r\n\r\n", "GET\r\n\r\n", "GET / HTTP/9.9\r\nHost: x\r\n\r\n",
    "\u{16}\u{3}\u{1}\0\u{5}hello\r\n\r\n", "GET / HTTP/1.1\r\nHost x\r\n\r\n",
    "GET / HTTP/1.1\r\n\r\n", "GET / HTTP/1.1\r\nHost: x\r\nHost: y\r\n\r\n",
    "POST /v1/sample HTTP/1.1\r\nHost: x\r\nContent-Length: -1\r\n\r\n",
    "POST /v1/sample HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\nContent-Length: 6\r\n\r\nabcdef",
    "POST /v1/sample HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\nzzz\r\n",
    "POST /v1/sample HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\nzzz\r\n",
  ])
  func garbageEndsItsConnection(_ text: String) throws {
    let running = try Running { limits, _ in
      limits.headSeconds = 1
      limits.bodySeconds = 1
    }
    let client = try running.client()
    client.send(text)
    let answer = try #require(client.readToEnd(), "the connection is closed")
    let line = String(decoding: answer.prefix(12), as: UTF8.self)
    #expect(answer.isEmpty || line.hasPrefix("HTTP/1.1 4"), "\(line)")
    #expect(try running.isWell())
  }

  @Test func longHeadersFail() throws {
    let running = try Running { limits, _ in limits.headBytes = 4096 }
    for text in [
      "GET /" + String(repeating: "a", count: 9000) + " HTTP/1.1\r\nHost: x\r\n\r\n",
      "GET / HTTP/1.1\r\nHost: x\r\nX: " + String(repeating: "a", count: 200_000),
    ] {
      let client = try running.client()
      client.send(text)
      let answer = try #require(client.readToEnd())
      #expect(
        answer.isEmpty || String(decoding: answer.prefix(12), as: UTF8.self).hasPrefix("HTTP/1.1 4")
      )
    }
    let client = try running.client()
    // A little too long, and all at once.
    client.send(
      "GET /health HTTP/1.1\r\nHost: x\r\nX: " + String(repeating: "a", count: 4200) + "\r\n\r\n")
    #expect(client.answer()?.status == 431)
    let many = try running.client()
    #expect(
      many.answer(
        to: "GET / HTTP/1.1\r\nHost: x\r\n" + (0..<100).map { "X\($0): 1\r\n" }.joined() + "\r\n")?
        .status == 431)
    #expect(try running.isWell())
  }

  @Test func longBodiesFailBeforeTheyArrive() throws {
    let running = try Running { limits, settings in
      settings.mostBodyBytes = 10_000
      limits.bodyBytesInAll = 15_000
    }
    let head = "POST /v1/sample HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n"
    let given = try running.client()
    #expect(given.answer(to: head + "Content-Length: 10001\r\n\r\n")?.status == 413)
    let chunked = try running.client()
    chunked.send(head + "Transfer-Encoding: chunked\r\n\r\n")
    for _ in 0..<11 where chunked.send("400\r\n" + String(repeating: "a", count: 1024) + "\r\n") {}
    #expect(chunked.answer()?.status == 413)
    // All bodies together have a limit, too.
    let first = try running.client()
    first.send(head + "Content-Length: 9000\r\n\r\n")
    first.send("{" + String(repeating: " ", count: 8000))
    var second: (status: Int, headers: [String: String], body: [UInt8])?
    for _ in 0..<50 where second?.status != 503 {
      let client = try running.client()
      client.send(head + "Content-Length: 9000\r\n\r\n" + String(repeating: " ", count: 8999))
      client.setTimeout(1)
      second = client.answer()
    }
    #expect(second?.status == 503)
    #expect(first.answer(to: String(repeating: " ", count: 999))?.status == 400)
    #expect(try running.isWell())
  }

  @Test func slowClientsAreDisconnected() throws {
    let running = try Running { limits, _ in
      limits.headSeconds = 0.6
      limits.bodySeconds = 0.6
      limits.idleSeconds = 0.6
    }
    let head = try running.client()
    let silent = try running.client()
    let body = try running.client()
    body.send("POST /v1/sample HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\n{")
    // Headers that arrive one byte at a time do not delay the server endlessly.
    let dripping = WorkerThread {
      for byte in "GET /health HTTP/1.1\r\nHost: abcdefghijklmnopqrstuvwxyz".utf8 {
        guard head.send([byte]) else { return }
        let monitor = Monitor()
        monitor.locked { monitor.wait(seconds: 0.1) }
      }
    }
    #expect(head.readToEnd() == [])
    #expect(silent.readToEnd() == [])
    #expect(body.readToEnd() == [])
    dripping?.join()
    #expect(try running.isWell())
  }

  /// A new connection has no more time than a slow request. A client that was answered can wait.
  @Test func connectionsWithoutRequestsEnd() throws {
    let running = try Running { limits, _ in limits.headSeconds = 0.5 }
    var known = try running.client()
    func isAnswered() -> Bool {
      return known.get("/health")?.status == 200
    }
    // On a loaded machine, the first request can also come too late.
    while !isAnswered() { known = try running.client() }
    // This takes longer than the limit for both.
    let silent = try running.client()
    #expect(silent.readToEnd() == [])
    #expect(isAnswered())
  }

  @Test func clientsThatDoNotReadAreDisconnected() throws {
    let running = try Running { limits, _ in limits.writeSeconds = 0.5 }
    let client = try running.client()
    // First the connection exists, and then it does not, although the client did not close it.
    while running.open() < 1 { pause(0.01) }
    // A hundred pictures, sent ahead: tens of megabytes, more than the sockets hold.
    let one = "GET /iiif/a.dng/full/max/0/default.png HTTP/1.1\r\nHost: x\r\n\r\n"
    client.send(String(repeating: one, count: 100))
    let waited = Stopwatch()
    while running.open() > 0, waited.seconds < 300 { pause(0.05) }
    #expect(running.open() == 0)
    #expect(try running.isWell())
  }

  /// Unread answers need memory. Above the limit, other answers wait for it, but not endlessly.
  @Test func answersThatWaitHaveALimit() throws {
    let running = try Running { limits, _ in limits.answerBytesInAll = 1000 }
    let picture = "GET /iiif/a.dng/full/max/0/default.png HTTP/1.1\r\nHost: x\r\n\r\n"
    var deaf: PlainClient? = try running.client()
    // More than the sockets hold.
    deaf?.send(String(repeating: picture, count: 100))
    let other = try running.client()
    func answer() -> (status: Int, headers: [String: String], body: [UInt8])? {
      return other.get("/v1/list")
    }
    let waited = Stopwatch()
    var retry: String?
    // Answers that are read leave room between them: only one that stays is seen again and again.
    var times = 0
    while times < 20, waited.seconds < 300 {
      let next = try #require(answer())
      times = next.status == 503 ? times + 1 : 0
      if next.status == 503 { retry = next.headers["retry-after"] }
      pause(0.02)
    }
    #expect(times == 20 && retry == "1")
    #expect(try running.isWell())
    deaf = nil
    while answer()?.status != 200, waited.seconds < 300 { pause(0.05) }
    #expect(answer()?.status == 200)
  }

  @Test func aHalfClosedClientGetsItsAnswer() throws {
    let running = try Running()
    let client = try running.client()
    client.send("GET /iiif/a.dng/full/200,/0/default.jpg HTTP/1.1\r\nHost: x\r\n\r\n")
    client.endSending()
    let answer = try #require(client.readToEnd())
    #expect(answer.isEmpty || answer.starts(with: Array("HTTP/1.1 200".utf8)))
    let cut = try running.client()
    cut.send("POST /v1/sample HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\n{")
    cut.endSending()
    #expect(cut.readToEnd() != nil)
    #expect(try running.isWell())
  }

  /// A new connection takes the place of the one that did the least.
  @Test func connectionsHaveALimit() throws {
    let running = try Running { limits, _ in limits.connections = 4 }
    let silent = try running.client()
    let held = try (0..<3).map { _ in try running.client() }
    for client in held {
      #expect(client.get("/health")?.status == 200)
    }
    let more = try running.client()
    #expect(more.get("/health")?.status == 200)
    #expect(silent.readToEnd() == [])
    held[0].send("GET /metrics HTTP/1.1\r\nHost: x\r\n\r\n")
    let text = String(decoding: held[0].answer()?.body ?? [], as: UTF8.self)
    #expect(text.contains("bromide_connections 4"))
    #expect(text.contains("bromide_rejected_connections_total 1"))
  }

  @Test func tooManyRequestsFail() throws {
    let running = try Running(jobs: 1) { limits, settings in
      limits.waiting = 2
      settings.cacheBytes = 0
    }
    running.gate.hold(at: .begin)
    let clients = try (0..<12).map { _ in try running.client() }
    for (i, client) in clients.enumerated() {
      client.send(
        "GET /iiif/a.dng/full/%5E\(1000 + 100 * i),/0/default.png HTTP/1.1\r\nHost: x\r\n\r\n")
      if i == 0 { running.gate.waitForHeld(1) }
    }
    // One works and two wait. All others are rejected meanwhile.
    while running.number("bromide_requests_total{code=\"503\"}") < 9 { pause(0.01) }
    running.gate.release()
    let answers = clients.compactMap { $0.answer() }
    let statuses = answers.map(\.status)
    #expect(statuses.count == 12)
    #expect(statuses.count { $0 == 503 } == 9 && statuses.count { $0 == 200 } == 3)
    #expect(answers.first { $0.status == 503 }?.headers["retry-after"] == "1")
    #expect(try running.isWell())
  }

  @Test func stoppingLetsRequestsEnd() throws {
    let running = try Running { limits, _ in limits.stopSeconds = 300 }
    let busy = try running.client()
    let idle = try running.client()
    #expect(idle.get("/health")?.status == 200)
    running.gate.hold(at: .begin)
    busy.send("GET /iiif/a.dng/full/%5E1500,/0/default.png HTTP/1.1\r\nHost: x\r\n\r\n")
    running.gate.waitForHeld(1)
    let server = running.server
    let stopping = WorkerThread { server.stop() }
    #expect(idle.readToEnd() == [])
    running.gate.release()
    #expect(busy.answer()?.status == 200)
    stopping?.join()
    #expect(PlainClient(port: server.port) == nil)
  }
}

extension HTTPServerTests.Running {
  /// Open connections.
  func open() -> Int {
    let text = String(
      decoding: site.answer(ServedRequest("GET", "/metrics", headers: ["host": "x"])).body,
      as: UTF8.self)
    let line = text.split(separator: "\n").first { $0.hasPrefix("bromide_connections ") }
    return line.flatMap { Int($0.dropFirst("bromide_connections ".count)) } ?? -1
  }
}

func pause(_ seconds: Double) {
  let monitor = Monitor()
  monitor.locked { monitor.wait(seconds: seconds) }
}

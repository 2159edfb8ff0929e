import BromideServer
import BromideSystem
import BromideValues
import TestSupport
import Testing

/// Attacks that a client must not be able to make on others. Documentation/security.md promises
/// these tests by name.
@Suite(.serialized) struct RudeClientTests {
  private typealias Running = HTTPServerTests.Running

  private static let post =
    "POST /v1/sample HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n"

  private static func get(_ target: String) -> String {
    "GET \(target) HTTP/1.1\r\nHost: x\r\n\r\n"
  }

  /// A new picture that takes some time.
  private static func work(_ number: Int) -> String {
    get("/iiif/a.dng/full/%5E\(2400 + 10 * number),/0/default.png")
  }

  // MARK: HEAD

  /// A proxy that keeps the connection reads the next answer right behind the head.
  @Test(arguments: [
    "/health", "/none", "/iiif/a.dng/info.json", "/iiif/a.dng/full/60,/0/default.jpg",
    "/iiif/a.dng/full/0,/0/default.jpg", "/v1/inbox/a.jpg",
  ])
  func headAnswersDoNotHaveBodies(target: String) throws {
    let running = try Running()
    let client = try running.client()
    client.send(Self.get(target))
    let whole = try #require(client.answer())
    client.send("HEAD \(target) HTTP/1.1\r\nHost: x\r\n\r\n")
    client.send("GET /health HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")
    let text = String(decoding: try #require(client.readToEnd()), as: UTF8.self)
    let parts = text.split(separator: "\r\n\r\n", maxSplits: 1).map(String.init)
    #expect(parts[0].hasPrefix("HTTP/1.1 \(whole.status)"))
    #expect(parts.last?.hasPrefix("HTTP/1.1 200") == true, "\(text)")
    #expect(!parts[0].lowercased().contains("transfer-encoding"))
    #expect(parts[0].lowercased().contains("content-length: \(whole.body.count)"))
  }

  /// Requests that are rejected early also get no body for HEAD.
  @Test func rejectedHeadsDoNotHaveBodies() throws {
    let running = try Running { limits, _ in limits.headers = 3 }
    let client = try running.client()
    client.send("HEAD / HTTP/1.1\r\nHost: x\r\nA: 1\r\nB: 2\r\nC: 3\r\n\r\n")
    let text = String(decoding: try #require(client.readToEnd()), as: UTF8.self)
    #expect(text.hasPrefix("HTTP/1.1 431"))
    #expect(text.hasSuffix("\r\n\r\n"), "\(text)")
  }

  // MARK: Bodies

  @Test func theTokenIsCheckedBeforeTheBody() throws {
    let running = try Running { _, settings in settings.token = "0123456789abcdef" }
    for expectation in ["", "Expect: 100-continue\r\n"] {
      let client = try running.client()
      client.send(Self.post + expectation + "Content-Length: 1000\r\n\r\n")
      // The body has not arrived, and the server does not request it.
      #expect(client.answer()?.status == 401)
      #expect(client.readToEnd() == [])
    }
    let known = try running.client()
    known.send(
      Self.post + "Authorization: Bearer 0123456789abcdef\r\nExpect: 100-continue\r\n"
        + "Content-Length: 2\r\n\r\n")
    #expect(known.answer()?.status == 100)
    #expect(known.answer(to: "{}")?.status == 400)
  }

  /// A client that sends all data before it reads must still find the answer.
  @Test func aRejectedUploadFindsItsAnswer() throws {
    let running = try Running()
    let client = try running.client()
    let size = 8 << 20
    client.send("PUT /v1/inbox/a.jpg HTTP/1.1\r\nHost: x\r\nContent-Length: \(size)\r\n\r\n")
    client.send([UInt8](repeating: 7, count: size))
    #expect(client.answer()?.status == 403)
  }

  /// A byte now and then keeps the time between two parts, but not the time of the whole.
  @Test func slowBodiesEnd() throws {
    let running = try Running { limits, _ in limits.bodySeconds = 0.6 }
    let client = try running.client()
    client.send(Self.post + "Content-Length: 1000\r\n\r\n")
    let dripping = WorkerThread {
      while client.send("{") { pause(0.1) }
    }
    #expect(client.readToEnd() == [])
    dripping?.join()
    #expect(try running.isWell())
  }

  /// The numbers on the page equal a server's usual settings.
  @Test func usualLimitsEqualThePage() {
    let limits = ServerLimits()
    #expect(limits.bodySeconds == 15 && limits.bodyBytesPerSecond == 64 << 10)
    #expect(limits.stopSeconds < 10)
  }

  @Test func slowBodiesDoNotBlockOtherClients() throws {
    let running = try Running { limits, settings in
      settings.mostBodyBytes = 10_000
      limits.bodyBytesInAll = 20_000
    }
    let slow = try (0..<8).map { _ in try running.client() }
    for client in slow { client.send(Self.post + "Content-Length: 10000\r\n\r\n{") }
    let good = try running.client()
    let json = "{\"picture\":\"a.dng\",\"points\":[{\"x\":0.5,\"y\":0.5}]}"
    #expect(
      good.answer(to: Self.post + "Content-Length: \(json.utf8.count)\r\n\r\n" + json)?.status
        == 200)
    // One client's bodies leave half of the memory to others.
    for client in slow { client.send(String(repeating: " ", count: 9000)) }
    let other = try running.client(source: 2)
    other.send(
      Self.post + "Content-Length: 9000\r\n\r\n" + json
        + String(repeating: " ", count: 9000 - json.utf8.count))
    #expect(other.answer()?.status == 200)
    withExtendedLifetime(slow) {}
  }

  // MARK: Work

  /// Work for clients that have gone is neither begun nor finished.
  @Test func disconnectedClientsCauseNoWork() throws {
    let running = try Running(jobs: 1) { _, settings in settings.cacheBytes = 0 }
    running.gate.hold(at: .begin)
    for number in 0..<20 {
      let client = try running.client()
      client.send(Self.work(number))
      // It goes when its request has come, so that only the end of its connection tells.
      running.waitForRequests(number + 1)
    }
    running.gate.waitForHeld(1)
    while running.open() > 0 { pause(0.01) }
    running.gate.release()
    let good = try running.client()
    #expect(good.answer(to: Self.work(50))?.status == 200)
    while running.number("bromide_active_requests") > 0 { pause(0.01) }
    #expect(running.number("bromide_requests_total{code=\"499\"}") == 20)
    #expect(running.number("bromide_pictures_total{from=\"photo\"}") == 1)
    #expect(running.gate.begun.count == 2)
  }

  /// A client with much work leaves room, and turns, to another one.
  @Test func clientsTakeTurns() throws {
    let running = try Running(jobs: 1) { limits, settings in
      limits.waiting = 6
      settings.cacheBytes = 0
    }
    running.gate.hold(at: .begin)
    let greedy = try (0..<7).map { _ in try running.client() }
    for (number, client) in greedy.enumerated() {
      client.send(Self.work(number))
      if number == 0 { running.gate.waitForHeld(1) }
    }
    running.waitForRequests(7)
    let modest = try running.client(source: 2)
    modest.send(Self.work(60))
    // The seventh waiting request takes the place of another one, and all wait now.
    while running.number("bromide_requests_total{code=\"503\"}") < 1 { pause(0.01) }
    running.gate.release()
    #expect(modest.answer()?.status == 200)
    let turn = running.gate.begun.firstIndex { $0.contains("%5E3000,") }
    #expect(turn.map { $0 <= 2 } == true, "\(running.gate.begun)")
    let statuses = greedy.compactMap { $0.answer()?.status }
    #expect((1...2).contains(statuses.filter { $0 == 503 }.count), "\(statuses)")
    #expect(statuses.filter { $0 == 200 }.count >= 5)
  }

  /// Requests without work do not wait for requests with work.
  @Test func keptAnswersDoNotWait() throws {
    let running = try Running(jobs: 1)
    let kept = Self.get("/iiif/a.dng/full/60,/0/default.jpg")
    let client = try running.client()
    client.send(kept)
    let first = try #require(client.answer())
    running.gate.hold(at: .begin)
    let busy = try (0..<6).map { _ in try running.client() }
    for (number, client) in busy.enumerated() { client.send(Self.work(number)) }
    running.waitForRequests(7)
    #expect(client.answer(to: kept)?.body == first.body)
    running.gate.release()
    for client in busy { #expect(client.answer()?.status == 200) }
  }

  /// Only the current request is finished. Waiting requests get an answer, and work that takes too
  /// long ends.
  @Test func stoppingDropsWaitingRequests() throws {
    let running = try Running(jobs: 1) { limits, settings in
      settings.cacheBytes = 0
      limits.stopSeconds = 300
    }
    running.gate.hold(at: .begin)
    let clients = try (0..<8).map { _ in try running.client() }
    for (number, client) in clients.enumerated() { client.send(Self.work(number)) }
    running.gate.waitForHeld(1)
    running.waitForRequests(8)
    let server = running.server
    let stopping = WorkerThread { server.stop() }
    // The waiting requests are dropped while the current one still works.
    while running.number("bromide_requests_total{code=\"503\"}") < 7 { pause(0.01) }
    running.gate.release()
    stopping?.join()
    let statuses = clients.compactMap { $0.answer()?.status }
    #expect(statuses.sorted() == [200] + Array(repeating: 503, count: 7), "\(statuses)")
  }

  @Test func stoppingCancelsRunningWork() throws {
    let running = try Running(jobs: 1) { limits, _ in limits.stopSeconds = 0 }
    running.gate.hold(at: .step)
    let client = try running.client()
    client.send(Self.get("/iiif/a.dng/full/60,/0/default.png"))
    running.gate.waitForHeld(1)
    // When its photo is decoded, it works and does not wait for its turn.
    while running.number("bromide_cache_bytes{kind=\"photos\"}") == 0 {
      running.gate.advance()
      running.gate.waitForHeld(1)
    }
    running.server.stop()
    #expect(client.readToEnd() == [])
    running.gate.release()
    while running.number("bromide_requests_total{code=\"499\"}") < 1 { pause(0.01) }
    #expect(running.number("bromide_pictures_total{from=\"photo\"}") == 0)
  }

  // MARK: Proxies

  @Test func onlyTrustedProxiesAreBelieved() throws {
    let request =
      "GET /iiif/a.dng HTTP/1.1\r\nHost: x\r\nX-Forwarded-Proto: https\r\n"
      + "X-Forwarded-Host: photos.example\r\nX-Forwarded-Prefix: /raws\r\n\r\n"
    let untrusting = try Running()
    let client = try untrusting.client()
    #expect(client.answer(to: request)?.headers["location"] == "http://x/iiif/a.dng/info.json")
    var proxies = TrustedProxies()
    let added = ["::ffff:127.0.0.1", "localhost", ""].map { proxies.add($0) }
    #expect(added == [true, false, false])
    let server = try HTTPServer(
      untrusting.site, host: "127.0.0.1", port: 0, jobs: 1, trustedProxies: proxies)
    defer { server.stop() }
    let proxied = try #require(PlainClient(port: server.port))
    proxied.send(request)
    #expect(
      proxied.answer()?.headers["location"] == "https://photos.example/raws/iiif/a.dng/info.json")
    let stranger = try #require(PlainClient(port: server.port, source: 2))
    #expect(stranger.answer(to: request)?.headers["location"] == "http://x/iiif/a.dng/info.json")
  }
}

extension HTTPServerTests.Running {
  /// Waits until so many requests for pictures have come, whatever became of them.
  func waitForRequests(_ count: Int) {
    let names = [
      "bromide_active_requests", "bromide_pictures_total{from=\"photo\"}",
      "bromide_requests_total{code=\"499\"}", "bromide_requests_total{code=\"503\"}",
    ]
    while names.map(number).reduce(0, +) < count { pause(0.001) }
  }

  /// Returns a number of the metrics, or 0 if it is missing.
  func number(_ name: String) -> Int {
    let text = String(
      decoding: site.answer(ServedRequest("GET", "/metrics", headers: ["host": "x"])).body,
      as: UTF8.self)
    let line = text.split(separator: "\n").first { $0.hasPrefix(name + " ") }
    return line.flatMap { Int($0.dropFirst(name.count + 1)) } ?? 0
  }
}

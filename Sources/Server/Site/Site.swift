internal import BromideSystem
internal import Synchronization

/// Answers requests for the pictures of one folder. Any thread can call it.
package final class Site: Answering {
  /// Access rules, limits and default development of a server.
  package struct Settings: Sendable {
    /// The token that each request must contain, or `nil` on loopback addresses.
    package var token: String?
    /// The accepted host names and addresses of the server, or `nil` to accept any.
    ///
    /// This stops DNS rebinding, where a page leads the browser to this address under a foreign
    /// name.
    package var hosts: Set<String>?
    /// Whether pages of other origins can read the IIIF answers, because viewers need this.
    package var sharesOrigins = true
    /// Maximum bytes of cached photos and pictures.
    package var cacheBytes = 1 << 30
    /// Maximum bytes for decoding and developing, in addition to the cache.
    package var memoryBytes = 2 << 30
    /// Maximum pixels of a picture, even if its photo is larger.
    package var mostPixels = 120_000_000
    /// Maximum bytes of a request's body.
    package var mostBodyBytes = 64 << 20
    /// Threads that decode a photo together.
    package var jobs = 1
    /// The development to use if a request does not set one.
    package var development = DevelopQuery.plain
    /// The flags of `bromide convert` for the same development. The page shows them in its command.
    package var developmentFlags = ""
    /// The upload folder, as a path in the served folder, or `nil` to reject uploads.
    package var inbox: [UInt8]?
    /// Whether clients can write marks into sidecars.
    package var writesMarks = false

    package init() {}
  }

  package let folder: ServedFolder
  package let settings: Settings
  package let metrics = ServedMetrics()
  package var mostBodyBytes: Int { settings.mostBodyBytes }
  let maker: PictureMaker
  /// Writers of marks take turns, so that they see each other's marks.
  let marking = Mutex(())

  package init(_ folder: ServedFolder, _ settings: Settings) {
    self.folder = folder
    self.settings = settings
    maker = PictureMaker(
      cacheBytes: settings.cacheBytes, memoryBytes: settings.memoryBytes,
      mostPixels: settings.mostPixels,
      crew: Crew(threads: settings.jobs), standard: settings.development,
      context: folder.context)
  }

  /// See ``Answering``.
  package func live(_ request: ServedRequest) -> Result<LiveFrames, Rejection>? {
    guard request.path == "/v1/frames/live", request.method == "POST" else { return nil }
    return Result { () throws(Rejection) in
      try Gate(settings).admit(request)
      try request.rejectForeignPages()
      return try LiveFrames(request, mostBytes: settings.mostBodyBytes)
    }
  }

  /// See ``Answering``.
  package func earlyResponse(_ request: ServedRequest) -> ServedResponse? {
    do throws(Rejection) {
      try Gate(settings).admit(request)
      let segments = Self.segments(request)
      if segments.count > 1, segments[0] == "v1" {
        try ServiceAnswer(self, request).check(Array(segments.dropFirst()))
      }
      return nil
    } catch {
      return finished(Self.response(to: error, request), request, Stopwatch())
    }
  }

  /// See ``Answering``.
  package func quickAnswer(_ request: ServedRequest) -> ServedResponse? {
    guard ["GET", "HEAD", "OPTIONS"].contains(request.method) else { return nil }
    var request = request
    request.isQuick = true
    return response(to: request)
  }

  /// See ``Answering``.
  package func answer(_ request: ServedRequest) -> ServedResponse {
    guard let response = self.response(to: request) else {
      preconditionFailure("only quick requests have no answer")
    }
    return response
  }

  /// Returns the answer, or `nil` if the request is quick and the answer needs work.
  private func response(to request: ServedRequest) -> ServedResponse? {
    let started = Stopwatch()
    var response: ServedResponse
    do throws(Rejection) {
      try Gate(settings).admit(request)
      response = try route(request)
    } catch {
      if error == .needsWork { return nil }
      response = Self.response(to: error, request)
      if error.status == 503 { response.headers.append(("Retry-After", "1")) }
    }
    return finished(response, request, started)
  }

  private func finished(
    _ response: ServedResponse, _ request: ServedRequest, _ started: Stopwatch
  ) -> ServedResponse {
    var response = response
    if request.path.hasPrefix("/iiif/"), settings.sharesOrigins {
      response.headers.append(("Access-Control-Allow-Origin", "*"))
      if response.header(PictureMaker.Made.warningHeader) != nil {
        response.headers.append(
          ("Access-Control-Expose-Headers", PictureMaker.Made.warningHeader))
      }
    }
    response.headers += [("X-Content-Type-Options", "nosniff"), ("Referrer-Policy", "no-referrer")]
    metrics.note(
      status: response.status, bytes: response.body.count, seconds: started.seconds)
    return response
  }

  private static func segments(_ request: ServedRequest) -> [String] {
    request.path.dropFirst().split(separator: "/", omittingEmptySubsequences: false)
      .map(String.init)
  }

  private func route(_ request: ServedRequest) throws(Rejection) -> ServedResponse {
    guard request.path.hasPrefix("/") else { throw .wrong("the target is not a path") }
    let segments = Self.segments(request)
    switch segments[0] {
    case "iiif" where segments.count > 1:
      try request.allow(["GET", "HEAD", "OPTIONS"])
      return try ImageAnswer(self, request).answer(Array(segments.dropFirst()))
    case "v1" where segments.count > 1:
      return try ServiceAnswer(self, request).answer(Array(segments.dropFirst()))
    default: break
    }
    switch request.path {
    case "/":
      try request.allow(["GET", "HEAD"])
      return Page.response(PackageResources.serve_html, token: settings.token)
    case "/health":
      try request.allow(["GET", "HEAD"])
      return ServedResponse(200, "text/plain; charset=utf-8", body: Array("ok\n".utf8))
    case "/metrics":
      try request.allow(["GET", "HEAD"])
      let text = metrics.text(
        photoBytes: maker.shelf.bytes, pictureBytes: maker.keptBytes)
      return ServedResponse(200, "text/plain; version=0.0.4", body: Array(text.utf8))
    default: throw .missing
    }
  }

  /// Returns an error as a message or a line of text. The request sets the form.
  package static func response(to rejection: Rejection, _ request: ServedRequest) -> ServedResponse
  {
    var headers: [(name: String, value: String)] = []
    if rejection.status == 405 { headers.append(("Allow", rejection.reason)) }
    if rejection.status == 401 { headers.append(("WWW-Authenticate", "Bearer realm=\"bromide\"")) }
    let reason = rejection.status == 405 ? "this answers \(rejection.reason)" : rejection.reason
    guard let form = MessageForm(request) else {
      return ServedResponse(
        rejection.status, "text/plain; charset=utf-8", body: Array("\(reason)\n".utf8),
        headers: headers)
    }
    var failure = ProtoFailure()
    failure.status = UInt32(rejection.status)
    failure.reason = reason
    return ServedResponse(
      rejection.status, form.type, body: form.bytes(of: failure), headers: headers)
  }
}

extension ServedRequest {
  /// Requires one of these methods.
  ///
  /// - Throws: 405 with the allowed methods.
  package func allow(_ methods: [String]) throws(Rejection) {
    guard methods.contains(method) else {
      throw Rejection(405, methods.joined(separator: ", "))
    }
  }

  /// Call this before expensive work.
  ///
  /// - Throws: `Rejection.needsWork` if the request must be quick, `Rejection.unwanted` if the client
  ///   has gone.
  func needWork() throws(Rejection) {
    if isQuick { throw .needsWork }
    guard isNeeded() else { throw .unwanted }
  }

  /// Rejects requests that a page of another origin sends.
  ///
  /// The page could send a form, although it cannot read the answer. Bromide must not work for it.
  func rejectForeignPages() throws(Rejection) {
    guard let origin = headers["origin"], headers["host"] != nil else { return }
    guard origin.hasSuffix("://\(ForwardedAddress(self).host)") else {
      throw Rejection(403, "the server rejects requests from pages of \(origin)")
    }
  }
}

internal import BromideDevelop
internal import BromideRuns
internal import BromideSystem
internal import BromideValues

/// Answers paths below `/v1/`: lists, previews, and the messages of `bromide.proto`.
struct ServiceAnswer {
  private let site: Site
  private let request: ServedRequest

  init(_ site: Site, _ request: ServedRequest) {
    self.site = site
    self.request = request
  }

  /// Answers a request.
  ///
  /// - Parameter segments: The path after `/v1/`, still percent-encoded.
  func answer(_ segments: [String]) throws(Rejection) -> ServedResponse {
    switch (segments[0], segments.count) {
    case ("list", 1...2):
      try request.allow(["GET", "HEAD"])
      try request.needWork()
      return try list(try name(segments.dropFirst().first ?? ""))
    case ("parameters", 1):
      try request.allow(["GET", "HEAD"])
      return Self.parameters
    case ("preview", 2):
      try request.allow(["GET", "HEAD"])
      return try preview(try site.folder.file(try name(segments[1])))
    case ("photo", 2):
      try request.allow(["GET", "HEAD"])
      return try photo(try site.folder.file(try name(segments[1])))
    case ("sensor", 2):
      try request.allow(["GET", "HEAD"])
      return try sensor(try site.folder.file(try name(segments[1])))
    case ("sample", 1), ("develop", 1), ("frames", 1):
      try request.allow(["POST"])
      try request.rejectForeignPages()
      return try post(segments[0])
    case ("frames", 2) where segments[1] == "live":
      // `Site.live` answers a POST while its body arrives.
      throw Rejection(405, "POST")
    case ("marks", 1...2):
      try request.allow(segments.count == 2 ? ["GET", "HEAD", "PUT"] : ["GET", "HEAD"])
      let name = try name(segments.dropFirst().first ?? "")
      if request.method == "PUT" {
        try request.rejectForeignPages()
        return try MarksAnswer(site, request).put(name)
      }
      try request.needWork()
      return try MarksAnswer(site, request).get(name)
    case ("recipe", 2):
      try request.allow(["PUT"])
      try request.rejectForeignPages()
      return try RecipeAnswer(site, request).put(try name(segments[1]))
    case ("inbox", 2):
      try request.allow(["PUT"])
      try request.rejectForeignPages()
      return try Inbox(site).take(
        request.body, name: try name(segments[1]), of: request)
    default: throw .missing
    }
  }

  /// Checks the head of a request, so that invalid requests fail before their body arrives.
  func check(_ segments: [String]) throws(Rejection) {
    try request.rejectForeignPages()
    if segments.count == 2, segments[0] == "inbox" {
      _ = try Inbox(site).folder(for: try name(segments[1]))
    }
    if ["marks", "recipe"].contains(segments[0]), request.method == "PUT" {
      try MarksAnswer(site, request).check()
    }
  }

  private func name(_ segment: String) throws(Rejection) -> [UInt8] {
    guard let name = PercentText.bytes(of: segment) else {
      throw .wrong("the identifier is not percent-encoded")
    }
    return name
  }

  // MARK: Messages

  private func post(_ name: String) throws(Rejection) -> ServedResponse {
    guard request.body.count <= site.settings.mostBodyBytes else {
      throw Rejection(413, "a body has at most \(site.settings.mostBodyBytes) bytes")
    }
    let form = MessageForm(request) ?? .binary
    switch name {
    case "sample":
      let requested = try MessageForm.message(ProtoSampleRequest.self, of: request)
      let answer = try SampleAnswer(site, request).answer(requested)
      return ServedResponse(200, form.type, body: form.bytes(of: answer))
    case "frames" where MessageForm(type: request.headers["content-type"]) == .binary:
      let answer = try FramesAnswer().answer(request.body)
      return ServedResponse(200, form.type, body: form.bytes(of: answer))
    case "frames":
      let requested = try MessageForm.message(ProtoFramesRequest.self, of: request)
      let answer = try FramesAnswer().answer(requested)
      return ServedResponse(200, form.type, body: form.bytes(of: answer))
    default:
      return try develop(try MessageForm.message(ProtoDevelopRequest.self, of: request))
    }
  }

  private func develop(_ requested: ProtoDevelopRequest) throws(Rejection) -> ServedResponse {
    let file = try site.folder.file(Array(requested.picture.utf8))
    let query = try DevelopQuery(
      requested.parameters.map { ($0.name, $0.value) }, over: site.settings.development)
    let size = try site.maker.size(file, request)
    func side(_ requested: UInt32, _ whole: Int) -> Int { requested == 0 ? whole : Int(requested) }
    let format = requested.format.isEmpty ? "jpg" : requested.format
    let box = "\(side(requested.width, size.width)),\(side(requested.height, size.height))"
    let image = try ImageRequest(["full", "!\(box)", "0", "default.\(format)"])
    let made = try site.maker.picture(file, image, query, request).made
    site.metrics.note(picture: made)
    return ServedResponse(200, image.format.type, body: made.bytes, headers: made.headers)
  }

  // MARK: The light table

  private func list(_ name: [UInt8]) throws(Rejection) -> ServedResponse {
    let listing = try site.folder.list(name)
    func entry(_ bytes: [UInt8]) -> [(String, JSONValue)] {
      let last = bytes.split(separator: UInt8(ascii: "/")).last.map(Array.init) ?? []
      return [
        ("id", .text(PercentText.encoded(bytes))),
        ("path", .text(ByteText.visible(bytes, escapesControls: true))),
        ("name", .text(ByteText.visible(last, escapesControls: true))),
      ]
    }
    let json = JSONValue.object([
      ("folders", .array(listing.folders.map { .object(entry($0)) })),
      (
        "pictures",
        .array(
          listing.pictures.map {
            .object(
              entry($0.name) + [
                ("bytes", .number("\($0.status.size)")), ("isRaw", .boolean($0.isRaw)),
                ("modified", .number("\($0.status.modified / 1_000_000_000)")),
              ])
          })
      ),
      ("isCut", .boolean(listing.isCut)),
      ("writesMarks", .boolean(site.settings.writesMarks)),
      ("inbox", .text(site.settings.inbox.map { PercentText.encoded($0) } ?? "")),
      ("development", site.settings.development.json(flags: site.settings.developmentFlags)),
    ])
    return Self.json(json)
  }

  /// Returns facts about a photo, and the initial values of the page's sliders.
  private func photo(_ file: ServedFile) throws(Rejection) -> ServedResponse {
    let facts = try site.maker.facts(file, request)
    let balance = try site.maker.balance(file, request)
    func number(_ value: Double) -> JSONValue { .number("\((10 * value).rounded() / 10)") }
    return Self.json(
      .object(
        [
          ("temperature", number(balance.temperature)), ("tint", number(balance.tint)),
          ("recipe", .object(RecipeAnswer.parameters(of: file, site.folder.context))),
        ] + facts))
  }

  /// Returns the clipped shares of a raw's colours.
  private func sensor(_ file: ServedFile) throws(Rejection) -> ServedResponse {
    let channels = try site.maker.sensor(file, request)?.channels ?? []
    return Self.json(
      .object([
        (
          "clipped",
          .object(
            channels.map { channel in
              (
                channel.name,
                .number("\(Double(channel.clipped) / Double(max(1, channel.count)))")
              )
            })
        )
      ]))
  }

  private func preview(_ file: ServedFile) throws(Rejection) -> ServedResponse {
    var longEdge = 320
    for item in try QueryItems(request.query).items {
      guard item.name == "size", let size = Int(item.value), (16...2048).contains(size) else {
        throw .wrong("a preview accepts only size=16 to size=2048")
      }
      longEdge = size
    }
    let made = try site.maker.preview(file, longEdge: longEdge, request)
    site.metrics.note(picture: made)
    return ServedResponse(
      200, "image/jpeg", body: made.bytes,
      headers: [("Cache-Control", "private, max-age=60")] + made.headers)
  }

  private static let parameters = json(
    .array(
      DevelopQuery.parameters.map { parameter in
        .object([
          ("name", .text(parameter.name)), ("meaning", .text(parameter.meaning)),
          ("unit", .text(parameter.unit)), ("least", .number("\(parameter.range.lowerBound)")),
          ("most", .number("\(parameter.range.upperBound)")),
          ("default", .text(parameter.standardText)),
        ])
      }))

  /// Returns a value as an answer that browsers check before they use it again.
  static func json(_ value: JSONValue) -> ServedResponse {
    ServedResponse(
      200, "application/json", body: Array(value.text.utf8),
      headers: [("Cache-Control", "no-cache")])
  }
}

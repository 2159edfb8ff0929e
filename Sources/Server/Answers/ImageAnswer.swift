internal import BromideSystem

/// Answers requests of the IIIF Image API 3.0.
struct ImageAnswer {
  private let site: Site
  private let request: ServedRequest

  init(_ site: Site, _ request: ServedRequest) {
    self.site = site
    self.request = request
  }

  /// Answers a request for a picture or its description.
  ///
  /// - Parameter segments: The path after `/iiif/`, still percent-encoded. The identifier is first.
  func answer(_ segments: [String]) throws(Rejection) -> ServedResponse {
    if request.method == "OPTIONS" {
      return ServedResponse(
        204,
        headers: [
          ("Access-Control-Allow-Methods", "GET, HEAD, OPTIONS"),
          ("Access-Control-Allow-Headers", "Authorization, If-None-Match"),
          ("Access-Control-Max-Age", "86400"),
        ])
    }
    guard [1, 2, 5].contains(segments.count) else { throw .missing }
    guard let name = PercentText.bytes(of: segments[0]) else {
      throw .wrong("the identifier is not percent-encoded")
    }
    let file = try site.folder.file(name)
    switch segments.count {
    case 1: return redirect(file)
    case 2 where segments[1] == "info.json": return try info(file)
    case 5: return try picture(file, Array(segments.dropFirst()))
    default: throw .missing
    }
  }

  /// Redirects an identifier without parameters to the picture's description (section 2).
  private func redirect(_ file: ServedFile) -> ServedResponse {
    ServedResponse(303, headers: [("Location", "\(base(file))/info.json")])
  }

  private func info(_ file: ServedFile) throws(Rejection) -> ServedResponse {
    _ = try query()
    let tag = Self.tag([file.state, base(file), "info"])
    let isLinked = request.headers["accept"]?.contains("application/ld+json") ?? false
    let type =
      isLinked
      ? "application/ld+json;profile=\"\(ImageInfo.context)\"" : "application/json"
    if let known = unchanged(tag) { return known }
    let size = try site.maker.size(file, request)
    let info = ImageInfo(id: base(file), size: size, mostPixels: site.maker.mostPixels(of: size))
    return ServedResponse(
      200, type, body: Array(info.json.utf8),
      headers: [("ETag", tag), ("Cache-Control", Self.caching), ("Vary", "Accept")])
  }

  private func picture(
    _ file: ServedFile, _ encoded: [String]
  ) throws(Rejection) -> ServedResponse {
    let segments = encoded.compactMap { PercentText.text(of: $0) }
    guard segments.count == 4 else { throw .wrong("the path is not percent-encoded UTF-8") }
    let requested = try ImageRequest(segments)
    let query = try query()
    // Check this before decoding: a client that already has the picture does not need a photo.
    let tag = Self.tag([file.pictureState, query.key] + segments)
    if let known = unchanged(tag) { return known }
    let (made, geometry) = try site.maker.picture(file, requested, query, request)
    site.metrics.note(picture: made)
    let canonical = requested.canonical(
      geometry, mostPixels: site.maker.mostPixels(of: geometry.picture))
    return ServedResponse(
      200, requested.format.type, body: made.bytes,
      headers: [
        ("ETag", tag), ("Cache-Control", Self.caching),
        (
          "Link",
          "<\(base(file))/\(canonical)>;rel=\"canonical\", <\(ImageInfo.profile)>;rel=\"profile\""
        ),
      ] + made.headers)
  }

  private func query() throws(Rejection) -> DevelopQuery {
    try DevelopQuery(try QueryItems(request.query).items, over: site.settings.development)
  }

  /// The browser may keep the picture, but must check each time, because the photo can change.
  private static let caching = "private, no-cache"

  private func unchanged(_ tag: String) -> ServedResponse? {
    guard let known = request.headers["if-none-match"] else { return nil }
    let tags = known.split(separator: ",").map { part in
      let text = part.filter { $0 != " " }
      return text.hasPrefix("W/") ? String(text.dropFirst(2)) : String(text)
    }
    guard tags.contains(tag) || tags == ["*"] else { return nil }
    return ServedResponse(304, headers: [("ETag", tag), ("Cache-Control", Self.caching)])
  }

  private static func tag(_ parts: [String]) -> String {
    var hash = ContentHash()
    for part in [BromideVersion.number] + parts { hash.add(Array(part.utf8) + [0]) }
    return "\"\(hash.text)\""
  }

  /// Returns the URI that the client uses for the picture.
  private func base(_ file: ServedFile) -> String {
    "\(ForwardedAddress(request).root)/iiif/\(file.identifier)"
  }
}

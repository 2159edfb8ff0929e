/// Decides who is answered at all.
package struct Gate {
  private let settings: Site.Settings

  package init(_ settings: Site.Settings) { self.settings = settings }

  /// - Throws: 403 for a host that the server is not called by, 401 without the token.
  package func admit(_ request: ServedRequest) throws(Refusal) {
    if let hosts = settings.hosts {
      let host = request.headers["host"].map(Self.name) ?? ""
      guard hosts.contains(host) else {
        throw Refusal(403, "this server is not called “\(host)”")
      }
    }
    // Whoever watches whether the server lives learns nothing else.
    guard let token = settings.token, request.path != "/health" else { return }
    guard Self.tokens(request).contains(where: { Self.isEqual($0, token) }) else {
      throw Refusal(401, "give the token: Authorization: Bearer TOKEN, or ?token=TOKEN on the page")
    }
  }

  /// Tokens that a request shows: as bearer, as the page's cookie, or behind the page's address.
  private static func tokens(_ request: ServedRequest) -> [String] {
    var tokens: [String] = []
    if let value = request.headers["authorization"], value.lowercased().hasPrefix("bearer ") {
      tokens.append(String(value.dropFirst(7)))
    }
    for part in (request.headers["cookie"] ?? "").split(separator: ";") {
      let text = part.drop { $0 == " " }
      if text.hasPrefix(Page.cookie + "=") {
        tokens += [PercentText.text(of: text.dropFirst(Page.cookie.count + 1))].compactMap(\.self)
      }
    }
    if request.path == "/", let items = try? QueryItems(request.query).items {
      tokens += items.filter { $0.name == "token" }.map(\.value)
    }
    return tokens
  }

  /// In a time that tells nothing of where two texts differ.
  package static func isEqual(_ left: String, _ right: String) -> Bool {
    let (left, right) = (Array(left.utf8), Array(right.utf8))
    guard left.count == right.count else { return false }
    return zip(left, right).reduce(UInt8(0)) { $0 | ($1.0 ^ $1.1) } == 0
  }

  /// The name in a Host header, without its port.
  private static func name(_ host: String) -> String {
    if host.hasPrefix("["), let end = host.firstIndex(of: "]") {
      return String(host[...end]).lowercased()
    }
    return host.split(separator: ":", omittingEmptySubsequences: false)[0].lowercased()
  }
}

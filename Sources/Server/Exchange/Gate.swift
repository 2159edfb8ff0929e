/// Checks the host and the token of every request.
package struct Gate {
  private let settings: Site.Settings

  package init(_ settings: Site.Settings) { self.settings = settings }

  /// Checks a request.
  ///
  /// - Throws: 403 for an unknown host, 401 without the token.
  package func admit(_ request: ServedRequest) throws(Rejection) {
    if let hosts = settings.hosts {
      let host = request.headers["host"].map(Self.name) ?? ""
      guard hosts.contains(host) else {
        throw Rejection(403, "this server is not called “\(host)”")
      }
    }
    // `/health` works without the token, because it only shows that the server runs.
    guard let token = settings.token, request.path != "/health" else { return }
    guard Self.tokens(request).contains(where: { Self.isEqual($0, token) }) else {
      throw Rejection(
        401, "give the token: Authorization: Bearer TOKEN, or ?token=TOKEN on the page")
    }
  }

  /// Returns all tokens in a request: the bearer token, the page's cookie, and the query of the
  /// page.
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

  /// Compares two texts of equal length in constant time, to hide the position of a difference.
  package static func isEqual(_ left: String, _ right: String) -> Bool {
    let (left, right) = (Array(left.utf8), Array(right.utf8))
    guard left.count == right.count else { return false }
    return zip(left, right).reduce(UInt8(0)) { $0 | ($1.0 ^ $1.1) } == 0
  }

  /// Returns the name in a `Host` header, without its port.
  private static func name(_ host: String) -> String {
    if host.hasPrefix("["), let end = host.firstIndex(of: "]") {
      return String(host[...end]).lowercased()
    }
    return host.split(separator: ":", omittingEmptySubsequences: false)[0].lowercased()
  }
}

/// A page: one document with its own style and script.
package enum Page {
  /// The cookie that carries the token of a page that was opened with it.
  static let cookie = "bromide-token"

  /// - Parameters:
  ///   - html: The document.
  ///   - token: What the page's own requests will have to know; it is kept in a cookie.
  package static func response(_ html: String, token: String? = nil) -> ServedResponse {
    var headers: [(name: String, value: String)] = [
      ("Cache-Control", "no-cache"),
      (
        "Content-Security-Policy",
        "default-src 'none'; img-src 'self' blob: data:; style-src 'unsafe-inline'; script-src 'unsafe-inline'; connect-src 'self'; form-action 'none'; frame-ancestors 'none'; base-uri 'none'"
      ),
    ]
    if let token {
      headers.append(
        (
          "Set-Cookie",
          "\(cookie)=\(PercentText.encoded(token.utf8)); Path=/; HttpOnly; SameSite=Strict"
        ))
    }
    return ServedResponse(
      200, "text/html; charset=utf-8", body: Array(html.utf8), headers: headers)
  }
}

/// A page: one document with its own style and script.
package enum Page {
  /// The cookie that carries the token of a page that was opened with it.
  static let cookie = "bromide-token"

  /// - Parameters:
  ///   - html: The document in UTF-8. The build embeds it from `page.html`.
  ///   - token: The token that the page's requests must send. A cookie keeps it.
  package static func response(_ html: [UInt8], token: String? = nil) -> ServedResponse {
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
      200, "text/html; charset=utf-8", body: html, headers: headers)
  }
}

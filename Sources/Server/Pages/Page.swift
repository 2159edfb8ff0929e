/// The web page: one document with embedded style and script.
package enum Page {
  /// The cookie with the token from the page's address.
  static let cookie = "bromide-token"

  /// Returns the page.
  ///
  /// - Parameters:
  ///   - html: The document in UTF-8. The build embeds it from `serve.html` or `preview.html`.
  ///   - token: The token for the page's requests. The response stores it in a cookie.
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

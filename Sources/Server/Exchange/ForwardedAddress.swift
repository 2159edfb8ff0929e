/// The server's address as the client sees it, from the `Host` header or from a trusted proxy.
///
/// A proxy writes `Forwarded` (RFC 7239) or the older `X-Forwarded-…`. With several proxies, the
/// last one writes the last element. We use only the last element, because only the last proxy is
/// known to be trusted. Bromide ignores these headers from other clients, because every client can
/// send them.
package struct ForwardedAddress: Sendable, Hashable {
  /// `http` or `https`.
  package let scheme: String
  /// Host and port, without invalid characters.
  package let host: String
  /// The path before the server's paths, without a trailing slash: empty, or `/photos`.
  package let prefix: String

  package init(_ request: ServedRequest) {
    let forwarded = request.isFromTrustedProxy ? request.headers : [:]
    let pairs = Self.pairs(forwarded["forwarded"])
    func value(_ name: String, _ header: String) -> String? {
      pairs[name] ?? forwarded[header].flatMap(Self.last)
    }
    scheme =
      value("proto", "x-forwarded-proto")?.lowercased() == "https" ? "https" : "http"
    host = (value("host", "x-forwarded-host") ?? request.headers["host"] ?? "localhost").filter {
      $0.isASCII && ($0.isLetter || $0.isNumber || ".:[]-_".contains($0))
    }
    prefix = Self.prefix(forwarded["x-forwarded-prefix"].flatMap(Self.last) ?? "")
  }

  /// Returns the client's address from a trusted proxy, or `nil` without a proxy.
  package static func client(_ request: ServedRequest) -> String? {
    guard request.isFromTrustedProxy else { return nil }
    return pairs(request.headers["forwarded"])["for"]
      ?? request.headers["x-forwarded-for"].flatMap(last)
  }

  /// The address of the server's root, without a trailing slash.
  package var root: String { "\(scheme)://\(host)\(prefix)" }

  private static func last(_ list: String) -> String? {
    list.split(separator: ",").last.map { $0.filter { $0 != " " && $0 != "\t" } }
  }

  /// Returns the names and values of the last element of `Forwarded`.
  ///
  /// The values that we use contain no separators within quotes.
  private static func pairs(_ header: String?) -> [String: String] {
    var pairs: [String: String] = [:]
    for part in (header.flatMap(last) ?? "").split(separator: ";") {
      let sides = part.split(separator: "=", maxSplits: 1)
      guard sides.count == 2 else { continue }
      pairs[sides[0].lowercased()] = sides[1].filter { $0 != "\"" }
    }
    return pairs
  }

  /// Returns a path of plain segments, or an empty path for other text, because headers and pages
  /// will contain the prefix.
  private static func prefix(_ text: String) -> String {
    let segments = text.split(separator: "/")
    let isPlain = segments.allSatisfy { segment in
      segment != "." && segment != ".."
        && segment.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || "-._~%".contains($0)) }
    }
    guard text.hasPrefix("/"), isPlain else { return "" }
    return segments.map { "/" + $0 }.joined()
  }
}

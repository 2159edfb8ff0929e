/// The address by which a client calls the server: its own words, or those of a trusted proxy.
///
/// A proxy writes `Forwarded` (RFC 7239), or the older `X-Forwarded-…`. Of several proxies the last wrote the last element,
/// and only the last is known to be trusted. Headers of others are ignored, because every client can send them.
package struct ForwardedAddress: Sendable, Hashable {
  /// `http` or `https`.
  package let scheme: String
  /// Host and port, with characters that a host cannot have left out.
  package let host: String
  /// The path in front of the server's paths, without a slash at its end: empty, or `/photos`.
  package let prefix: String

  package init(_ request: ServedRequest) {
    let told = request.isFromTrustedProxy ? request.headers : [:]
    let pairs = Self.pairs(told["forwarded"])
    func value(_ name: String, _ header: String) -> String? {
      pairs[name] ?? told[header].flatMap(Self.last)
    }
    scheme =
      value("proto", "x-forwarded-proto")?.lowercased() == "https" ? "https" : "http"
    host = (value("host", "x-forwarded-host") ?? request.headers["host"] ?? "localhost").filter {
      $0.isASCII && ($0.isLetter || $0.isNumber || ".:[]-_".contains($0))
    }
    prefix = Self.prefix(told["x-forwarded-prefix"].flatMap(Self.last) ?? "")
  }

  /// The address of the client that a trusted proxy names; nil without one.
  package static func client(_ request: ServedRequest) -> String? {
    guard request.isFromTrustedProxy else { return nil }
    return pairs(request.headers["forwarded"])["for"]
      ?? request.headers["x-forwarded-for"].flatMap(last)
  }

  /// The address of the server's root, without a slash at its end.
  package var root: String { "\(scheme)://\(host)\(prefix)" }

  private static func last(_ list: String) -> String? {
    list.split(separator: ",").last.map { $0.filter { $0 != " " && $0 != "\t" } }
  }

  /// The names and values of the last element of `Forwarded`. Quotes hold no separators in what is read here.
  private static func pairs(_ header: String?) -> [String: String] {
    var pairs: [String: String] = [:]
    for part in (header.flatMap(last) ?? "").split(separator: ";") {
      let sides = part.split(separator: "=", maxSplits: 1)
      guard sides.count == 2 else { continue }
      pairs[sides[0].lowercased()] = sides[1].filter { $0 != "\"" }
    }
    return pairs
  }

  /// A path of plain segments; empty for anything else, because it stands in headers and pages.
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

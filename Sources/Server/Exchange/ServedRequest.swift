/// A request. It is a value, so you can test all answers without a network.
package struct ServedRequest: Sendable {
  /// The method in capitals: `GET`.
  package var method: String
  /// The target before `?`, still percent-encoded.
  package var path: String
  /// The target after `?`, still percent-encoded, or `nil` without a `?`.
  package var query: String?
  /// Values of headers by name in lower case. If a name occurs twice, this contains the first
  /// value.
  package var headers: [String: String]
  /// The complete body.
  package var body: [UInt8]
  /// Whether the request came from a proxy of `--trusted-proxy`, so that you can use its headers
  /// about the client.
  package var isFromTrustedProxy = false
  /// Whether the client still waits for the answer. Work calls this between its steps, on any
  /// thread.
  package var isNeeded: @Sendable () -> Bool = { true }
  /// Whether the answer must be quick. If it needs work, it throws `Rejection.needsWork`.
  var isQuick = false

  /// Creates a request.
  ///
  /// - Parameter target: The path, with the query after `?`.
  package init(
    _ method: String, _ target: String, headers: [String: String] = [:], body: [UInt8] = []
  ) {
    self.method = method
    let mark = target.utf8.firstIndex(of: UInt8(ascii: "?"))
    path = String(target[..<(mark ?? target.endIndex)])
    query = mark.map { String(target[target.utf8.index(after: $0)...]) }
    self.headers = headers
    self.body = body
  }
}

/// The answer to a request.
package struct ServedResponse: Sendable {
  /// The HTTP status code.
  package var status: Int
  /// Names and values of headers, without connection headers and the length.
  package var headers: [(name: String, value: String)]
  /// The body.
  package var body: [UInt8]

  package init(
    _ status: Int, _ type: String? = nil, body: [UInt8] = [],
    headers: [(name: String, value: String)] = []
  ) {
    self.status = status
    self.headers = (type.map { [("Content-Type", $0)] } ?? []) + headers
    self.body = body
  }

  /// Returns the value of the first header with a name, ignoring case.
  package func header(_ name: String) -> String? {
    headers.first { $0.name.lowercased() == name.lowercased() }?.value
  }
}

/// An error response: a status and a sentence with the fix. The status shows if the client or the
/// server must act.
package struct Rejection: Error, Sendable, Hashable {
  package let status: Int
  package let reason: String

  package init(_ status: Int, _ reason: String) {
    self.status = status
    self.reason = reason
  }

  /// Creates a 400 error for an invalid request.
  package static func wrong(_ reason: String) -> Rejection { Rejection(400, reason) }

  /// The client has gone, so Bromide stops the work.
  ///
  /// Proxies use the number 499 in their logs. No client receives it.
  package static let unwanted = Rejection(499, "the client has gone")

  /// A quick answer is not possible. `Site` never sends this to a client.
  static let needsWork = Rejection(0, "this needs work")

  /// The picture does not exist, or the client may not see it. Both look the same to the client.
  package static let missing = Rejection(404, "the server does not have a file with this name")
}

/// A request, however it came: a value, so that all that is answered can be tested without a network.
package struct ServedRequest: Sendable {
  /// The method in capitals: `GET`.
  package var method: String
  /// What stands before `?` in the target, still percent-encoded.
  package var path: String
  /// What stands behind `?`, still percent-encoded; nil without one.
  package var query: String?
  /// Values of headers by their names in lower case; of equal names the first.
  package var headers: [String: String]
  /// The body, whole.
  package var body: [UInt8]
  /// Whether it came from a proxy that `--trusted-proxy` names, so that what it says of its client counts.
  package var isFromTrustedProxy = false
  /// Whether somebody still waits for the answer. Work asks between its steps, on any thread.
  package var isWanted: @Sendable () -> Bool = { true }
  /// Whether only answers that cost no work are wanted now: others throw `Refusal.needsWork`.
  var isQuick = false

  /// - Parameter target: The path, and behind `?` the query.
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
  /// The status code of HTTP.
  package var status: Int
  /// Names and values of headers, without those of the connection and the length.
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

  /// The value of the first header of a name, whatever its case.
  package func header(_ name: String) -> String? {
    headers.first { $0.name.lowercased() == name.lowercased() }?.value
  }
}

/// Why a request is not granted: the status that says who has to act, and a sentence that says how.
package struct Refusal: Error, Sendable, Hashable {
  package let status: Int
  package let reason: String

  package init(_ status: Int, _ reason: String) {
    self.status = status
    self.reason = reason
  }

  /// The request is wrong.
  package static func wrong(_ reason: String) -> Refusal { Refusal(400, reason) }

  /// The client has gone, so its work ends. The number is the one that proxies use in their logs; nobody receives it.
  package static let unwanted = Refusal(499, "the client has gone")

  /// A quick answer is not possible. It leaves `Site` in no response.
  static let needsWork = Refusal(0, "this needs work")

  /// There is nothing of that name, or nothing that may be shown: which of them is nobody's business.
  package static let missing = Refusal(404, "nothing of that name is served here")
}

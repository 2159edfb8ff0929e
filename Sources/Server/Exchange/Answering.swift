/// Answers the requests of a server. Any thread can call it.
package protocol Answering: Sendable {
  /// The server's counters.
  var metrics: ServedMetrics { get }
  /// Maximum bytes of a request's body.
  var mostBodyBytes: Int { get }

  /// Starts an answer that continues while the request arrives.
  ///
  /// - Parameter request: The request with an empty body.
  /// - Returns: The answer, or `nil` to answer after the complete request has arrived.
  func live(_ request: ServedRequest) -> Result<LiveFrames, Rejection>?

  /// Checks a request before its body is read.
  ///
  /// - Parameter request: The request with an empty body.
  /// - Returns: The response if the request must fail, or `nil` to read the body.
  func earlyResponse(_ request: ServedRequest) -> ServedResponse?

  /// Returns an answer that needs no work, such as a cached picture, or `nil` to use `answer`.
  func quickAnswer(_ request: ServedRequest) -> ServedResponse?

  /// Answers a request.
  func answer(_ request: ServedRequest) -> ServedResponse
}

extension Answering {
  /// Answers all requests after they are complete.
  package func live(_ request: ServedRequest) -> Result<LiveFrames, Rejection>? { nil }
  /// Accepts all bodies.
  package func earlyResponse(_ request: ServedRequest) -> ServedResponse? { nil }
  /// Returns `nil`, because all answers need work.
  package func quickAnswer(_ request: ServedRequest) -> ServedResponse? { nil }
}

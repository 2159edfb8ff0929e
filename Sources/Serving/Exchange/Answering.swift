/// What answers the requests of a server, on whichever thread asks.
package protocol Answering: Sendable {
  /// What the server counts.
  var metrics: ServedMetrics { get }
  /// Bytes that the body of a request may have.
  var mostBodyBytes: Int { get }

  /// Begins an answer that is given while its request goes on; nil for a request that is answered when all of it is there.
  ///
  /// - Parameter request: Its body is empty.
  func live(_ request: ServedRequest) -> Result<LiveFrames, Refusal>?

  /// The response that rejects a request by its head, before its body is read; nil if its body may come.
  ///
  /// - Parameter request: Its body is empty.
  func rejection(_ request: ServedRequest) -> ServedResponse?

  /// The answer to a request that costs no work, such as a kept picture; nil if `answer` has to find it.
  func quickAnswer(_ request: ServedRequest) -> ServedResponse?

  /// The answer to a request; it is always one.
  func answer(_ request: ServedRequest) -> ServedResponse
}

extension Answering {
  /// Nothing is answered while it comes.
  package func live(_ request: ServedRequest) -> Result<LiveFrames, Refusal>? { nil }
  /// All bodies may come.
  package func rejection(_ request: ServedRequest) -> ServedResponse? { nil }
  /// All answers cost work.
  package func quickAnswer(_ request: ServedRequest) -> ServedResponse? { nil }
}

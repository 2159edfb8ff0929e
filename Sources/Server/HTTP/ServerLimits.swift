/// Limits per client and for the entire server.
package struct ServerLimits: Sendable {
  /// Maximum bytes of the request line and the headers.
  package var headBytes = 16 << 10
  /// Maximum number of headers.
  package var headers = 64
  /// Maximum open connections. Another connection replaces the least active one.
  package var connections = 256
  /// Maximum requests that wait for a thread.
  ///
  /// If there are more, the server answers with 503. It drops requests of the client with the most
  /// requests first.
  package var waiting = 128
  /// Maximum bytes of all bodies together. Other requests get a 503. Several bodies of one client
  /// can use half of it.
  package var bodyBytesInAll = 256 << 20
  /// Maximum bytes of answers that wait for their clients. Above this, requests for pictures and
  /// samples get a 503.
  package var answerBytesInAll = 256 << 20
  /// Seconds from a new connection, or from the first byte of a later request, to the end of the
  /// headers.
  package var headSeconds = 10.0
  /// Seconds between two parts of a body.
  package var bodySeconds = 15.0
  /// Minimum bytes per second of a body, on average, after `bodySeconds`.
  package var bodyBytesPerSecond = 64 << 10
  /// Seconds to read a rejected connection, so that its client receives the answer.
  package var lingerSeconds = 2.0
  /// Seconds that a connection can stay idle between two requests.
  package var idleSeconds = 60.0
  /// Seconds for the client to read each part of an answer.
  package var writeSeconds = 30.0
  /// Seconds for current requests when the server stops.
  package var stopSeconds = 8.0

  package init() {}

  /// Creates limits for a server with this memory for jobs. Bodies and answers can each use another
  /// quarter.
  ///
  /// - Parameter mostBody: Bytes of the largest body, which must always fit.
  package init(memory bytes: Int, mostBody: Int) {
    bodyBytesInAll = max(mostBody, min(bodyBytesInAll, bytes / 4))
    answerBytesInAll = min(answerBytesInAll, bytes / 4)
  }

  /// The error for a head that exceeds the limit.
  var longHead: Rejection {
    Rejection(431, "a request line and headers have at most \(headBytes) bytes")
  }
}

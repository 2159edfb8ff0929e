internal import Serving

/// What one client, and all together, may take of the server.
package struct ServerLimits: Sendable {
  /// Bytes of the request line and the headers.
  package var headBytes = 16 << 10
  /// Headers.
  package var headers = 64
  /// Open connections; more are closed at once.
  package var connections = 256
  /// Requests that wait for a thread; more are answered with 503.
  package var waiting = 128
  /// Bytes of the bodies of all requests together; a request that would pass it is answered with 503.
  package var bodyBytesInAll = 256 << 20
  /// Bytes of answers that wait for their readers; as long as there are more, pictures and samples are answered with 503.
  package var answerBytesInAll = 256 << 20
  /// Seconds from the first byte of a request to the end of its headers.
  package var headSeconds = 10.0
  /// Seconds from one part of a body to the next.
  package var bodySeconds = 15.0
  /// Seconds for which a connection may say nothing between two requests.
  package var idleSeconds = 60.0
  /// Seconds that a client may take to read what is sent to it, for each part of an answer.
  package var writeSeconds = 30.0
  /// Seconds that requests in hand may take when the server stops.
  package var stopSeconds = 10.0

  package init() {}

  /// What a longer head is told.
  var longHead: Refusal {
    Refusal(431, "a request line and headers have at most \(headBytes) bytes")
  }
}

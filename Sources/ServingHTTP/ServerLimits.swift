internal import Serving

/// What one client, and all together, may take of the server.
package struct ServerLimits: Sendable {
  /// Bytes of the request line and the headers.
  package var headBytes = 16 << 10
  /// Headers.
  package var headers = 64
  /// Open connections. Another one takes the place of the one that does the least.
  package var connections = 256
  /// Requests that wait for a thread; more are answered with 503. The client with most of them gives way to others.
  package var waiting = 128
  /// Bytes of the bodies of all requests together; a request that would pass it is answered with 503. Several
  /// bodies of one client may take half of it.
  package var bodyBytesInAll = 256 << 20
  /// Bytes of answers that wait for their readers; as long as there are more, pictures and samples are answered with 503.
  package var answerBytesInAll = 256 << 20
  /// Seconds from the first byte of a request to the end of its headers.
  package var headSeconds = 10.0
  /// Seconds from one part of a body to the next.
  package var bodySeconds = 15.0
  /// Bytes that a body must gain in a second, on average, after `bodySeconds`.
  package var bodyBytesPerSecond = 64 << 10
  /// Seconds for which a connection that was rejected is read, so that its client finds the answer.
  package var lingerSeconds = 2.0
  /// Seconds for which a connection may say nothing between two requests.
  package var idleSeconds = 60.0
  /// Seconds that a client may take to read what is sent to it, for each part of an answer.
  package var writeSeconds = 30.0
  /// Seconds that requests in hand may take when the server stops.
  package var stopSeconds = 8.0

  package init() {}

  /// Limits for a server whose work may take so many bytes: bodies and answers may each take a quarter of that besides.
  ///
  /// - Parameter mostBody: Bytes of one body, for which there is always room.
  package init(memory bytes: Int, mostBody: Int) {
    bodyBytesInAll = max(mostBody, min(bodyBytesInAll, bytes / 4))
    answerBytesInAll = min(answerBytesInAll, bytes / 4)
  }

  /// What a longer head is told.
  var longHead: Refusal {
    Refusal(431, "a request line and headers have at most \(headBytes) bytes")
  }
}

/// Answers frames while the client still sends them: `POST /v1/frames/live`.
///
/// The body is a series of messages. Before each message is its length, as a Protobuf varint. The
/// first message is a `FramesRequest` with the frame format and the points. All others are a
/// `Frame`. The answer to each frame is a line of JSON with a `FrameSamples`.
///
/// Not thread-safe. The thread that reads from the network waits while a frame is sampled.
package final class LiveFrames: @unchecked Sendable {
  /// The content type of the answer.
  package static let type = "application/x-ndjson"

  private let mostBytes: Int
  private var bytes: [UInt8] = []
  private var reader: FramesReader?
  private var count = 0
  /// The range of the next message, or `nil` if its length has not arrived yet.
  private var next: Range<Int>?

  /// Prepares the answer to a request.
  ///
  /// - Throws: 415 if the body has a different type.
  package init(_ request: ServedRequest, mostBytes: Int) throws(Rejection) {
    guard MessageForm(type: request.headers["content-type"]) == .binary else {
      throw Rejection(415, "send application/x-protobuf, each message behind its length")
    }
    self.mostBytes = mostBytes
  }

  /// Bytes in memory: at most one message, and the data that arrived with its end.
  package var byteCount: Int { bytes.count }

  /// Whether a complete message has arrived.
  package var hasMessage: Bool { next.map { $0.upperBound <= bytes.count } ?? false }

  /// Adds bytes that arrived.
  ///
  /// - Throws: 413 if the next message is longer than a body may be, 400 if its length is invalid.
  @unsafe package func take(_ part: UnsafeRawBufferPointer) throws(Rejection) {
    unsafe bytes.append(contentsOf: part)
    try measure()
  }

  /// Returns the line that answers the next message, or `nil` for the first message, which contains
  /// the settings.
  ///
  /// - Precondition: `hasMessage` is true.
  /// - Throws: `Rejection` if the message is invalid. After an error, you cannot continue.
  package func answer() throws(Rejection) -> [UInt8]? {
    guard hasMessage, let next else { preconditionFailure("a message is whole") }
    let message = Array(bytes[next])
    bytes.removeSubrange(..<next.upperBound)
    self.next = nil
    try measure()
    guard let reader else {
      let requested = try MessageForm.message(ProtoFramesRequest.self, message)
      guard requested.frames.isEmpty else {
        throw .wrong(
          "the first message must not contain frames; send each frame as a separate message")
      }
      self.reader = try FramesReader(requested)
      return nil
    }
    let (frame, planes) = try FramesBody.frame(message, 0..<message.count)
    let samples = try reader.samples(
      try MessageForm.message(ProtoFrame.self, frame), message, planes, index: count)
    count += 1
    return MessageForm.json.bytes(of: samples) + [UInt8(ascii: "\n")]
  }

  /// Checks that the body is complete.
  ///
  /// - Throws: 400 if the body ends within a message, or before the first.
  package func end() throws(Rejection) {
    guard bytes.isEmpty else { throw .wrong("the body ends within a message") }
    guard reader != nil else { throw .wrong("the body has no message") }
  }

  /// Returns an error as the last line of an answer.
  package static func line(_ rejection: Rejection) -> [UInt8] {
    var failure = ProtoFailure()
    failure.status = UInt32(rejection.status)
    failure.reason = rejection.reason
    return MessageForm.json.bytes(of: failure) + [UInt8(ascii: "\n")]
  }

  /// Finds the end of the next message, if its length has arrived.
  private func measure() throws(Rejection) {
    guard next == nil else { return }
    var length = 0
    for (index, byte) in bytes.prefix(Self.mostLengthBytes).enumerated() {
      length |= Int(byte & 0x7F) << (7 * index)
      guard byte & 0x80 == 0 else { continue }
      guard length <= mostBytes else {
        throw Rejection(413, "a message has at most \(mostBytes) bytes")
      }
      next = index + 1..<index + 1 + length
      bytes.reserveCapacity(index + 1 + length)
      return
    }
    guard bytes.count < Self.mostLengthBytes else {
      throw .wrong("a message begins with no length")
    }
  }

  /// Lengths have at most 35 bits, with 7 bits in a byte.
  private static let mostLengthBytes = 5
}

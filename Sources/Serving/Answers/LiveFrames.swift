internal import ServingMessages

/// Frames that are answered one by one while the request that brings them goes on: `POST /v1/frames/live`.
///
/// Its body is messages, each behind its length as Protobuf writes lengths: a `FramesRequest` that says how frames are read
/// and where they are sampled, then a `Frame` after another. Each frame is answered with a line of JSON, a `FrameSamples`.
///
/// One thread at a time: whoever reads from the network waits while a frame is sampled.
package final class LiveFrames: @unchecked Sendable {
  /// The type of the answer.
  package static let type = "application/x-ndjson"

  private let mostBytes: Int
  private var bytes: [UInt8] = []
  private var reader: FramesReader?
  private var count = 0
  /// The next message, if it is known where it ends.
  private var next: Range<Int>?

  /// - Throws: 415 for a body of another type.
  package init(_ request: ServedRequest, mostBytes: Int) throws(Refusal) {
    guard MessageForm(type: request.headers["content-type"]) == .binary else {
      throw Refusal(415, "send application/x-protobuf, each message behind its length")
    }
    self.mostBytes = mostBytes
  }

  /// Bytes that are kept: at most one message, and what came with its end.
  package var byteCount: Int { bytes.count }

  /// Whether a message is whole.
  package var hasMessage: Bool { next.map { $0.upperBound <= bytes.count } ?? false }

  /// Takes what came.
  ///
  /// - Throws: 413 if a message is announced that is longer than a body may be, 400 if its length is none.
  @unsafe package func take(_ part: UnsafeRawBufferPointer) throws(Refusal) {
    unsafe bytes.append(contentsOf: part)
    try measure()
  }

  /// The line that answers the next message; nil for the first, which asks. A message must be there.
  ///
  /// - Throws: A refusal of what the message asks for, after which there is nothing more to answer.
  package func answer() throws(Refusal) -> [UInt8]? {
    guard hasMessage, let next else { preconditionFailure("a message is whole") }
    let message = Array(bytes[next])
    bytes.removeSubrange(..<next.upperBound)
    self.next = nil
    try measure()
    guard let reader else {
      let asked = try MessageForm.message(ProtoFramesRequest.self, message)
      guard asked.frames.isEmpty else {
        throw .wrong("the first message has no frames; each comes as a message of its own")
      }
      self.reader = try FramesReader(asked)
      return nil
    }
    let (frame, planes) = try FramesBody.frame(message, 0..<message.count)
    let samples = try reader.samples(
      try MessageForm.message(ProtoFrame.self, frame), message, planes, index: count)
    count += 1
    return MessageForm.json.bytes(of: samples) + [UInt8(ascii: "\n")]
  }

  /// - Throws: 400 if the body ends within a message, or before the first.
  package func end() throws(Refusal) {
    guard bytes.isEmpty else { throw .wrong("the body ends within a message") }
    guard reader != nil else { throw .wrong("the body has no message") }
  }

  /// A refusal as the last line.
  package static func line(_ refusal: Refusal) -> [UInt8] {
    var failure = ProtoFailure()
    failure.status = UInt32(refusal.status)
    failure.reason = refusal.reason
    return MessageForm.json.bytes(of: failure) + [UInt8(ascii: "\n")]
  }

  /// Finds where the next message ends, if that has come.
  private func measure() throws(Refusal) {
    guard next == nil else { return }
    var length = 0
    for (index, byte) in bytes.prefix(Self.mostLengthBytes).enumerated() {
      length |= Int(byte & 0x7F) << (7 * index)
      guard byte & 0x80 == 0 else { continue }
      guard length <= mostBytes else {
        throw Refusal(413, "a message has at most \(mostBytes) bytes")
      }
      next = index + 1..<index + 1 + length
      bytes.reserveCapacity(index + 1 + length)
      return
    }
    guard bytes.count < Self.mostLengthBytes else {
      throw .wrong("a message begins with no length")
    }
  }

  /// A length has at most 35 bits.
  private static let mostLengthBytes = 5
}

internal import BromideLibc
internal import CBromideSystem

/// One end of a connection between two processes. They send each other values and descriptors.
///
/// A message is a length and that many bytes. Use it from one thread at the same time. The
/// corresponding C functions are `sendmsg`, `recvmsg` and `recv`.
package final class MessageChannel {
  /// The reason for a failed message.
  package enum Failure: Error, Sendable, Hashable {
    /// The process at the other end has ended.
    case ended
    /// The other process did not reply in time.
    case silent
    /// The other process sent an invalid or too long message.
    case nonsense
    /// The system reported this errno.
    case system(Int32)
  }

  private let descriptor: Int32

  /// The maximum length of a message in bytes. The preview of the largest camera fits.
  package static let longest = 1 << 28

  /// Uses an open descriptor and closes it in `deinit`.
  package init(descriptor: Int32) { self.descriptor = descriptor }

  deinit { _ = close(descriptor) }

  /// Sends a value.
  ///
  /// - Parameters:
  ///   - sharing: Up to two descriptors. The other process receives copies.
  ///   - deadline: The time limit until the other process has received the message.
  package func send(
    _ message: some Encodable, sharing: [Int32] = [], by deadline: inout Deadline
  ) throws(Failure) {
    let body = BinaryCoding.encode(message)
    guard body.count <= Self.longest else { throw .system(EMSGSIZE) }
    let bytes = (0..<4).map { UInt8(truncatingIfNeeded: body.count >> (8 * $0)) } + body
    var done = 0
    while done < bytes.count {
      let sent = unsafe bytes.withUnsafeBytes { bytes in
        unsafe sharing.withUnsafeBufferPointer {
          unsafe bromide_send(
            descriptor, bytes.baseAddress! + done, bytes.count - done, $0.baseAddress,
            done == 0 ? Int32($0.count) : 0)
        }
      }
      if sent >= 0 {
        done += sent
        continue
      }
      switch errno {
      case EINTR: continue
      case EAGAIN, EWOULDBLOCK:
        guard deadline.waits(for: descriptor, room: true) else { throw .silent }
      case EPIPE, ECONNRESET: throw .ended
      case let code: throw .system(code)
      }
    }
  }

  /// Waits for a value. Descriptors from the other process are closed.
  ///
  /// - Parameters:
  ///   - limit: The maximum length in bytes.
  ///   - parts: The maximum number of values in it. An array of numbers is a single value.
  ///   - deadline: The time limit for receiving the complete message.
  package func receive<Message: Decodable>(
    _ type: Message.Type, atMost limit: Int = longest, parts: Int = .max,
    by deadline: inout Deadline
  ) throws(Failure) -> Message {
    try unsafe receive(type, atMost: limit, parts: parts, by: &deadline) { start, count in
      unsafe bromide_receive(descriptor, start, count)
    }
  }

  /// Waits for a value and its descriptors without a time limit. The caller must close the
  /// descriptors.
  package func receiveWithDescriptors<Message: Decodable>(
    _ type: Message.Type
  ) throws(Failure) -> (message: Message, descriptors: [Int32]) {
    var came: [Int32] = []
    var deadline = Deadline()
    do throws(Failure) {
      let message = try unsafe receive(type, atMost: Self.longest, parts: .max, by: &deadline) {
        start, count in
        var descriptors = [Int32](repeating: -1, count: 2)
        var number: Int32 = 0
        let got = unsafe bromide_receive_descriptors(
          descriptor, start, count, &descriptors, &number)
        came += descriptors.prefix(Int(number))
        return got
      }
      return (message, came)
    } catch {
      for descriptor in came { _ = close(descriptor) }
      throw error
    }
  }

  /// Whether the other end seems connected, without waiting, and has not sent unexpected data.
  package var isConnected: Bool { bromide_await(descriptor, false, 0) == 0 }

  @unsafe private func receive<Message: Decodable>(
    _ type: Message.Type, atMost limit: Int, parts: Int, by deadline: inout Deadline,
    _ take: (_ start: UnsafeMutableRawPointer, _ count: Int) -> Int
  ) throws(Failure) -> Message {
    let head = try unsafe read(4, &deadline, take)
    let count = head.reversed().reduce(0) { $0 << 8 | Int($1) }
    guard count <= min(limit, Self.longest) else { throw .nonsense }
    let body = try unsafe read(count, &deadline, take)
    do throws(BinaryCodingError) {
      return try BinaryCoding.decode(type, from: body, parts: parts)
    } catch {
      throw .nonsense
    }
  }

  @unsafe private func read(
    _ count: Int, _ deadline: inout Deadline,
    _ take: (_ start: UnsafeMutableRawPointer, _ count: Int) -> Int
  ) throws(Failure) -> [UInt8] {
    var failure: Failure?
    let bytes = unsafe [UInt8](unsafeUninitializedCapacity: count) { memory, filled in
      while filled < count {
        guard deadline.waits(for: descriptor) else {
          failure = .silent
          return
        }
        let got = unsafe take(memory.baseAddress! + filled, count - filled)
        if got > 0 {
          filled += got
        } else if got == 0 || errno == ECONNRESET {
          failure = .ended
          return
        } else if errno != EINTR {
          failure = .system(errno)
          return
        }
      }
    }
    if let failure { throw failure }
    return bytes
  }
}

internal import CPlatform

#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Glibc
#endif

/// One end of a connection between two processes that send each other values, and descriptors along with them.
///
/// A message is a count of bytes and as many bytes. One thread at a time sends or receives. The corresponding C
/// functions are `sendmsg` and `recvmsg`.
package final class MessageChannel {
  /// The reason why no message came or could be sent.
  package enum Failure: Error, Sendable, Hashable {
    /// The process at the other end is gone.
    case ended
    /// It said nothing in time.
    case silent
    /// It sent what is no message of that type.
    case nonsense
    /// The system's errno.
    case system(Int32)
  }

  /// A message and what came with it.
  package struct Received<Message> {
    package let message: Message
    /// An open descriptor, which the receiver closes; nil if none came.
    package let descriptor: Int32?
  }

  private let descriptor: Int32

  /// Bytes of a message: a preview of the largest camera and more.
  private static let longest = 1 << 28

  /// Takes an open descriptor, which it closes at the end of its life.
  package init(descriptor: Int32) { self.descriptor = descriptor }

  deinit { _ = close(descriptor) }

  /// Sends a value.
  ///
  /// - Parameter sharing: A descriptor that the other process gets a copy of; nil for none.
  package func send(
    _ message: some Encodable, sharing: Int32? = nil
  ) throws(Failure) {
    let body = BinaryCoding.encode(message)
    guard body.count <= Self.longest else { throw .system(EMSGSIZE) }
    let bytes = (0..<4).map { UInt8(truncatingIfNeeded: body.count >> (8 * $0)) } + body
    var done = 0
    while done < bytes.count {
      let sent = unsafe bytes.withUnsafeBytes {
        unsafe bromide_send(
          descriptor, $0.baseAddress! + done, bytes.count - done, done == 0 ? sharing ?? -1 : -1)
      }
      if sent >= 0 {
        done += sent
        continue
      }
      switch errno {
      case EINTR: continue
      case EPIPE, ECONNRESET: throw .ended
      case let code: throw .system(code)
      }
    }
  }

  /// Waits for a value.
  ///
  /// - Parameter seconds: How long the whole message may take; nil for any time. Time in which this process is stopped
  ///   counts little.
  package func receive<Message: Decodable>(
    _ type: Message.Type, seconds: Double? = nil
  ) throws(Failure) -> Received<Message> {
    var patience = Patience(seconds)
    var passed: Int32?
    do throws(Failure) {
      let head = try read(4, &patience, &passed)
      let count = head.reversed().reduce(0) { $0 << 8 | Int($1) }
      guard count <= Self.longest else { throw .nonsense }
      let body = try read(count, &patience, &passed)
      do throws(BinaryCodingError) {
        return Received(message: try BinaryCoding.decode(type, from: body), descriptor: passed)
      } catch {
        throw .nonsense
      }
    } catch {
      if let passed { _ = close(passed) }
      throw error
    }
  }

  /// Whether the other end is still there, as far as can be told without waiting.
  package var isConnected: Bool { bromide_await(descriptor, 0) == 0 }

  /// Waits on the calling thread until the other end is gone.
  package func waitForEnd() { bromide_await_end(descriptor) }

  private func read(
    _ count: Int, _ patience: inout Patience, _ passed: inout Int32?
  ) throws(Failure) -> [UInt8] {
    var failure: Failure?
    let bytes = unsafe [UInt8](unsafeUninitializedCapacity: count) { memory, filled in
      while filled < count {
        guard patience.waits(for: descriptor) else {
          failure = .silent
          return
        }
        var came: Int32 = -1
        let got = unsafe bromide_receive(
          descriptor, memory.baseAddress! + filled, count - filled, &came)
        if came >= 0 {
          if let earlier = passed { _ = close(earlier) }
          passed = came
        }
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

/// The time that is left to wait, counted in short steps: a process that was stopped for an hour has not waited for one.
private struct Patience {
  private var milliseconds: Int?
  private static let step = 250

  init(_ seconds: Double?) {
    milliseconds = seconds.map { Int(min(max($0, 0) * 1000, 1e12)) }
  }

  /// Waits until there is something to read, or an end; false if that takes too long.
  mutating func waits(for descriptor: Int32) -> Bool {
    while true {
      let step = min(milliseconds ?? Self.step, Self.step)
      let watch = Stopwatch()
      // An error is what reading then reports.
      if bromide_await(descriptor, Int32(step)) != 0, errno != EINTR || step == 0 { return true }
      guard let left = milliseconds else { continue }
      if left <= 0 { return false }
      milliseconds = max(left - min(Int(watch.milliseconds) + 1, 2 * Self.step), 0)
    }
  }
}

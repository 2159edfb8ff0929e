import BromideSystem
import Foundation
import TestSupport
import Testing

/// The parent's end of a channel, with a hostile process at the other end.
@Suite struct MessageChannelTests {
  private let channel: MessageChannel
  /// The other end.
  private let other: Int32

  init() throws {
    var pair: [Int32] = [-1, -1]
    #if os(Linux)
      let kind = Int32(SOCK_STREAM.rawValue)
    #else
      let kind = SOCK_STREAM
    #endif
    let made = unsafe socketpair(AF_UNIX, kind, 0, &pair)
    try #require(made == 0)
    channel = MessageChannel(descriptor: pair[0])
    other = pair[1]
  }

  /// Sends from a thread of its own until the channel ends.
  private func send(_ head: [UInt8], then part: [UInt8]) {
    let other = other
    Thread.detachNewThread {
      var bytes = head
      while unsafe write(other, bytes, bytes.count) > 0 { bytes = part }
      close(other)
    }
  }

  private func receive<Message: Decodable>(
    _ type: Message.Type, atMost limit: Int, parts: Int = .max, seconds: Double = 60
  ) -> MessageChannel.Failure? {
    var deadline = Deadline(seconds: seconds)
    do throws(MessageChannel.Failure) {
      _ = try channel.receive(type, atMost: limit, parts: parts, by: &deadline)
      return nil
    } catch {
      return error
    }
  }

  /// A message with bytes that arrive slowly is as late as a message without bytes.
  @Test func bytesThatComeDoNotExtendTheDeadline() {
    signal(SIGPIPE, SIG_IGN)
    send([255, 255, 255, 15], then: [0])
    #expect(receive([UInt8].self, atMost: 1 << 28, seconds: 0.3) == .silent)
  }

  @Test func silenceEndsAtTheDeadline() {
    #expect(receive(Int.self, atMost: 100, seconds: 0.1) == .silent)
    close(other)
  }

  /// A process that does not read does not block the sender.
  @Test func unreadMessagesEndAtTheDeadline() {
    var deadline = Deadline(seconds: 0.3)
    #expect(throws: MessageChannel.Failure.silent) {
      try channel.send([UInt8](repeating: 1, count: 64 << 20), by: &deadline)
    }
    close(other)
  }

  @Test func lengthsAboveTheLimitAreRejectedUnread() {
    let bytes: [UInt8] = [101, 0, 0, 0]
    let sent = unsafe write(other, bytes, 4)
    #expect(sent == 4)
    #expect(receive([UInt8].self, atMost: 100) == .nonsense)
    close(other)
  }

  #if os(Linux)
    /// The only one of this process that stays open is the sender's.
    @Test func descriptorsThatComeAreDropped() throws {
      let folder = try TemporaryFolder()
      let path = try folder.write([1], as: "sent")
      let descriptor = unsafe open(path, O_RDONLY)
      defer { close(descriptor) }
      let sender = MessageChannel(descriptor: other)
      var deadline = Deadline(seconds: 60)
      for number in 0..<5 {
        try sender.send(number, sharing: [descriptor, descriptor], by: &deadline)
        #expect(try channel.receive(Int.self, by: &deadline) == number)
      }
      let open = Files.names(in: "/proc/self/fd").filter {
        (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/" + $0)) == path
      }
      #expect(open.count == 1)
    }
  #endif

  @Test func closedChannelsAreReported() {
    close(other)
    #expect(receive(Int.self, atMost: 100) == .ended)
    var deadline = Deadline(seconds: 1)
    #expect(throws: MessageChannel.Failure.ended) { try channel.send(1, by: &deadline) }
  }
}

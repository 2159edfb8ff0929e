import BromideServer
import Foundation
import SwiftProtobuf
import Testing

/// Frames that are answered while the request that brings them goes on.
@Suite(.serialized) struct LiveFramesTests {
  private static let requested: [UInt8] = {
    var requested = ProtoFramesRequest()
    requested.layout = "nv12"
    (requested.width, requested.height) = (4, 2)
    (requested.matrix, requested.range) = ("601", "full")
    requested.spaces = ["rgb"]
    var point = ProtoPoint()
    (point.x, point.y) = (0.5, 0.5)
    requested.points = [point]
    return message(requested)
  }()

  /// A frame of one grey, whose pose is its number.
  private static func frame(_ code: UInt8, number: Int, bytes: Int = 12) -> [UInt8] {
    var frame = ProtoFrame()
    frame.planes = Data(
      [UInt8](repeating: code, count: 8) + [UInt8](repeating: 128, count: bytes - 8))
    frame.pose.time = Double(number)
    return message(frame)
  }

  /// A message behind its length, which is below 128 here, or below 16384.
  private static func message(_ message: some Message) -> [UInt8] {
    guard let bytes: [UInt8] = try? message.serializedBytes() else { return [] }
    let length = bytes.count
    return (length < 128 ? [UInt8(length)] : [UInt8(length & 127 | 128), UInt8(length >> 7)])
      + bytes
  }

  private static func chunk(_ bytes: [UInt8]) -> [UInt8] {
    Array("\(String(bytes.count, radix: 16))\r\n".utf8) + bytes + Array("\r\n".utf8)
  }

  private static let head = """
    POST /v1/frames/live HTTP/1.1\r
    Host: localhost\r
    Content-Type: application/x-protobuf\r
    Transfer-Encoding: chunked\r
    \r

    """

  /// Returns the data until they end with a text, or `nil` if this takes too long.
  private func read(_ client: PlainClient, until end: String) -> String? {
    var text = ""
    while !text.hasSuffix(end) {
      guard let part = client.readSome(), !part.isEmpty else { return nil }
      text += String(decoding: part, as: UTF8.self)
    }
    return text
  }

  /// Each frame is sent when the line of the one before it is here: nothing waits for the end of the request.
  @Test func eachFrameIsAnsweredDuringTheRequest() throws {
    let running = try HTTPServerTests.Running()
    let client = try running.client()
    client.send(Self.head)
    client.send(Self.chunk(Self.requested))
    for number in 0..<5 {
      client.send(Self.chunk(Self.frame(UInt8(40 * number + 10), number: number)))
      let line = try #require(read(client, until: "}\n\r\n"), "frame \(number)")
      #expect(line.contains("\"values\":[\(40 * number + 10)"), "\(line)")
      #expect(number == 0 || line.contains("\"frame\":\(number)"), "\(line)")
      if number == 0 {
        #expect(line.hasPrefix("HTTP/1.1 200"))
        #expect(line.lowercased().contains("content-type: application/x-ndjson"))
      }
    }
    client.send("0\r\n\r\n")
    #expect(read(client, until: "0\r\n\r\n") != nil)
    #expect(client.get("/health")?.status == 200)
  }

  /// Messages that come together, and in drops, are answered in their order.
  @Test func messagesComeAsTheyLike() throws {
    let running = try HTTPServerTests.Running()
    let all = Self.requested + (0..<9).flatMap { Self.frame(UInt8($0 * 20), number: $0) }
    for size in [all.count, 7, 1] {
      let client = try running.client()
      client.send(Self.head)
      for first in stride(from: 0, to: all.count, by: size) {
        client.send(Self.chunk(Array(all[first..<min(first + size, all.count)])))
      }
      client.send("0\r\n\r\n")
      let text = try #require(read(client, until: "0\r\n\r\n"))
      let lines = text.split(separator: "\r\n").filter { $0.hasPrefix("{") }
      #expect(lines.count == 9)
      for (index, line) in lines.enumerated() {
        #expect(line.contains("\"values\":[\(index * 20)"), "\(size) \(line)")
      }
    }
  }

  /// The last line contains the error, and ends the connection.
  @Test(arguments: [
    (requested + frame(1, number: 0, bytes: 11), "has 11 bytes"),
    (requested + [200, 200, 200, 200, 200, 1], "length"),
    (requested + [0xFF, 0xFF, 0xFF, 0x7F], "at most"),
    ([2, 0x0A, 0x7F], "are not a bromide.v1.FramesRequest"), ([0], "expected one of"),
  ])
  func wrongMessagesEndIt(_ bytes: [UInt8], _ word: String) throws {
    let running = try HTTPServerTests.Running()
    let client = try running.client()
    client.send(Self.head)
    client.send(Self.chunk(bytes))
    let text = String(decoding: try #require(client.readToEnd()), as: UTF8.self)
    #expect(text.contains("\"status\":4"), "\(text)")
    #expect(text.contains(word), "\(text)")
    #expect(try running.isWell())
  }

  @Test func aBodyThatEndsWithinAMessage() throws {
    let running = try HTTPServerTests.Running()
    let client = try running.client()
    client.send(Self.head)
    client.send(Self.chunk(Self.requested + [9, 1]) + Array("0\r\n\r\n".utf8))
    let text = String(decoding: try #require(client.readToEnd()), as: UTF8.self)
    #expect(text.contains("ends within a message"))
  }

  /// The server does not wait for clients that are not admitted or that send no data for a long
  /// time.
  @Test func requestsFailBeforeTheFirstFrame() throws {
    let running = try HTTPServerTests.Running { limits, settings in
      limits.bodySeconds = 0.5
      settings.token = "0123456789abcdef"
    }
    let client = try running.client()
    #expect(client.answer(to: Self.head)?.status == 401)
    let silent = try running.client()
    silent.send(
      Self.head.replacingOccurrences(
        of: "Host:", with: "Authorization: Bearer 0123456789abcdef\r\nHost:"))
    #expect(silent.readToEnd() != nil, "the connection is closed")
  }
}

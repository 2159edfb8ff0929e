import BromideServer
import BromideSystem
import Foundation
import SwiftProtobuf
import Testing

/// Frames in Protobuf's bytes get the same answers as frames in JSON, without a copy of their
/// planes. SwiftProtobuf reads the JSON completely.
@Suite struct FramesBodyTests {
  private static func requested(_ change: (inout ProtoFramesRequest) -> Void = { _ in })
    -> ProtoFramesRequest
  {
    var requested = ProtoFramesRequest()
    requested.layout = "nv12"
    (requested.width, requested.height) = (16, 8)
    var point = ProtoPoint()
    (point.x, point.y) = (0.3, 0.7)
    requested.points = [point]
    requested.spaces = ["rgb", "lab"]
    for seed in 0..<3 {
      var frame = ProtoFrame()
      frame.planes = Data((0..<192).map { UInt8(truncatingIfNeeded: $0 * 37 + seed * 91) })
      if seed == 1 { frame.pose.rx = -90 }
      requested.frames.append(frame)
    }
    change(&requested)
    return requested
  }

  private func post(_ scene: ServedScene, _ body: [UInt8], _ type: String) -> ServedResponse {
    scene.site.answer(
      ServedRequest(
        "POST", "/v1/frames",
        headers: [
          "host": "localhost:8080", "content-type": type, "accept": "application/json",
        ], body: body))
  }

  @Test func bytesAreAnsweredAsJSON() throws {
    let scene = try ServedScene()
    for requested in [
      Self.requested(), Self.requested { $0.frames.removeLast(2) },
      Self.requested { $0.frames = [] },
      Self.requested { $0.frames[2].planes.removeLast() },
      Self.requested { $0.frames[1].clearPose() },
      Self.requested { $0.frames[0].planes = Data() }, Self.requested { $0.layout = "nv13" },
    ] {
      let json = post(scene, Array(try requested.jsonUTF8Data()), "application/json")
      let bytes = post(scene, try requested.serializedBytes(), "application/x-protobuf")
      #expect(bytes.status == json.status)
      #expect(bytes.text == json.text)
    }
  }

  /// A repeated field, unknown fields and the order of fields have only their defined effect.
  @Test func oddMessages() throws {
    let scene = try ServedScene()
    let plain: [UInt8] = try Self.requested().serializedBytes()
    let expected = post(scene, plain, "application/x-protobuf").text
    // Field 99: a number, 8 bytes, some bytes, 4 bytes.
    let unknown: [UInt8] = [
      0x98, 0x06, 0x05, 0x99, 0x06, 1, 2, 3, 4, 5, 6, 7, 8, 0x9A, 0x06, 2, 9, 9, 0x9D, 0x06, 1, 2,
      3, 4,
    ]
    #expect(post(scene, unknown + plain + unknown, "application/x-protobuf").text == expected)
    var frame = ProtoFrame()
    frame.planes = Data([1, 2, 3])
    let twice: [UInt8] = try frame.serializedBytes()
    let real: [UInt8] = try Self.requested().frames[0].serializedBytes()
    let head: [UInt8] = try Self.requested { $0.frames = [] }.serializedBytes()
    let inner = twice + real
    let message =
      head + [13 << 3 | 2, UInt8(inner.count & 127 | 128), UInt8(inner.count >> 7)] + inner
    let one = post(
      scene, try Self.requested { $0.frames.removeLast(2) }.serializedBytes(),
      "application/x-protobuf")
    #expect(post(scene, message, "application/x-protobuf").text == one.text)
  }

  /// A message that is cut anywhere is rejected, or is a different valid message.
  @Test func incompleteMessagesFail() throws {
    let scene = try ServedScene()
    let whole: [UInt8] = try Self.requested().serializedBytes()
    for count in stride(from: 0, to: whole.count, by: 7) {
      let answer = post(scene, Array(whole[..<count]), "application/x-protobuf")
      let isCutBetweenFrames = answer.status == 200
      #expect(answer.status == 400 || isCutBetweenFrames)
    }
    for body: [UInt8] in [
      [0x6A, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0x01], [0x6A, 5, 0x0A, 9, 1],
      [0x6B], [0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF],
    ] {
      #expect(post(scene, body, "application/x-protobuf").status == 400)
    }
  }
}

import BromideDevelop
import BromidePhotos
import BromideSampling
import BromideServer
import BromideSystem
import BromideValues
import Foundation
import SwiftProtobuf
import SystemPackage
import TestSupport
import Testing

@Suite struct SampleAnswerTests {
  /// Posts a message in one of its forms.
  static func post<Answer: Message>(
    _ scene: ServedScene, _ path: String, _ message: some Message, as type: Answer.Type,
    json: Bool = false
  ) throws -> Answer {
    let form = json ? "application/json" : "application/x-protobuf"
    let body: [UInt8] = json ? try message.jsonUTF8Bytes() : try message.serializedBytes()
    let response = scene.site.answer(
      ServedRequest("POST", path, headers: ["host": "localhost", "content-type": form], body: body))
    try #require(response.status == 200, "\(response.text)")
    #expect(response.header("Content-Type") == form)
    return json
      ? try Answer(jsonUTF8Bytes: response.body) : try Answer(serializedBytes: response.body)
  }

  /// A file's own gains count, as in pictures of it.
  @Test func shadingIsCorrected() throws {
    let scene = try ServedScene()
    var photo = SyntheticPhoto(.flat(SIMD3(repeating: 0.2)), size: Size(width: 64, height: 48))
    try scene.folder.write(photo.file(), as: "plain.dng")
    var map = OpcodeWriter()
    map.add(
      9,
      OpcodeWriter.gainMap(
        OpcodeWriter.area((0, 0, 48, 64)), rows: 2, columns: 2, gains: [1.5, 1.5, 1.5, 1.5]))
    photo.options.opcodeLists = [nil, map.bytes, nil]
    try scene.folder.write(photo.file(), as: "shaded.dng")
    func sample(_ name: String) throws -> ProtoSampleAnswer {
      var requested = ProtoSampleRequest()
      requested.picture = name
      requested.points = [.at(0.3, 0.6)]
      requested.spaces = ["linear"]
      return try Self.post(scene, "/v1/sample", requested, as: ProtoSampleAnswer.self)
    }
    let (plain, shaded) = try (sample("plain.dng"), sample("shaded.dng"))
    let (before, after) = (plain.samples[0].colors[0].values, shaded.samples[0].colors[0].values)
    for c in 0..<3 { #expect(abs(after[c] / before[c] / 1.5 - 1) < 0.003) }
    #expect(shaded.facts.contains { $0.name == "shading" && $0.value == "GainMap" })
    #expect(!plain.facts.contains { $0.name == "shading" })
  }

  /// The colours equal the sampler's colours, in both forms.
  @Test(arguments: [false, true])
  func samplesAsTheCommandDoes(_ json: Bool) throws {
    let scene = try ServedScene()
    var requested = ProtoSampleRequest()
    requested.picture = "trip/chart a.dng"
    requested.points = [.at(0.25, 0.4), .at(0.9, 0.9)]
    requested.spaces = ["lab", "camera", "hex"]
    requested.window.side = 5
    requested.parameters = [.named("exposure", "0.5")]
    requested.light = "convert"
    requested.pose = .with {
      $0.time = 12.5
      $0.rx = -90
      $0.rz = 7
    }
    let answer = try Self.post(
      scene, "/v1/sample", requested, as: ProtoSampleAnswer.self, json: json)

    var settings = OpeningSettings(RunContext())
    settings.photo.recipe.exposure = 0.5
    let picture = try PictureOpener(settings: settings).find(
      FilePath(scene.folder("trip/chart a.dng"))
    ).open(.alone)
    guard case .still(let sampler) = picture.frames else { throw CancellationError() }
    #expect(answer.samples.count == 2)
    #expect([answer.width, answer.height] == [300, 200])
    #expect(answer.pose == requested.pose)
    for (found, point) in zip(answer.samples, [(0.25, 0.4), (0.9, 0.9)]) {
      let sample = try sampler.sample(
        at: NormalizedPoint(x: point.0, y: point.1), window: SampleWindow(side: .pixels(5)),
        scratch: sampler.makeScratch())
      #expect(found.colors.map(\.space) == ["lab", "camera", "hex"])
      for (color, space) in zip(found.colors, [SampleSpace.lab, .camera]) {
        let expected = try #require(SampleReadout(space, from: sampler.space).value(sample))
        for c in 0..<3 { #expect(abs(color.values[c] - expected[c]) < 1e-9) }
      }
      #expect(found.colors[2].text.count == 7)
      #expect(found.count == 25)
    }
    #expect(answer.facts.contains { $0.name == "exposure" || $0.name == "matrix" })
  }

  @Test func invalidSampleRequestsFail() throws {
    let cases: [(String, (inout ProtoSampleRequest) -> Void, Int)] = [
      ("points: none", { (m: inout ProtoSampleRequest) in m.points = [] }, 400),
      ("outside", { m in m.points[0].x = 1.5 }, 400),
      ("not a number", { m in m.points[0].x = .nan }, 400),
      ("space", { m in m.spaces = ["labb"] }, 400),
      ("statistic", { m in m.window.statistic = "mode" }, 400),
      ("window", { m in m.window.side = 100_000 }, 400),
      ("missing", { m in m.picture = "none.dng" }, 404),
      ("traversal", { m in m.picture = "../x.dng" }, 400),
      ("light", { m in m.light = "neon" }, 400),
      (
        "blur",
        { m in
          m.parameters = [.named("blur", "3")]
        }, 400
      ),
    ]
    for (name, change, status) in cases {
      let response = try Self.response(change)
      #expect(response.status == status, "\(name)")
      let failure = try ProtoFailure(serializedBytes: response.body)
      #expect(Int(failure.status) == status)
      #expect(!failure.reason.isEmpty)
    }
  }

  /// Windows have the sides of `bromide sample --window`. 0 is a missing side.
  @Test(arguments: [1, 1001, 1002, 4096, 4097]) func windowsHaveTheSidesOfTheCommand(
    side: UInt32
  ) throws {
    let status = SampleWindow.Side("\(side)") == nil ? 400 : 200
    #expect(try Self.response { $0.window.side = side }.status == status)
    #expect(try Self.response { $0.window.height = side }.status == status)
    #expect(try Self.response { $0.window.side = 0 }.status == 200)
  }

  /// A round window has a diameter, so a height would be ignored.
  @Test func roundWindowsHaveNoHeight() throws {
    let response = try Self.response {
      ($0.window.side, $0.window.height, $0.window.round) = (9, 5, true)
    }
    let failure = try ProtoFailure(serializedBytes: response.body)
    #expect(response.status == 400 && failure.reason == "round: requires a window without a height")
    func count(_ height: UInt32, isRound: Bool) throws -> UInt32 {
      let response = try Self.response {
        ($0.window.side, $0.window.height, $0.window.round) = (9, height, isRound)
      }
      return try #require(ProtoSampleAnswer(serializedBytes: response.body).samples.first).count
    }
    #expect(try count(5, isRound: false) == 45 && count(0, isRound: false) == 81)
    // Centres within 4.5 pixels of the middle.
    let sides = -4...4
    let inside = sides.reduce(0) { sum, y in sum + sides.count { 4 * ($0 * $0 + y * y) <= 81 } }
    #expect(try count(0, isRound: true) == UInt32(inside))
  }

  /// Sends a request for the middle of a small photo.
  private static func response(
    _ change: (inout ProtoSampleRequest) -> Void
  ) throws -> ServedResponse {
    let scene = try ServedScene(size: Size(width: 60, height: 40))
    var requested = ProtoSampleRequest.with {
      $0.picture = "p-1.dng"
      $0.points = [.at(0.5, 0.5)]
    }
    change(&requested)
    return scene.site.answer(
      ServedRequest(
        "POST", "/v1/sample", headers: ["host": "l", "content-type": "application/x-protobuf"],
        body: try requested.serializedBytes()))
  }

  @Test func invalidBodiesFailByContentType() throws {
    let scene = try ServedScene(size: Size(width: 60, height: 40)) { $0.mostBodyBytes = 1000 }
    func status(_ type: String?, _ body: [UInt8]) -> Int {
      var headers = ["host": "l"]
      headers["content-type"] = type
      return scene.site.answer(ServedRequest("POST", "/v1/sample", headers: headers, body: body))
        .status
    }
    #expect(status(nil, []) == 415)
    #expect(status("text/plain", []) == 415)
    #expect(status("application/json", Array("{".utf8)) == 400)
    #expect(status("application/json", Array("{\"none\":1}".utf8)) == 400)
    #expect(status("application/x-protobuf", [0xFF, 0xFF, 0xFF]) == 400)
    #expect(status("application/x-protobuf", [UInt8](repeating: 0, count: 1001)) == 413)
  }

  @Test func developsIntoABox() throws {
    let scene = try ServedScene()
    let requested = ProtoDevelopRequest.with {
      $0.picture = "p-1.dng"
      $0.width = 90
      $0.height = 90
      $0.format = "png"
      $0.parameters = [.named("exposure", "1")]
    }
    let response = scene.site.answer(
      ServedRequest(
        "POST", "/v1/develop", headers: ["host": "l", "content-type": "application/x-protobuf"],
        body: try requested.serializedBytes()))
    #expect(response.header("Content-Type") == "image/png")
    let picture = try PNGOracle.pixels(response.body)
    #expect(picture.size == Size(width: 90, height: 60))
    let same = try scene.picture("/iiif/p-1.dng/full/!90,90/0/default.png?exposure=1")
    #expect(picture[40, 30, 1] == same[40, 30, 1])
  }
}

@Suite struct FramesAnswerTests {
  /// The worked examples of T.871: BT.601 in full range.
  @Test(
    arguments: [
      ([76, 85, 255], [254, 0, 0]), ([150, 44, 21], [0, 255, 1]), ([29, 255, 107], [0, 0, 254]),
      ([100, 90, 160], [145, 90, 33]),
    ] as [([UInt8], [Double])])
  func colorsOfFrames(_ codes: [UInt8], _ expected: [Double]) throws {
    let scene = try ServedScene(size: Size(width: 60, height: 40))
    let planes = Data(
      [UInt8](repeating: codes[0], count: 16) + (0..<4).flatMap { _ in [codes[1], codes[2]] })
    let requested = ProtoFramesRequest.with {
      $0.layout = "nv12"
      $0.width = 4
      $0.height = 4
      $0.matrix = "601"
      $0.range = "full"
      $0.points = [.at(0.5, 0.5)]
      $0.spaces = ["rgb", "ycbcr"]
      $0.frames = [
        .with {
          $0.planes = planes
          $0.pose.time = 3.5
        }, .with { $0.planes = planes },
      ]
    }
    let answer = try SampleAnswerTests.post(
      scene, "/v1/frames", requested, as: ProtoFramesAnswer.self)
    #expect(answer.frames.map(\.frame) == [0, 1])
    #expect(answer.frames[0].pose.time == 3.5)
    #expect(!answer.frames[1].hasPose)
    for frame in answer.frames {
      for c in 0..<3 { #expect(abs(frame.samples[0].colors[0].values[c] - expected[c]) <= 0.51) }
      #expect(frame.samples[0].colors[1].values == codes.map(Double.init))
    }
    #expect(
      answer.facts.contains { $0.name == "matrix" && $0.value == "601" && $0.source == "flag" })
  }

  /// A portrait view of a landscape sensor: the pixel is the upright picture's cell, then turned. 1920×1440 by (¼, ½) is column
  /// 960 of row 1079.
  @Test func turnedFrames() throws {
    let scene = try ServedScene(size: Size(width: 60, height: 40))
    var luma = [UInt8](repeating: 0, count: 1920 * 1440)
    luma[1079 * 1920 + 960] = 200
    let requested = ProtoFramesRequest.with {
      $0.layout = "i400"
      $0.width = 1920
      $0.height = 1440
      $0.orientation = 6
      $0.points = [.at(0.25, 0.5), .at(0.26, 0.5)]
      $0.spaces = ["ycbcr"]
      $0.frames = [.with { $0.planes = Data(luma) }]
    }
    let answer = try SampleAnswerTests.post(
      scene, "/v1/frames", requested, as: ProtoFramesAnswer.self)
    let samples = answer.frames[0].samples
    #expect([samples[0].pixelX, samples[0].pixelY] == [360, 960])
    #expect(samples[0].colors[0].values[0] == 200)
    #expect(samples[1].colors[0].values[0] == 0)
  }

  @Test func invalidFramesRequestsFail() throws {
    let cases: [((inout ProtoFramesRequest) -> Void, String)] = [
      ({ (m: inout ProtoFramesRequest) in m.layout = "nv13" }, "did you mean"),
      ({ m in m.width = 5 }, "has"), ({ m in m.width = 0 }, "not a frame size"),
      ({ m in m.frames = [] }, "one frame"), ({ m in m.matrix = "610" }, "expected one of"),
      ({ m in m.orientation = 9 }, "1 to 8"),
      (
        { m in
          m.width = .max
          m.height = .max
        }, "not a frame size"
      ), ({ m in m.frames[0].planes.removeLast() }, "has 23 bytes"),
    ]
    for (change, word) in cases {
      let scene = try ServedScene(size: Size(width: 60, height: 40))
      var requested = ProtoFramesRequest.with {
        $0.layout = "nv12"
        $0.width = 4
        $0.height = 4
        $0.points = [.at(0.5, 0.5)]
        $0.frames = [.with { $0.planes = Data(count: 24) }]
      }
      change(&requested)
      let response = scene.site.answer(
        ServedRequest(
          "POST", "/v1/frames", headers: ["host": "l", "content-type": "application/x-protobuf"],
          body: try requested.serializedBytes()))
      #expect(response.status == 400)
      #expect(
        try ProtoFailure(serializedBytes: response.body).reason.contains(word), "\(response.text)")
    }
  }
}

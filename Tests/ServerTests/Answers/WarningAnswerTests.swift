import BromideDevelop
import BromidePhotos
import BromideRaw
import BromideSampling
import BromideServer
import BromideValues
import Foundation
import SwiftProtobuf
import SystemPackage
import TestSupport
import Testing

/// Warnings in answers: each answer about a photo contains them, without the server's paths.
@Suite struct WarningAnswerTests {
  private let scene: ServedScene
  private static let guess = "colours of NIKON Z 99 are guessed"
  private static let jpeg = "frames/chart_turned.jpg"

  /// A raw of a camera whose colours are not known.
  private static func raw() -> [UInt8] {
    let size = Size(width: 240, height: 60)
    let samples = SensorSamples(size: size, values: [UInt16](repeating: 3000, count: size.area))
    return MakerRaw.nikonWithNote(
      samples, shorts: [0x003D: [1008, 1008, 1008, 1008]], balance: (2, 1.5)
    ).taken(by: "NIKON Z 99").file()
  }

  init() throws {
    scene = try ServedScene()
    for name in ["a.nef", "b.nef"] { try scene.folder.write(Self.raw(), as: name) }
  }

  private static func warnings(_ response: ServedResponse) -> [String] {
    response.header("X-Bromide-Warning")?.removingPercentEncoding?
      .split(separator: "\n").map(String.init) ?? []
  }

  private func samples(_ name: String) throws -> [String] {
    var requested = ProtoSampleRequest()
    requested.picture = name
    requested.points = [.at(0.5, 0.5)]
    return try SampleAnswerTests.post(
      scene, "/v1/sample", requested, as: ProtoSampleAnswer.self, json: true
    ).warnings
  }

  @Test func answersAboutEachPhotoContainWarnings() throws {
    // The last requests are answered from the cache.
    for name in ["a.nef", "b.nef", "a.nef", "b.nef"] {
      let picture = scene.get("/iiif/\(name)/full/60,/0/default.png")
      #expect(picture.status == 200, "\(picture.text)")
      #expect(picture.header("Access-Control-Expose-Headers") == "X-Bromide-Warning")
      for warnings in [Self.warnings(picture), try samples(name)] {
        #expect(warnings.count == 1, "\(warnings)")
        #expect(warnings.first?.hasPrefix(Self.guess) == true, "\(warnings)")
      }
      var requested = ProtoDevelopRequest()
      requested.picture = name
      let developed = scene.site.answer(
        ServedRequest(
          "POST", "/v1/develop",
          headers: ["host": "localhost", "content-type": "application/x-protobuf"],
          body: try requested.serializedBytes()))
      #expect(Self.warnings(developed).count == 1, "\(developed.status)")
      let preview = scene.get("/v1/preview/\(name)")
      #expect(Self.warnings(preview).count == 1, "\(preview.status)")
    }
  }

  @Test func picturesWithoutWarningsHaveNoHeader() throws {
    let picture = scene.get("/iiif/p-1.dng/full/60,/0/default.png")
    #expect(picture.status == 200 && picture.header("X-Bromide-Warning") == nil)
    #expect(picture.header("Access-Control-Expose-Headers") == nil)
    #expect(try samples("p-1.dng").isEmpty)
  }

  /// The sentence names the picture as requests do, and the profile without its folder.
  @Test func warningsHidePaths() throws {
    var profile = DNGProfile()
    profile.name = "Made up"
    profile.toneCurve = [0, 0, 0.25, 0.5, 1, 1]
    let folder = try TemporaryFolder()
    let path = try folder.write(profile.file(camera: "Canon EOS 5D"), as: "p.dcp")
    let rows = (0..<8).map { "\($0 & 1) \($0 >> 1 & 1) \($0 >> 2)\n" }.joined()
    let table = try folder.write(Array("ODD 1\nLUT_3D_SIZE 2\n\(rows)".utf8), as: "t.cube")
    var given = PhotoSettings(RunContext())
    given.recipe.profile = .file(try ProfileFile(path: FilePath(path)))
    given.recipe.tableLook = TableLook(
      table: try LookTable(path: FilePath(table), context: RunContext()))
    let query = try DevelopQuery(recipe: given)
    let scene = try ServedScene { $0.development = query }
    let jpeg = try Files.read(Package.testImages + "/" + Self.jpeg)
    try scene.folder.write(jpeg.dropLast(2), as: "trip/end.jpg")
    let raw = scene.get("/iiif/p-1.dng/full/60,/0/default.png")
    let warnings = Self.warnings(raw)
    #expect(warnings.count == 1, "\(warnings)")
    #expect(warnings.first?.hasPrefix("the profile p.dcp is for the Canon EOS 5D") == true)
    let still = Self.warnings(scene.get("/iiif/trip%2Fend.jpg/full/max/0/default.png"))
    #expect(still == ["trip/end.jpg: the JPEG's end (EOI) is missing; all of its pixels are there"])
  }

  /// The preview of a timeline shows the document's warnings, and those of each frame.
  @Test func previewsContainWarnings() throws {
    let scene = try PreviewScene("t.yaml") { folder in
      for name in ["a.nef", "b.nef"] { try folder.write(Self.raw(), as: name) }
      let text = """
        size: 48x32
        develop: {blacks: 1.5}
        sources: [{photo: a.nef, duration: 1f}, {photo: b.nef, duration: 1f}]
        """
      try folder.write(Array(text.utf8), as: "t.yaml")
    }
    let state = try scene.state("the timeline is read") { ($0["frames"] as? Int) == 2 }
    let notes = try #require(state["notes"] as? [String])
    #expect(notes.first?.hasPrefix("blacks: 1.5 is outside the range") == true, "\(notes)")
    for frame in 0..<2 {
      let answer = scene.get("frame?n=\(frame)&width=48")
      let remark = answer.header("X-Bromide-Remark")?.removingPercentEncoding
      #expect(remark?.hasPrefix(Self.guess) == true, "\(answer.status) \(remark ?? "")")
    }
  }

  /// The preview of a photo.
  @Test func previewedPhotoContainsWarning() throws {
    let scene = try PreviewScene("a.nef") { try $0.write(Self.raw(), as: "a.nef") }
    let answer = scene.get("frame?width=64&height=64")
    let remark = answer.header("X-Bromide-Remark")?.removingPercentEncoding
    #expect(remark?.hasPrefix(Self.guess) == true, "\(answer.status) \(remark ?? "")")
  }
}

import BromideValues
import SystemPackage
import TestSupport
import Testing

@testable import BromidePhotos

@Suite struct LookFileTests {
  private let folder: TemporaryFolder
  private let curve: LookCurve

  init() throws {
    folder = try TemporaryFolder()
    let knots = LookCurve.fittedKnots
    curve = try #require(
      LookCurve(
        knots: knots, values: knots.map { LookCurve.lightness(of: ToneCurve.standard($0)) },
        origin: LookCurve.Origin(
          make: "Make", model: "Model „\u{1}“", style: "software 1.0", photo: "a.dng")))
  }

  @Test func aFileReadsBack() throws {
    let path = FilePath(folder("a.json"))
    try LookFile.write(curve, to: path)
    #expect(try LookFile.read(path) == .fitted(curve))
    try LookFile.write(curve, to: path)
    #expect(try Files.read(path.string) == Array(LookFile.text(curve).utf8))
  }

  private func rejection(_ text: String) throws -> String {
    let path = FilePath(try folder.write(Array(text.utf8), as: "broken.json"))
    do throws(LookFileError) {
      _ = try LookFile.read(path)
      return ""
    } catch {
      #expect(error.description.hasPrefix("\(path) "))
      return error.reason
    }
  }

  @Test func invalidFilesFailWithAReason() throws {
    let good = LookFile.text(curve)
    for (text, reason) in [
      ("", "is not a look file, or damaged"), ("{}", "is not a look file"),
      ("[1, 2]", "is not a look file"), ("PNG", "is not a look file"),
      (String(good.prefix(good.count / 2)), "or damaged"),
      (good.replacing("bromide-look", with: "other"), "create one with --look-save"),
      (good.replacing("\"version\":1", with: "\"version\":2"), "version 2; expected version 1"),
      (good.replacing("\"values\":", with: "\"worths\":"), "without a curve"),
      (good.replacing("\"values\":[0,", with: "\"values\":[0.99,"), "never fall"),
      (good.replacing("\"values\":[0,", with: "\"values\":["), "29 knots and 28 values"),
      (good.replacing("\"knots\":[0,", with: "\"knots\":[-1,"), "rise from 0"),
      (good.replacing("\"values\":[0,", with: "\"values\":[NaN,"), "or damaged"),
      (good.replacing("\"values\":[0,", with: "\"values\":[1e999,"), ""),
      (String(repeating: " ", count: 2 << 20), "larger than 1 MiB"),
    ] {
      let message = try rejection(text)
      #expect(!message.isEmpty && message.contains(reason), "\(message) for \(text.prefix(80))")
    }
    #expect(throws: LookFileError.self) { try LookFile.read("no-such-file.json") }
    #expect(throws: LookFileError.self) { try LookFile.read(FilePath(folder.path)) }
    // Reading it would never end.
    #expect(throws: LookFileError.self) { try LookFile.read("/dev/zero") }
    #expect(throws: LookFileError.self) {
      try LookFile.write(curve, to: FilePath(folder("none/a.json")))
    }
  }

  /// Every byte cut off or changed gives the same curve, another one, or a reason; never a crash.
  @Test func noFileIsTooBroken() throws {
    let good = Array(LookFile.text(curve).utf8)
    for i in stride(from: 0, to: good.count, by: 7) {
      _ = try? LookFile.curve(Array(good.prefix(i)), "a")
      var bytes = good
      bytes[i] ^= 1 << UInt8(i % 8)
      if let read = try? LookFile.curve(bytes, "a") {
        #expect(LookCurve.problem(knots: read.knots, values: read.values) == nil)
      }
    }
  }

  @Test func aCameraIsNamedOnce() {
    func camera(_ make: String, _ model: String) -> String {
      LookCurve.Origin(make: make, model: model, photo: "a.cr2").camera
    }
    #expect(camera("Canon", "Canon EOS 30D") == "Canon EOS 30D")
    #expect(camera("NIKON CORPORATION", "NIKON D5000") == "NIKON D5000")
    #expect(camera("LG Electronics", "LG-H815") == "LG-H815")
    #expect(camera("FUJIFILM", "X-T5") == "FUJIFILM X-T5")
    #expect(camera("", "X-T5") == "X-T5")
    #expect(camera("", "") == "an unnamed camera")
  }
}

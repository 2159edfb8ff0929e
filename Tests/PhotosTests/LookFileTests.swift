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
    let other = try curve(model: "Other", mode: "range 1.0")
    // The first curve of a group is kept.
    try LookFile.write([curve, other, curve], to: path)
    #expect(
      try LookFile.read(path) == .list(LookList(path: path.string, curves: [curve, other])))
    #expect(try Files.read(path.string) == Array(LookFile.text([curve, other]).utf8))
  }

  private func curve(model: String, style: String = "", mode: String) throws -> LookCurve {
    try #require(
      LookCurve(
        knots: [0, 0.1, 0.5, 1], values: [0, 0.3, 0.7, 1],
        origin: LookCurve.Origin(
          make: "Make", model: model, style: style, mode: mode, photo: "b.dng")))
  }

  /// Files of version 1 contain one look for all photos.
  @Test func oldFilesAreRead() throws {
    let text = """
      {"curve":{"knots":[0,0.1,0.5,1],"origin":{"make":"Make","model":"Old","photo":"b.dng","style":""},\
      "values":[0,0.3,0.7,1]},"exposureOffset":0.1,"format":"bromide-look","version":1}

      """
    let path = FilePath(try folder.write(Array(text.utf8), as: "old.json"))
    #expect(try LookFile.read(path) == .single(.fitted(curve(model: "Old", mode: ""))))
  }

  /// A photo gets the look with its make, model, style and mode.
  @Test func listsPickLooks() throws {
    let curves = try [
      curve(model: "A", style: "film 1", mode: ""), curve(model: "A", style: "film 2", mode: ""),
      curve(model: "A", style: "film 1", mode: "range 1"), curve(model: "B", mode: ""),
    ]
    let list = LookList(path: "l.json", curves: curves)
    for curve in curves {
      #expect(list.look(of: LookGroup(curve.origin)).curve == curve)
    }
    let other = try curve(model: "B", style: "film 2", mode: "range 1")
    let missing = list.look(of: LookGroup(other.origin))
    #expect(missing.look == .standard && missing.curve == nil)
    #expect(missing.obstacle == "l.json has no look for Make B (film 2, range 1)")
    #expect(
      missing.warning(about: "a.dng")?.text
        == "a.dng: l.json has no look for Make B (film 2, range 1). Bromide uses the standard look")
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
    let good = LookFile.text([curve])
    for (text, reason) in [
      ("", "is not a look file, or damaged"), ("{}", "is not a look file"),
      ("[1, 2]", "is not a look file"), ("PNG", "is not a look file"),
      (String(good.prefix(good.count / 2)), "or damaged"),
      (good.replacing("bromide-look", with: "other"), "create one with --look-save"),
      (
        good.replacing("\"version\":2", with: "\"version\":3"), "version 3; expected version 1 to 2"
      ),
      (
        good.replacing("\"version\":2", with: "\"version\":0"), "version 0; expected version 1 to 2"
      ),
      (good.replacing("\"version\":2", with: "\"version\":1"), "without a curve"),
      (good.replacing("\"values\":", with: "\"worths\":"), "without looks"),
      (good.replacing("\"looks\":[", with: "\"others\":["), "without looks"),
      ("{\"format\":\"bromide-look\",\"looks\":[],\"version\":2}", "without looks"),
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
      try LookFile.write([curve], to: FilePath(folder("none/a.json")))
    }
  }

  /// Every byte cut off or changed gives the same curve, another one, or a reason; never a crash.
  @Test func noFileIsTooBroken() throws {
    let good = Array(LookFile.text([curve]).utf8)
    for i in stride(from: 0, to: good.count, by: 7) {
      _ = try? LookFile.look(Array(good.prefix(i)), "a")
      var bytes = good
      bytes[i] ^= 1 << UInt8(i % 8)
      guard case .list(let list)? = try? LookFile.look(bytes, "a") else { continue }
      for read in list.curves {
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

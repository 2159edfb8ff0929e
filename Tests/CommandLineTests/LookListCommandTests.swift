import BromideValues
import Foundation
import TestSupport
import Testing

/// Look files with looks of several cameras.
@Suite struct LookListCommandTests {
  private let tree: CommandTree

  init() throws {
    tree = try CommandTree()
    try tree.writePreviewed("a.dng", seed: 1, stops: 0.5, software: "1.0")
    try tree.writePreviewed("b.dng", seed: 2, stops: -0.4, model: "Other", software: "1.0")
    try tree.writePreviewed("c.dng", seed: 3, stops: 0.2, software: "2.0")
  }

  @discardableResult
  private func run(_ arguments: [String], status: Int32 = 0) throws -> CommandRun {
    try tree.run(arguments, status: status)
  }

  /// Converts photos, and returns the files without metadata.
  private func pictures(
    _ photos: [String], _ options: String..., into folder: String
  ) throws -> (files: [[UInt8]], errors: String) {
    let run = try run(
      ["convert"] + photos.map { $0 + ".dng" } + ["-o", folder, "--metadata", "none"] + options)
    return (try photos.map { try tree.read("\(folder)/\($0).png") }, run.errors)
  }

  /// Photos of each camera and software get their curve, in any order and alone.
  @Test func severalCamerasAreSavedAndPicked() throws {
    let fitted = try pictures(
      ["a", "b", "c"], "--look", "camera", "--look-save", "l.json", into: "fitted")
    #expect(Set(fitted.files).count == 3)
    let picked = try pictures(["c", "b", "a"], "--look", "l.json", into: "picked")
    #expect(picked.files == fitted.files.reversed())
    #expect(!picked.errors.contains("warning"), "\(picked.errors)")
    let alone = try pictures(["b"], "--look", "l.json", "--report", "r", into: "alone")
    #expect(alone.files == [fitted.files[1]])
    let report = String(decoding: try tree.read("r"), as: UTF8.self)
    #expect(
      report.contains("\"look\":\"camera\",\"lookFrom\":\"b.dng\",\"lookOffset\":"), "\(report)")
    // The other curve of the same camera gives another picture.
    let standard = try pictures(["a", "b", "c"], into: "standard")
    for (one, other) in zip(fitted.files, standard.files) { #expect(one != other) }
    // A recipe refers to the list.
    _ = try pictures(["a"], "--look", "l.json", "--save-recipe", "r.yaml", into: "saved")
    #expect(
      try pictures(["a", "b"], "--recipe", "r.yaml", into: "recipe").files
        == Array(fitted.files[..<2]))
    let sample = ["sample", "b.dng", "--as", "convert", "--at", "0.4,0.4", "--format", "csv"]
    #expect(
      try run(sample + ["--look", "l.json"]).text == run(sample + ["--look", "camera"]).text)
  }

  @Test func missingLooksCauseWarnings() throws {
    _ = try pictures(["a", "b"], "--look", "camera", "--look-save", "l.json", into: "fitted")
    let standard = try pictures(["c"], into: "standard")
    let missing = try pictures(["c"], "--look", "l.json", "--report", "r", into: "missing")
    #expect(missing.files == standard.files)
    let sentence = "l.json has no look for Bromide Synthetic (software 2.0"
    #expect(
      missing.errors.contains("c.dng: \(sentence)")
        && missing.errors.contains("Bromide uses the standard look"), "\(missing.errors)")
    let report = String(decoding: try tree.read("r"), as: UTF8.self)
    #expect(
      report.contains("\"look\":\"standard\"") && report.contains("\"lookReason\":\"\(sentence)"),
      "\(report)")
    let strict = try run(
      ["convert", "a.dng", "c.dng", "-o", "strict", "--look", "l.json", "--strict"], status: 1)
    #expect(strict.errors.contains(sentence), "\(strict.errors)")
    #expect(tree.exists("strict/a.png") && !tree.exists("strict/c.png"))
    let sheet = try run(["sheet", "a.dng", "c.dng", "-o", "sheet.png", "--look", "l.json"])
    #expect(sheet.errors.contains(sentence), "\(sheet.errors)")
  }

  /// Files of version 1 contain one look for all photos, without a warning.
  @Test func oldFilesApplyToAllPhotos() throws {
    let fitted = try pictures(["a"], "--look", "camera", "--look-save", "l.json", into: "fitted")
    let list = try object(tree.text("l.json"))
    let looks = try #require(list["looks"] as? [[String: Any]])
    let old: [String: Any] = [
      "format": "bromide-look", "version": 1, "curve": try #require(looks.first?["curve"]),
    ]
    try tree.write(Array(JSONSerialization.data(withJSONObject: old)), to: "old.json")
    let read = try pictures(["a", "b"], "--look", "old.json", into: "old")
    #expect(read.files[0] == fitted.files[0] && !read.errors.contains("warning"))
    #expect(try read.files[1] != pictures(["b"], into: "standard").files[0])
  }

  /// A picture is current until its entry changes.
  @Test func looksArePartOfTheFingerprint() throws {
    _ = try pictures(["a"], "--look", "camera", "--look-save", "one.json", into: "x")
    _ = try pictures(["a", "b"], "--look", "camera", "--look-save", "two.json", into: "y")
    func convert(_ look: String) throws -> String {
      try run(["convert", "a.dng", "b.dng", "-o", "out", "--look", look]).errors
    }
    #expect(try convert("two.json").contains("2 converted"))
    #expect(try convert("two.json").contains("2 skipped"))
    let one = try convert("one.json")
    #expect(one.contains("1 converted") && one.contains("1 skipped"), "\(one)")
  }

  /// All photos of a sequence get the look of the first one, and a source can have its own file.
  @Test func filmsPickLooks() throws {
    _ = try pictures(["a", "b"], "--look", "camera", "--look-save", "l.json", into: "fitted")
    func frames(_ text: String, _ options: String...) throws -> [[UInt8]] {
      try tree.write(Array(text.utf8), to: "t.yaml")
      try run(["render", "t.yaml", "-o", "f", "-y", "--metadata", "none"] + options)
      return try tree.entries("f").filter { $0.hasSuffix(".png") }.sorted()
        .map { try tree.read("f/" + $0) }
    }
    let source = "{sequence: [b.dng, a.dng], order: listed, levels: own}"
    let camera = try frames("size: 96x64\ndevelop: {look: camera}\nsources: [\(source)]")
    #expect(
      try frames("size: 96x64\ndevelop: {look: ./l.json}\nsources: [\(source)]") == camera)
    #expect(
      try frames("size: 96x64\nsources: [\(source)]", "--look", "l.json") == camera)
    let own = "{sequence: [b.dng, a.dng], order: listed, levels: own, develop: {look: ./l.json}}"
    #expect(try frames("size: 96x64\nsources: [\(own)]") == camera)
    #expect(try frames("size: 96x64\nsources: [\(source)]") != camera)
  }
}

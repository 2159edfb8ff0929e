import BromideValues
import Foundation
import TestSupport
import Testing

/// The source of a photo's colours, and messages about it, tested through the command.
@Suite struct CameraCommandTests {
  private let tree: CommandTree

  init() throws {
    tree = try CommandTree()
    let size = Size(width: 240, height: 60)
    // One tone: LibRaw 0.20 takes the samples of some files so small for something else, and does
    // not open them.
    let samples = SensorSamples(
      size: size, values: [UInt16](repeating: 3000, count: size.area))
    let raw = MakerRaw.nikonWithNote(
      samples, shorts: [0x003D: [1008, 1008, 1008, 1008]], balance: (2, 1.5))
    for (name, model) in [
      ("z8.nef", "NIKON Z 8"), ("z99.nef", "NIKON Z 99"), ("again.nef", "NIKON Z 99"),
      ("z6.nef", "NIKON Z 6"),
    ] {
      try tree.write(raw.taken(by: model).file(), to: name)
    }
  }

  private func report(_ name: String) throws -> [String: String] {
    let text = String(decoding: try tree.read(name), as: UTF8.self)
    var found: [String: String] = [:]
    for line in text.split(separator: "\n") {
      let object = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
      found[try #require(object?["input"] as? String)] = object?["matrix"] as? String
    }
    return found
  }

  /// The rest differs, because a LibRaw that supports the Z 9 takes the Z 99 for a Z 9.
  private static let guess = "colours of NIKON Z 99 are guessed: no matrix is known; "

  @Test func theTablesMatrixDevelopsAZ8() throws {
    let run = try tree.run("convert", "z8.nef", "z6.nef", "-o", "out", "--report", "r.jsonl")
    #expect(run.status == 0, "\(run.errors)")
    #expect(!run.errors.contains("guessed"), "\(run.errors)")
    #expect(try report("r.jsonl") == ["z8.nef": "table", "z6.nef": "libraw"])
    // The same samples with other colours.
    #expect(try tree.read("out/z8.png") != tree.read("out/z6.png"))
  }

  @Test func guessCausesOneWarningPerModel() throws {
    let run = try tree.run(
      "convert", "z99.nef", "again.nef", "-o", "out", "--report", "r.jsonl", "-j", "1")
    #expect(run.status == 0, "\(run.errors)")
    #expect(run.errors.components(separatedBy: Self.guess).count == 2, "\(run.errors)")
    #expect(try report("r.jsonl") == ["z99.nef": "guessed", "again.nef": "guessed"])
    let quiet = try tree.run("convert", "z99.nef", "-o", "quiet", "-q")
    #expect(quiet.status == 0 && quiet.errors.isEmpty)
  }

  @Test func strictRejectsGuesses() throws {
    let run = try tree.run("convert", "z99.nef", "z8.nef", "-o", "out", "--strict")
    #expect(run.status == 1)
    #expect(run.errors.contains("z99.nef") && run.errors.contains(Self.guess), "\(run.errors)")
    #expect(tree.entries("out") == ["z8.png"])
    let sample = try tree.run("sample", "z99.nef", "--at", ".5,.5", "--strict")
    #expect(sample.status == 1 && sample.text.isEmpty)
    #expect(sample.errors.contains(Self.guess))
    #expect(try tree.run("sample", "z8.nef", "--at", ".5,.5", "--strict").status == 0)
    let sheet = try tree.run("sheet", "z99.nef", "-o", "sheet.png", "--from", "raw", "--strict")
    #expect(sheet.status == 1, "\(sheet.errors)")
    let render = try tree.run("render", "z99.nef", "-o", "frames", "--frame", "0", "--strict")
    #expect(render.status == 1 && render.errors.contains(Self.guess), "\(render.errors)")
  }

  @Test func samplesNameTheMatrixSource() throws {
    let table = try tree.run("sample", "z8.nef", "--at", ".5,.5")
    #expect(table.text.contains("matrix ColorMatrix of two lights (table)"), "\(table.text)")
    #expect(table.errors.isEmpty)
    let libraw = try tree.run("sample", "z6.nef", "--at", ".5,.5")
    #expect(libraw.text.contains("matrix ColorMatrix (LibRaw's table)"), "\(libraw.text)")
    let guessed = try tree.run(
      "sample", "z99.nef", "again.nef", "--at", ".5,.5", "--format", "json")
    #expect(guessed.errors.components(separatedBy: Self.guess).count == 2, "\(guessed.errors)")
    #expect(guessed.text.contains(#","from":"guessed"#), "\(guessed.text)")
  }

  @Test func renderAndSheetTellToo() throws {
    let sheet = try tree.run(
      "sheet", "z99.nef", "-o", "sheet.png", "--from", "raw", "--report", "sheet.jsonl")
    #expect(try report("sheet.jsonl") == ["z99.nef": "guessed"])
    #expect(sheet.status == 0 && sheet.errors.contains(Self.guess), "\(sheet.errors)")
    let render = try tree.run("render", "z99.nef", "-o", "frames", "--fps", "4", "--duration", "2f")
    #expect(render.status == 0 && render.errors.contains(Self.guess), "\(render.errors)")
  }

  @Test func theTableIsListed() throws {
    let text = try tree.run("--cameras")
    #expect(text.status == 0 && text.errors.isEmpty)
    #expect(text.text.contains("\n  Z 8 "), "\(text.text)")
    #expect(text.text.contains("A and D65"))
    #expect(text.text.contains("123 cameras"))
    let json = try tree.run("--cameras", "--format", "json")
    #expect(json.status == 0)
    let list = try #require(
      try JSONSerialization.jsonObject(with: Data(json.output)) as? [[String: Any]])
    #expect(list.count == 123)
    let z8 = try #require(list.first { $0["name"] as? String == "Z 8" })
    #expect(z8["model"] as? String == "NIKON Z 8" && z8["matrix"] as? String == "table")
    #expect(z8["lights"] as? [String] == ["A", "D65"] && z8["libraw"] as? String == "0.22")
    let wrong = try tree.run("--format", "json")
    #expect(wrong.status == 64 && wrong.errors.contains("--format"), "\(wrong.errors)")
    let name = try tree.run("--cameras", "--format", "jsn")
    #expect(name.status == 64 && name.errors.contains("json"), "\(name.errors)")
    #expect(try tree.run().text.contains("SUBCOMMANDS"))
  }

  @Test func unsupportedCompressionFails() throws {
    let samples = SensorSamples(
      size: Size(width: 240, height: 60), values: [UInt16](repeating: 3000, count: 14_400))
    let raw = MakerRaw.nikonWithNote(samples, shorts: [:])
      .beginning(with: [0xFF, 0x10, 0xFF, 0x50]).taken(by: "NIKON Z 9")
    try tree.write(raw.file(), to: "he.nef")
    let run = try tree.run("convert", "he.nef")
    #expect(run.status == 1)
    #expect(run.errors.contains("Nikon Z 9") && run.errors.contains("high-efficiency"))
    #expect(!tree.exists("he.png"))
  }
}

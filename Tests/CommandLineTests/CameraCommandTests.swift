import BromideValues
import Foundation
import TestSupport
import Testing

/// The source of a photo's colours, and messages about it, tested through the command.
@Suite struct CameraCommandTests {
  private let tree = CommandTree.fresh

  init() throws {
    let size = Size(width: 240, height: 60)
    // One tone: LibRaw 0.20 takes the samples of some files so small for something else, and does
    // not open them.
    let samples = SensorSamples(size: size, values: [UInt16](repeating: 3000, count: size.area))
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
    var found: [String: String] = [:]
    for report in try tree.lines(name).map(object) {
      found[try #require(report["input"] as? String)] = report["matrix"] as? String
    }
    return found
  }

  /// The rest differs, because a LibRaw that supports the Z 9 takes the Z 99 for a Z 9.
  private static let guess = "colours of NIKON Z 99 are guessed: no matrix is known; "

  @Test func theTablesMatrixDevelopsAZ8() throws {
    let run = try tree.run(
      "convert", "z8.nef", "z6.nef", "-o", "out", "--report", "r.jsonl", status: 0)
    #expect(!run.errors.contains("guessed"), "\(run.errors)")
    #expect(try report("r.jsonl") == ["z8.nef": "table", "z6.nef": "libraw"])
    // The same samples with other colours.
    #expect(try tree.read("out/z8.png") != tree.read("out/z6.png"))
  }

  @Test func guessCausesOneWarningPerModel() throws {
    let run = try tree.run(
      "convert", "z99.nef", "again.nef", "-o", "out", "--report", "r.jsonl", "-j", "1", status: 0)
    #expect(run.errors.components(separatedBy: Self.guess).count == 2, "\(run.errors)")
    #expect(try report("r.jsonl") == ["z99.nef": "guessed", "again.nef": "guessed"])
    let quiet = try tree.run("convert", "z99.nef", "-o", "quiet", "-q")
    #expect(quiet.status == 0 && quiet.errors.isEmpty)
  }

  /// With the numbers of the Z 8, which the table has, a made-up model becomes the same picture.
  @Test(arguments: ["off", "process"])
  func addedCamerasReplaceGuesses(isolation: String) throws {
    try tree.write(Self.addedZ99, to: "cameras.json")
    let options = ["--cameras-file", "cameras.json", "--isolation", isolation, "--strict"]
    let run = try tree.run(["convert", "z99.nef", "-o", "out", "--report", "r.jsonl"] + options)
    #expect(run.status == 0 && !run.errors.contains("guessed"), "\(run.errors)")
    #expect(try report("r.jsonl") == ["z99.nef": "table"])
    #expect(try tree.run("convert", "z8.nef", "-o", "out").status == 0)
    #expect(try tree.pixels("out/z99.png") == tree.pixels("out/z8.png"))
    try tree.run(["convert", "z99.nef", "-o", "out"] + options, errors: "out/z99.png is current")
    // Other numbers make the picture again.
    let darker = Self.addedZ99.replacing("15892", with: "15000")
    try tree.write(darker, to: "cameras.json")
    try tree.run(["convert", "z99.nef", "-o", "out"] + options, errors: "1 converted")
    #expect(try tree.pixels("out/z99.png") != tree.pixels("out/z8.png"))
  }

  private static let addedZ99 = """
    [{"make": "NIKON CORPORATION", "model": "NIKON Z 99", "black": 1008, "white": 15892,
      "active": [12, 8, 216, 44],
      "daylight": [1.1423, -0.4564, -0.1123, -0.4816, 1.2895, 0.2119, -0.021, 0.1061, 0.7282],
      "tungsten": [1.3998, -0.8092, 0.0284, -0.4723, 1.2772, 0.2159, -0.0164, 0.0624, 0.8674]}]
    """

  /// LibRaw's numbers of a listed camera are replaced also, and the exposure.
  @Test func addedCamerasReplaceListedOnes() throws {
    let text = #"[{"make": "Nikon", "model": "Z 6", "white": 8000, "exposure": 1.5}]"#
    try tree.write(text, to: "c.json")
    let plain = try tree.run("convert", "z6.nef", "-o", "a.png", "--report", "a.jsonl")
    let added = try tree.run(
      "convert", "z6.nef", "-o", "b.png", "--report", "b.jsonl", "--cameras-file", "c.json")
    #expect(plain.status == 0 && added.status == 0, "\(added.errors)")
    #expect(try tree.pixels("a.png") != tree.pixels("b.png"))
    let sample = try tree.run(
      "sample", "z6.nef", "--at", ".5,.5", "--space", "camera", "--format", "csv",
      "--cameras-file", "c.json")
    let value = Double(sample.fields.last?[4] ?? "") ?? 0
    #expect(abs(value - (3000.0 - 1008) / (8000 - 1008)) < 1e-5, "\(sample.text)")
  }

  @Test(arguments: [
    ("{}", "expected a JSON list"), ("[]", "expected a JSON list"),
    (#"[{"make": "A"}]"#, "camera 1: model is missing"),
    (#"[{"make": "A", "model": "B", "wite": 1}]"#, "camera 1: wite is unknown"),
    (#"[{"make": "A", "model": "B", "daylight": [1, 2]}]"#, "expected 9 numbers"),
    (#"[{"make": "A", "model": "B", "daylight": [1,1,1,1,1,1,1,1,1]}]"#, "has no inverse"),
    (#"[{"make": "A", "model": "B", "black": 9, "white": 8}]"#, "black is not below white"),
    (#"[{"make": "A", "model": "B", "crop": [0, 0, 0, 5]}]"#, "crop: expected x, y, width"),
    (#"[{"make": "A", "model": "B", "black": 70000}]"#, "black: expected 0 to 65535\n"),
    (#"[{"make": "A", "model": "B", "white": 0}]"#, "white: expected 1 to 65535\n"),
    (#"[{"make": "A", "model": "B", "exposure": 11}]"#, "exposure: expected -10 to 10\n"),
    (#"[{"make": "A", "model": "B"}, {"make": "a", "model": "b"}]"#, "in the list twice"),
  ])
  func wrongCamerasAreRejected(text: String, words: String) throws {
    try tree.write(text, to: "c.json")
    try tree.run(
      "convert", "z8.nef", "-o", "a.png", "--cameras-file", "c.json", status: 64, errors: words)
  }

  @Test func strictRejectsGuesses() throws {
    try tree.run(
      "convert", "z99.nef", "z8.nef", "-o", "out", "--strict", status: 1, errors: "z99.nef",
      Self.guess)
    #expect(tree.entries("out") == ["z8.png"])
    let sample = try tree.run("sample", "z99.nef", "--at", ".5,.5", "--strict")
    #expect(sample.status == 1 && sample.text.isEmpty)
    #expect(sample.errors.contains(Self.guess))
    #expect(try tree.run("sample", "z8.nef", "--at", ".5,.5", "--strict").status == 0)
    try tree.run("sheet", "z99.nef", "-o", "sheet.png", "--from", "raw", "--strict", status: 1)
    try tree.run(
      "render", "z99.nef", "-o", "frames", "--frame", "0", "--strict", status: 1, errors: Self.guess
    )
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

  @Test func renderAndSheetWarnAlso() throws {
    let sheet = try tree.run(
      "sheet", "z99.nef", "-o", "sheet.png", "--from", "raw", "--report", "sheet.jsonl")
    #expect(try report("sheet.jsonl") == ["z99.nef": "guessed"])
    #expect(sheet.status == 0 && sheet.errors.contains(Self.guess), "\(sheet.errors)")
    try tree.run(
      "render", "z99.nef", "-o", "frames", "--fps", "4", "--duration", "2f", status: 0,
      errors: Self.guess)
  }

  @Test func theTableIsListed() throws {
    let text = try tree.run("cameras")
    #expect(text.status == 0 && text.errors.isEmpty)
    #expect(text.text.contains("\n  Z 8 "), "\(text.text)")
    #expect(text.text.contains("A and D65"))
    #expect(text.text.contains("123 cameras"))
    // The list is not the list of supported cameras.
    #expect(text.text.contains("supports all other cameras of LibRaw 0."), "\(text.text)")
    let json = try tree.run("cameras", "--format", "json", status: 0)
    // The earlier name.
    #expect(try tree.run("--cameras", "--format", "json").output == json.output)
    let list = try #require(
      try JSONSerialization.jsonObject(with: Data(json.output)) as? [[String: Any]])
    #expect(list.count == 123)
    let z8 = try #require(list.first { $0["name"] as? String == "Z 8" })
    #expect(z8["model"] as? String == "NIKON Z 8" && z8["matrix"] as? String == "table")
    #expect(z8["lights"] as? [String] == ["A", "D65"] && z8["libraw"] as? String == "0.22")
    try tree.run("--format", "json", status: 64, errors: "--format")
    try tree.run("cameras", "--format", "jsn", status: 64, errors: "json")
    #expect(try tree.run().text.contains("SUBCOMMANDS"))
  }

  @Test func unsupportedCompressionFails() throws {
    let samples = SensorSamples(
      size: Size(width: 240, height: 60), values: [UInt16](repeating: 3000, count: 14_400))
    let raw = MakerRaw.nikonWithNote(samples, shorts: [:])
      .beginning(with: [0xFF, 0x10, 0xFF, 0x50]).taken(by: "NIKON Z 9")
    try tree.write(raw.file(), to: "he.nef")
    try tree.run("convert", "he.nef", status: 1, errors: "Nikon Z 9", "high-efficiency")
    #expect(!tree.exists("he.png"))
  }
}

import TestSupport
import Testing

/// `--rating`, `--label`, `--newer` and `--camera`, on photos with marks in sidecars.
@Suite struct ChoiceCommandTests {
  private let tree: CommandTree

  init() throws {
    tree = try CommandTree()
    let marks = [
      ("four", #"xmp:Rating="4" xmp:Label="Red""#), ("one", #"xmp:Rating="1" xmp:Label="Green""#),
      ("reject", #"xmp:Rating="-1""#),
    ]
    for (name, attributes) in marks {
      try tree.copy("chart_rggb_12bit.dng", to: "in/\(name).dng")
      try tree.write(MetadataCommandTests.document(attributes), to: "in/\(name).xmp")
    }
    try tree.copy("landscape_gbrg_portrait_orientation6.dng", to: "in/plain.dng")
  }

  private func chosen(_ options: String...) throws -> [String] {
    let run = try CommandRun(["convert", "in", "-n", "-o", "out"] + options, folder: tree.root)
    #expect(run.status == 0, "\(run.errors)")
    return run.text.split(separator: "\n").compactMap { line in
      line.split(separator: "\t").dropFirst().first.map {
        String($0.dropFirst(3).dropLast(4))
      }
    }.sorted()
  }

  @Test func ratingsChoose() throws {
    #expect(try chosen() == ["four", "one", "plain", "reject"])
    #expect(try chosen("--rating", "3..") == ["four"])
    #expect(try chosen("--rating", "..2") == ["one", "plain"])
    #expect(try chosen("--rating", "-1") == ["reject"])
    #expect(try chosen("--rating", "-1..5") == ["four", "one", "plain", "reject"])
    #expect(try chosen("--rating", "0") == ["plain"])
    #expect(try chosen("--rating", "1..4") == ["four", "one"])
  }

  @Test func labelsChoose() throws {
    #expect(try chosen("--label", "red,GREEN") == ["four", "one"])
    #expect(try chosen("--label", "none") == ["plain", "reject"])
    #expect(try chosen("--label", "red", "--rating", "..2").isEmpty)
  }

  @Test func skippedPhotosAreCounted() throws {
    let run = try tree.run("convert", "in", "-o", "out", "--rating", "3..", "--size", "32")
    #expect(run.status == 0 && tree.entries("out") == ["four.png"], "\(run.errors)")
    #expect(run.errors.contains("skipped 3 photos by rating"), "\(run.errors)")
    let dry = try tree.run("convert", "in", "-o", "out", "-n", "--label", "none", "--rating", "3..")
    #expect(dry.text.isEmpty && dry.errors.contains("skipped 4 photos"), "\(dry.errors)")
  }

  @Test func timesChoose() throws {
    try tree.write(
      MetadataCommandTests.document(#"exif:DateTimeOriginal="2031-05-06T07:08:09""#),
      to: "in/plain.xmp")
    #expect(try chosen("--newer", "2031-05-06") == ["plain"])
    #expect(try chosen("--newer", "2031-05-07").isEmpty)
    #expect(try chosen("--newer", "in/plain.xmp").isEmpty)
  }

  @Test func camerasChoose() throws {
    #expect(try chosen("--camera", "SYNTHETIC").count == 4)
    #expect(try chosen("--camera", "D850").isEmpty)
  }

  @Test(
    arguments: [
      ("--rating", "6"), ("--rating", ".."), ("--rating", "5..1"), ("--rating", "x"),
      ("--label", ","), ("--camera", ""), ("--newer", "yesterday"),
    ])
  func wrongChoicesFail(_ flag: String, _ value: String) throws {
    let run = try tree.run("convert", "in", flag, value)
    #expect(run.status == 64, "\(run.errors)")
  }
}

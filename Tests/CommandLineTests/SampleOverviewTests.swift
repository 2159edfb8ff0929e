import BromideValues
import Foundation
import TestSupport
import Testing

/// Lines, palettes and plots of `bromide sample`, and its further forms.
@Suite struct SampleOverviewTests {
  private let tree: CommandTree

  init() throws {
    tree = try CommandTree()
    try SampleScene.png(tree.path("chart.png"))
  }

  private func colors(_ run: CommandRun) -> [[String]] { run.fields.dropFirst().map { $0 } }

  // MARK: Lines

  /// A line gives the samples at its points.
  @Test func lineIsItsPlaces() throws {
    let line = try tree.run(
      "sample", "line", "0.1,0.2 0.9,0.6", "chart.png", "--steps", "4", "--space", "lab",
      "--format", "csv")
    let places = try tree.run(
      "sample", "chart.png", "--at", "0.1,0.2", "--at", "0.3,0.3", "--at", "0.5,0.4", "--at",
      "0.7,0.5", "--at", "0.9,0.6", "--space", "lab", "--format", "csv")
    #expect(line.status == 0 && line.fields.count == 6, "\(line.errors)")
    for (a, b) in zip(colors(line), colors(places)) {
      #expect(abs(Double(a[2])! - Double(b[2])!) < 1e-12 && a[4...6] == b[4...6])
    }
    let many = try tree.run("sample", "line", "0,0 1,1", "chart.png", "--format", "csv")
    #expect(many.fields.count == 102)
  }

  /// Pixels refer to the upright picture. Ends outside it are rejected or moved.
  @Test func lineInPixels() throws {
    let run = try tree.run(
      "sample", "line", "0px,0px 287px,191px", "chart.png", "--steps", "1", "--format", "csv")
    #expect(run.fields[1][2] == "\(0.5 / 288)" && run.fields[2][3] == "\(191.5 / 192)")
    let beyond = try tree.run("sample", "line", "0px,0px 288px,0px", "chart.png")
    #expect(beyond.status == 1 && beyond.errors.contains("outside the picture of 288×192"))
    let moved = try tree.run("sample", "line", "0px,0px 288px,0px", "chart.png", "--clamp")
    #expect(moved.status == 0)
  }

  // MARK: Palettes

  /// The chart's 24 patches are equally large; 24 groups cannot all be one patch, but six must be
  /// most of it.
  @Test func paletteContainsFractions() throws {
    let run = try tree.run(
      "sample", "palette", "6", "chart.png", "--space", "hex,oklab", "--format", "csv")
    #expect(run.status == 0, "\(run.errors)")
    #expect(
      run.fields[0] == [
        "input", "frame", "x", "y", "hex", "oklab.L", "oklab.a", "oklab.b", "share", "reading",
      ])
    let shares = run.fields.dropFirst().map { Double($0[8])! }
    #expect(shares.count == 6 && abs(shares.reduce(0, +) - 1) < 1e-5)
    #expect(shares == shares.sorted(by: >))
    let text = try tree.run("sample", "palette", "6", "chart.png")
    #expect(text.text.split(separator: "\n")[1].contains("  share "))
    let json = try tree.run("sample", "palette", "6", "chart.png", "--format", "json")
    #expect(try object(json.lines[0])["share"] as? Double == shares[0])
  }

  @Test(arguments: [
    ("--at .5,.5", "--palette uses the full picture; remove --at"),
    ("--chart colorchecker24 --corners auto", "--palette uses the full picture"),
    ("--window 5", "--window cannot be combined with a palette"),
    ("--stats sd", "--stats cannot be combined with a palette"),
    ("--space rgb", "--space rgb: a palette contains averages"),
    ("--palette 0", "from 1 to 64"),
  ])
  func paletteRejectsPoints(options: String, words: String) throws {
    let arguments = options.split(separator: " ").map(String.init)
    try tree.run(
      ["sample", "chart.png", "--palette", "4"] + arguments, status: 64, errors: words)
  }

  // MARK: Forms

  @Test func gimpPalette() throws {
    let run = try tree.run(
      "sample", "chart.png", "--points", "-", "--format", "gpl",
      input: "0.0833,0.125,dark skin\n0.25,0.125\n")
    #expect(run.status == 0, "\(run.errors)")
    #expect(
      run.text == """
        GIMP Palette
        Name: chart.png
        Columns: 0
        #
        115  82  68\tdark skin
        194 150 130\t#c29682

        """)
  }

  @Test func styleSheet() throws {
    let run = try tree.run(
      "sample", "chart.png", "--points", "-", "--format", "css",
      input: "0.0833,0.125,Dark Skin\n0.25,0.125\n0.0833,0.125,dark-skin\n")
    #expect(
      run.text == """
        :root {
          --dark-skin: #735244;
          --color-2: #c29682;
          --color-3: #735244;
        }

        """)
  }

  /// Read back as Adobe's form is described: blocks with a name in UTF-16, a model and floats.
  @Test func swatchExchange() throws {
    let run = try tree.run(
      "sample", "chart.png", "--points", "-", "--format", "ase",
      input: "0.0833,0.125,é\n0.25,0.125\n")
    let bytes = run.output
    var place = 0
    func number(_ count: Int) -> Int {
      defer { place += count }
      return Int(big: bytes[place..<place + count])
    }
    #expect(number(4) == 0x4153_4546 && number(2) == 1 && number(2) == 0 && number(4) == 2)
    for (name, codes) in [("é", [115, 82, 68]), ("#c29682", [194, 150, 130])] {
      #expect(number(2) == 1)
      let length = number(4)
      let start = place
      let units = (0..<number(2)).map { _ in UInt16(number(2)) }
      #expect(units == Array(name.utf16) + [0])
      #expect(number(4) == 0x5247_4220)
      for code in codes {
        #expect(Float(bitPattern: UInt32(number(4))) == Float(Double(code) / 255))
      }
      #expect(number(2) == 2 && place - start == length)
    }
    #expect(place == bytes.count)
  }

  @Test(arguments: [
    (["--format", "gpl", "--at", ".5,.5", "--space", "lab"], "--space: palettes contain"),
    (["--format", "css", "--at", ".5,.5", "other.png"], "but there are 2 inputs"),
    (["--points", "-", "-"], "standard input can be read only once"),
    (["--space", "srgb,nope", "--at", ".5,.5"], "nope"),
    (["--histogram", "--at", ".5,.5"], "remove --at"),
    (["--histogram", "--space", "lab"], "--histogram counts the codes of one space"),
    (["--histogram", "--rect", "0,0,1,1", "--rect", "0,0,.5,1"], "one rectangle, not 2"),
    (["--histogram", "--format", "css"], "--histogram is not a palette"),
    (["--histogram", "--swatch", "a.png"], "--swatch cannot be combined"),
    (["--steps", "5", "--at", ".5,.5"], "--steps needs sample line"),
    (["--plot", "a.png", "--palette", "3"], "--plot requires"),
    (["--plot", "a.gif", "--profile-line", "0,0 1,1"], "--plot a.gif: Bromide writes"),
    (
      ["--plot", "a.png", "--profile-line", "0,0 1,1", "--at", "0,0"], "remove the other points"
    ),
  ])
  func wrongUsage(options: [String], words: String) throws {
    try SampleScene.png(tree.path("other.png"))
    try tree.run(["sample", "chart.png"] + options, status: 64, errors: words)
  }

  @Test func spacesInAList() throws {
    let list = try tree.run(
      "sample", "chart.png", "--at", ".1,.1", "--space", "lab,hex", "--format", "csv")
    let each = try tree.run(
      "sample", "chart.png", "--at", ".1,.1", "--space", "lab", "--space", "hex", "--format", "csv")
    #expect(list.status == 0 && list.text == each.text)
  }

  // MARK: Histograms

  /// All formats print the counts of the picture.
  @Test func histogramCountsCodes() throws {
    let run = try tree.run("sample", "chart.png", "--histogram", "--format", "csv")
    #expect(run.status == 0, "\(run.errors)")
    #expect(run.fields[0] == ["input", "frame", "code", "red", "green", "blue", "reading"])
    #expect(run.fields.count == 257)
    var expected = [[Int]](repeating: [0, 0, 0], count: 256)
    let picture = SampleScene.picture
    for y in 0..<picture.height {
      for x in 0..<picture.width {
        for c in 0..<3 { expected[Int((Double(picture[x, y, c]) / 257).rounded())][c] += 1 }
      }
    }
    for (code, fields) in run.fields.dropFirst().enumerated() {
      #expect(fields[2...5].map { Int($0) } == [code] + expected[code])
    }
    let json = try tree.run(
      "sample", "chart.png", "--histogram", "--rect", "0,0,50%,50%", "--format", "json")
    let counts = try object(json.text)
    #expect(counts["count"] as? Int == 144 * 96 && counts["space"] as? String == "srgb")
    let text = try tree.run("sample", "chart.png", "--histogram", "--plot", "h.png")
    #expect(text.text.split(separator: "\n").count == 4 && text.text.contains("█"))
    #expect(tree.exists("h.png"))
  }

  // MARK: Plots

  @Test func plotsAreDrawn() throws {
    let line = try tree.run(
      "sample", "line", "0,.4 1,.4", "chart.png", "--plot", "line.png", "--quiet")
    #expect(line.status == 0, "\(line.errors)")
    #expect(try tree.read("line.png").starts(with: [0x89, 0x50]))
    try tree.write(
      Array("YUV4MPEG2 W64 H32 F25:1 C420jpeg\nFRAME\n".utf8) + SampleScene.nv12([90])
        + Array("FRAME\n".utf8) + SampleScene.nv12([120]), to: "a.y4m")
    let time = try tree.run(
      "sample", "a.y4m", "--frames", "0..1", "--at", ".2,.5", "--at", ".8,.5", "--plot", "time.png")
    #expect(time.status == 0 && tree.exists("time.png"), "\(time.errors)")
    let single = try tree.run("sample", "chart.png", "--at", ".5,.5", "--plot", "one.png")
    #expect(single.status == 1 && single.errors.contains("there was a single sample"))
    #expect(!tree.exists("one.png"))
  }
}

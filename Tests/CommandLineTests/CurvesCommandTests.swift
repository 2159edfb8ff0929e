import BromideCodecs
import BromideValues
import Foundation
import SystemPackage
import TestSupport
import Testing

/// `bromide curves`: pictures, numbers, the terminal, and wrong usage.
@Suite struct CurvesCommandTests {
  private let tree = CommandTree.fresh

  private func rows(_ text: String) -> [String] {
    text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
  }

  // MARK: Numbers

  @Test func csvHasHeaderAndBothEnds() throws {
    let run = try tree.run("curves", "accelerate(3)", "overshoot(2)", "--csv", "--steps", "4")
    #expect(run.status == 0 && run.errors.isEmpty)
    let rows = rows(run.text)
    #expect(rows.count == 7 && rows[6].isEmpty)
    #expect(rows[0] == "u,accelerate(3),overshoot(2)")
    #expect(rows[1] == "0,0,0" && rows[5] == "1,1,1")
    #expect(rows[2].hasPrefix("0.25,0.015625,"))
    #expect(rows[4].hasPrefix("0.75,0.421875,"))
    let twice = try tree.run("curves", "bounce", "linear", "bounce", "--csv", "--steps", "1")
    #expect(twice.text == "u,bounce,linear\n0,0,0\n1,1,1\n")
    let standard = try tree.run("curves", "linear", "--format", "csv")
    #expect(self.rows(standard.text).count == 103)
    #expect(self.rows(standard.text)[31] == "0.3,0.3")
  }

  @Test func csvQuotesNamesAndAddsSlopes() throws {
    let run = try tree.run(
      "curves", "bezier(.4, 0, .2, 1)", "circularOut", "--csv", "--steps", "2", "--derivative")
    let rows = rows(run.text)
    #expect(
      rows[0]
        == "u,\"bezier(.4,0,.2,1)\",\"slope of bezier(.4,0,.2,1)\",circularOut,slope of circularOut"
    )
    #expect(rows[1] == "0,0,0,0,inf")
    #expect(rows.count == 5)
  }

  @Test func withoutANameEveryCurveIsPrinted() throws {
    let run = try tree.run("curves", "--csv", "--steps", "1")
    let rows = rows(run.text)
    #expect(rows.count == 4)
    #expect(rows[0].hasPrefix("u,quadraticIn,quadraticOut,quadraticInOut,"))
    for name in ["linear", "hold", "bounce", "overshoot(1)", "clamped(elastic)"] {
      #expect(rows[0].contains("," + name))
    }
  }

  @Test func jsonIsAnObjectOfColumns() throws {
    let run = try tree.run(
      "curves", "easeOut(3)", "circularOut", "--format", "json", "--steps", "2", "--derivative")
    let object = try JSONSerialization.jsonObject(with: Data(run.output)) as? [String: [Any]]
    #expect(object?.count == 5)
    #expect(object?["u"] as? [Double] == [0, 0.5, 1])
    #expect(object?["easeOut(3)"] as? [Double] == [0, 0.875, 1])
    #expect(object?["slope of circularOut"]?.first is NSNull)
  }

  // MARK: Detours

  /// A worked example: leaving 5→6 (7 s) at 7/3 s for 9 in 3.5 s.
  @Test func detoursArePrintedAsTables() throws {
    let run = try tree.run(
      "curves", "--detour", "cosine 5->6 in 7s, at 2.3333333333333335s → 9 in 3500ms", "--csv",
      "--steps", "2000", status: 0)
    let rows = rows(run.text)
    #expect(rows[0] == "t,value,slope")
    let numbers = rows.dropFirst().filter { !$0.isEmpty }.map {
      $0.split(separator: ",").compactMap { Double($0) }
    }
    let joint = try #require(numbers.first { $0[0] >= 7.0 / 3 })
    #expect(abs(joint[1] - 5.25) < 2e-3 && abs(joint[2] - 0.1943356) < 0.01)
    let last = try #require(numbers.last)
    #expect(abs(last[0] - (7.0 / 3 + 3.5)) < 1e-6)
    #expect(last[1] == 9 && last[2] == 0)
    // The slope has no jump anywhere.
    for (a, b) in zip(numbers, numbers.dropFirst()) { #expect(abs(a[2] - b[2]) < 0.02) }
  }

  @Test func detoursMayFollowDetours() throws {
    let run = try tree.run(
      "curves", "--detour", "0→10 in 4, at 1.5 ease( 3 ) → 14 in 4s, at 3s → -2 in 3s", "-o",
      "d.png")
    #expect(run.status == 0 && tree.exists("d.png"), "\(run.errors)")
    let terminal = try tree.run(
      "curves", "--detour", "0→10 in 4, at 1.5 ease( 3 ) → 14 in 4s, at 3s → -2 in 3s")
    #expect(
      terminal.text.contains(
        "cosine 0 → 10 in 4 s, at 1.5 s ease(3) → 14 in 4 s, at 3 s → -2 in 3 s"))
    #expect(terminal.text.contains("runs on into the new curve"))
  }

  @Test(arguments: [
    ("ease(2) 0→10 in 4s", "“, at TIME → VALUE in TIME” is missing"),
    ("ease(2) 0 10 in 4s, at 1s → 3 in 2s", "“ease(2) 0 10 in 4s” needs one arrow, → or ->"),
    ("ease(2) 0→10 4s, at 1s → 3 in 2s", "“VALUE in TIME” after the arrow, not “10 4s”"),
    ("ease(2) x→10 in 4s, at 1s → 3 in 2s", "“x” is not a value to start from"),
    ("ease(2) 0→ten in 4s, at 1s → 3 in 2s", "“ten” is not a value to arrive at"),
    ("0→10 in 4h, at 1s → 3 in 2s", "“4h” is not a time, such as 1.5s or 250ms"),
    ("0→10 in 0s, at 1s → 3 in 2s", "more than 0 s"),
    ("0→10 in 4s, 1s → 3 in 2s", "“1s → 3 in 2s” does not begin with “at TIME”"),
    ("0→10 in 4s, at 1s → 3 in 2s, at .5s → 4 in 1s", ".5s is earlier than the departure"),
    ("eas(2) 0→10 in 4s, at 1s → 3 in 2s", "did you mean “ease”?"),
    ("→10 in 4s, at 1s → 3 in 2s", "needs a value before its arrow"),
    ("", "an example: 'ease(2) 0→10 in 4s, at 1.5s → 3 in 2s'"),
  ])
  func wrongDetoursAreExplained(_ text: String, _ words: String) throws {
    let run = try tree.run("curves", "--detour", text)
    #expect(run.status == 64 && run.text.isEmpty)
    #expect(run.errors.contains(words), "\(run.errors)")
  }

  // MARK: Pictures

  private func size(_ name: String) throws -> Size {
    try PNGReader.info(path: FilePath(tree.path(name))).size
  }

  @Test func picturesAreDrawn() throws {
    let run = try tree.run("curves", "bounce", "-o", "a.png", "--scale", "1")
    #expect(run.status == 0 && run.errors == "a.png\n" && run.text.isEmpty)
    let plain = try size("a.png")
    _ = try tree.run(
      "curves", "bounce", "-o", "b.png", "--scale", "1", "--derivative", "--filmstrip")
    let taller = try size("b.png")
    #expect(taller.width == plain.width && taller.height > plain.height)
    _ = try tree.run("curves", "bounce", "-qo", "c.png")
    #expect(try size("c.png") == Size(width: plain.width * 2, height: plain.height * 2))
    _ = try tree.run("curves", "bounce", "elastic", "linear", "-o", "three.png", "--scale", "1")
    _ = try tree.run(
      "curves", "bounce", "elastic", "linear", "-o", "over.png", "--scale", "1", "--overlay")
    #expect(try size("three.png").width > size("over.png").width)
    let info = try PNGReader.info(path: FilePath(tree.path("a.png")))
    #expect(info.isSRGB && info.format == PixelFormat(channels: 3, sample: .uint8))
  }

  /// The corner shows the background. The curve has this theme's colour and not the other theme's.
  @Test(arguments: [("light", [255, 255, 255]), ("dark", [0x15, 0x18, 0x1C])])
  func themesHaveTheirColours(_ theme: String, _ background: [Int]) throws {
    _ = try tree.run("curves", "linear", "--theme", theme, "--scale", "1", "-o", "a.png")
    let image = try tree.picture("a.png")
    #expect((0..<3).map { Int(image[0, 0, $0]) } == background)
    let ink = theme == "light" ? [0x00, 0x72, 0xB2] : [0x56, 0xB4, 0xE9]
    let count = image.size.places.count { x, y in
      (0..<3).allSatisfy { Int(image[x, y, $0]) == ink[$0] }
    }
    // A diagonal of some 500 by 300 units, two wide.
    #expect(count > 300 && count < 2000)
  }

  @Test func catalogueFitsOneSheet() throws {
    let run = try tree.run("curves", "-o", "sheets/", "--scale", "1")
    #expect(run.status == 0 && tree.entries("sheets") == ["curves.png"], "\(run.errors)")
    let size = try size("sheets/curves.png")
    // About the proportions of paper.
    #expect(abs(Double(size.width) / Double(size.height) - 1.414) < 0.2)
  }

  @Test func picturesAreReproducible() throws {
    for name in ["a.png", "b.png"] { _ = try tree.run("curves", "spring(.4)", "-o", name) }
    #expect(try tree.read("a.png") == tree.read("b.png"))
    let piped = try tree.run("curves", "spring(.4)", "-o", "-")
    #expect(try piped.status == 0 && piped.output == tree.read("a.png") && piped.errors.isEmpty)
  }

  @Test func existingFilesFollowThePolicy() throws {
    try tree.write([1, 2, 3], to: "other.png")
    try tree.run(
      "curves", "bounce", "-o", "other.png", status: 1, errors: "Bromide did not make it")
    #expect(try tree.read("other.png") == [1, 2, 3])
    _ = try tree.run("curves", "bounce", "-o", "a.png")
    let again = try tree.run("curves", "bounce", "-o", "a.png")
    #expect(again.status == 0 && again.errors == "a.png is current\n")
    let first = try tree.read("a.png")
    let changed = try tree.run("curves", "bounce", "-o", "a.png", "--theme", "dark")
    #expect(changed.status == 0 && changed.errors == "a.png\n")
    #expect(try tree.read("a.png") != first)
    for (policy, status) in [("skip", 0), ("fail", 1)] {
      let run = try tree.run("curves", "elastic", "-o", "a.png", "--if-exists", policy)
      #expect(run.status == Int32(status) && run.errors.contains("a.png exists"))
    }
    #expect(try tree.run("curves", "elastic", "-yo", "other.png").status == 0)
    #expect(tree.entries() == ["a.png", "other.png"])
  }

  @Test func anUnwritablePictureIsReported() throws {
    try tree.run("curves", "bounce", "-o", "/proc/none/a.png", status: 1, errors: "/proc/none")
  }

  /// Hides the machine's fonts with Fontconfig's variable.
  @Test func aMissingFontIsReported() throws {
    try tree.write(
      "<?xml version=\"1.0\"?><fontconfig><dir>/nowhere</dir></fontconfig>", to: "fonts.conf")
    try tree.run(
      ["FONTCONFIG_FILE=\(tree.path("fonts.conf"))", CommandRun.binary, "curves", "-o", "a.png"],
      binary: "/usr/bin/env", status: 1, errors: "fonts-dejavu-core")
    #expect(!tree.exists("a.png"))
  }

  // MARK: The terminal

  @Test func plotsFitTheWindow() throws {
    for (columns, lines) in [(80, 24), (40, 20), (200, 60)] {
      let run = try tree.run(
        ["COLUMNS=\(columns)", "LINES=\(lines)", CommandRun.binary, "curves", "bounce"],
        binary: "/usr/bin/env")
      let rows = rows(run.text)
      #expect(run.status == 0 && run.errors.isEmpty)
      #expect(rows.map(\.count).max().map { $0 <= columns && $0 > columns - 8 } == true)
      #expect(rows.count <= lines && rows[0].contains("bounce"))
      #expect(run.text.unicodeScalars.contains { (0x2801...0x28FF).contains($0.value) })
      #expect(!run.text.contains("\u{1B}"))
    }
  }

  @Test func theCatalogueIsListedInTheTerminal() throws {
    let run = try tree.run("curves", status: 0)
    for name in ["quadraticInOut", "overshoot  count=1, halfLife=.15", "clamped  (elastic)"] {
      #expect(run.text.contains(name), "\(name)")
    }
    let overlaid = try tree.run("curves", "bounce", "elastic", "--overlay", "--derivative")
    #expect(overlaid.text.contains("⣀⣀⣀ bounce\n") && overlaid.text.contains("speed"))
  }

  /// A line from corner to corner crosses every row of dots once, starting at the lower left.
  @Test func dotsFollowTheCurve() throws {
    let run = try tree.run("curves", "linear")
    let places = rows(run.text).dropFirst().compactMap { row -> Int? in
      row.unicodeScalars.enumerated().first { (0x2801...0x28FF).contains($0.element.value) }?.offset
    }
    #expect(places.count > 10)
    #expect(zip(places, places.dropFirst()).allSatisfy { $0 > $1 })
  }

  // MARK: Wrong usage

  @Test(arguments: [
    (["bounc"], "“bounc”, character 1: no curve is called “bounc”; did you mean “bounce”?"),
    (["zzzzzz"], "no curve is called “zzzzzz”; bromide curves shows all names"),
    (["--detour", "zzzzzz 0→1 in 1s, at .5s → 2 in 1s"], "bromide curves shows all names"),
    (["ease(0)"], "strength must be a number above 0"),
    (["bounce", "--steps", "0", "--csv"], "1 to 1000000"),
    (["bounce", "--steps", "5", "-o", "a.png"], "--csv and --format json"),
    (["bounce", "--theme", "drak", "-o", "a.png"], "did you mean “dark”"),
    (["bounce", "--scale", "9", "-o", "a.png"], "0.5 to 8"),
    (["bounce", "--filmstrip"], "name one with -o"),
    (
      ["bounce", "elastic", "--filmstrip", "--overlay", "-o", "a.png"], "belongs to a single curve"
    ),
    (["bounce", "--overlay"], "name two or more"), (["--overlay"], "name two or more"),
    (["bounce", "--csv", "--format", "json"], "remove one"),
    (["bounce", "--csv", "-o", "-"], "cannot both use standard output"),
    (["bounce", "-o", "a.heic"], "Bromide writes PNG, JPEG, TIFF, JPEG XL, AVIF and WebP"),
    (["bounce", "-y", "--if-exists", "skip", "-o", "a.png"], "remove one"),
    (["bounce", "--detour", "0→1 in 1s, at .5s → 2 in 1s"], "remove “bounce”"),
    (["-q", "-v"], "exclude each other"), (["--format", "xml"], "text, csv, json"),
  ])
  func wrongUsageIsExplained(_ arguments: [String], _ words: String) throws {
    let run = try tree.run(["curves"] + arguments, status: 64, errors: words)
    #expect(run.text.isEmpty && tree.entries().isEmpty)
  }
}

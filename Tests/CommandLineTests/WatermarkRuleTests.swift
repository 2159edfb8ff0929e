import BromideValues
import TestSupport
import Testing

/// The rules of `bromide convert --watermark`.
@Suite struct WatermarkRuleTests {
  private let tree: CommandTree

  init() throws {
    tree = try CommandTree()
    try tree.copy("chart_rggb_12bit.dng", to: "in/wide.dng")
    try tree.copy("landscape_gbrg_portrait_orientation6.dng", to: "in/upright.dng")
    try tree.write(WatermarkCommandTests.logo([200, 40, 90, 128]), to: "half.png")
  }

  private func run(_ arguments: [String]) throws -> CommandRun {
    try tree.run(["convert"] + arguments)
  }

  @Test func logosArePartOfTheFingerprint() throws {
    func update(_ options: String...) throws -> String {
      try tree.run(
        ["convert", "in", "-o", "out", "--if-exists", "update"] + options, status: 0
      ).errors
    }
    #expect(try update("--watermark", "half.png").contains("2 converted"))
    #expect(try update("--watermark", "half.png").contains("2 skipped"))
    // The same bytes under another name.
    try tree.write(tree.read("half.png"), to: "other.png")
    #expect(try update("--watermark", "other.png").contains("2 skipped"))
    try tree.write(WatermarkCommandTests.logo([200, 40, 91, 128]), to: "half.png")
    #expect(try update("--watermark", "half.png").contains("2 converted"))
    #expect(
      try update("--watermark", "half.png", "--watermark-at", "top").contains("2 converted"))
    #expect(
      try update("--watermark", "half.png", "--watermark-size", "9%").contains("2 converted"))
    #expect(try update().contains("2 converted"))
  }

  @Test(
    arguments: [
      (["--watermark-at", "top"], "--watermark-at needs --watermark"),
      (["--watermark-size", "9%"], "--watermark-size needs --watermark"),
      (["--watermark", "half.png", "--watermark-size", "0.5%"], "expected 1% to 100%"),
      (["--watermark", "half.png", "--watermark-size", "101%"], "expected 1% to 100%"),
      (["--watermark", "half.png", "--watermark-size", "20"], "expected 1% to 100%"),
      (["--watermark", "half.png", "--watermark-at", "middle"], "expected one of top-left"),
      (
        ["--watermark", "half.png", "--to", "jpeg", "--hdr", "2"],
        "--watermark cannot be combined with --hdr"
      ),
      (
        ["--watermark", "half.png", "--space", "bad/paper.icc"],
        "--watermark cannot be combined with an output profile"
      ),
      (["--watermark", "no.png"], "--watermark: no.png cannot be read"),
      (["--watermark", "in"], "--watermark: in is not a file"),
      (["--watermark", "in/wide.dng"], "in/wide.dng is not a PNG"),
      (["--watermark", "bad/cut.png"], "bad/cut.png cannot be used: the PNG cannot be read"),
      (["--watermark", "bad/moves.png"], "bad/moves.png is animated"),
      (["--watermark", "bad/large.png"], "it has 5000×5000 pixels; use at most 16 million"),
      (["--watermark", "bad/clear.png"], "bad/clear.png is completely transparent"),
      (["--watermark", "bad/pq.png"], "bad/pq.png has light above white"),
    ])
  func mistakesAreExplained(_ options: [String], _ text: String) throws {
    let file = WatermarkCommandTests.logo([200, 40, 90, 128])
    try tree.write(Array(file.dropLast(30)), to: "bad/cut.png")
    try tree.write(HandmadeProfile.lab.bytes, to: "bad/paper.icc")
    // Two frames that play once.
    let control: [UInt8] = [0, 0, 0, 2, 0, 0, 0, 1]
    try tree.write(
      WatermarkCommandTests.logo([1, 2, 3, 255], chunks: [("acTL", control)]), to: "bad/moves.png")
    try tree.write(WatermarkCommandTests.logo([1, 2, 3, 0]), to: "bad/clear.png")
    try tree.write(
      WatermarkCommandTests.logo([1, 2, 3, 255], chunks: [("cICP", [9, 16, 0, 1])]),
      to: "bad/pq.png")
    let large = HandmadePNG(width: 5000, height: 5000, depth: 1, colorType: 0)
    try tree.write(
      large.file(repeating: [UInt8](repeating: 0, count: large.rowBytes + 1)), to: "bad/large.png")
    try tree.run(["convert", "in", "-o", "out"] + options, status: 64, errors: text)
    #expect(!tree.exists("out"))
  }

  /// A logo is never cut off, and its margin stays.
  @Test(arguments: [("bottom-right", "100%"), ("top", "97%"), ("center", "70%")])
  func logosMustFit(_ place: String, _ size: String) throws {
    try tree.write(
      WatermarkCommandTests.logo([9, 9, 9, 255], width: 20, height: 20), to: "square.png")
    let run = try run([
      "in/wide.dng", "-o", "a.png", "--watermark", "square.png", "--watermark-at", place,
      "--watermark-size", size,
    ])
    #expect(run.status == 1, "\(run.errors)")
    #expect(run.errors.contains("does not fit on 480×320 pixels"), "\(run.errors)")
    #expect(!tree.exists("a.png"))
  }

  @Test func recipesDoNotContainLogos() throws {
    let run = try run([
      "in/wide.dng", "-o", "a.png", "--watermark", "half.png", "--save-recipe", "r.yaml",
    ])
    #expect(run.status == 0, "\(run.errors)")
    #expect(run.errors.contains("--watermark is not saved in a recipe"), "\(run.errors)")
  }
}

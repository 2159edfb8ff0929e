import TestSupport
import Testing

/// `bromide colour`: numbers, messages and exit status.
@Suite struct ColourCommandTests {
  private let tree = CommandTree.fresh

  @Test func coloursAreConverted() throws {
    // CSS Color 4 and colour-science: lab(70.2237 …) hold for #f80.
    let run = try tree.run("colour", "#f80", "--space", "srgb,lab,oklab,xyz,hsl", status: 0)
    #expect(run.text.hasPrefix("#ff8800  srgb 255.000 136.000 0.000  lab "), "\(run.text)")
    #expect(run.text.contains("hsl 32.000 100.000 50.000"))
    for text in ["ff8800", "srgb:255,136,0", "hsl(32 100 50)"] {
      #expect(try tree.run("colour", text, "--space", "srgb,lab,oklab,xyz,hsl").text == run.text)
    }
  }

  /// Every space parses its output.
  @Test(arguments: [
    "srgb", "display-p3", "adobe-rgb", "rec2020", "prophoto", "linear", "xyz", "xyy", "lab", "lch",
    "luv", "oklab", "oklch", "nits", "hsl", "dci-p3", "aces2065-1", "acescg", "acescct",
    "logc3", "logc4", "slog3", "vlog", "flog2", "nlog", "clog3", "lab-a", "lch-d65", "lab-e",
  ])
  func printedColoursAreReadBack(space: String) throws {
    func lines(_ colours: [String], _ spaces: String) throws -> CommandRun {
      try tree.run(["colour"] + colours + ["--space", spaces, "--format", "csv"], status: 0)
    }
    let colours = ["#7a5c33", "#102040", "#e8f0a0"]
    let printed = try lines(colours, "\(space),hex").fields
    let end = try #require(printed[0].firstIndex(of: "hex"))
    let texts = printed.dropFirst().map { "\(space):\($0[1..<end].joined(separator: ","))" }
    let back = try lines(texts, "hex,\(space)").lines.dropFirst()
    #expect(zip(back, colours).allSatisfy { $0.contains(",\($1),") }, "\(texts) \(back)")
    #expect(back.count == 3)
  }

  @Test func coloursAreCompared() throws {
    let run = try tree.run("colour", "#fff", "#777")
    #expect(run.text.contains("contrast 4.48:1, AA for large text only"), "\(run.text)")
    let csv = try tree.run(
      "colour", "lab:50,2.6772,-79.7751", "lab:50,0,-82.7485", "--format", "csv")
    #expect(
      csv.fields[0].suffix(6)
        == ["deltaE2000", "deltaE76", "deltaE94", "deltaECMC", "deltaEITP", "contrast"])
    #expect(csv.fields[2].suffix(6).prefix(4) == ["2.0425", "4.0011", "1.3950", "1.7387"])
  }

  @Test func coloursOutsideSRGBAreNamed() throws {
    #expect(try tree.run("colour", "display-p3:0,255,0").text.contains("outside sRGB"))
    #expect(!(try tree.run("colour", "#0f0").text.contains("outside sRGB")))
    let unclipped = try tree.run("colour", "display-p3:0,255,0", "--space", "srgb", "--unclipped")
    #expect(unclipped.text.contains("srgb -"), "\(unclipped.text)")
  }

  @Test(arguments: [
    ("", "no colours"), ("#ff", "is not a colour"), ("lab:1,2", "needs 3 numbers"),
    ("lba:1,2,3", "the spaces of colours are"), ("ycbcr:1,2,3", "the spaces of colours are"),
    ("lab:1,2,x", "needs 3 numbers"),
  ])
  func mistakesAreExplained(text: String, words: String) throws {
    try tree.run(["colour"] + (text.isEmpty ? [] : [text]), status: 64, errors: words)
  }

  @Test func spacesOfPicturesAreRejected() throws {
    try tree.run(
      "colour", "#fff", "--space", "camera", status: 64, errors: "--space camera requires a picture"
    )
  }
}

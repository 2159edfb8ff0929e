import BromideValues
import TestSupport
import Testing

/// Scopes, illegal colours, points from Bromide's own CSV, and comparisons by name.
@Suite struct SampleInstrumentTests {
  private let tree = CommandTree.fresh(["a.dng": "chart_rggb_12bit.dng"])

  init() throws {
    // Y, Cb and Cr of a colour whose blue is negative.
    try tree.write([80, 64, 240], to: "n_1x1.yuv444p")
  }

  @Test func negativeColoursAreCounted() throws {
    let run = try tree.run(
      "sample", "n_1x1.yuv444p", "--at", "0,0", "--space", "rgb,linear", "--unclipped", "--stats",
      "gamut", "--format", "csv", status: 0)
    #expect(run.fields[0].contains("gamut") && run.fields[1].contains("-54.582"), "\(run.text)")
    #expect(run.fields[1].contains("1.000000"))
    let blue = try #require(Double(run.fields[1][9]))
    #expect(blue < -0.02 && blue > -0.03, "\(run.text)")
  }

  @Test func printedTablesWorkAsPoints() throws {
    let table = try tree.run(
      "sample", "a.dng", "--grid", "3x2", "--space", "lab", "--format", "csv")
    try tree.write(table.text, to: "points.csv")
    let again = try tree.run(
      "sample", "a.dng", "--points", "points.csv", "--space", "lab", "--format", "csv")
    #expect(again.status == 0 && again.text == table.text, "\(again.errors)")
  }

  @Test func pixelsWithoutUnitAreSuggested() throws {
    try tree.run("sample", "a.dng", "--at", "72,48", status: 64, errors: "72px,48px")
  }

  @Test func differencesHaveNames() throws {
    let run = try tree.run(
      "sample", "chart", "colorchecker24", "a.dng", "--delta-e", "76", "--format", "csv")
    #expect(run.status == 0 && run.fields[0].contains("deltaE76"), "\(run.errors)")
    #expect(run.errors.contains("ΔE76 mean"))
    try tree.run(
      "sample", "a.dng", "--at", ".5,.5", "--delta-e", "76", status: 64,
      errors: "--delta-e needs --against or sample chart")
  }

  @Test func scopesAreDrawnAndCounted() throws {
    let run = try tree.run(
      "sample", "n_1x1.yuv444p", "--waveform", "w.png", "--vectorscope", "v.png", "--format", "csv",
      status: 0)
    let rows = run.fields.dropFirst().map { $0.dropFirst().joined(separator: ",") }
    #expect(rows == ["waveform,0,0,80,1", "vectorscope,0,64,240,1"], "\(run.text)")
    #expect(tree.exists("w.png") && tree.exists("v.png"))
    let painted = try tree.run("sample", "a.dng", "--false-colour", "f.png")
    #expect(painted.status == 0 && tree.exists("f.png"), "\(painted.errors)")
    try tree.run(
      "sample", "a.dng", "--waveform", "x.png", "--format", "json", status: 64, errors: "as csv")
  }

  @Test func otherShapesAreNotCompared() throws {
    try tree.write([UInt8](repeating: 99, count: 200 * 200 * 3), to: "s_200x200.rgb24")
    try tree.run(
      "sample", "s_200x200.rgb24", "--against", "a.dng", status: 1, errors: "aspect ratio differs")
    // Small pictures round their edges, but not by a third.
    try tree.write([UInt8](repeating: 99, count: 12 * 16 * 3), to: "s_16x12.rgb24")
    let size = Size(width: 16, height: 16)
    try SampleScene.png(
      tree.path("s.png"), [UInt8](repeating: 99, count: size.area * 3), size: size, channels: 3)
    try tree.run(
      "sample", "s_16x12.rgb24", "--against", "s.png", status: 1, errors: "aspect ratio differs")
  }

  /// A profile of a chart is a file that `convert` accepts, and the report contains its error.
  @Test func chartsBecomeProfiles() throws {
    let run = try tree.run(
      "profile", "a.dng", "--chart", "colorchecker24", "--illuminant", "d65", "-o", "a.dcp")
    #expect(run.status == 0 && run.text.contains("cross-validated"), "\(run.errors)")
    try tree.run("convert", "a.dng", "--profile", "a.dcp", "-o", "a.png", status: 0)
    try tree.run(
      "profile", "a.dng", "--chart", "colorchecker24", "--illuminant", "d65", "-o", "a.dcp",
      status: 64, errors: "exists; -y replaces it")
    try tree.run(
      "profile", "a.dng", "--chart", "colorchecker24", "-o", "a.icc", status: 0,
      errors: "taken for D50")
    try tree.run("convert", "a.dng", "--profile", "a.icc", "-o", "i.png", status: 0)
    let recipe = try tree.run(
      "profile", "a.dng", "--chart", "colorchecker24", "--illuminant", "d65", "-o",
      "studio.recipe.yaml")
    #expect(recipe.status == 0 && tree.exists("studio.dcp"), "\(recipe.errors)")
    let grey = try tree.run(
      "sample", "chart", "colorchecker24", "a.dng", "--recipe", "studio.recipe.yaml", "--space",
      "lab", "--format", "csv", status: 0)
    let column = try #require(grey.fields[0].firstIndex(of: "lab.a"))
    let patch = try #require(grey.fields.first { $0.contains("D4") })
    let (a, b) = (try #require(Double(patch[column])), try #require(Double(patch[column + 1])))
    #expect(abs(a) < 1 && abs(b) < 1, "\(patch)")
    for (arguments, words) in [
      (["a.dng", "--chart", "colorchecker24", "-o", "a.txt"], "name a .dcp, .icc or .recipe.yaml"),
      (
        ["a.dng", "a.dng", "--chart", "colorchecker24", "-o", "b.dcp"],
        "two photos need their lights"
      ),
      (["n_1x1.yuv444p", "--chart", "colorchecker24", "-o", "b.dcp"], "require raw photos"),
    ] {
      let rejected = try tree.run(["profile"] + arguments)
      #expect(rejected.status != 0 && rejected.errors.contains(words), "\(rejected.errors)")
    }
  }
}

import BromideCodecs
import BromideValues
import Foundation
import Testing

/// Rectangles, colour charts and second pictures in `bromide sample`.
@Suite struct SampleComparisonTests {
  private let tree = CommandTree.fresh

  init() throws { try SampleScene.png(tree.path("a.png")) }

  private func last(_ text: String) throws -> [String: Any] {
    try object(#require(text.split(separator: "\n").last))
  }

  /// The same pixels as a window around their middle, in every unit.
  @Test func rectanglesCoverPixels() throws {
    let size = SampleScene.size
    let window = try tree.run(
      "sample", "a.png", "--at", "20px,30px", "--window", "11x5", "--stats", "count", "--space",
      "linear", "--format", "csv", status: 0)
    let (w, h) = (Double(size.width), Double(size.height))
    for rect in [
      "15px,28px,11px,5px", "\(15 / w),\(28 / h),\(11 / w),\(5 / h)",
      "\(1500 / w)%,28px,11px,\(500 / h)%",
    ] {
      let run = try tree.run(
        "sample", "a.png", "--rect", rect, "--stats", "count", "--space", "linear", "--format",
        "csv", status: 0)
      #expect(run.fields[1].dropFirst(4) == window.fields[1].dropFirst(4), "\(rect)")
      #expect(abs(Double(run.fields[1][2])! - 20.5 / w) < 1e-9)
    }
    let whole = try tree.run("sample", "a.png", "--rect", "0,0,1,1", "--stats", "count")
    #expect(whole.text.contains("count \(size.width * size.height)"), "\(whole.text)")
  }

  @Test func rectanglesOutsideThePictureFail() throws {
    try tree.run(
      "sample", "a.png", "--rect", "0.5,0.5,0.6,0.1", status: 1, errors: "is not inside the picture"
    )
    try tree.run("sample", "a.png", "--rect", "0.5,0.5,0.6,0.1", "--clamp", status: 0)
    try tree.run("sample", "a.png", "--rect", "2,0,0.1,0.1", "--clamp", status: 1)
  }

  @Test(arguments: [
    (["--rect", "0,0,1"], "expected left, top, width and height"),
    (["--rect", "0,0,0,1"], "expected left, top, width and height"),
    (["--rect", "0,0,1,1", "--window", "5"], "--window cannot be combined with --rect"),
    (["--chart", "colorchecker24"], "--chart requires --corners"),
    (["--chart", "colorchecker", "--corners", "auto"], "the charts are colorchecker24"),
    (["--chart", "colorchecker24", "--corners", "auto", "--at", ".5,.5"], "remove --at"),
    (["--chart", "colorchecker24", "--corners", "auto", "--match", "Z9"], "from A1 to F4"),
    (["--chart", "colorchecker24", "--corners", "auto", "--against", "a.png"], "remove it"),
    (["--grid", "6x4", "--corners", "auto"], "needs sample chart"),
    (["--at", ".5,.5", "--match", "D4"], "--match needs sample chart"),
    (["--at", ".5,.5", "--tolerance", "1"], "--tolerance needs"),
    (["--at", ".5,.5", "--against", "no.png"], "no.png"),
    (["--chart", "no.cie", "--corners", "auto"], "no.cie"),
  ])
  func wrongUsageIsExplained(_ arguments: [String], _ words: String) throws {
    let run = try tree.run(["sample", "a.png"] + arguments, status: 64, errors: words)
    #expect(run.text.isEmpty)
  }

  /// Found, and by its corners in pixels, the chart is the same.
  @Test func chartsAreCompared() throws {
    let size = SampleScene.size
    let found = try tree.run(
      "sample", "chart", "colorchecker24", "a.png", "--corners", "auto", "--format", "json",
      status: 0)
    let summary = try last(found.text)
    #expect(summary["chart"] as? String == "colorchecker24")
    #expect(summary["matched"] as? String == "D4")
    // The scene uses codes of another version of the chart.
    #expect((summary["mean"] as? Double ?? 9) < 2.5)
    #expect(found.text.split(separator: "\n").count == 25)
    let (w, h) = (Double(size.width), Double(size.height))
    func corner(_ u: Double, _ v: Double) -> String { "\(w * u - 0.5)px,\(h * v - 0.5)px" }
    let corners = [
      corner(1 / 12, 1 / 8), corner(11 / 12, 1 / 8), corner(11 / 12, 7 / 8), corner(1 / 12, 7 / 8),
    ].joined(separator: " ")
    let given = try tree.run(
      "sample", "chart", "colorchecker24", "a.png", "--corners", corners, "--format", "json",
      status: 0)
    #expect(
      abs(((try last(given.text))["mean"] as? Double ?? 9) - (summary["mean"] as! Double)) < 0.01)
    try tree.run(
      "sample", "chart", "colorchecker24", "a.png", "--tolerance", "0.1", status: 1,
      errors: "exceeds the tolerance of 0.1")
    try tree.write("CGATS\n", to: "bad.cie")
    try tree.run("sample", "chart", "bad.cie", "a.png", status: 64, errors: "not a CGATS table")
  }

  @Test func picturesAreComparedWithAnother() throws {
    let same = try tree.run(
      "sample", "a.png", "--against", "a.png", "--tolerance", "0", "--format", "json", status: 0)
    #expect(try last(same.text)["most"] as? Double == 0)
    #expect(same.text.split(separator: "\n").count == 32 * 32 + 1)
    try tree.write(SampleScene.jpeg(.yuv444), to: "b.jpg")
    let other = try tree.run(
      "sample", "b.jpg", "--against", "a.png", "--grid", "6x4", "--window", "5", "--format", "csv",
      status: 0)
    #expect(
      other.fields[0].suffix(5) == [
        "reference.L", "reference.a", "reference.b", "deltaE2000", "reading",
      ])
    #expect(other.errors.contains("24 places against a.png: ΔE2000 mean"))
    let most = other.fields.dropFirst().compactMap { Double($0[$0.count - 2]) }.max() ?? 99
    #expect(most > 0 && most < 4)
  }
}

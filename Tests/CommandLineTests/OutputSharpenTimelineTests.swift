import BromideValues
import TestSupport
import Testing

/// The key `output-sharpen` of timelines.
@Suite struct OutputSharpenTimelineTests {
  private let tree = RenderTree.fresh

  init() throws { try tree.photo("hero.dng", size: Size(width: 480, height: 320)) }

  /// The only frame of a timeline.
  private func frame(_ name: String, develop: String = "", own: String = "") throws -> [UInt8] {
    let text = """
      size: 96x64
      develop: {exposure: 0\(develop)}
      sources:
        - {photo: hero.dng, frames: 1, develop: {exposure: 0\(own)}}
      """
    try tree.tree.write(text, to: "\(name).yaml")
    let run = try tree.render("\(name).yaml", "-o", name, "-q")
    #expect(run.status == 0, "\(run.errors)")
    let file = try #require(tree.tree.entries(name).first { $0.hasSuffix(".png") })
    return try tree.pixels("\(name)/\(file)")
  }

  /// The mean difference of neighbours along rows.
  private func sharpness(_ pixels: [UInt8]) -> Double {
    let sums = pixels.indices.dropFirst(3).reduce(0) {
      $1 % (3 * 96) < 3 ? $0 : $0 + abs(Int(pixels[$1]) - Int(pixels[$1 - 3]))
    }
    return Double(sums) / Double(pixels.count)
  }

  @Test func aFrameIsSharpenedAsAPictureIs() throws {
    let plain = try frame("plain")
    let sharp = try frame("sharp", develop: ", output-sharpen: auto")
    #expect(sharpness(sharp) > 1.04 * sharpness(plain))
    let run = try tree.tree.run(
      "convert", "hero.dng", "-o", "c.png", "--size", "96x64", "--fit", "cover", "--lens", "none",
      "--ca", "none", "--hot-pixels", "none", "--capture-sharpen", "none", "--denoise", "none",
      "--output-sharpen", "auto")
    #expect(run.status == 0, "\(run.errors)")
    let picture = try tree.pixels("c.png")
    #expect(zip(picture, sharp).allSatisfy { abs(Int($0) - Int($1)) <= 1 })
  }

  @Test func sourcesHaveSeparateAmounts() throws {
    let plain = try frame("plain")
    let own = try frame("own", own: ", output-sharpen: 2")
    #expect(own != plain)
    #expect(try frame("all", develop: ", output-sharpen: 2") == own)
    #expect(
      try frame("none", develop: ", output-sharpen: 2", own: ", output-sharpen: none") == plain)
  }

  /// Sensor corrections do not change the amount or add one.
  @Test func correctionsKeepTheAmount() throws {
    func corrected(_ name: String, _ develop: String) throws -> [UInt8] {
      _ = try frame(name, develop: develop)
      let run = try tree.render("\(name).yaml", "-o", "\(name)-o", "-q", "--optics", "own")
      #expect(run.status == 0, "\(run.errors)")
      let file = try #require(tree.tree.entries("\(name)-o").first { $0.hasSuffix(".png") })
      return try tree.pixels("\(name)-o/\(file)")
    }
    let (plain, sharp) = (try corrected("plain", ""), try corrected("sharp", ", output-sharpen: 1"))
    #expect(sharpness(sharp) > 1.04 * sharpness(plain))
  }

  @Test(arguments: [
    ("develop: {output-sharpen: 4}\nsources: [{photo: hero.dng, frames: 1}]", "0…3"),
    (
      "sources: [{clip: a.y4m, frames: 1, develop: {output-sharpen: auto}}]",
      "develop.output-sharpen: applies to photos and sequences only"
    ),
    (
      "sources: [{photo: hero.dng, frames: 1, tracks: {output-sharpen: [{at: 0s, value: 1}]}}]",
      "output-sharpen: not a parameter"
    ),
  ])
  func settingsWithoutEffectAreRejected(text: String, message: String) throws {
    try tree.tree.write("size: 96x64\n\(text)", to: "t.yaml")
    let run = try tree.render("t.yaml", "-o", "out", "-n")
    #expect(run.status != 0 && run.errors.contains(message), "\(run.errors)")
  }
}

import BromideValues
import Foundation
import TestSupport
import Testing

/// How pictures with other proportions fit a frame: cropped, contained, or contained over a blurred
/// copy.
@Suite struct PictureFitTests {
  private let scene = RenderTree.fresh
  private var tree: CommandTree { scene.tree }

  private static let frame = Size(width: 96, height: 54)

  /// A photo with twice as much height as width.
  private func portrait(_ name: String = "p.dng") throws {
    try scene.photo(name, size: Size(width: 64, height: 128))
  }

  /// The frames of a timeline.
  private func frames(_ source: String, _ flags: String..., top: String = "") throws -> [UInt8] {
    try tree.write("size: 96x54\n\(top)\nsources:\n\(source)", to: "t.yaml")
    let run = try tree.run(["render", "t.yaml", "--raw", "t.rgb", "-y"] + flags)
    try #require(run.status == 0, "\(run.errors)")
    return try tree.read("t.rgb")
  }

  private func pixel(_ frame: [UInt8], _ x: Int, _ y: Int) -> [Int] {
    (0..<3).map { Int(frame[3 * (y * 96 + x) + $0]) }
  }

  /// The columns of a photo of 1:2 in the centre of a frame of 96×54.
  private static let shown = 35..<61

  /// Inside, it is the contained picture. Outside, there is no black and no detail.
  @Test func blurFillsTheSidesOfThePicture() throws {
    try portrait()
    let whole = try frames("  - {photo: p.dng, frames: 1, fit: contain}")
    let filled = try frames("  - {photo: p.dng, frames: 1, fit: blur}")
    let cut = try frames("  - {photo: p.dng, frames: 1}")
    for y in 0..<54 {
      #expect(pixel(whole, 2, y) == [0, 0, 0] && pixel(filled, 2, y).min()! > 5)
      for x in Self.shown { #expect(pixel(filled, x, y) == pixel(whole, x, y)) }
      for x in 1..<30 {
        let step = zip(pixel(filled, x, y), pixel(filled, x - 1, y)).map { abs($0 - $1) }
        #expect(step.max()! <= 4, "\(x), \(y)")
      }
    }
    // The background is the picture that covers the frame, and so is its mean light.
    func light(_ frame: [UInt8]) -> Double {
      let edge = Array(0..<30) + Array(66..<96)
      let codes = (0..<54).flatMap { y in edge.map { Double(pixel(frame, $0, y)[1]) / 255 } }
      return codes.reduce(0) { $0 + pow($1, 2.2) } / Double(codes.count)
    }
    #expect(abs(log2(light(filled) / light(cut))) < 0.35)
    // A picture with the frame's proportions has no background.
    try scene.photo("w.dng", size: Size(width: 192, height: 108))
    #expect(
      try frames("  - {photo: w.dng, frames: 1, fit: blur}")
        == frames("  - {photo: w.dng, frames: 1}"))
  }

  /// A document's fit holds for sources without one, and a flag for all.
  @Test func flagsAndSourcesStateTheFit() throws {
    try portrait()
    let filled = try frames("  - {photo: p.dng, frames: 1, fit: blur}")
    #expect(try frames("  - {photo: p.dng, frames: 1}", top: "fit: blur") == filled)
    #expect(try frames("  - {photo: p.dng, frames: 1, fit: contain}", "--fit", "blur") == filled)
    let list = "  - {sequence: [p.dng, p.dng], order: listed, fit: blur}"
    let both = try frames(list)
    #expect(both.count == 2 * filled.count)
    #expect(zip(both, filled + filled).allSatisfy { abs(Int($0) - Int($1)) <= 2 })
    try tree.write("sources: [{color: '#fff', frames: 1, fit: blur}]", to: "w.yaml")
    try scene.render(
      "w.yaml", "-n", status: 64, errors: "fit: applies to photos, sequences and clips only")
  }

  /// The background fades with the picture. In the middle of a crossfade, half of the light is the
  /// previous frame.
  @Test func theGroundFades() throws {
    try portrait()
    let filled = try frames("  - {photo: p.dng, frames: 1, fit: blur}")
    let faded = try frames(
      "  - {color: '#ffffff', frames: 11}\n  - {photo: p.dng, frames: 11, fit: blur, transition: {crossfade: 9f}}"
    )
    let frame = Array(faded[6 * 96 * 54 * 3..<7 * 96 * 54 * 3])
    func light(_ code: Int) -> Double { SRGBCurve.light(Double(code) / 255) }
    for ((x, y), c) in product([(3, 9), (48, 27), (90, 50)], 0..<3) {
      let share = (1 - light(pixel(frame, x, y)[c])) / (1 - light(pixel(filled, x, y)[c]))
      #expect(abs(share - 0.5) < 0.02, "\(x), \(y): \(share)")
    }
  }

  /// Before, a portrait lost its top and its bottom in a film of pictures. Photos that lose less
  /// than half still fill the frame.
  @Test func slideShowsShowPortraitsUncropped() throws {
    try portrait("h/a.dng")
    try scene.photo("h/b.dng", size: Size(width: 96, height: 72))
    func last(_ flags: String...) throws -> [[UInt8]] {
      let run = try tree.run(
        [
          "render", "h", "--ken-burns", "--order", "name", "--size", "96x54", "--raw", "k.rgb",
          "-y", "--duration", "3s", "--crossfade", "200ms", "--demosaic", "rcd",
        ] + flags)
      try #require(run.status == 0, "\(run.errors)")
      let all = try tree.read("k.rgb")
      let size = 96 * 54 * 3
      return [Array(all[..<size]), Array(all[(all.count - size)...])]
    }
    func one(_ photo: String) throws -> [UInt8] {
      try frames("  - {photo: \(photo), frames: 1}", "--demosaic", "rcd")
    }
    let shown = try last()
    // The first frame is all of the first photo.
    #expect(shown[0] == (try one("h/a.dng, fit: blur")))
    #expect(shown[1] == (try one("h/b.dng")))
    #expect(try last("--fit", "cover")[0] == one("h/a.dng"))
  }
}

import Foundation
import Pixels
import TestSupport
import Testing

/// How faithful time-lapses from day to night become, measured on the frames that the command makes of raws, beside the ways
/// of others. `scripts/bench lapse` prints the numbers.
@Suite struct NightRunTests {
  private let scene: RenderTree
  private var tree: CommandTree { scene.tree }

  init() throws { scene = try RenderTree() }

  /// Frames of 16 bits as they are shown, without a look that bends their light.
  private func render(_ input: String, _ flags: String...) throws -> [SIMD3<Double>] {
    let run = try CommandRun(
      [
        "render", input, "--raw", "frames.rgb", "--depth", "16", "--size", "48x32", "--tone",
        "linear", "-q", "-y",
      ] + flags, folder: tree.root)
    try #require(run.status == 0, "\(run.errors)")
    return SyntheticLapse.light(ofFrames: try tree.read("frames.rgb"))
  }

  /// The last frames, through ffmpeg's filter of flicker.
  private func deflickered() throws -> [SIMD3<Double>] {
    let ffmpeg = try #require(ForeignProgram.ffmpeg)
    let form = ["-f", "rawvideo", "-pix_fmt", "rgb48le", "-s", "48x32"]
    try ffmpeg.run(
      ["-v", "error", "-y"] + form + [
        "-i", tree.path("frames.rgb"), "-vf",
        "format=yuv444p12le,deflicker=size=31,format=rgb48le", "-f", "rawvideo",
        tree.path("out.rgb"),
      ])
    return SyntheticLapse.light(ofFrames: try tree.read("out.rgb"))
  }

  /// No light is invented, the ends stay as they are, and the white balance does not flicker; others do worse.
  @Test(arguments: sweep(SyntheticLapse.all, debug: 2))
  func lapsesAreFaithful(lapse: SyntheticLapse) throws {
    for index in 0..<lapse.photos { try tree.write(lapse.file(index), to: "night/p\(index).dng") }
    let taken = try render("night")
    func faith(_ light: [SIMD3<Double>]) -> SyntheticLapse.Faith {
      SyntheticLapse.Faith(
        SyntheticLapse.brightness(light), taken: SyntheticLapse.brightness(taken), of: lapse)
    }
    let both = try render("night", "--holy-grail", "--deflicker")
    #expect(faith(both).beyond <= 0.15 && faith(both).ends <= 0.05, "\(faith(both))")
    #expect(SyntheticLapse.colorFlicker(both) <= 0.03)
    // The photos themselves rise and fall with each step, and their white balance flickers.
    #expect(faith(taken).beyond > 0.2 && SyntheticLapse.colorFlicker(taken) > 0.03)
    #expect(faith(both).beyond <= faith(try render("night", "--holy-grail")).beyond)
    let keys = lapse.ramp.enumerated().map { "{at: photo \($0), value: \($1)}" }
    let text =
      "sources: [{sequence: night/, tracks: {exposure: [\(keys.joined(separator: ", "))]}}]"
    try tree.write(Array(text.utf8), to: "ramp.yaml")
    _ = try render("ramp.yaml")
    if ForeignProgram.ffmpeg != nil {
      #expect(faith(both).beyond <= faith(try deflickered()).beyond)
    }
  }

  /// A picture of the measurements, with a gap in time and an outlier.
  @Test func theMeasurementsAreDrawn() throws {
    let lapse = SyntheticLapse(photos: 24, thirds: 3, isRough: true)
    for index in 0..<lapse.photos { try tree.write(lapse.file(index), to: "night/p\(index).dng") }
    let refused = try scene.render("night", "--plot", "p.png", "--deflicker", "-o", "f")
    #expect(refused.status == 64)
    #expect(refused.errors.contains("--plot requires --analyse; add it"))
    let wrong = try scene.render("night", "--analyse", "--deflicker", "--plot", "p.gif")
    #expect(wrong.status == 64 && wrong.errors.contains("--plot p.gif: Bromide writes"))
    let drawn = try scene.render(
      "night", "--analyse", "--holy-grail", "--deflicker", "--plot", "p.png")
    #expect(drawn.status == 0, "\(drawn.errors)")
    #expect(drawn.errors.contains("p.png\n"))
    #expect(try scene.pixels("p.png").count > 1_000_000)
    // Without the removal of flicker the settings are drawn; drawing again leaves what is there.
    let settings = try scene.render("night", "--analyse", "--holy-grail", "--plot", "s.png")
    #expect(settings.status == 0 && tree.exists("s.png"), "\(settings.errors)")
    #expect(try tree.read("s.png") != tree.read("p.png"))
    let before = try tree.read("p.png")
    #expect(
      try scene.render(
        "night", "--analyse", "--holy-grail", "--deflicker", "--plot", "p.png"
      ).status == 0)
    #expect(try tree.read("p.png") == before)
  }
}

import BromideValues
import Foundation
import TestSupport
import Testing

/// The accuracy of time-lapses from day to night, measured on frames that the command renders from
/// raws, compared with other methods. `scripts/bench lapse` prints the numbers.
@Suite struct NightRunTests {
  private let scene = RenderTree.fresh
  private var tree: CommandTree { scene.tree }

  /// Frames of an input.
  private func render(_ input: String, _ flags: [String]) throws -> [UInt8] {
    let run = try tree.run(["render", input, "--raw", "frames.rgb"] + flags)
    try #require(run.status == 0, "\(run.errors)")
    return try tree.read("frames.rgb")
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

  /// No light is invented, the ends stay unchanged, and the white balance does not flicker. Other
  /// methods do worse.
  @Test(
    arguments: sweep(
      (isExhaustive ? [12, 5] : [12]).flatMap { SyntheticLapse.all(seed: $0) }, debug: 2))
  func lapsesAreFaithful(lapse: SyntheticLapse) throws {
    let measures = try lapse.measures {
      try tree.write($0, to: "night/\($1)")
    } render: {
      try render("night", $0)
    }
    let (taken, grail, both) = (measures[0], measures[1], measures[3])
    #expect(both.faith.beyond <= 0.15 && both.faith.ends <= 0.05, "\(both.faith)")
    #expect(both.colorFlicker <= 0.03)
    // The photos themselves rise and fall with each step, and their white balance flickers.
    #expect(taken.faith.beyond > 0.2 && taken.colorFlicker > 0.03)
    #expect(both.faith.beyond <= grail.faith.beyond)
    guard ForeignProgram.ffmpeg != nil else { return }
    // A ramp by hand, and ffmpeg's filter of flicker.
    let keys = lapse.ramp.enumerated().map { "{at: photo \($0), value: \($1)}" }
    try tree.write(
      "sources: [{sequence: night/, tracks: {exposure: [\(keys.joined(separator: ", "))]}}]",
      to: "ramp.yaml")
    _ = try render("ramp.yaml", SyntheticLapse.frameFlags)
    let foreign = SyntheticLapse.Faith(SyntheticLapse.brightness(try deflickered()), of: lapse)
    #expect(both.faith.beyond <= foreign.beyond)
  }

  /// A picture of the measurements, with a gap in time and an outlier.
  @Test func theMeasurementsAreDrawn() throws {
    let lapse = SyntheticLapse(photos: 24, thirds: 3, isRough: true)
    for index in 0..<lapse.photos { try tree.write(lapse.file(index), to: "night/p\(index).dng") }
    try scene.render(
      "night", "--plot", "p.png", "--deflicker", "-o", "f", status: 64,
      errors: "--plot requires --analyse; add it")
    try scene.render(
      "night", "--analyse", "--deflicker", "--plot", "p.gif", status: 64,
      errors: "--plot p.gif: Bromide writes")
    try scene.render(
      "night", "--analyse", "--holy-grail", "--deflicker", "--plot", "p.png", status: 0,
      errors: "p.png\n")
    #expect(try scene.pixels("p.png").count > 1_000_000)
    // Without deflicker, the settings are plotted. A second run keeps the existing plot.
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

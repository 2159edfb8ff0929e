import Foundation
import Pixels
import TestSupport
import Testing

/// How faithful time-lapses from day to night become, measured on the frames that the command makes of raws, beside the ways
/// of others. The table of `Documentation/render.md` has these numbers.
@Suite struct NightRunTests {
  private let scene: RenderTree
  private var tree: CommandTree { scene.tree }

  init() throws { scene = try RenderTree() }

  /// The ways in the order of the table's columns.
  private enum Way: String, CaseIterable {
    case taken = "as taken"
    case grail = "`--holy-grail`"
    case deflicker = "`--deflicker`"
    case both = "`--holy-grail --deflicker`"
    case peer = "ramp by hand, then ffmpeg `deflicker=size=31`"
  }

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

  private func measure(_ lapse: SyntheticLapse) throws -> [Way: String] {
    for index in 0..<lapse.photos { try tree.write(lapse.file(index), to: "night/p\(index).dng") }
    let taken = try render("night")
    var frames: [Way: [SIMD3<Double>]] = [
      .taken: taken, .grail: try render("night", "--holy-grail"),
      .deflicker: try render("night", "--deflicker"),
      .both: try render("night", "--holy-grail", "--deflicker"),
    ]
    let keys = lapse.ramp.enumerated().map { "{at: photo \($0), value: \($1)}" }
    let text =
      "sources: [{sequence: night/, tracks: {exposure: [\(keys.joined(separator: ", "))]}}]"
    try tree.write(Array(text.utf8), to: "ramp.yaml")
    _ = try render("ramp.yaml")
    if ForeignProgram.ffmpeg != nil { frames[.peer] = try deflickered() }
    let both = try #require(frames[.both])
    let faith = SyntheticLapse.Faith(
      SyntheticLapse.brightness(both), taken: SyntheticLapse.brightness(taken), of: lapse)
    let color = SyntheticLapse.colorFlicker(both)
    #expect(faith.beyond <= 0.15 && faith.ends <= 0.05 && color <= 0.03, "\(faith), \(color)")
    return frames.mapValues { light in
      let faith = SyntheticLapse.Faith(
        SyntheticLapse.brightness(light), taken: SyntheticLapse.brightness(taken), of: lapse)
      return [faith.beyond, faith.ends, SyntheticLapse.colorFlicker(light)]
        .map { String(format: "%.3f", $0) }.joined(separator: ", ")
    }
  }

  /// No light is invented, the ends stay as they are, the white balance does not flicker; and the page's table has what was
  /// measured.
  @Test(arguments: sweep(SyntheticLapse.all, debug: 4))
  func lapsesAreFaithful(lapse: SyntheticLapse) throws {
    let measured = try measure(lapse)
    let page = String(
      decoding: try Files.read(Package.root + "/Documentation/render.md"), as: UTF8.self)
    let ways = Way.allCases.map { measured[$0] ?? "" }
    let row = "| \(lapse.name) | \(ways.joined(separator: " | ")) |"
    // The page has the shortest lapses; `scripts/bench lapse` prints them all.
    let line = page.split(separator: "\n").first { $0.hasPrefix("| \(lapse.name) |") }
    #expect(line != nil || lapse.photos > 60, "the page has no row \(row)")
    guard let line else { return }
    let cells = line.split(separator: "|").dropFirst(2).dropLast(0)
    for (way, cell) in zip(Way.allCases, cells) {
      guard let value = measured[way] else { continue }
      func numbers(_ text: some StringProtocol) -> [Double] {
        text.split(separator: ",").compactMap {
          Double($0.trimmingCharacters(in: .whitespaces))
        }
      }
      // Other versions of ffmpeg may round otherwise.
      let room = way == .peer ? 0.02 : 0.003
      let isNear =
        numbers(cell).count == 3
        && zip(numbers(cell), numbers(value)).allSatisfy { abs($0 - $1) <= room }
      #expect(isNear, "the page says \(cell); measured: \(row)")
    }
  }

  /// A picture of the measurements, with a gap in time and an outlier.
  @Test func theMeasurementsAreDrawn() throws {
    let lapse = SyntheticLapse(photos: 24, thirds: 3, isRough: true)
    for index in 0..<lapse.photos { try tree.write(lapse.file(index), to: "night/p\(index).dng") }
    let refused = try scene.render("night", "--plot", "p.png", "--deflicker", "-o", "f")
    #expect(refused.status == 64)
    #expect(refused.errors.contains("--plot draws what --analyse measures; add --analyse"))
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

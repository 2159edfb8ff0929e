import Foundation
import Pixels
import TestSupport
import Testing

/// How even a time-lapse from day to night becomes, measured on the frames that the command makes of raws, beside the ways of
/// others. The table of `Documentation/render.md` has these numbers.
@Suite struct NightRunTests {
  private let scene: RenderTree
  private var tree: CommandTree { scene.tree }

  init() throws { scene = try RenderTree() }

  static let runs = [60, 240].flatMap { photos in
    [1, 3].map { NightRun(photos: photos, thirds: $0) }
  }

  /// The ways in the order of the table's rows.
  private enum Way: String, CaseIterable {
    case taken = "as taken"
    case grail = "`--holy-grail`"
    case deflicker = "`--deflicker`"
    case both = "`--holy-grail --deflicker`"
    case ramp = "ramp between the middles of the settings, by hand"
    case peer = "ffmpeg `deflicker`"
    case longPeer = "ffmpeg `deflicker=size=31`"
    case rampAndPeer = "that ramp, then ffmpeg `deflicker=size=31`"

    var isPeers: Bool { [.peer, .longPeer, .rampAndPeer].contains(self) }
  }

  /// The brightness of each frame in EV, from the mean light of its pixels.
  private func brightness(_ bytes: [UInt8], _ count: Int) throws -> [Double] {
    let frame = NightRun.size.width * NightRun.size.height * 3
    try #require(bytes.count == count * frame)
    let light = (0...255).map { code -> Double in
      let value = Double(code) / 255
      return value <= 0.04045 ? value / 12.92 : pow((value + 0.055) / 1.055, 2.4)
    }
    return (0..<count).map { index in
      var sum = 0.0
      for i in stride(from: index * frame, to: (index + 1) * frame, by: 3) {
        sum +=
          0.2126 * light[Int(bytes[i])] + 0.7152 * light[Int(bytes[i + 1])]
          + 0.0722 * light[Int(bytes[i + 2])]
      }
      return log2(sum / Double(frame / 3))
    }
  }

  /// Frames of 8 bits as they are shown, without a look that bends their light.
  private func render(_ input: String, _ flags: String..., count: Int) throws -> [UInt8] {
    let run = try CommandRun(
      ["render", input, "--raw", "frames.rgb", "--size", "48x32", "--tone", "linear", "-q", "-y"]
        + flags, folder: tree.root)
    try #require(run.status == 0, "\(run.errors)")
    return try tree.read("frames.rgb")
  }

  private func deflickered(_ frames: [UInt8], _ options: String) throws -> [UInt8] {
    let ffmpeg = try #require(ForeignProgram.ffmpeg)
    try tree.write(frames, to: "in.rgb")
    let form = ["-f", "rawvideo", "-pix_fmt", "rgb24", "-s", "48x32"]
    try ffmpeg.run(
      ["-v", "error", "-y"] + form + [
        "-i", tree.path("in.rgb"), "-vf", "format=yuv444p,\(options),format=rgb24",
        "-f", "rawvideo", tree.path("out.rgb"),
      ])
    return try tree.read("out.rgb")
  }

  private func measure(_ run: NightRun) throws -> [Way: NightRun.Evenness] {
    try run.write(to: tree)
    let taken = try render("night", count: run.photos)
    let keys = run.ramp.enumerated().map { "{at: photo \($0), value: \($1)}" }
    let text =
      "sources: [{sequence: night/, tracks: {exposure: [\(keys.joined(separator: ", "))]}}]"
    try tree.write(Array(text.utf8), to: "ramp.yaml")
    let ramp = try render("ramp.yaml", count: run.photos)
    var frames: [Way: [UInt8]] = [
      .taken: taken, .ramp: ramp,
      .grail: try render("night", "--holy-grail", count: run.photos),
      .deflicker: try render("night", "--deflicker", count: run.photos),
      .both: try render("night", "--holy-grail", "--deflicker", count: run.photos),
    ]
    if ForeignProgram.ffmpeg != nil {
      frames[.peer] = try deflickered(taken, "deflicker")
      frames[.longPeer] = try deflickered(taken, "deflicker=size=31")
      frames[.rampAndPeer] = try deflickered(ramp, "deflicker=size=31")
    }
    return try frames.mapValues { NightRun.Evenness(try brightness($0, run.photos)) }
  }

  /// Both together leave at most 0.02 EV rms and no step of more than 0.04 EV beyond the scene's own, are no worse than
  /// either alone, and the page's table has what was measured.
  @Test(arguments: sweep([runs[1], runs[0], runs[2], runs[3]], debug: 1))
  func framesAreEven(run: NightRun) throws {
    let measured = try measure(run)
    let both = try #require(measured[.both])
    #expect(both.residual <= 0.02, "\(both)")
    #expect(both.step <= run.ownStep + 0.04, "\(both)")
    for way in [Way.grail, .deflicker, .ramp, .peer, .longPeer, .rampAndPeer] {
      guard let other = measured[way] else { continue }
      #expect(both.residual <= other.residual + 0.002, "\(way): \(other) beside \(both)")
    }
    let column = try #require(Self.runs.firstIndex(of: run))
    let words = Way.allCases.compactMap { way in
      measured[way].map { "\(way.rawValue) | \(text($0.residual)), \(text($0.step))" }
    }.joined(separator: "\n")
    let page = String(
      decoding: try Files.read(Package.root + "/Documentation/render.md"), as: UTF8.self)
    for way in Way.allCases {
      guard let value = measured[way] else { continue }
      let row = try #require(
        page.split(separator: "\n").first(where: { $0.hasPrefix("| \(way.rawValue) |") }),
        "the page has no row \(way.rawValue); measured: \(words)")
      let cell = row.split(separator: "|")[1 + column].split(separator: ",").map {
        Double($0.trimmingCharacters(in: .whitespaces))
      }
      // Other versions of ffmpeg may round otherwise.
      let room = way.isPeers ? 0.01 : 0.003
      let isNear =
        cell.count == 2
        && zip(cell, [value.residual, value.step]).allSatisfy { abs(($0 ?? .nan) - $1) <= room }
      #expect(isNear, "the page says \(cell) of \(run.testDescription); measured:\n\(words)")
    }
  }

  private func text(_ value: Double) -> String { String(format: "%.3f", value) }

  /// A picture of the measurements, with a gap in time and an outlier.
  @Test func theMeasurementsAreDrawn() throws {
    let run = NightRun(photos: 24, thirds: 3)
    try run.write(to: tree)
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

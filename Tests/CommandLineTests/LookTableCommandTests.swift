import BromideValues
import Foundation
import TestSupport
import Testing

/// `--lut`, judged by ffmpeg.
@Suite struct LookTableCommandTests {
  private let tree = CommandTree.fresh(["a.dng": "chart_rggb_12bit.dng"])

  /// A look of nine entries along an edge, which no curve of single channels gives.
  private static let cube: String = {
    var text = "TITLE \"Test\"\nLUT_3D_SIZE 9\n"
    for ((b, g), r) in product(product(0..<9, 0..<9), 0..<9) {
      let (x, y, z) = (Double(r) / 8, Double(g) / 8, Double(b) / 8)
      text += "\(0.1 + 0.8 * x * x) \(0.9 * y * (0.5 + 0.5 * z)) \((x + z * z) / 2)\n"
    }
    return text
  }()

  @Test(.enabled(if: ForeignProgram.ffmpeg != nil))
  func cubeMatchesFFmpeg() throws {
    try tree.write(Self.cube, to: "t.cube")
    for options in [["-o", "p.png"], ["-o", "l.png", "--lut", "t.cube"]] {
      try tree.run(["convert", "a.dng", "--depth", "16", "--tone", "linear"] + options, status: 0)
    }
    try ForeignProgram.ffmpeg?.run([
      "-v", "error", "-i", tree.path("p.png"), "-vf",
      "lut3d=file=\(tree.path("t.cube")):interp=tetrahedral", "-pix_fmt", "rgb48be",
      tree.path("f.png"),
    ])
    let pictures = try ["l.png", "f.png"].map { try tree.picture($0, of: UInt16.self).values }
    #expect(pictures[0].count == pictures[1].count)
    let most = zip(pictures[0], pictures[1]).map { abs(Int($0) - Int($1)) }.max() ?? .max
    // 16-bit codes. ffmpeg rounds its input to 16 bits, and the slope of the look is up to 1.8.
    #expect(most <= 40, "\(most)")
    #expect(try tree.read("p.png") != tree.read("l.png"))
  }

  @Test func strengthAndSpaceChangeThePicture() throws {
    try tree.write(Self.cube, to: "t.cube")
    func bytes(_ options: [String]) throws -> [UInt8] {
      try tree.run(["convert", "a.dng", "-o", "x.png", "-y"] + options, status: 0)
      return try tree.read("x.png")
    }
    let plain = try bytes([])
    let full = try bytes(["--lut", "t.cube"])
    #expect(full != plain)
    #expect(try bytes(["--lut", "t.cube", "--lut-strength", "1"]) == full)
    #expect(try bytes(["--lut", "t.cube", "--lut-strength", "0.5"]) != full)
    for space in ["display-p3", "rec709", "rec2020", "linear-srgb", "slog3", "slog3:srgb", "vlog"] {
      #expect(try bytes(["--lut", "t.cube", "--lut-space", space]) != full, "\(space)")
    }
  }

  @Test func optionsWithoutEffectFail() throws {
    try tree.write(Self.cube, to: "t.cube")
    for (options, words) in [
      (["--lut-strength", "0.5"], "--lut-strength has no effect without a look table"),
      (["--lut-space", "vlog"], "--lut-space has no effect without a look table"),
      (["--lut", "t.cube", "--lut-space", "log"], "expected srgb"),
      (["--lut", "none.cube"], "cannot be read"), (["--lut", "a.dng"], "cannot be used"),
      (["--dither", "all", "--depth", "16"], "--dither all has no effect on samples of 16"),
    ] {
      try tree.run(["convert", "a.dng", "-o", "x.png"] + options, status: 64, errors: words)
    }
    let run = try tree.run(
      "convert", "a.dng", "-o", "x.png", "--lut", "t.cube", "--lut-space", "vlog",
      "--lut-strength", "0.5")
    #expect(run.status != 0 && run.errors.contains("only luts of display light are mixed"))
  }
}

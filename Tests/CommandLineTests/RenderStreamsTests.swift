import BromideValues
import Foundation
import Testing

/// `bromide render` into streams and animated PNG.
@Suite struct RenderStreamsTests {
  private let scene = RenderTree.fresh
  private var tree: CommandTree { scene.tree }

  @Test func streamsCarryTheFrames() throws {
    try scene.zoom(frames: 5)
    #expect(try scene.render("zoom.yaml", "-o", "f").status == 0)
    let frames = try (0..<5).map { try scene.pixels("f/\($0).png") }
    #expect(try scene.render("zoom.yaml", "--raw", "-", "-j", "4").output == frames.flatMap { $0 })
    let y4m = try scene.render("zoom.yaml", "--y4m", "-", "-j", "4").output
    let header = "YUV4MPEG2 W96 H64 F10:1 Ip A1:1 C420mpeg2 XCOLORRANGE=LIMITED XCICP=1/1/6\n"
    #expect(y4m.starts(with: header.utf8))
    #expect(y4m.count == header.utf8.count + 5 * (6 + 96 * 64 * 3 / 2))
    // BT.601, as for every video of this size, limited range, and with the pictures' codes.
    for frame in [0, 4] {
      let start = header.utf8.count + frame * (6 + 96 * 64 * 3 / 2) + 6
      for place in [0, 777, 96 * 64 - 1] {
        let rgb = frames[frame][3 * place..<3 * place + 3].map {
          Double($0) / 255
        }
        let luma = 16 + 219 * (0.299 * rgb[0] + 0.587 * rgb[1] + 0.114 * rgb[2])
        #expect(abs(Double(y4m[start + place]) - luma) <= 1)
      }
    }
    #expect(try scene.render("zoom.yaml", "--apng", "a.png", "-j", "4").status == 0)
    #expect(try scene.pixels("a.png") == frames[0])
    let again = try scene.render("zoom.yaml", "--apng", "a.png")
    #expect(again.status == 0 && again.errors.hasPrefix("0 rendered, 5 current"))
    let deep = try scene.render("zoom.yaml", "--raw", "-", "--depth", "16", "--frames", "3").output
    #expect(deep.count == 96 * 64 * 6)
  }

  @Test func failedStreamsAreReported() throws {
    try scene.zoom(frames: 40, size: "192x128")
    let full = try scene.render("zoom.yaml", "--y4m", "/dev/full")
    #expect(full.status == 1 && full.errors.contains("cannot write /dev/full: No space left"))
    let closed = try tree.run(
      [
        "-c",
        "'\(CommandRun.binary)' render zoom.yaml --raw - | head -c 5 | wc -c; echo ${PIPESTATUS[0]}",
      ], binary: "/bin/bash")
    #expect(closed.text.split(whereSeparator: \.isWhitespace) == ["5", "0"], "\(closed.errors)")
    #expect(!closed.errors.contains("pipe"))
    try tree.write([9], to: "mine.y4m")
    let kept = try scene.render("zoom.yaml", "--y4m", "mine.y4m")
    let mine = try tree.read("mine.y4m")
    #expect(kept.status == 1 && mine == [9])
  }

  /// Before, finished frames after a frame that could not be written failed with its error.
  @Test func oneFrameFailsAndLaterOnesAreNotMade() throws {
    try scene.zoom(frames: 40, size: "192x128")
    // Five frames of 36 864 bytes fit.
    let script = "ulimit -f 200; '\(CommandRun.binary)' render zoom.yaml --y4m z.y4m -j 4"
    let run = try tree.run(["-c", script], binary: "/bin/bash")
    #expect(run.status == 1 && !tree.exists("z.y4m"))
    #expect(run.errors.contains("5 rendered, 34 not made, 1 failed in "), "\(run.errors)")
    let failures = run.errors.split(separator: "\n").filter { $0.contains("failed (") }
    #expect(failures.count == 1 && failures[0].contains("frame 5: failed (cannot write z.y4m: "))
  }
}

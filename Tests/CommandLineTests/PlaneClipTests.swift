import Foundation
import TestSupport
import Testing

/// Clips of raw planes, and the meaning of clip codes, on the command line.
@Suite struct PlaneClipTests {
  private let scene: RenderTree
  private var tree: CommandTree { scene.tree }
  private let frames: [[UInt8]]

  init() throws {
    scene = try RenderTree()
    // Three frames of 16×8 in 4:2:0: Y, then Cb and Cr.
    frames = (0..<3).map { frame in
      let luma = (0..<128).map { UInt8(40 + ($0 * 3 + frame * 20) % 170) }
      let chroma = (0..<64).map { UInt8(90 + ($0 * 5 + frame * 7) % 70) }
      return luma + chroma
    }
    try tree.write(frames.flatMap(\.self), to: "take_16x8.i420")
    try tree.write([1, 2, 3] + frames.flatMap(\.self), to: "take.bin")
    var y4m = Array("YUV4MPEG2 W16 H8 F25:1 Ip A1:1 C420mpeg2\n".utf8)
    for frame in frames { y4m += Array("FRAME\n".utf8) + frame }
    try tree.write(y4m, to: "take.y4m")
  }

  private func pixels(_ arguments: String...) throws -> [UInt8] {
    let run = try CommandRun(
      ["render"] + arguments + ["--raw", "o.rgb", "-y"], folder: tree.root)
    #expect(run.status == 0, "\(run.errors)")
    return try tree.read("o.rgb")
  }

  @Test func planesShowAsTheY4MDoes() throws {
    let y4m = try pixels("take.y4m")
    #expect(y4m.count == 3 * 16 * 8 * 3)
    #expect(try pixels("take_16x8.i420") == y4m)
    #expect(
      try pixels("take.bin", "--layout", "yuv420p", "--input-size", "16x8", "--offset", "3") == y4m)
    let text = """
      sources: [{clip: take.bin, layout: i420, input-size: 16x8, offset: 3}]
      """
    try tree.write(Array(text.utf8), to: "t.yaml")
    #expect(try pixels("t.yaml") == y4m)
  }

  @Test func flagsSetTheMeaningOfCodes() throws {
    let small = try pixels("take.y4m")
    #expect(try pixels("take.y4m", "--matrix", "601", "--range", "limited") == small)
    let wide = try pixels("take.y4m", "--matrix", "709", "--range", "full")
    #expect(wide != small)
    try tree.write(
      Array("sources: [{clip: take.y4m, matrix: 709, range: full}]".utf8), to: "t.yaml")
    #expect(try pixels("t.yaml") == wide)
    // A flag overrides the timeline.
    #expect(try pixels("t.yaml", "--matrix", "601", "--range", "limited") == small)
  }

  @Test(arguments: [
    (["take.bin", "--layout", "nv12"], "unknown frame size; set --input-size"),
    (["take.bin", "--layout", "i420", "--input-size", "10x10"], "10×10"),
    (["take.y4m", "--layout", "nv12"], "a Y4M records its layout"),
    (["hero.dng", "--matrix", "709"], "--matrix requires a clip, and no source is a clip"),
  ])
  func invalidPlanesFailWithAReason(arguments: [String], words: String) throws {
    try scene.photo("hero.dng")
    let run = try CommandRun(["render"] + arguments + ["-o", "f"], folder: tree.root)
    #expect(run.status != 0 && run.errors.contains(words), "\(run.errors)")
    #expect(!tree.exists("f"))
  }
}

import BromideValues
import Foundation
import TestSupport
import Testing

/// Clips of raw planes, and the meaning of clip codes, on the command line.
@Suite struct PlaneClipTests {
  private let scene = RenderTree.fresh
  private var tree: CommandTree { scene.tree }
  private let frames: [[UInt8]]

  init() throws {
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
    try tree.run(["render"] + arguments + ["--raw", "o.rgb", "-y"], status: 0)
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
    try tree.write(text, to: "t.yaml")
    #expect(try pixels("t.yaml") == y4m)
  }

  @Test func flagsSetTheMeaningOfCodes() throws {
    let small = try pixels("take.y4m")
    #expect(try pixels("take.y4m", "--matrix", "601", "--range", "limited") == small)
    let wide = try pixels("take.y4m", "--matrix", "709", "--range", "full")
    #expect(wide != small)
    try tree.write("sources: [{clip: take.y4m, matrix: 709, range: full}]", to: "t.yaml")
    #expect(try pixels("t.yaml") == wide)
    // A flag overrides the timeline.
    #expect(try pixels("t.yaml", "--matrix", "601", "--range", "limited") == small)
  }

  /// Exif's 6 turns frames clockwise by 90 degrees, and 2 mirrors them.
  @Test func orientationTurnsFrames() throws {
    let plain = try pixels("take_16x8.i420", "--frame", "0")
    let turned = try pixels("take_16x8.i420", "--frame", "0", "--orientation", "6")
    let mirrored = try pixels("take_16x8.i420", "--frame", "0", "--orientation", "2")
    try #require(plain.count == 16 * 8 * 3 && turned.count == plain.count)
    for (x, y) in Places(x: 0..<16, y: 0..<8) {
      let pixel = plain[3 * (16 * y + x)..<3 * (16 * y + x) + 3]
      let (right, down) = (7 - y, x)
      #expect(turned[3 * (8 * down + right)..<3 * (8 * down + right) + 3].elementsEqual(pixel))
      #expect(mirrored[3 * (16 * y + 15 - x)..<3 * (16 * y + 15 - x) + 3].elementsEqual(pixel))
    }
  }

  /// With the nearest chroma, two columns share it: equal luma gives equal pixels.
  @Test func chromaIsNearestOrLinear() throws {
    let chroma = (0..<64).map { UInt8(60 + $0 * 37 % 140) }
    try tree.write([UInt8](repeating: 120, count: 128) + chroma, to: "flat_16x8.i420")
    func sharesChroma(_ arguments: String...) throws -> Bool {
      try tree.run(["render", "--raw", "o.rgb", "-y"] + arguments, status: 0)
      let bytes = try tree.read("o.rgb")
      return stride(from: 0, to: bytes.count, by: 6).allSatisfy { i in
        bytes[i..<i + 3].elementsEqual(bytes[i + 3..<i + 6])
      }
    }
    #expect(try sharesChroma("flat_16x8.i420", "--chroma", "nearest"))
    #expect(try !sharesChroma("flat_16x8.i420"))
    try tree.write(
      "sources: [{clip: flat_16x8.i420, chroma: nearest, siting: topleft}]", to: "t.yaml")
    #expect(try sharesChroma("t.yaml"))
    #expect(try !sharesChroma("t.yaml", "--chroma", "linear"))
  }

  @Test func primariesOfTheTimelineAreTheFlags() throws {
    let flag = try pixels("take.y4m", "--primaries", "2020")
    try tree.write("sources: [{clip: take.y4m, primaries: 2020}]", to: "t.yaml")
    #expect(try pixels("t.yaml") == flag)
    #expect(try pixels("take.y4m") != flag)
  }

  @Test(arguments: [
    (["a.dng", "--orientation", "6"], "--orientation 6 requires a clip"),
    (["take.y4m", "--orientation", "9"], "own, lock, or a number of Exif's"),
    (["take.y4m", "--orientation", "lock"], "requires a sequence of photos"),
    (["a.dng", "--chroma", "nearest"], "--chroma requires a clip"),
  ])
  func flagsForClipsAreChecked(arguments: [String], words: String) throws {
    try tree.write(SyntheticPhoto(.chart, size: Size(width: 96, height: 64)).file(), to: "a.dng")
    try tree.run(["render"] + arguments + ["--raw", "o.rgb", "-y"], status: 64, errors: words)
  }

  @Test(arguments: [
    (["take.bin", "--layout", "nv12"], "unknown frame size; set input-size"),
    (["take.bin", "--layout", "i420", "--input-size", "10x10"], "10×10"),
    (["take.y4m", "--layout", "nv12"], "a Y4M records its layout"),
    (["hero.dng", "--matrix", "709"], "--matrix requires a clip, and no source is a clip"),
  ])
  func invalidPlanesFailWithAReason(arguments: [String], words: String) throws {
    try scene.photo("hero.dng")
    let run = try tree.run(["render"] + arguments + ["-o", "f"])
    #expect(run.status != 0 && run.errors.contains(words), "\(run.errors)")
    #expect(!tree.exists("f"))
  }
}

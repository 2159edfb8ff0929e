import Foundation
import TestSupport
import Testing

/// Tests `bromide sample` with inputs and outputs that fail.
@Suite struct SampleFaultTests {
  private let tree = CommandTree.fresh
  private static let photo = "landscape_rggb_14bit_lossless_jpeg.dng"

  @Test func oneBadInputDoesNotStopTheOthers() throws {
    try tree.copy(Self.photo, to: "a.dng")
    let header = Array("YUV4MPEG2 W64 H32 F25:1 C420\nFRAME\n".utf8)
    try tree.write(header + SampleScene.nv12([1]).dropLast(5), to: "short.y4m")
    try tree.write("no picture", to: "note.txt")
    try tree.write([UInt8](repeating: 0, count: 320 * 240 * 3 / 2), to: "odd.nv12")
    let run = try tree.run(
      "sample", "missing.dng", "short.y4m", "note.txt", "odd.nv12", "a.dng", "--at", ".5,.5",
      "--format", "csv", status: 1)
    #expect(run.fields.count == 2 && run.text.contains("a.dng,0,0.5"))
    for words in [
      "missing.dng: No such file", "short.y4m: damaged: the Y4M file ends within frame 0",
      "note.txt: it is a text; Bromide samples raw photos, PNG", "odd.nv12: unknown frame size",
      "320x240",
    ] {
      #expect(run.errors.contains(words), "\(words): \(run.errors)")
    }
    try tree.run(
      "sample", "odd.nv12", "--input-size", "640x480", "--at", ".5,.5", status: 1,
      errors: "sizes that fit: 320x240")
  }

  /// libtiff's messages begin with the file's name, which is temporary for standard input.
  @Test func damagedTIFFsAreNamedOnce() throws {
    try tree.copy(Self.photo, to: "a.dng")
    try tree.run("convert", "a.dng", "-o", "a.tif", "--size", "64", status: 0)
    try tree.write(Array(try tree.read("a.tif").prefix(500)), to: "cut.tif")
    let file = try tree.run("sample", "cut.tif", "--at", ".5,.5", status: 1)
    let lines = file.errors.split(separator: "\n")
    let reason = try #require(lines.first).dropFirst("cut.tif: ".count)
    #expect(lines.count == 1 && reason.hasPrefix("the TIFF cannot be read: "), "\(file.errors)")
    #expect(!reason.contains("cut.tif") && !reason.contains("the file: "), "\(file.errors)")
    let stream = try tree.piped("cut.tif", "--at .5,.5")
    #expect(
      stream.status == 1 && stream.errors == "standard input: \(reason)\n", "\(stream.errors)")
  }

  @Test func framesPastTheEndAreNamed() throws {
    try tree.write(SampleScene.nv12([1, 2]), to: "a_64x32.nv12")
    let run = try tree.run(
      "sample", "a_64x32.nv12", "--at", ".5,.5", "--frames", "1,7", "--format", "csv")
    #expect(run.status == 1 && run.fields.count == 2)
    #expect(run.errors.contains("it has no frame 7: there are 2, from 0 to 1"))
    try tree.piped("a_64x32.nv12", "--layout nv12 --input-size 64x33 --at .5,.5").expect(
      1, "ends within frame 1")
    try tree.piped("/dev/null", "--at .5,.5").expect(1, "not a picture or Y4M stream")
  }

  @Test func unsupportedSpacesFail() throws {
    try SampleScene.png(tree.path("a.png"))
    try tree.copy(Self.photo, to: "a.dng")
    for (input, arguments, words) in [
      ("a.png", ["--space", "camera"], "only raw photos have"),
      ("a.png", ["--space", "ycbcr"], "only video and JPEG have"),
      ("a.dng", ["--compare"], "only video and JPEG have"),
      ("a.dng", ["--frames", "3"], "this is a single picture (frame 0)"),
      ("a.dng", ["--from", "preview"], "no preview"),
    ] {
      try tree.run(["sample", input, "--at", ".5,.5"] + arguments, status: 1, errors: words)
    }
  }

  @Test(.enabled(if: FileManager.default.fileExists(atPath: "/dev/full"), "needs /dev/full"))
  func fullDiskCausesError() throws {
    try tree.copy(Self.photo, to: "a.dng")
    for form in ["text", "csv"] {
      try tree.shell(
        "'\(CommandRun.binary)' sample a.dng --at .5,.5 --format \(form) > /dev/full", status: 1,
        errors: "cannot write standard output")
    }
  }

  @Test func aReaderThatLeavesEndsTheRunQuietly() throws {
    try tree.copy(Self.photo, to: "a.dng")
    let closed = try tree.shell(
      "'\(CommandRun.binary)' sample a.dng --grid 100x100 --format csv | head -1")
    #expect(closed.status == 0 && closed.errors.isEmpty, "\(closed.errors)")
  }
}

import Foundation
import TestSupport
import Testing

/// `bromide verify`, from the outside.
@Suite struct VerifyCommandTests {
  private let tree = CommandTree.fresh
  private static let photos = ["a", "b", "c"]

  /// Three photos and their pictures, one of each format.
  init() throws {
    let pictures = [
      "chart_rggb_12bit.dng", "landscape_monochrome_12bit.dng",
      "landscape_gbrg_portrait_orientation6.dng",
    ]
    for (name, picture) in zip(Self.photos, pictures) {
      try tree.copy(picture, to: "in/\(name).dng")
    }
    for (name, format) in [("a", "png"), ("b", "jpeg"), ("c", "tiff")] {
      try tree.run(
        "convert", "in/\(name).dng", "-o", "out", "--to", format, "--size", "64", "--report",
        "\(name).jsonl", status: 0)
    }
  }

  private func edit(_ name: String, at share: Double) throws {
    var bytes = try tree.read(name)
    bytes[Int(Double(bytes.count) * share)] ^= 8
    try tree.write(bytes, to: name)
  }

  @Test func intactPicturesPass() throws {
    for arguments in [
      ["out"], ["out", "--inputs", "in"], ["out/a.png", "out/b.jpg", "out/c.tif"],
    ] {
      let run = try tree.run(["verify"] + arguments)
      #expect(run.status == 0 && run.text.isEmpty, "\(run.text)\(run.errors)")
      #expect(run.errors.hasPrefix("3 whole in "))
    }
    let verbose = try tree.run("verify", "out", "-v")
    #expect(verbose.text == "whole\tout/a.png\nwhole\tout/b.jpg\nwhole\tout/c.tif\n")
    #expect(try tree.run("verify", "out", "-q").errors.isEmpty)
  }

  @Test func damageIsFoundInEveryFormat() throws {
    for (name, share) in [("a.png", 0.6), ("b.jpg", 0.9), ("c.tif", 0.4)] {
      try edit("out/" + name, at: share)
    }
    let run = try tree.run("verify", "out", "-j", "2", status: 1)
    let lines = run.text.split(separator: "\n").map { $0.split(separator: "\t").map(String.init) }
    #expect(lines.map { $0[0] } == ["damaged", "damaged", "damaged"])
    #expect(lines.map { $0[1] } == ["out/a.png", "out/b.jpg", "out/c.tif"])
    #expect(run.errors.hasPrefix("0 whole, 3 damaged in "))
    #expect(try tree.run("verify", "out", "-j", "1").output == run.output)
  }

  @Test func missingStaleAndForeignAreListed() throws {
    Files.remove(tree.path("out/a.png"))
    // Within the first 64 KiB.
    try edit("in/b.dng", at: 0.05)
    try tree.write(Files.read(Package.testImages + "/chart_rggb_12bit.dng"), to: "in/c2.dng")
    // A picture that another program wrote.
    let jpeg = try tree.read("out/b.jpg")
    try tree.write(Array(jpeg[..<2]) + [0xFF, 0xD9], to: "out/d.jpg")
    let run = try tree.run("verify", "out", "--inputs", "in", status: 1)
    let lines = Set(run.text.split(separator: "\n").map(String.init))
    #expect(
      lines == [
        "missing\tin/a.dng\tit has no picture", "missing\tin/c2.dng\tit has no picture",
        "stale\tout/b.jpg\tits photo has changed: in/b.dng",
        "foreign\tout/d.jpg\tBromide did not write it",
      ])
    // Photos next to their pictures are found without being named.
    try FileManager.default.moveItem(atPath: tree.path("in/a.dng"), toPath: tree.path("out/a.dng"))
    #expect(try tree.run("verify", "out").text.contains("missing\tout/a.dng\t"))
  }

  /// If two pictures were swapped, each has the other's photo.
  @Test func swappedPicturesAreFound() throws {
    let (a, b) = (tree.path("out/a.png"), tree.path("out/b.png"))
    #expect(try tree.run("convert", "in/b.dng", "-o", "out/b.png").status == 0)
    Files.remove(tree.path("out/b.jpg"))
    #expect(try tree.run("verify", "out", "--inputs", "in").status == 0)
    try FileManager.default.moveItem(atPath: a, toPath: a + ".x")
    try FileManager.default.moveItem(atPath: b, toPath: a)
    try FileManager.default.moveItem(atPath: a + ".x", toPath: b)
    let run = try tree.run("verify", "out", "--inputs", "in", status: 1)
    #expect(
      Set(run.text.split(separator: "\n").map(String.init)) == [
        "stale\tout/a.png\tit has the name of in/a.dng, and shows another photo: in/b.dng",
        "stale\tout/b.png\tit has the name of in/b.dng, and shows another photo: in/a.dng",
      ], "\(run.text)")
  }

  /// An edit that the quick comparison of `--if-exists update` does not see.
  @Test func aChangeBetweenTheSamplesIsStale() throws {
    let size = 1 << 20
    var bytes = try tree.read("in/a.dng")
    bytes += [UInt8](repeating: 7, count: size - bytes.count)
    try tree.write(bytes, to: "in/a.dng")
    #expect(try tree.run("convert", "in/a.dng", "-o", "out", "--if-exists", "verify").status == 0)
    #expect(try tree.run("verify", "out", "--inputs", "in").status == 0)
    let last = size - (64 << 10)
    bytes[last / 16 * 8 - 100] ^= 1
    try tree.write(bytes, to: "in/a.dng")
    let old = Date(timeIntervalSince1970: 1_000_000_000)
    try FileManager.default.setAttributes(
      [.modificationDate: old], ofItemAtPath: tree.path("in/a.dng"))
    let run = try tree.run("verify", "out", "--inputs", "in", status: 1)
    #expect(run.text == "stale\tout/a.png\ta part of its photo has changed: in/a.dng\n")
    #expect(try tree.run("convert", "in/a.dng", "-o", "out").errors.contains("is current"))
    let again = try tree.run("convert", "in/a.dng", "-o", "out", "--if-exists", "verify")
    #expect(again.errors.hasPrefix("in/a.dng → out/a.png"), "\(again.errors)")
    #expect(try tree.run("verify", "out", "--inputs", "in").status == 0)
  }

  @Test func ifExistsVerifyMakesDamagedPicturesAgain() throws {
    for (name, suffix, share) in [("a", "png", 0.6), ("b", "jpg", 0.9), ("c", "tif", 0.4)] {
      let picture = "out/\(name).\(suffix)"
      let arguments = ["convert", "in/\(name).dng", "-o", picture, "--size", "64", "--if-exists"]
      // Once, as it did not keep the sum of its photo.
      let first = try tree.run(arguments + ["verify"])
      #expect(first.status == 0 && !first.errors.contains("is current"), "\(first.errors)")
      let good = try tree.read(picture)
      try edit(picture, at: share)
      try tree.run(arguments + ["update"], errors: "is current")
      let verify = try tree.run(arguments + ["verify"])
      #expect(verify.status == 0 && !verify.errors.contains("is current"))
      #expect(try tree.read(picture) == good)
      // A newer modification time or a second run does not make it stale.
      try FileManager.default.setAttributes(
        [.modificationDate: Date()], ofItemAtPath: tree.path("in/\(name).dng"))
      try tree.run(arguments + ["verify"], errors: "is current")
    }
  }

  @Test func reportsNamePicturesAndTheirPhotos() throws {
    let run = try tree.run("verify", "--report", "a.jsonl", "--format", "json", status: 0)
    #expect(run.text == "{\"input\":\"in/a.dng\",\"picture\":\"out/a.png\",\"status\":\"whole\"}\n")
    Files.remove(tree.path("out/a.png"))
    let missing = try tree.run("verify", "--report", "a.jsonl")
    #expect(missing.status == 1 && missing.text == "missing\tout/a.png\tits report names it\n")
    for (name, content) in [("none", ""), ("x.txt", "a letter\nto you\n")] {
      if !content.isEmpty { try tree.write(content, to: name) }
      let wrong = try tree.run("verify", "--report", name)
      #expect(wrong.status == 64 && wrong.text.isEmpty && wrong.errors.hasPrefix("Error: "))
    }
    #expect(try tree.run("verify").status == 64)
    #expect(try tree.run("verify", "nowhere").status == 1)
  }

  @Test func framesAndSheetsHaveSumsToo() throws {
    try tree.write(
      "size: 32x32\nfps: 2\nsources:\n  - {photo: in/a.dng, duration: 1s}\n", to: "t.yaml")
    #expect(try tree.run("render", "t.yaml", "-o", "frames").status == 0)
    #expect(try tree.run("sheet", "in", "-o", "sheet.png").status == 0)
    let run = try tree.run("verify", "frames", "sheet.png", "-v", status: 0)
    #expect(run.text.hasPrefix("whole\tframes/") && run.text.hasSuffix("whole\tsheet.png\n"))
    try edit("frames/" + #require(tree.entries("frames").first { $0.hasSuffix(".png") }), at: 0.7)
    #expect(try tree.run("verify", "frames").text.hasPrefix("damaged\tframes/"))
    try tree.run(
      "render", "t.yaml", "-o", "frames", "--if-exists", "verify", errors: "1 rendered, 1 current")
    #expect(try tree.run("verify", "frames").status == 0)
  }

  @Test func namesAreEscaped() throws {
    let picture = try tree.read("out/a.png")
    try tree.write(Array(picture.dropLast(3)), to: "odd/a\u{1B}[2J\n.png")
    let run = try tree.run("verify", "odd", status: 1)
    #expect(run.text.hasPrefix("damaged\todd/a\\x1b[2J\\x0a.png\t"), "\(run.text)")
  }
}

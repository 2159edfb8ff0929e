import Foundation
import TestSupport
import Testing

/// JPEG XL, AVIF and WebP as inputs of the commands, compared with a PNG of the same samples.
@Suite struct WholePictureCommandTests {
  private let tree: CommandTree

  init() throws {
    tree = try CommandTree()
    try tree.copy("landscape_rggb_gps_ambient_exif.dng", to: "photo.dng")
    try make("a.png", "--depth", "8")
  }

  private func make(_ name: String, _ options: String...) throws {
    try tree.run(["convert", "photo.dng", "-o", name] + options, status: 0)
  }

  private func text(_ arguments: String...) throws -> String {
    try tree.run(arguments, status: 0).text
  }

  /// Files without loss give the results of the PNG in every command that reads pictures, here and
  /// in worker processes.
  @Test(arguments: ["a.jxl", "a.webp"], ["off", "process"])
  func losslessPicturesEqualThePNG(_ name: String, _ isolation: String) throws {
    try make(name, "--lossless")
    func same(_ arguments: String...) throws {
      let png = try tree.run(arguments, status: 0)
      let other = try tree.run(
        arguments.map { $0 == "a.png" ? name : $0 } + ["--isolation", isolation], status: 0)
      // The last column of samples names the formats' tags.
      func numbers(_ text: String) -> [String] {
        text.replacingOccurrences(of: name, with: "a.png").split(separator: "\n").map {
          String($0).components(separatedBy: ",matrix")[0]
        }
      }
      #expect(numbers(other.text) == numbers(png.text))
    }
    try same("sample", "a.png", "--grid", "6x4", "--space", "lab", "--format", "csv")
    try same(
      "info", "a.png", "--fields", "size,bits,model,exposure,iso,time,latitude", "--format", "csv")
    _ = try text("convert", name, "-o", "same.png", "--isolation", isolation)
    #expect(try tree.pixels("same.png") == tree.pixels("a.png"))
    for input in ["a.png", name] {
      let timeline = "size: 48x32\nsources: [{photo: \(input), frames: 1}]"
      try tree.write(Array(timeline.utf8), to: "t.yaml")
      _ = try text(
        "render", "t.yaml", "-o", "frame-\(input).png", "--frame", "0", "--isolation", isolation)
      _ = try text(
        "sheet", input, "-o", "sheet-\(input).png", "--tile", "80", "--captions", "none",
        "--isolation", isolation)
    }
    for kind in ["frame", "sheet"] {
      #expect(
        try tree.pixels("\(kind)-\(name).png") == tree.pixels("\(kind)-a.png.png"), "\(kind)")
    }
  }

  /// AVIF has 10 bits and a loss, so colours differ by little.
  @Test func picturesWithLossAreClose() throws {
    for name in ["a.avif", "b.jxl", "b.webp"] {
      try make(name)
      _ = try text(
        "sample", name, "--grid", "6x4", "--window", "9", "--against", "a.png", "--tolerance", "3")
    }
    #expect(try text("sample", "a.avif", "--at", ".5,.5").contains("depth 10 (tag)"))
  }

  /// Light above white is reduced like a film's, with a warning.
  @Test(arguments: ["a.avif", "b.jxl"])
  func highRangeIsToneMapped(_ name: String) throws {
    try make(name, "--hdr", "2.5")
    let run = try tree.run("convert", name, "-o", "b.png")
    #expect(run.status == 0 && run.errors.contains("pq is tone-mapped by BT.2390"), "\(run.errors)")
    #expect(try tree.run("convert", name, "-o", "c.png", "--strict").status == 1)
  }

  /// Folders provide these pictures to `sheet`. `convert` reads only named ones.
  @Test func foldersProvidePictures() throws {
    try make("in/a.jxl", "--lossless")
    let sheet = try tree.run("sheet", "in", "-o", "sheet.png", "--tile", "80")
    #expect(sheet.status == 0, "\(sheet.errors)")
    let convert = try tree.run("convert", "in", "-o", "out")
    #expect(
      convert.status == 1 && convert.errors.contains("a finished picture"), "\(convert.errors)")
  }

  /// A profile with a table is evaluated like a PNG's.
  @Test(.enabled(if: PictureTagTests.avifenc != nil, "avifenc is not installed"))
  func tablesOfProfilesAreEvaluated() throws {
    let corners: [[UInt8]] = (0..<8).map { (index: Int) -> [UInt8] in
      [UInt8(40 + 11 * index), UInt8(90 + 7 * index), UInt8(180 - 6 * index)]
    }
    try tree.write(TableProfile.bytes(corners: corners), to: "table.icc")
    let png = HandmadePNG(width: 128, height: 16, depth: 8, colorType: 2)
    let row: [UInt8] = (0..<128).flatMap { x in
      [2, 1, 0].map { (x / 16) >> $0 & 1 == 1 ? 255 : 0 }
    }
    try tree.write(png.file((0..<16).flatMap { _ in [0] + row }), to: "b.png")
    try PictureTagTests.avifenc?.run([
      "--lossless", "--icc", tree.path("table.icc"), tree.path("b.png"), tree.path("b.avif"),
    ])
    let run = try tree.run("sample", "b.avif", "--grid", "8x1", "--space", "lab", "--format", "csv")
    #expect(run.status == 0 && run.fields.count == 9, "\(run.errors)")
    for (line, corner) in zip(run.fields.dropFirst(), corners) {
      let found: [Double] = line[4...].compactMap { Double($0) }
      let stored: [Double] = corner.map { Double($0) }
      let lab: [Double] = [stored[0] / 2.55, stored[1] - 128, stored[2] - 128]
      #expect(found.count == 3)
      for (a, b) in zip(found, lab) { #expect(abs(a - b) < 0.02, "\(line)") }
    }
  }

  @Test(arguments: ["jxl", "avif", "webp"])
  func damagedPicturesFail(_ format: String) throws {
    try make("a.\(format)")
    var file = try tree.read("a.\(format)")
    file.removeLast(file.count * 3 / 4)
    try tree.write(file, to: "a.\(format)")
    for isolation in ["off", "process"] {
      let run = try tree.run("sample", "a.\(format)", "--at", ".5,.5", "--isolation", isolation)
      #expect(run.status == 1 && run.errors.contains("cannot be read: "), "\(run.errors)")
    }
  }
}

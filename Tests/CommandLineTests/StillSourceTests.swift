import BromideCodecs
import BromideValues
import Foundation
import SystemPackage
import TestSupport
import Testing

/// Finished pictures as photos of `render` and `sheet`.
@Suite struct StillSourceTests {
  private let scene = RenderTree.fresh
  private var tree: CommandTree { scene.tree }

  init() throws { try scene.photo("raw/hero.dng") }

  /// Converts the photo to a picture. The PNG's codes are the reference.
  private func convert(to name: String, _ more: String...) throws {
    try tree.run(["convert", "raw/hero.dng", "-o", name] + more, status: 0)
  }

  @Test(arguments: [
    ("s.png", [], 1), ("s.tif", [], 1), ("s.jpg", ["--quality", "100", "--subsampling", "444"], 5),
  ])
  func finishedPictureStaysUnchanged(name: String, options: [String], worst: Int) throws {
    try convert(to: "truth.png")
    try tree.run(["convert", "raw/hero.dng", "-o", name] + options, status: 0)
    try scene.render(
      name, "-o", "out.png", status: 0, errors: "1 finished picture: filters work on it")
    let (shown, truth) = (try scene.pixels("out.png"), try scene.pixels("truth.png"))
    #expect(shown.count == truth.count)
    #expect(zip(shown, truth).allSatisfy { abs(Int($0) - Int($1)) <= worst })
    // Half the light.
    #expect(try scene.render(name, "-o", "dark.png", "--exposure", "-1").status == 0)
    let dark = try scene.pixels("dark.png")
    for place in stride(from: 0, to: shown.count, by: 997) {
      let light = RGBSpace.srgb.transfer.decode(Double(shown[place]) / 255) / 2
      #expect(
        abs(255 * RGBSpace.srgb.transfer.encode(light) - Double(dark[place])) <= Double(worst) + 1)
    }
  }

  /// Errors about a damaged picture use plain words, for any unreadable part.
  @Test(arguments: ["png", "jpg", "tif"]) func damageIsDescribedPlainly(suffix: String) throws {
    try convert(to: "in/a.\(suffix)")
    let whole = try tree.read("in/a.\(suffix)")
    for count in [whole.count / 2, 20] {
      try tree.write(Array(whole[..<count]), to: "in/a.\(suffix)")
      let run = try scene.render(
        "in/a.\(suffix)", "-o", "out.png", status: 1, errors: "in/a.\(suffix)")
      #expect(!tree.exists("out.png"))
      for word in ["malformed", "path:", "reason:", "FilePath", "Optional("] {
        #expect(!run.errors.contains(word), "\(run.errors)")
      }
    }
    if suffix == "png" {
      try tree.write(Array(whole[..<(whole.count / 2)]), to: "in/a.png")
      try scene.render(
        "in/a.png", "-o", "out.png",
        errors: "in/a.png: damaged: the PNG cannot be read: the file ends too early")
    }
  }

  /// PQ and HLG light does not fit in a finished picture. Pictures and clips are tone-mapped, and
  /// this is reported. `FinishedLightTests` compares the curve with BT.2390.
  @Test func hdrPicturesAndClipsAreToneMapped() throws {
    let srgb = RGBSpace.srgb
    let space = RGBSpace(
      name: "pq", red: srgb.red, green: srgb.green, blue: srgb.blue, white: .d65, transfer: .srgb,
      cicp: CICP(primaries: 9, transfer: 16))
    let size = Size(width: 16, height: 8)
    try SampleScene.png(
      tree.path("pq.png"), [UInt8](repeating: 90, count: size.area * 3), size: size, channels: 3,
      space: space)
    let warning = "pq.png: pq is tone-mapped by BT.2390: 1000 cd/m² becomes white"
    for command in ["render", "convert", "sheet"] {
      try tree.run(command, "pq.png", "-o", "out-\(command).png", status: 0, errors: warning)
      try tree.run(
        command, "pq.png", "-o", "strict-\(command).png", "--strict", status: 1, errors: "failed")
      // A sheet shows the failure in the picture's place.
      #expect(tree.exists("strict-\(command).png") == (command == "sheet"))
    }
    let header = "YUV4MPEG2 W64 H32 F25:1 C420 XCICP=9/18/9\nFRAME\n"
    try tree.write(Array(header.utf8) + SampleScene.nv12([90]), to: "hlg.y4m")
    let clip = try scene.render("hlg.y4m", "-o", "clip.png", "--report", "clip.jsonl", status: 0)
    let words = "hlg.y4m: hlg is tone-mapped by BT.2390: 1000 cd/m² becomes white"
    #expect(clip.errors.contains("warning: \(words)"), "\(clip.errors)")
    let report = try tree.text("clip.jsonl")
    #expect(report.contains("\"warnings\":[\"\(words)\"]"), "\(report)")
    #expect(try scene.render("hlg.y4m", "-o", "clip.png", "-n").errors.contains(words))
    try scene.render("hlg.y4m", "-o", "strict.png", "--strict", status: 1, errors: words)
    #expect(!tree.exists("strict.png"))
    let sdr = "YUV4MPEG2 W64 H32 F25:1 C420 XCICP=1/1/1\nFRAME\n"
    try tree.write(Array(sdr.utf8) + SampleScene.nv12([90]), to: "sdr.y4m")
    #expect(try scene.render("sdr.y4m", "-o", "sdr.png", "--strict").status == 0)
    try scene.render(
      "hlg.y4m", "-o", "log.png", "--transfer", "slog3", status: 64,
      errors: "slog3 light reaches far above")
  }

  /// The range of a PNG's cICP applies: 16 is black and 235 is white. A PQ picture is not darker.
  @Test func limitedRangeOfPNGsApplies() throws {
    let srgb = RGBSpace.srgb
    let size = Size(width: 16, height: 8)
    for (transfer, name) in [(UInt8(13), "srgb"), (16, "pq")] {
      let space = RGBSpace(
        name: name, red: srgb.red, green: srgb.green, blue: srgb.blue, white: .d65,
        transfer: .srgb, cicp: CICP(primaries: 1, transfer: transfer, isFullRange: false))
      for (code, expected) in [(UInt8(16), UInt8(0)), (235, 255)] {
        try SampleScene.png(
          tree.path("a.png"), [UInt8](repeating: code, count: size.area * 3), size: size,
          channels: 3, space: space)
        try tree.run("convert", "a.png", "-o", "b.tif", "--depth", "8", "-y", status: 0)
        let sample = try tree.run("sample", "b.tif", "--at", ".5,.5", "--format", "csv")
        #expect(
          sample.fields.last.map { $0[4...6].allSatisfy { Double($0) == Double(expected) } }
            == true,
          "\(name) \(code): \(sample.text)")
      }
    }
  }

  /// A mixed folder shows each photo once, without copies of raws and without Bromide's drawings.
  @Test func mixedFoldersShowEachPhotoOnce() throws {
    try convert(to: "raw/a.jpg")
    try convert(to: "raw/b.png", "--exposure", "1")
    try convert(to: "hero.jpg")
    try tree.write(try tree.read("hero.jpg"), to: "raw/HERO.JPG")
    try tree.write("notes", to: "raw/notes.txt")
    #expect(try tree.run("sheet", "raw", "-o", "raw/sheet.png", "--tile", "32").status == 0)
    let plan = try scene.render("raw", "-n", "--order", "name")
    #expect(
      plan.text.split(separator: "\n").map { $0.split(separator: " ").last ?? "" } == [
        "a.jpg", "b.png", "hero.dng",
      ])
    try scene.render(
      "raw", "-o", "f", "--size", "48x32", "--order", "name", status: 0, errors: "3 rendered",
      "2 finished pictures")
    // The sheet is in the folder that it shows, and stays current.
    try tree.run(
      "sheet", "raw", "-o", "raw/sheet.png", "--tile", "32", status: 0,
      errors: "raw/sheet.png is current")
  }

  @Test func timelinesTakePicturesEverywhere() throws {
    try convert(to: "p/a.jpg", "--quality", "100")
    try convert(to: "p/b.tif")
    try convert(to: "p/c.png")
    let text = """
      size: 48x32
      fps: 5
      sources:
        - {photo: p/a.jpg, frames: 2, tracks: {zoom: [{from: 1, to: 2}]}}
        - {sequence: [p/b.tif, raw/hero.dng, p/a.jpg], order: listed}
        - {tiles: {photo: p/c.png, columns: 2, rows: 2}, frames: 1}
        - {sheet: {photos: p, columns: 2, margin: 0}, frames: 1}
        - {photo: p/c.png, frames: 1}
      """
    try tree.write(text, to: "t.yaml")
    try scene.render("t.yaml", "-o", "f", status: 0, errors: "8 rendered")
    let frames = try (0..<8).map { try scene.pixels("f/\($0).png") }
    // Tiles at rest, and the picture itself.
    func difference(_ a: [UInt8], _ b: [UInt8]) -> Int {
      zip(a, b).map { abs(Int($0) - Int($1)) }.max()!
    }
    #expect(difference(frames[7], frames[5]) <= 1 && difference(frames[2], frames[4]) <= 8)
    #expect(difference(frames[0], frames[1]) > 20)
  }

  @Test func rawOptionsFailForFinishedPictures() throws {
    try convert(to: "a.jpg")
    let balance = try scene.render("a.jpg", "-o", "x.png", "--white-balance", "5000")
    #expect(
      balance.status == 64
        && balance.errors.contains("a.jpg: a finished picture has no white-balance"))
    #expect(try scene.render("a.jpg", "-o", "x.png", "--temperature", "5000").status == 0)
  }
}

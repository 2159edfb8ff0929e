import BromideValues
import Foundation
import TestSupport
import Testing

/// Workers from outside: what a crash in a library costs that reads finished pictures.
@Suite struct PictureIsolationTests {
  private let tree = CommandTree.fresh

  /// A batch of three PNGs and JPEGs, with a deadly one between them.
  private func makeBatch(_ format: String, width: Int) throws {
    try makePicture("in/a.png", width: 40)
    try makePicture("in/b.\(format)", width: width)
    try makePicture("in/c.jpg", width: 40)
  }

  private func makePicture(_ name: String, width: Int, space: RGBSpace? = .srgb) throws {
    let size = Size(width: width, height: 24)
    if name.hasSuffix(".png") {
      try tree.write([], to: name)
      try SampleScene.png(
        tree.path(name), [UInt8](repeating: 90, count: size.area * 3), size: size, channels: 3,
        space: space)
    } else if name.hasSuffix(".tif") {
      try tree.write([], to: name)
      let tiff = PeerTIFF(size: size, format: PixelFormat(channels: 3, sample: .uint8))
      #expect(tiff.write([UInt8](repeating: 70, count: size.area * 3), to: tree.path(name)))
    } else {
      let grey = PeerJPEG(
        size: size, planes: [.init([UInt8](repeating: 120, count: size.area), size)])
      try tree.write(grey.encoded(), to: name)
    }
  }

  private func run(_ arguments: [String], _ more: [String: String] = [:]) throws -> CommandRun {
    try CommandRun(
      arguments, folder: tree.root,
      environment: TroubledPictures.environment.merging(more) { $1 })
  }

  static let libraries = ["png": "libpng", "jpg": "libjpeg", "tif": "libtiff"]

  static let commands: [[String]] = [
    ["sample", "in", "--at", "0.5,0.5", "--format", "csv"],
    ["sheet", "in", "-o", "sheet.png", "--tile", "40"],
    ["render", "in", "-o", "frames", "--on-missing", "hold", "--size", "48x32", "--report", "r"],
  ]

  @Test(
    .enabled(if: TroubledPictures.library != nil), arguments: ["png", "jpg", "tif"],
    [TroubledPictures.crashingHeader, TroubledPictures.crashingPixels])
  func aCrashCostsOnePicture(format: String, width: Int) throws {
    try makeBatch(format, width: width)
    let message = "\(Self.libraries[format]!) crashed (SIGSEGV) on it"
    for command in Self.commands {
      try run(command).expect(1, "in/b.\(format): ", message)
    }
    let sampled = try run(Self.commands[0])
    #expect(sampled.text.contains("in/a.png") && sampled.text.contains("in/c.jpg"))
    #expect(tree.exists("sheet.png"))
    #expect(try tree.text("r").contains(message))
    #expect(tree.entries("frames").filter { $0.hasSuffix(".png") }.count == 3)
  }

  @Test(.enabled(if: TroubledPictures.library != nil), arguments: ["png", "jpg", "tif"])
  func aPictureWithoutEndCostsItself(format: String) throws {
    try makeBatch(format, width: TroubledPictures.hanging)
    let run = try run(Self.commands[0] + ["--timeout", "15"]).expect(
      1, "in/b.\(format): \(Self.libraries[format]!) was not done with it in 15 s (--timeout)")
    #expect(run.text.contains("in/a.png") && run.text.contains("in/c.jpg"))
  }

  /// The library crashes as the other tests assume, and `off` uses no worker.
  @Test(.enabled(if: TroubledPictures.library != nil))
  func withoutWorkersACrashEndsTheRun() throws {
    try makeBatch("png", width: TroubledPictures.crashingPixels)
    let off = try run(Self.commands[0] + ["--isolation", "off"])
    #expect(off.signal == SIGSEGV, "\(off.errors)")
    let alone = try run(["sample", "in/b.png", "--at", "0.5,0.5"])
    #expect(alone.signal == SIGSEGV)
    try run(["sample", "in/b.png", "--at", "0.5,0.5", "--isolation", "process"]).expect(
      1, "libpng crashed (SIGSEGV) on it")
  }

  @Test(.enabled(if: TroubledPictures.library != nil))
  func profilesCostTheirPicture() throws {
    try makePicture("in/a.png", width: 40)
    try makePicture("in/b.png", width: 40, space: .adobeRGB)
    let sampled = try run(Self.commands[0], TroubledPictures.crashingProfiles).expect(
      1, "in/b.png: lcms2 crashed (SIGSEGV) on it")
    #expect(sampled.text.contains("in/a.png"))
    let reported = try run(["info", "in"], TroubledPictures.crashingProfiles).expect(
      1, "lcms2 crashed (SIGSEGV) on it")
    #expect(reported.text.contains("in/a.png"))
  }

  @Test(.enabled(if: TroubledPictures.library != nil))
  func verifyContinuesAfterACrash() throws {
    for (name, width) in [("a", 40), ("b", TroubledPictures.crashingPixels)] {
      try tree.write(
        SyntheticPhoto(.chart, size: Size(width: width, height: 24)).file(), to: "in/\(name).dng")
    }
    #expect(try tree.run("convert", "in", "-o", "out", "--plain").status == 0)
    let run = try run(["verify", "out", "-v"]).expect(1)
    #expect(
      run.text == "whole\tout/a.png\nfailed\tout/b.png\tlibpng crashed (SIGSEGV) on it\n",
      "\(run.text)\(run.errors)")
  }

  /// Colours, metadata, frames and errors match the command's process.
  @Test func picturesAreTheSame() throws {
    for (name, options) in [
      ("a.png", ["--depth", "16", "--space", "adobe-rgb"]), ("b.jpg", []), ("c.tif", []),
      ("d.tif", ["--depth", "float32"]), ("e.png", ["--opacity", "0.5"]),
      ("f.jpg", ["--subsampling", "422"]),
    ] {
      try tree.run(
        ["convert", Package.testImages + "/landscape_rggb_gps_ambient_exif.dng", "-o", name]
          + options, status: 0)
      try tree.write(try tree.read(name), to: "in/\(name)")
    }
    try tree.write(Array(try tree.read("a.png").prefix(9000)), to: "in/g.png")
    try tree.write(Array(try tree.read("b.jpg").prefix(9000)), to: "in/h.jpg")
    try tree.write(Array(try tree.read("c.tif").prefix(9000)), to: "in/i.tif")
    for command in [
      ["sample", "in", "--grid", "5x4", "--window", "5"],
      ["sample", "in", "--at", "0.2,0.9", "--damaged", "keep"], ["info", "in"],
      ["sheet", "in", "--tile", "60", "-o", "-"], ["verify", "in", "-v"],
      ["render", "in", "--size", "32x24", "--raw", "-", "--on-missing", "hold"],
    ] {
      let runs = try ["off", "process"].map {
        try tree.run(command + ["--isolation", $0])
      }
      #expect(!runs[0].output.isEmpty, "\(command)")
      #expect(runs[0].output == runs[1].output, "\(command)")
      #expect(runs[0].status == runs[1].status, "\(command)")
      func reasons(_ run: CommandRun) -> [Substring] {
        run.errors.split(separator: "\n").filter { $0.contains("in/") }.sorted()
      }
      #expect(reasons(runs[0]) == reasons(runs[1]), "\(command)")
    }
  }

  /// A size in a header that does not fit in memory causes an error instead of a crash.
  @Test func impossibleSizeCausesError() throws {
    let most = Int(Int32.max)
    let png =
      [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
      + HandmadePNG.chunk("IHDR", big(most) + big(most) + [16, 6, 0, 0, 0])
      + HandmadePNG.chunk("IDAT", [0])
    try tree.write(png, to: "vast.png")
    try makePicture("a.png", width: 40)
    for isolation in ["off", "process"] {
      for command in [
        ["sample", "a.png", "vast.png", "--at", "0.5,0.5"],
        ["sheet", "a.png", "vast.png", "-o", "s.png", "--tile", "40", "-y"],
        ["render", "vast.png", "-o", "out.png"],
      ] {
        let run = try run(command + ["--isolation", isolation])
        #expect(run.signal == nil && run.status == 1, "\(command): \(run.errors)")
        #expect(
          ["takes more memory than", "not enough memory", "too short for its"]
            .contains { run.errors.contains($0) },
          "\(command): \(run.errors)")
      }
    }
  }
}

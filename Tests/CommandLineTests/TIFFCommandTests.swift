import BromideCodecs
import BromideValues
import Foundation
import SystemPackage
import TestSupport
import Testing

/// TIFF through the command: names, depths, replacement rules, and errors.
@Suite struct TIFFCommandTests {
  private let tree = CommandTree.fresh
  private static let photo = "chart_rggb_12bit.dng"

  private func read(_ name: String) throws -> (info: TIFFInfo, pixels: PicturePixels) {
    try TIFFReader.read(path: FilePath(tree.path(name)))
  }

  // MARK: Convert

  /// For every orientation and kind of picture, the samples match the PNG.
  @Test(
    arguments: FormatCommandTests.photos, ["none", "fast"])
  func samplesMatchThePNG(_ photo: String, _ compression: String) throws {
    try tree.copy(photo, to: "a.dng")
    for depth in ["8", "16"] {
      for (suffix, coding) in [("tif", compression), ("png", "fast")] {
        try tree.run(
          "convert", "a.dng", "-o", "a.\(suffix)", "--depth", depth, "--compression", coding,
          status: 0)
      }
      if depth == "8" {
        #expect(try tree.picture("a.tif").values == tree.picture("a.png").values)
      } else {
        let tiff = try tree.picture("a.tif", of: UInt16.self)
        #expect(try tiff.values == tree.picture("a.png", of: UInt16.self).values)
      }
      for name in ["a.tif", "a.png"] { Files.remove(tree.path(name)) }
    }
  }

  /// Floats are linear light, including light above white.
  @Test func floatsKeepLightAboveWhite() throws {
    try tree.copy(Self.photo, to: "a.dng")
    try tree.run(
      "convert", "a.dng", "-o", "a.tif", "--depth", "float32", "--tone", "linear", "--exposure",
      "2", status: 0)
    #expect(try tree.picture("a.tif", of: Float.self).values.max() ?? 0 > 1.5)
    // `sample` reads them correctly: four times the light.
    try tree.run(
      "convert", "a.dng", "-o", "b.tif", "--depth", "float32", "--tone", "linear", status: 0)
    let samples = try tree.run(
      "sample", "a.tif", "b.tif", "--at", "0.5833,0.875", "--window", "15", "--space", "linear",
      "--format", "csv", status: 0)
    #expect(samples.text.contains("a.tif") && samples.text.contains("b.tif"))
    let facts = try tree.run("sample", "a.tif", "--at", "0.5,0.5")
    #expect(facts.text.contains("depth float32 (tag)"), "\(facts.text)")
    #expect(facts.text.contains("transfer linear (tag ICC)"), "\(facts.text)")
  }

  @Test(arguments: ["none", "balanced"])
  func convertReplacesOnlyStalePictures(_ compression: String) throws {
    try tree.copy(Self.photo, to: "a.dng")
    let options = ["convert", "a.dng", "-o", "a.tif", "--compression", compression]
    #expect(try tree.run(options).status == 0)
    try tree.run(options, status: 0, errors: "0 converted, 1 skipped")
    for other in [["--depth", "8"], ["--depth", "float32"], ["--exposure", "1"]] {
      try tree.run(options + other, errors: "1 converted")
    }
    // A copy that was cut short is not current.
    try tree.write(try tree.read("a.tif").dropLast(9), to: "a.tif")
    try tree.run(options + ["--exposure", "1"], errors: "1 converted")
    // Half a file does not identify its writer, because the directory is at the end.
    let whole = try tree.read("a.tif")
    try tree.write(whole.dropLast(whole.count / 2), to: "a.tif")
    try tree.run(options + ["--exposure", "1"], errors: "Bromide did not make it")
  }

  // MARK: Refused before work

  /// A raw may be called .tif.
  @Test(arguments: [[], ["-y"]])
  func rawNamedTifIsNotOverwritten(_ arguments: [String]) throws {
    try tree.copy(Self.photo, to: "a.tif")
    let before = try tree.read("a.tif")
    try tree.run(
      ["convert", "a.tif", "--to", "tiff"] + arguments, status: 64,
      errors: "would overwrite the input")
    #expect(try tree.read("a.tif") == before)
  }

  // MARK: The other commands

  @Test func framesSheetsAndCurvesAreTIFFs() throws {
    try tree.copy(Self.photo, to: "a.dng")
    let source = "photo: a.dng, duration: 3f, tracks: {exposure: [{from: 0, to: 1}]}"
    try tree.write("size: 96x64\nsources: [{\(source)}]\n", to: "t.yaml")
    try tree.run("render", "t.yaml", "-o", "frames", "--to", "tiff", status: 0)
    #expect(tree.entries("frames") == ["0.tif", "1.tif", "2.tif", "manifest.json"])
    #expect(try read("frames/0.tif").info.format.sample == .uint16)
    try tree.run("render", "t.yaml", "-o", "frames", "--to", "tiff", errors: "3 current")
    try tree.write("depth: 8\nsize: 96x64\nsources: [{\(source)}]\n", to: "s.yaml")
    #expect(try tree.run("render", "s.yaml", "--frame", "1", "-o", "one.tif").status == 0)
    #expect(try read("one.tif").info.format.sample == .uint8)
    try tree.run(
      "render", "t.yaml", "-o", "f", "--to", "tiff", "--depth", "float32", status: 64,
      errors: "8, 16")

    try tree.run("sheet", "a.dng", "-o", "sheet.tif", status: 0)
    #expect(try read("sheet.tif").info.format.sample == .uint16)
    try tree.run("curves", "bounce", "-o", "curve.tif", status: 0)
    #expect(try read("curve.tif").info.format.sample == .uint8)
  }

  // MARK: Sample

  @Test func foreignFilesAreSampledOrRejectedByName() throws {
    let size = Size(width: 20, height: 10)
    let format = PixelFormat(channels: 3, sample: .uint8)
    let pixels = (0..<size.area).flatMap { _ in [200, 100, 50] as [UInt8] }
    var file = PeerTIFF(size: size, format: format)
    file.compression = .lzw
    file.tile = 16
    try #require(file.write(pixels, to: tree.path("tiles.tif")))
    let run = try tree.run("sample", "tiles.tif", "--at", "0.5,0.5", "--space", "srgb", status: 0)
    #expect(run.text.contains("#c86432") && run.text.contains("primaries 709 (rule)"))
    file.photometric = 8
    try #require(file.write(pixels, to: tree.path("lab.tif")))
    try tree.write(Array(try tree.read("tiles.tif").prefix(150)), to: "cut.tif")
    for (name, words) in [("lab.tif", "CIELAB"), ("cut.tif", "cut.tif: ")] {
      try tree.run("sample", name, "--at", "0.5,0.5", status: 1, errors: name, words)
    }
  }
}

import BromideValues
import Foundation
import TestSupport
import Testing

/// `--lens` from the outside: DNGs with opcode lists.
@Suite struct LensCommandTests {
  private let tree = CommandTree.fresh

  init() throws {
    var photo = SyntheticPhoto(.landscape(), size: Size(width: 64, height: 48))
    try tree.write(photo.file(), to: "plain.dng")
    photo.options.opcodeLists = [nil, Self.maps.bytes, Self.warp(0.03).bytes]
    try tree.write(photo.file(), to: "lens.dng")
    photo.options.storage.hasPreview = true
    photo.options.storage.byteOrder = .big
    var strange = Self.warp(-4)
    strange.add(77, isOptional: true, [])
    var damaged = Self.maps
    damaged.claimedCount = 9
    photo.options.opcodeLists = [nil, damaged.bytes, strange.bytes]
    try tree.write(photo.file(), to: "strange.dng")
  }

  /// A map for each site of the mosaic's cell, as phones have them.
  private static var maps: OpcodeWriter {
    var list = OpcodeWriter()
    for phase in 0..<4 {
      let area = OpcodeWriter.area((phase / 2, phase % 2, 48, 64), pitch: (2, 2))
      list.add(
        9,
        OpcodeWriter.gainMap(area, rows: 3, columns: 3, gains: [2, 1.4, 2, 1.5, 1, 1.5, 2, 1.4, 2]))
    }
    return list
  }

  private static func warp(_ bend: Double) -> OpcodeWriter {
    var list = OpcodeWriter()
    list.add(1, OpcodeWriter.word(1) + OpcodeWriter.doubles([1, bend, 0, 0, 0, 0, 0.5, 0.5]))
    return list
  }

  private func convert(
    _ photo: String, _ options: String...
  ) throws -> (pixels: [UInt8], optics: [String: Any]?, errors: String) {
    let run = try tree.run(
      ["convert", photo, "-o", "x.png", "-y", "--report", "r.jsonl"] + options, status: 0)
    let optics = try object(tree.text("r.jsonl"))["optics"] as? [String: Any]
    return (try tree.pixels("x.png"), optics, run.errors)
  }

  @Test func theFilesCorrectionsAreFollowed() throws {
    let standard = try convert("lens.dng", "-v")
    #expect(standard.optics?["embedded"] as? [String] == ["GainMap", "WarpRectilinear"])
    #expect(standard.optics?["ignored"] == nil)
    #expect(standard.errors.contains("the file's GainMap, WarpRectilinear"), "\(standard.errors)")
    #expect(try convert("lens.dng", "--lens", "embedded").pixels == standard.pixels)
    let none = try convert("lens.dng", "--lens", "none")
    #expect(none.optics?["embedded"] == nil)
    #expect(none.pixels != standard.pixels)
    #expect(try convert("plain.dng").pixels == none.pixels)
    #expect(try convert("lens.dng", "--plain").pixels == convert("plain.dng", "--plain").pixels)
    #expect(try convert("lens.dng", "-j", "3").pixels == standard.pixels)
    let small = try convert("lens.dng", "--size", "40", "--rotation", "2")
    #expect(small.optics?["embedded"] as? [String] == ["GainMap", "WarpRectilinear"])
    _ = try convert("lens.dng", "--lens", "none", "--save-recipe", "r.yaml")
    #expect(try convert("lens.dng", "--recipe", "r.yaml").pixels == none.pixels)
  }

  @Test func unsupportedCorrectionsCauseWarning() throws {
    let strange = try convert("strange.dng")
    #expect(
      strange.errors.contains(
        "cannot apply corrections in the file: OpcodeList2 (damaged), WarpRectilinear (it folds or crushes the picture)"
      ), "\(strange.errors)")
    #expect((strange.optics?["ignored"] as? [String])?.count == 3)
    #expect(try convert("plain.dng").pixels == strange.pixels)
    #expect(
      try !convert("strange.dng", "--lens", "none").errors.contains("cannot apply corrections"))
    let nothing = try convert("plain.dng", "--lens", "embedded")
    #expect(nothing.errors.contains("lens embedded: the file does not contain corrections"))
    let failed = try tree.run(
      "convert", "plain.dng", "-o", "y.png", "--lens", "embedded", "--strict")
    #expect(
      failed.errors.contains("failed (lens embedded: the file does not contain corrections)"),
      "\(failed.errors)")
    try tree.run(
      "convert", "strange.dng", "-o", "y.png", "--strict", status: 1,
      errors: "cannot apply corrections in the file")
  }

  /// Corrections in a maker's notes work like a DNG's opcode lists.
  @Test(arguments: [true, false]) func makersNotesAreFollowed(isSony: Bool) throws {
    let size = Size(width: 96, height: 66)
    let (maker, name): (String, String)
    let raw: MakerRaw
    if isSony {
      (maker, name) = ("Sony", "a.arw")
      raw = .sonyBlocks(.varied(size, bits: 11)).recording(lens: [
        0x7037: [11] + (0..<11).map { Double(-9 * $0 * $0) },
        0x7032: [11] + (0..<11).map { Double(70 * $0 * $0) },
      ])
    } else {
      (maker, name) = ("Fujifilm", "a.raf")
      let knots = (0..<11).map { Double($0) / 10 }
      raw = .fuji(.varied(size, bits: 14), .plain, pattern: .xtrans).recording(lens: [
        0xF00B: [0] + knots + knots.map { -4 * $0 * $0 },
        0xF010: [0] + knots + knots.map { 100 - 40 * $0 },
      ])
    }
    try tree.write(raw.file(), to: name)
    let standard = try convert(name, "-v")
    #expect(
      standard.optics?["embedded"] as? [String] == ["\(maker) vignetting", "\(maker) distortion"])
    #expect(standard.errors.contains("the file's \(maker) vignetting, \(maker) distortion"))
    let none = try convert(name, "--lens", "none")
    #expect(none.pixels != standard.pixels && none.optics?["embedded"] == nil)
    #expect(try convert(name, "--lens", "embedded", "-j", "3").pixels == standard.pixels)
    let message = try tree.run("sample", name, "--at", "0.5,0.5")
    #expect(message.text.contains("shading \(maker) vignetting (tag)"), "\(message.text)")
  }

  /// Samples are the light before the lens: the map's gains, bilinear between its points. Codes are
  /// rounded to a thousandth here.
  @Test func samplesAreCorrectedForShading() throws {
    var photo = SyntheticPhoto(.flat(SIMD3(repeating: 0.2)), size: Size(width: 64, height: 48))
    photo.options.opcodeLists = [nil, Self.maps.bytes, Self.warp(0.03).bytes]
    try tree.write(photo.file(), to: "flat.dng")
    func light(_ options: [String]) throws -> [Double] {
      let run = try tree.run(
        [
          "sample", "flat.dng", "--at", "0.25,0.25", "--at", "0.375,0.125", "--at", "0.625,0.75",
          "--lookup", "bilinear", "--space", "linear", "--format", "csv",
        ] + options, status: 0)
      return run.fields.dropFirst().compactMap { Double($0[5]) }
    }
    for options in [[], ["--from", "half"], ["--as", "convert", "--tone", "linear"]] {
      let plain = try light(["--lens", "none"] + options)
      let corrected = try light(options)
      #expect(try light(["--lens", "auto"] + options) == corrected)
      #expect(plain.count == 3 && corrected.count == 3)
      for (index, gain) in [1.475, 1.44375, 1.3375].enumerated() {
        #expect(abs(corrected[index] / plain[index] / gain - 1) < 0.003, "\(options) \(index)")
      }
    }
    let message = try tree.run("sample", "flat.dng", "--at", "0.5,0.5")
    #expect(message.text.contains("shading GainMap (tag)"), "\(message.text)")
    #expect(
      try !tree.run("sample", "flat.dng", "--at", "0.5,0.5", "--lens", "none").text
        .contains("shading"))
    try tree.run(
      "sample", "flat.dng", "--at", "0.5,0.5", "--lens", "embedded", status: 64,
      errors: "expected one of auto, none")
  }

  @Test(arguments: [
    (["--lens", "nikon"], "expected one of auto, embedded, lensfun, none"),
    (["--plain", "--lens", "auto"], "remove it or --lens"),
  ])
  func wrongUsageIsExplained(_ flags: [String], _ words: String) throws {
    try tree.run(["convert", "lens.dng", "-o", "a.png"] + flags, status: 64, errors: words)
  }
}

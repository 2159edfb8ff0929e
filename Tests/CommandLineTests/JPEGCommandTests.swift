import BromideValues
import Foundation
import SystemPackage
import TestSupport
import Testing

@testable import BromideCodecs

/// JPEG through the command: names, options, reports, and errors.
@Suite struct JPEGCommandTests {
  private let tree = CommandTree.fresh
  private static let photo = "chart_rggb_12bit.dng"
  private static let turned = "landscape_gbrg_portrait_orientation6.dng"

  /// A timeline of one photo and three frames.
  private static func timeline(_ track: String) -> [UInt8] {
    let source = "photo: a.dng, duration: 3f, tracks: {\(track)}"
    return Array("size: 96x64\nsources: [{\(source)}]\n".utf8)
  }

  private func header(_ name: String) throws -> JPEGHeader {
    try JPEGPicture.header(path: FilePath(tree.path(name)))
  }

  /// A PNG, encoded in one piece.
  private func encoded(
    _ png: String, _ options: JPEGOptions
  ) throws -> (JPEGBandEncoder, JPEGBand) {
    let image = try tree.picture(png)
    let encoder = JPEGBandEncoder(
      size: image.size, format: PixelFormat(channels: image.channels, sample: .uint8),
      options: options)
    let band = unsafe image.withUnsafeSamples { samples in
      unsafe encoder.encode(
        rows: UnsafeRawBufferPointer(samples), isLast: true, scratch: encoder.makeScratch())
    }
    return (encoder, band)
  }

  // MARK: Convert

  @Test func qualityAndSubsamplingAreObeyedAndReported() throws {
    try tree.copy(Self.photo, to: "a.dng")
    for (arguments, quality, subsampling, layout) in [
      ([], 92, "444", YCbCrLayout.Subsampling.yuv444), (["--quality", "89"], 89, "420", .yuv420),
      (["--quality", "100", "--subsampling", "422"], 100, "422", .yuv422),
      (["--quality", "1", "--subsampling", "444"], 1, "444", .yuv444),
    ] {
      let run = try tree.run(
        ["convert", "a.dng", "-o", "a.jpg", "--report", "-"] + arguments, status: 0)
      for words in [
        "\"format\":\"jpeg\"", "\"quality\":\(quality)", "\"subsampling\":\"\(subsampling)\"",
      ] {
        #expect(run.text.contains(words), "\(words) in \(run.text)")
      }
      #expect(try header("a.jpg").layout.subsampling == layout)
    }
    let png = try tree.run("convert", "a.dng", "-o", "a.png", "--report", "-")
    #expect(png.text.contains("\"format\":\"png\""), "\(png.text)")
    #expect(!png.text.contains("quality") && !png.text.contains("subsampling"), "\(png.text)")
  }

  /// For every orientation and kind of picture, the pixels match the PNG, encoded in one piece.
  @Test(
    arguments: FormatCommandTests.photos, ["444", "420"])
  func pixelsMatchThePNG(_ photo: String, _ subsampling: String) throws {
    try tree.copy(photo, to: "a.dng")
    for (index, arguments) in [[], ["--orientation", "keep"]].enumerated() {
      let (own, png) = ("\(index).jpg", "\(index).png")
      let coding = ["--quality", "90", "--subsampling", subsampling]
      try tree.run(["convert", "a.dng", "-o", own] + coding + arguments, status: 0)
      #expect(try tree.run(["convert", "a.dng", "-o", png] + arguments).status == 0)
      let (encoder, whole) = try encoded(
        png,
        JPEGOptions(
          quality: 90, subsampling: try #require(JPEGSubsampling(rawValue: subsampling))))
      let writer = try JPEGWriter(
        .path(FilePath(tree.path("whole.jpg"))),
        JPEGDescription(size: encoder.size, format: encoder.format), encoder.options)
      try writer.append(whole)
      try writer.finish()
      let file = try tree.read(own)
      #expect(
        file.suffix(whole.bytes.count) == (try tree.read("whole.jpg")).suffix(whole.bytes.count),
        "\(photo) \(arguments)")
    }
  }

  @Test func convertReplacesOnlyStalePictures() throws {
    try tree.copy(Self.photo, to: "a.dng")
    #expect(try tree.run("convert", "a.dng", "-o", "a.jpg").status == 0)
    try tree.run("convert", "a.dng", "-o", "a.jpg", status: 0, errors: "0 converted, 1 skipped")
    try tree.run(
      "convert", "a.dng", "-o", "a.jpg", "--subsampling", "444", errors: "0 converted, 1 skipped")
    try tree.run("convert", "a.dng", "-o", "a.jpg", "--quality", "91", errors: "1 converted")
    // A copy that was cut short is not current.
    try tree.write(try tree.read("a.jpg").dropLast(9), to: "a.jpg")
    try tree.run("convert", "a.dng", "-o", "a.jpg", "--quality", "91", errors: "1 converted")
  }

  /// A card with raws and the camera's JPEGs.
  @Test(arguments: [[], ["-y"], ["--if-exists", "update"]])
  func theCamerasJPEGStays(_ arguments: [String]) throws {
    try tree.copy(Self.photo, to: "card/a.dng")
    let jpeg = SampleScene.jpeg(.yuv420)
    try tree.write(jpeg, to: "card/a.jpg")
    try tree.run(
      ["convert", "card", "--to", "jpeg"] + arguments, status: 1,
      errors: "--name or -o puts the picture elsewhere")
    #expect(try tree.read("card/a.jpg") == jpeg)
    #expect(
      try tree.run("convert", "card", "--to", "jpeg", "--name", "{stem}-developed").status == 0)
    #expect(tree.entries("card") == ["a-developed.jpg", "a.dng", "a.jpg"])
    // In other folders, the policy applies to files that Bromide did not write.
    try tree.write(jpeg, to: "out/a.jpg")
    #expect(try tree.run("convert", "card", "-o", "out", "--to", "jpeg").status == 1)
    #expect(try tree.run("convert", "card", "-o", "out", "--to", "jpeg", "-y").status == 0)
  }

  // MARK: Gain maps

  @Test func gainMapContainsBrightLight() throws {
    try tree.copy("landscape_bggr_tungsten_clipped.dng", to: "a.dng")
    try tree.run("convert", "a.dng", "-o", "plain.jpg", status: 0)
    let run = try tree.run(
      "convert", "a.dng", "-o", "hdr.jpg", "--hdr", "2.5", "--report", "-", status: 0)
    #expect(run.text.contains("\"gainMap\":"), "\(run.text)")
    let file = try tree.read("hdr.jpg")
    // The second JPEG starts after the end of the first, and the packet contains its length.
    let start = try #require(
      file.indices.dropFirst(2).first { file[$0...].starts(with: [0xFF, 0xD9, 0xFF, 0xD8]) })
    let length = file.count - start - 2
    #expect(
      String(decoding: file.prefix(4000), as: UTF8.self).contains("Item:Length=\"\(length)\""))
    #expect(try header("hdr.jpg").size == header("plain.jpg").size)
    // The picture is the one without a map, from its frame header to its end.
    let (a, b) = (try tree.read("plain.jpg"), Array(file[..<(start + 2)]))
    let frame: [UInt8] = [0xFF, 0xDB, 0x00, 0x43]
    #expect(
      a[try #require(a.firstRange(of: frame)).lowerBound...]
        == b[try #require(b.firstRange(of: frame)).lowerBound...])
    try tree.run("convert", "a.dng", "-o", "hdr.jpg", "--hdr", "2.5", errors: "1 skipped")
    try tree.run("convert", "a.dng", "-o", "hdr.jpg", "--hdr", "2", errors: "1 converted")
  }

  @Test func photoWithoutBrightLightCausesMessage() throws {
    try tree.copy(Self.photo, to: "a.dng")
    let dark = ["convert", "a.dng", "--exposure", "-4", "--to", "jpeg"]
    try tree.run(
      dark + ["-o", "hdr", "--hdr", "2"], status: 0, errors: "written without a gain map, because")
    #expect(try !tree.read("hdr/a.jpg").contains(Array("MPF\0".utf8)))
  }

  // MARK: The other commands

  @Test func framesAreJPEGs() throws {
    try tree.copy(Self.photo, to: "a.dng")
    try tree.write(Self.timeline("exposure: [{from: 0, to: 1}]"), to: "t.yaml")
    try tree.run("render", "t.yaml", "-o", "frames", "--to", "jpeg", "--quality", "80", status: 0)
    #expect(tree.entries("frames") == ["0.jpg", "1.jpg", "2.jpg", "manifest.json"])
    #expect(try header("frames/0.jpg").size == Size(width: 96, height: 64))
    try tree.run(
      "render", "t.yaml", "-o", "frames", "--to", "jpeg", "--quality", "80", status: 0,
      errors: "3 current")
    try tree.run(
      "render", "t.yaml", "-o", "frames", "--to", "jpeg", "--quality", "81", errors: "3 rendered")
    #expect(try tree.run("render", "t.yaml", "--frame", "1", "-o", "one.jpg").status == 0)
    #expect(try header("one.jpg").size == Size(width: 96, height: 64))
    for (arguments, words) in [
      (["-o", "x", "--to", "jpeg", "--depth", "16"], "--depth 16 does not apply to JPEG"),
      (["--apng", "x.png", "--quality", "90"], "--quality does not apply to --apng"),
      (["--y4m", "x.y4m", "--to", "jpeg"], "--to does not apply to --y4m"),
      (["-o", "x", "--quality", "90"], "--quality does not apply to PNG"),
    ] {
      try tree.run(["render", "t.yaml"] + arguments, status: 64, errors: words)
    }
  }

  /// Bands of a developed frame end at any row, but JPEG bands start at multiples of 16.
  @Test func tallFramesAreSeamless() throws {
    try tree.copy(Self.turned, to: "a.dng")
    for name in ["a.jpg", "a.png"] {
      try tree.run("render", "a.dng", "--frame", "0", "-o", name, "--size", "300x613", status: 0)
    }
    let (_, whole) = try encoded("a.png", JPEGOptions())
    let file = try tree.read("a.jpg")
    // The coded size to the byte means that no block differs.
    let header = try #require(file.firstRange(of: [0xFF, 0xDA]))
    let scan = Int(file[header.upperBound]) << 8 | Int(file[header.upperBound + 1])
    #expect(file.count - header.upperBound - scan - 2 == whole.bytes.count)
  }

  @Test func transparentFrameFails() throws {
    try tree.copy(Self.photo, to: "a.dng")
    try tree.write(Self.timeline("opacity: [{at: 0%, value: 0.5}]"), to: "t.yaml")
    try tree.run(
      "render", "t.yaml", "-o", "x", "--to", "jpeg", status: 64,
      errors: "JPEG does not support alpha")
    #expect(tree.entries() == ["a.dng", "t.yaml"])
    try tree.run(
      "convert", "a.dng", "-o", "x.jpg", "--opacity", "0.5", status: 64,
      errors: "--opacity: a JPEG has no alpha; write PNG or TIFF")
    #expect(tree.entries() == ["a.dng", "t.yaml"])
  }

  @Test func sheetsAreJPEGs() throws {
    for name in ["a", "b", "c"] { try tree.copy(Self.photo, to: "in/\(name).dng") }
    try tree.run("sheet", "in", "-o", "s.jpeg", "--tile", "64", status: 0)
    #expect(try header("s.jpeg").size.width > 64)
    #expect(
      try tree.run("sheet", "in", "-o", "s.jpeg", "--tile", "64").errors.contains("is current"))
    #expect(try tree.run("sheet", "in", "-o", "out/", "--to", "jpeg", "--tile", "64").status == 0)
    #expect(tree.entries("out") == ["sheet.jpg"])
    for (arguments, words) in [
      (["-o", "x.jpg", "--background", "none"], "a JPEG does not support alpha"),
      (["-o", "x.jpg", "--depth", "16"], "--depth 16 does not apply to JPEG"),
    ] {
      try tree.run(["sheet", "in"] + arguments, status: 64, errors: words)
    }
  }

  @Test func drawingsAreJPEGs() throws {
    #expect(try tree.run("curves", "easeOut(3)", "-o", "c.jpg").status == 0)
    #expect(try header("c.jpg").size.width > 100)
    #expect(try tree.run("curves", "easeOut(3)", "-o", "out/", "--to", "jpeg").status == 0)
    #expect(tree.entries("out") == ["curves.jpg"])
    try tree.copy(Self.photo, to: "a.dng")
    let run = try tree.run("sample", "a.dng", "--at", "0.5,0.5", "--swatch", "w.jpg")
    #expect(run.status == 0 && tree.exists("w.jpg"), "\(run.errors)")
  }
}

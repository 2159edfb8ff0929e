import BromideCodecs
import BromideValues
import Foundation
import TestSupport
import Testing

/// Unusual colour tags of finished pictures, in `sample` and `info`.
@Suite struct PictureTagTests {
  private let tree = CommandTree.fresh

  /// A PNG of 16 by 8 pixels: 200 100 50, and its upper left corner 0 0 255.
  private func png(_ chunks: [(String, [UInt8])]) -> [UInt8] {
    var png = HandmadePNG(width: 16, height: 8, depth: 8, colorType: 2)
    png.chunks = chunks.map { ($0.0, $0.1) }
    var rows: [UInt8] = []
    for y in 0..<8 {
      rows.append(0)
      for x in 0..<16 { rows += x < 4 && y < 4 ? [0, 0, 255] : [200, 100, 50] }
    }
    return png.file(rows)
  }

  private static func gamma(_ value: Int) -> (String, [UInt8]) {
    ("gAMA", big(value))
  }

  /// PNG third edition, 4.3: the first of cICP, iCCP, sRGB and gAMA that means something.
  @Test(
    arguments: [
      ([("cICP", [12, 13, 0, 1])], "display-p3 (tag cICP)", "srgb (tag cICP)", false),
      ([("cICP", [9, 16, 0, 1])], "2020 (tag cICP)", "pq (tag cICP)", false),
      ([("cICP", [2, 2, 0, 1]), gamma(100_000)], "709 (tag gAMA)", "linear (tag gAMA)", true),
      ([("cICP", [2, 13, 0, 1]), ("sRGB", [0])], "709 (tag sRGB)", "srgb (tag sRGB)", true),
      ([("cICP", [12, 2, 0, 1]), ("sRGB", [0])], "709 (tag sRGB)", "srgb (tag sRGB)", true),
      ([("cICP", [3, 13, 0, 1]), ("sRGB", [0])], "709 (tag sRGB)", "srgb (tag sRGB)", true),
      ([("cICP", [12, 200, 0, 0])], "709 (rule)", "srgb (rule)", true),
      // PNG holds RGB: another matrix is a mistake, and libpng 1.6.45 ignores the chunk.
      ([("cICP", [12, 13, 1, 1]), gamma(100_000)], "709 (tag gAMA)", "linear (tag gAMA)", true),
      // A chunk with a wrong length is ignored.
      ([("cICP", [12, 13, 0]), ("sRGB", [0])], "709 (tag sRGB)", "srgb (tag sRGB)", false),
      ([gamma(0)], "709 (rule)", "srgb (rule)", false),
      ([gamma(100_000), gamma(45_455)], "709 (tag gAMA)", "linear (tag gAMA)", false),
      ([("cHRM", [UInt8](repeating: 0, count: 32))], "709 (rule)", "srgb (rule)", false),
    ] as [([(String, [UInt8])], String, String, Bool)])
  func coloursOfPNG(
    chunks: [(String, [UInt8])], primaries: String, transfer: String, isUnused: Bool
  ) throws {
    try tree.write(png(chunks), to: "a.png")
    let run = try tree.run("sample", "a.png", "--at", ".8,.8", status: 0)
    #expect(run.text.contains("primaries \(primaries), transfer \(transfer)"), "\(run.text)")
    #expect(run.text.contains("not used (tag cICP)") == isUnused, "\(run.text)")
    #expect(run.text.contains("range full (tag cICP)") == primaries.hasSuffix("(tag cICP)"))
    let info = try tree.run("info", "a.png", "--format", "json")
    #expect(info.text.contains("the next chunk about colours counts") == isUnused, "\(info.text)")
  }

  /// A gAMA of 45455 is sRGB's curve, but with the primaries of Adobe RGB it is an exponent (PNG
  /// third edition, 4.3 and 11.3.2.5). The luminances of 200 100 50 follow from IEC 61966-2-1 and
  /// from Adobe RGB (1998), 4.3.5.3, with the exponent 1/0.45455.
  @Test(arguments: [
    ([31_270, 32_900, 64_000, 33_000, 30_000, 60_000, 15_000, 6000], 0.21628),
    ([31_271, 32_901, 63_999, 33_001, 29_999, 60_001, 15_001, 5999], 0.21628),
    ([31_270, 32_900, 64_000, 33_000, 21_000, 71_000, 15_000, 6000], 0.25635),
  ])
  func gammaBelongsToPrimaries(_ points: [Int], luminance: Double) throws {
    let primaries = ("cHRM", points.flatMap { Self.gamma($0).1 })
    try tree.write(png([Self.gamma(45_455), primaries]), to: "a.png")
    let run = try tree.run(
      "sample", "a.png", "--at", ".8,.8", "--space", "xyz", "--format", "csv", status: 0)
    let fields = run.text.split(separator: "\n")[1].split(separator: ",")
    let found = try #require(Double(fields[5]))
    #expect(abs(found - luminance) < 3e-4, "\(run.text)")
  }

  /// A damaged profile is a warning, and with --strict an error. The next chunk sets the colours.
  @Test func brokenProfilesAreNamed() throws {
    let text = HandmadePNG.compressed([UInt8](repeating: 0x6E, count: 200))
    let profiles = [Array("x".utf8) + [0, 0] + text, Array("x".utf8) + [0, 0, 1, 2, 3]]
    for profile in profiles {
      try tree.write(png([("iCCP", profile), Self.gamma(100_000)]), to: "a.png")
      let run = try tree.run("sample", "a.png", "--at", ".8,.8")
      #expect(run.status == 0 && run.text.contains("linear (tag gAMA)"), "\(run.text)")
      #expect(run.errors.contains("a.png: its ICC profile (iCCP) is damaged"), "\(run.errors)")
      try tree.run("convert", "a.png", "-o", "b.png", "-y", status: 0, errors: "(iCCP) is damaged")
      try tree.run(
        "sample", "a.png", "--at", ".8,.8", "--strict", status: 1, errors: "(iCCP) is damaged")
    }
    try tree.write(png([("cICP", [12, 13, 0, 1]), ("iCCP", profiles[0])]), to: "a.png")
    let run = try tree.run("sample", "a.png", "--at", ".8,.8")
    #expect(run.status == 0 && run.errors.isEmpty, "\(run.errors)")
  }

  /// A block with an orientation of 6 and a model.
  private static let block: [UInt8] = {
    let entries: [UInt8] =
      [2, 0, 0x10, 1, 2, 0, 3, 0, 0, 0, 0x58, 0x31, 0, 0]
      + [0x12, 1, 3, 0, 1, 0, 0, 0, 6, 0, 0, 0, 0, 0, 0, 0]
    return [0x49, 0x49, 42, 0, 8, 0, 0, 0] + entries
  }()

  private static func profile(_ name: String, _ bytes: [UInt8]) -> (String, [UInt8]) {
    let digits = bytes.map { (UInt16($0) + 0x100) }.map { String($0, radix: 16).dropFirst() }
    let text = "\n\(name)\n\(bytes.count)\n" + digits.joined() + "\n"
    return (
      "zTXt",
      Array("Raw profile type \(name)".utf8) + [0, 0] + HandmadePNG.compressed(Array(text.utf8))
    )
  }

  /// eXIf, also with a JPEG's prefix, and older text chunks for Exif. With orientation 6, the
  /// corner is at the right.
  @Test(
    arguments: [
      ("eXIf", block), ("eXIf", Array("Exif\0\0".utf8) + block), profile("exif", block),
      profile("exif", Array("Exif\0\0".utf8) + block),
      profile("APP1", Array("Exif\0\0".utf8) + block),
    ] as [(String, [UInt8])])
  func exifOfPNG(name: String, bytes: [UInt8]) throws {
    try tree.write(png([(name, bytes)]), to: "a.png")
    let run = try tree.run("sample", "a.png", "--at", ".9,.1", "--at", ".1,.1")
    #expect(run.text.contains("a.png: 8×16"), "\(run.text)\(run.errors)")
    let lines = run.text.split(separator: "\n")
    #expect(lines.count == 3 && lines[1].contains("#0000ff") && lines[2].contains("#c86432"))
    let info = try tree.run("info", "a.png", "--fields", "model,orientation")
    #expect(info.text.contains("X1") && info.text.contains("6"), "\(info.text)")
  }

  @Test(arguments: [
    ("XMP in APP1", profile("APP1", Array("http://ns.adobe.com/xap/1.0/\0<x/>".utf8))),
    ("no block", ("eXIf", Array("nothing".utf8))), ("an odd digit", profile("exif", [])),
  ]) func otherChunksAreNotExif(name: String, chunk: (String, [UInt8])) throws {
    try tree.write(png([chunk]), to: "a.png")
    let run = try tree.run("sample", "a.png", "--at", ".1,.1")
    #expect(
      run.text.contains("a.png: 16×8") && run.text.contains("#0000ff"), "\(name): \(run.text)")
  }

  /// A missing end is a warning, or a failure if warnings are errors. Missing pixels are damage.
  @Test func aJPEGWithoutItsEndIsAPicture() throws {
    let whole = SampleScene.jpeg(.yuv420)
    try tree.write(whole, to: "whole.jpg")
    try tree.write(Array(whole.dropLast(2)), to: "a.jpg")
    try tree.write(Array(whole.dropLast(60)), to: "short.jpg")
    let expected = try tree.run("sample", "whole.jpg", "--grid", "6x4")
    let run = try tree.run("sample", "a.jpg", "--grid", "6x4", status: 0)
    #expect(
      run.text.replacingOccurrences(of: "a.jpg", with: "whole.jpg") == expected.text, "\(run.text)")
    #expect(
      run.errors
        == "warning: a.jpg: the JPEG's end (EOI) is missing; all of its pixels are there\n",
      "\(run.errors)")
    try tree.run("sample", "a.jpg", "--grid", "6x4", "--strict", status: 1, errors: "EOI")
    try tree.run("sample", "short.jpg", "--grid", "6x4", status: 1, errors: "damaged or incomplete")
  }

  /// Code points of AVIF. The matrix is identity, so that the numbers are those of the PNG.
  @Test(
    .enabled(if: avifenc != nil, "avifenc is not installed"),
    arguments: [
      ("9/16/0", "2020 (tag CICP), transfer pq (tag CICP)"),
      ("12/13/0", "display-p3 (tag CICP), transfer srgb (tag CICP)"),
      ("1/13/0", "709 (tag CICP), transfer srgb (tag CICP)"),
      ("2/2/0", "709 (rule), transfer srgb (rule)"),
    ])
  func codePointsOfAVIF(codes: String, words: String) throws {
    try tree.write(png([]), to: "a.png")
    try PictureTagTests.avifenc?.run(
      ["--lossless", "--cicp", codes, tree.path("a.png"), tree.path("a.avif")])
    let run = try tree.run("sample", "a.avif", "--at", ".8,.8")
    #expect(run.text.contains("primaries \(words)"), "\(run.text)\(run.errors)")
    // The same numbers in a PNG's cICP.
    let numbers = codes.split(separator: "/").compactMap { UInt8($0) }
    try tree.write(png([("cICP", [numbers[0], numbers[1], 0, 1])]), to: "b.png")
    let other = try tree.run("sample", "b.png", "--at", ".8,.8")
    #expect(
      run.text.split(separator: "\n").last == other.text.split(separator: "\n").last,
      "\(run.text)\(other.text)")
  }

  static let avifenc = ForeignProgram("avifenc")
}

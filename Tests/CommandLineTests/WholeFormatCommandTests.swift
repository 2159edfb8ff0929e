import BromideCodecs
import BromideValues
import Foundation
import SystemPackage
import TestSupport
import Testing

/// JPEG XL, AVIF and WebP through the command, read by other programs.
@Suite struct WholeFormatCommandTests {
  private let tree = CommandTree.fresh
  private static let bright = "landscape_bggr_tungsten_clipped.dng"
  static let djxl = ForeignProgram("djxl")
  static let avifdec = ForeignProgram("avifdec")
  static let dwebp = ForeignProgram("dwebp")
  static let exiv2 = ForeignProgram("exiv2")

  private func convert(_ arguments: String...) throws {
    try tree.run(["convert"] + arguments, status: 0)
  }

  /// Each photo, turned and upright, grey and coloured: the samples of lossless files are those of
  /// the PNG.
  @Test(.enabled(if: djxl != nil && dwebp != nil, "djxl or dwebp is not installed"))
  func losslessSamplesEqualThePNG() throws {
    for photo in FormatCommandTests.photos {
      try tree.copy(photo, to: "a.dng")
      for depth in ["8", "16"] {
        try convert("a.dng", "-y", "-o", "a.png", "--depth", depth)
        try convert("a.dng", "-y", "-o", "a.jxl", "--lossless", "--depth", depth)
        try Self.djxl?.run([tree.path("a.jxl"), tree.path("j.png")])
        #expect(try tree.codes("j.png") == tree.codes("a.png"), "\(photo) \(depth)")
        guard depth == "8" else { continue }
        try convert("a.dng", "-y", "-o", "a.webp", "--lossless")
        try Self.dwebp?.run(["-quiet", tree.path("a.webp"), "-o", tree.path("w.png")])
        let png = try tree.codes("a.png")
        let webp = try tree.codes("w.png")
        // WebP stores grey as three equal channels.
        #expect(webp == (webp.count == png.count ? png : png.flatMap { [$0, $0, $0] }), "\(photo)")
      }
    }
  }

  @Test(arguments: ["jxl", "avif", "webp"])
  func outputsAreCurrentVerifiedAndRemade(_ format: String) throws {
    try tree.copy(Self.bright, to: "in/a.dng")
    try convert("in", "-o", "out", "--to", format, "--size", "120")
    #expect(tree.entries("out") == ["a.\(format)"])
    try tree.run(
      "convert", "in", "-o", "out", "--to", format, "--size", "120", status: 0, errors: "1 skipped")
    try tree.run(
      "convert", "in", "-o", "out", "--to", format, "--size", "120", "--quality", "70", status: 0,
      errors: "1 converted")
    try tree.run("verify", "out", "--inputs", "in", status: 0)
    var file = try tree.read("out/a.\(format)")
    // WebP and AVIF end with metadata or pixels, and JPEG XL with pixels.
    file.removeLast(file.count / 2)
    try tree.write(file, to: "out/a.\(format)")
    let cut = try tree.run("verify", "out", "--inputs", "in")
    #expect(cut.status == 1 && cut.text.contains("damaged"), "\(cut.text)\(cut.errors)")
  }

  /// exiftool and exiv2 read the same texts in six containers.
  @Test(.enabled(if: ForeignProgram.exiftool != nil, "exiftool is not installed"))
  func metadataIsEqualInAllFormats() throws {
    try tree.copy(Self.bright, to: "a.dng")
    let tags = [
      "-XMP-dc:Title", "-XMP-dc:Creator", "-XMP-dc:Subject", "-XMP-dc:Rights", "-IFD0:Artist",
      "-IFD0:Copyright", "-IFD0:Make", "-IFD0:Model", "-ExifIFD:ISO", "-ExifIFD:ExposureTime",
      "-XMP-photoshop:City",
    ]
    var read: [String: String] = [:]
    for format in PictureFormat.allCases {
      let name = "a.\(format.suffix)"
      try convert(
        "a.dng", "-o", name, "--xmp", "dc:title=Hafen <&> Ü 日本", "--xmp", "dc:subject=sea;boats",
        "--artist", "Zoë", "--copyright", "© Zoë", "--xmp", "photoshop:City=Åbo", "--size", "64")
      read[name] = try ForeignProgram.exiftool?.run(["-s", "-G1"] + tags + [tree.path(name)])
      if let exiv2 = Self.exiv2, format != .avif, format != .jxl {
        let words = try exiv2.run(["-pa", tree.path(name)])
        #expect(words.contains("Hafen <&> Ü 日本") && words.contains("Åbo"), "\(name) \(words)")
      }
    }
    let png = try #require(read["a.png"])
    #expect(png.contains("Hafen <&> Ü 日本") && png.contains("Zoë"), "\(png)")
    for (name, words) in read { #expect(words == png, "\(name)") }
  }

  // MARK: Light above white

  @Test(
    .enabled(if: avifdec != nil && djxl != nil, "avifdec or djxl is not installed"),
    arguments: ["pq", "hlg"])
  func lightAboveWhiteIsStored(_ curve: String) throws {
    try tree.copy(Self.bright, to: "a.dng")
    try convert("a.dng", "-o", "a.avif", "--hdr", "2.5", "--hdr-transfer", curve)
    let words = try Self.avifdec?.run(["--info", tree.path("a.avif")]) ?? ""
    #expect(words.contains("Color Primaries: 9") && words.contains("Matrix Coeffs. : 9"))
    #expect(words.contains("Transfer Char. : \(curve == "pq" ? 16 : 18)"), "\(words)")
    #expect(words.contains("Bit Depth      : 10") && words.contains("YUV444"), "\(words)")
    // Less exposure, because all pixels of this photo are bright.
    try convert(
      "a.dng", "-o", "a.jxl", "--hdr", "2.5", "--hdr-transfer", curve, "--quality", "100",
      "--exposure", "-2")
    // The light of the same picture without light above white.
    try convert(
      "a.dng", "-o", "a.tif", "--space", "rec2020", "--depth", "float32", "--exposure", "-2")
    try Self.djxl?.run([tree.path("a.jxl"), tree.path("a.png")])
    let codes = try tree.codes("a.png")
    let light = try tree.picture("a.tif", of: Float.self).values
    #expect(codes.count == light.count)
    guard curve == "pq" else { return }
    // Dark pixels are the same. Clipped light is brighter than white.
    let found = codes.map { TransferFunction.pq.decode(Double($0) / 65535) }
    #expect(found.max() ?? 0 > 1.05)
    var (dark, most) = (0, 0.0)
    for start in stride(from: 0, to: light.count, by: 3) {
      let pixel = light[start..<start + 3]
      guard pixel.allSatisfy({ (0.1..<0.4).contains($0) }) else { continue }
      dark += 1
      for index in start..<start + 3 {
        most = max(most, abs(found[index] / Double(light[index]) - 1))
      }
    }
    #expect(dark > 1000 && most < 0.0005, "\(dark) \(most)")
  }

  @Test(arguments: ["jxl", "avif"])
  func photosWithoutLightAboveWhiteAreOrdinary(_ format: String) throws {
    try tree.copy("chart_rggb_12bit.dng", to: "a.dng")
    let dark = ["convert", "a.dng", "--exposure", "-4", "--to", format]
    try tree.run(dark + ["-o", "hdr", "--hdr", "2"], status: 0, errors: "less than 0.1 stop")
  }
}

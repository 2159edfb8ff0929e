import BromideCodecs
import BromideValues
import Foundation
import TestSupport
import Testing

/// `bromide sample` never ignores options, tags, transparency or gamuts silently.
@Suite struct SampleHonestyTests {
  private let tree = CommandTree.fresh

  private func sample(_ arguments: String...) throws -> CommandRun {
    try tree.run(["sample"] + arguments)
  }

  @Test(arguments: [
    ("a.jpg", ["--exposure", "1"], "--exposure works on raw photos, and this is a JPEG"),
    (
      "a.jpg", ["--white-balance", "5000", "--as", "scene"],
      "--as and --white-balance work on raw photos"
    ),
    ("a.png", ["--as", "convert", "--saturation", "1.2"], "--as and --saturation work on raw"),
    ("a.png", ["--demosaic", "rcd"], "--demosaic works on raw photos, and this is a PNG"),
    ("a.png", ["--matrix", "709"], "--matrix works on YCbCr, and this is a PNG"),
    ("a.png", ["--siting", "left", "--chroma", "nearest"], "--chroma and --siting work on YCbCr"),
    ("a.png", ["--average", "3"], "--average works on clips, and this is a PNG"),
    ("a.png", ["--input-size", "3x3"], "--input-size works on raw planes"),
    ("a.jpg", ["--alpha", "ignore"], "--alpha works on PNG and TIFF, and this is a JPEG"),
    ("a.y4m", ["--layout", "nv12"], "--layout works on raw planes, and this is a Y4M clip"),
    ("a.y4m", ["--from", "half"], "--demosaic and --from work on raw photos"),
    (
      "a.dng", ["--matrix", "709"], "--matrix works on pictures and video, and this is a raw photo"
    ),
    ("a.dng", ["--hex-of", "codes"], "--hex-of works on pictures and video"),
    ("a.jpg", ["--orientation", "6"], "--orientation works on video without an orientation"),
    ("a.dng", ["--average", "2"], "--average works on clips, and this is a raw photo"),
  ])
  func optionsWithoutEffectAreRejected(name: String, arguments: [String], words: String) throws {
    try SampleScene.png(tree.path("a.png"))
    try tree.write(SampleScene.jpeg(space: nil, index: ""), to: "a.jpg")
    try tree.write(
      Array("YUV4MPEG2 W64 H32 F25:1 C420\nFRAME\n".utf8) + SampleScene.nv12([90]), to: "a.y4m")
    try tree.copy("chart_rggb_12bit.dng", to: "a.dng")
    let run = try tree.run(["sample", name, "--at", ".5,.5"] + arguments)
    #expect(run.status == 1 && run.text.isEmpty, "\(run.text)")
    #expect(run.errors.contains("\(name): \(words)"), "\(run.errors)")
  }

  /// Values of a PNG with limited range: 16 is black and 235 is white.
  @Test func rangesOfRGBCount() throws {
    let space = RGBSpace(
      name: "limited", red: RGBSpace.srgb.red, green: RGBSpace.srgb.green,
      blue: RGBSpace.srgb.blue, white: .d65, transfer: .srgb,
      cicp: CICP(primaries: 1, transfer: 13, matrix: 0, isFullRange: false))
    let size = Size(width: 3, height: 1)
    let codes: [UInt8] = [16, 16, 16, 235, 235, 235, 126, 16, 235]
    try SampleScene.png(tree.path("tag.png"), codes, size: size, channels: 3, space: space)
    try SampleScene.png(tree.path("flag.png"), codes, size: size, channels: 3)
    let tag = try sample("tag.png", "--grid", "3x1", "--stats", "clipped")
    let flag = try sample("flag.png", "--grid", "3x1", "--range", "limited", "--stats", "clipped")
    #expect(tag.text.contains("range limited (tag cICP)"), "\(tag.text)\(tag.errors)")
    #expect(flag.text.contains("range limited (flag)"))
    for run in [tag, flag] {
      #expect(run.text.contains("#000000  srgb 0.000 0.000 0.000  clipped 0.00 %"), "\(run.text)")
      #expect(run.text.contains("#ffffff  srgb 255.000 255.000 255.000  clipped 100.00 %"))
      #expect(run.text.contains("srgb 128.082 0.000 255.000"))
    }
    let full = try sample("flag.png", "--at", ".1,.5")
    #expect(full.text.contains("range full (tag cICP)") && full.text.contains("#101010"))
  }

  /// One opaque red pixel next to green ones with alpha 1/5 and transparent blue ones.
  @Test func transparentPixelsDoNotCount() throws {
    let pixels: [[UInt8]] = [[255, 0, 0, 255], [0, 255, 0, 51], [0, 0, 255, 0], [0, 0, 255, 0]]
    try SampleScene.png(
      tree.path("a.png"), pixels.flatMap(\.self), size: Size(width: 2, height: 2), channels: 4)
    let options = [
      "a.png", "--at", ".5,.5", "--window", "2", "--space", "linear", "--stats",
      "count,clipped,alpha", "--format", "csv",
    ]
    let weighed = try tree.run(["sample"] + options, status: 0)
    #expect(
      weighed.fields[0][4...9] == ["linear.r", "linear.g", "linear.b", "count", "clipped", "alpha"])
    #expect(
      weighed.fields[1][4...9] == ["0.833333", "0.166667", "0.000000", "2", "1.000000", "0.300000"])
    #expect(weighed.text.contains("alpha weight (rule)"))
    let ignored = try tree.run(["sample"] + options + ["--alpha", "ignore"])
    #expect(ignored.fields[1][4...7] == ["0.250000", "0.250000", "0.500000", "4"])
    // Where all is transparent, stored colours are all there is.
    let clear = try sample("a.png", "--at", ".1,.9", "--stats", "alpha")
    #expect(clear.text.contains("#0000ff") && clear.text.contains("alpha 0.00 %"), "\(clear.text)")
    let median = try sample(
      "a.png", "--at", ".5,.5", "--window", "2", "--statistic", "median", "--space", "linear")
    #expect(median.text.contains("linear 1.000000 0.000000 0.000000"), "\(median.text)")
  }

  /// DCF's option file: Adobe RGB without a profile.
  @Test func adobeRGBOfCamerasIsRead() throws {
    try tree.write(SampleScene.jpeg(space: 255, index: "R03"), to: "adobe.jpg")
    try tree.write(SampleScene.jpeg(space: 1, index: "R98"), to: "srgb.jpg")
    try tree.write(SampleScene.jpeg(space: 255, index: "R98"), to: "odd.jpg")
    let adobe = try sample("adobe.jpg", "--at", ".5,.5", "--space", "rgb", "--space", "adobe-rgb")
    #expect(adobe.text.contains("primaries adobe-rgb (tag), transfer adobe-rgb (tag)"))
    // T.871's (100, 90, 160) is 145, 90, 33.
    for name in ["rgb 144.8", "adobe-rgb 144.8"] {
      #expect(adobe.text.contains(name), "\(adobe.text)")
    }
    for name in ["srgb.jpg", "odd.jpg"] {
      let run = try sample(name, "--at", ".5,.5")
      #expect(run.text.contains("primaries 709 (rule), transfer srgb (rule)"), "\(run.text)")
    }
    let flag = try sample("adobe.jpg", "--at", ".5,.5", "--primaries", "709", "--transfer", "srgb")
    #expect(flag.text.contains("primaries 709 (flag), transfer srgb (flag)"))
  }

  /// An option replaces its half of the recorded space. CIE XYZ from numpy, with the primaries and
  /// white of SMPTE EG 432-1 and ITU-R BT.2020, and the curve of IEC 61966-2-1.
  @Test(
    arguments: [
      ([], [0.308025, 0.19996, 0.026554], "display-p3 (tag cICP); transfer srgb (tag cICP)"),
      (
        ["--primaries", "2020"], [0.381479, 0.217457, 0.025253],
        "2020 (flag); transfer srgb (tag cICP)"
      ),
      (
        ["--transfer", "linear"], [0.50249, 0.429845, 0.179325],
        "display-p3 (tag cICP); transfer linear (flag)"
      ),
      (
        ["--primaries", "2020", "--transfer", "linear"], [0.573475, 0.448287, 0.176117],
        "2020 (flag); transfer linear (flag)"
      ),
    ] as [([String], [Double], String)])
  func aFlagReplacesItsHalf(flags: [String], xyz: [Double], reading: String) throws {
    try SampleScene.png(
      tree.path("p3.png"), [199, 88, 40], size: Size(width: 1, height: 1), channels: 3,
      space: .displayP3)
    let point = ["sample", "p3.png", "--at", ".5,.5", "--space", "xyz", "--format", "csv"]
    let line = try #require(tree.run(point + flags, status: 0).lines.last)
    let found = line.split(separator: ",")[4..<7].compactMap { Double($0) }
    #expect(found.count == 3 && zip(found, xyz).allSatisfy { abs($0 - $1) < 2e-6 }, "\(line)")
    #expect(line.contains("primaries " + reading), "\(line)")
  }

  @Test func laterVersionOfJFIFIsNotDamage() throws {
    var bytes = SampleScene.jpeg(space: nil, index: "")
    let name = Array("JFIF\0".utf8)
    let at = try #require(bytes.indices.first { bytes[$0...].starts(with: name) }) + name.count
    (bytes[at], bytes[at + 1]) = (2, 1)
    try tree.write(bytes, to: "a.jpg")
    let run = try sample("a.jpg", "--at", ".5,.5")
    #expect(run.status == 0 && run.text.contains("#915a21"), "\(run.errors)\(run.text)")
  }

  /// Display P3's green is outside sRGB and inside Rec. 2020.
  @Test func coloursOutsideAGamutAreCounted() throws {
    let codes: [UInt8] = [0, 255, 0, 10, 20, 30]
    try SampleScene.png(
      tree.path("a.png"), codes, size: Size(width: 2, height: 1), channels: 3, space: .displayP3)
    let run = try sample(
      "a.png", "--at", ".5,.5", "--window", "2", "--stats", "gamut", "--space", "srgb",
      "--format", "csv")
    #expect(run.fields[0][7] == "gamut" && run.fields[1][7] == "0.500000", "\(run.text)")
    let wide = try sample(
      "a.png", "--at", ".5,.5", "--window", "2", "--stats", "gamut", "--space", "rec2020")
    #expect(wide.text.contains("gamut 0.00 %"), "\(wide.text)")
    let clipped = try sample("a.png", "--at", ".1,.5")
    #expect(clipped.text.contains("srgb 0.000 255.000 0.000"))
    // CSS Color 4's example: color(display-p3 0 1 0) is srgb -0.5116 1.0183 -0.3107.
    let open = try sample("a.png", "--at", ".1,.5", "--unclipped", "--format", "csv").fields[1]
    for (text, value) in zip(open[4...6], [-0.5116, 1.0183, -0.3107]) {
      #expect(abs(Double(text)! / 255 - value) < 2e-4, "\(open)")
    }
  }

  /// Limited range, BT.1886: players show the codes 145, 145, 145 unchanged.
  @Test func hexContainsColoursOrCodes() throws {
    try tree.write(SampleScene.nv12([140]), to: "a_64x32.nv12")
    let code = Int((Double(140 - 16) / 219 * 255).rounded())
    let light = TransferFunction.bt1886.decode(Double(140 - 16) / 219)
    let shown = Int((255 * TransferFunction.srgb.encode(light)).rounded())
    for (option, value) in [("colour", shown), ("codes", code)] {
      let run = try sample("a_64x32.nv12", "--at", ".5,.5", "--space", "hex", "--hex-of", option)
      let hex = String(value, radix: 16)
      #expect(run.text.contains("#\(hex)\(hex)\(hex)"), "\(run.text)")
    }
  }

  @Test func damagedPNGsAreReadInPart() throws {
    // libpng reads 8 KiB at once, and noise does not compress.
    let noise = SeededNoise(seed: 5)
    let size = Size(width: 128, height: 128)
    var samples: [UInt8] = []
    for i in 0..<size.area * 3 {
      samples.append(UInt8(truncatingIfNeeded: noise.bits(i, 0)))
    }
    try SampleScene.png(tree.path("a.png"), samples, size: size, channels: 3)
    let bytes = try tree.read("a.png")
    try tree.write(Array(bytes.prefix(bytes.count / 2)), to: "cut.png")
    let failed = try sample("cut.png", "--at", "0,0")
    #expect(failed.status == 1 && failed.text.isEmpty)
    let kept = try sample("cut.png", "--at", "0,0", "--damaged", "keep", "--format", "csv")
    let whole = try sample("a.png", "--at", "0,0", "--format", "csv")
    #expect(kept.status == 1 && kept.fields[1][4...6] == whole.fields[1][4...6], "\(kept.errors)")
    #expect(kept.errors.contains("cut.png: damaged: "), "\(kept.errors)")
  }

  /// Left half dark, right half bright, stored lying: upright, turned a quarter clockwise, the dark
  /// is above.
  @Test func framesOfPlanesAreTurned() throws {
    let (width, height) = (64, 32)
    let luma = (0..<width * height).map { UInt8($0 % width < width / 2 ? 50 : 200) }
    let frame = luma + [UInt8](repeating: 128, count: width * height / 2)
    try tree.write(frame, to: "a_64x32.nv12")
    let run = try sample(
      "a_64x32.nv12", "--grid", "2x2", "--space", "ycbcr", "--orientation", "6", "--format", "csv")
    #expect(run.fields.dropFirst().map { $0[4] } == ["50.000", "50.000", "200.000", "200.000"])
    let text = try sample("a_64x32.nv12", "--at", ".5,.25", "--orientation", "6").text
    #expect(text.hasPrefix("a_64x32.nv12: 32×64") && text.contains("orientation 6 (flag)"))
    try sample("a_64x32.nv12", "--at", ".5,.25", "--orientation", "9").expect(
      64, "from 1 (upright) to 8")
  }

  @Test func filesOfOtherKindsAreNamed() throws {
    try tree.write(
      Array("RIFF\0\0\0\0WEBPVP8 ".utf8) + [UInt8](repeating: 0, count: 60), to: "a.webp")
    let webp = try sample("a.webp", "--at", "0,0")
    #expect(
      webp.status == 1 && webp.text.isEmpty && webp.errors.contains("a.webp: ")
        && webp.errors.contains("the WebP cannot be read"), "\(webp.errors)")
    let clip = Array("YUV4MPEG2 W64 H32 F25:1 C420\nFRAME\n".utf8) + SampleScene.nv12([90])
    try tree.write(clip + clip, to: "two.y4m")
    let two = try sample("two.y4m", "--frames", "0-", "--at", "0,0", "--format", "csv")
    #expect(two.status == 1 && two.fields.count == 2)
    #expect(
      two.errors.contains("a second Y4M header is at the position of frame 1"), "\(two.errors)")
  }
}

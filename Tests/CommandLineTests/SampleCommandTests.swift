import BromideCodecs
import BromideValues
import Foundation
import SystemPackage
import TestSupport
import Testing

/// `bromide sample` from the outside: numbers, messages and exit status.
@Suite struct SampleCommandTests {
  private let tree = CommandTree.fresh
  private static let photo = "landscape_rggb_14bit_lossless_jpeg.dng"
  private static let turned = "landscape_gbrg_portrait_orientation6.dng"

  /// Uses more points than one thread takes at once, so that several threads work.
  @Test func samplesMatchForAnyThreadsAndUnpackers() throws {
    try tree.copy(Self.photo, to: "a.dng")
    let options = ["sample", "a.dng", "--grid", "40x20", "--format", "csv"]
    let one = try tree.run(options + ["-j", "1"])
    #expect(one.status == 0 && one.fields.count == 801, "\(one.errors)")
    for others in [["-j", "4"], ["-j", "4", "--unpack", "libraw"]] {
      #expect(try tree.run(options + others).text == one.text)
    }
  }

  /// A single point decodes and reports only the tiles it needs. All points together need all
  /// tiles.
  @Test func onePointDecodesOnlyItsTiles() throws {
    try tree.copy(Self.photo, to: "a.dng")
    let grid = try tree.run("sample", "a.dng", "--grid", "20x20", "--format", "csv").fields
    let all = try tree.run(
      "sample", "a.dng", "--grid", "20x20", "--format", "csv", "--window", "50"
    ).fields
    #expect(all.last?.last?.contains("decoded") == false)
    for line in [1, 137, 211, 400] {
      let place = "\(grid[line][2]),\(grid[line][3])"
      let alone = try tree.run("sample", "a.dng", "--at", place, "--format", "csv")
      #expect(alone.status == 0 && alone.fields[1].dropLast() == grid[line].dropLast())
      #expect(alone.text.contains(" of 4 tiles (rule)"), "\(alone.text)")
    }
    // Options that need the entire photo get it.
    for options in [["--white-balance", "auto"], ["--swatch", "s.png"], ["--unpack", "libraw"]] {
      let whole = try tree.run(["sample", "a.dng", "--at", ".3,.3"] + options)
      #expect(whole.status == 0 && !whole.text.contains("decoded"), "\(whole.text)")
    }
  }

  /// Compares samples of `a.dng` with `--as convert` to the picture from `convert`.
  private func expectConverted(_ space: String, _ filters: [String], places: String) throws {
    try tree.run(
      ["convert", "a.dng", "-o", "a.png", "--plain", "--depth", "16", "--space", space] + filters,
      status: 0)
    try tree.write(places, to: "p.csv")
    let options = ["--points", "p.csv", "--space", space, "--format", "csv"]
    let raw = try tree.run(["sample", "a.dng", "--as", "convert"] + options + filters)
    let png = try tree.run(["sample", "a.png"] + options)
    let (a, b) = (raw.fields, png.fields)
    let count = places.split(separator: "\n").count + 1
    #expect(a.count == count && b.count == count, "\(raw.errors)\(png.errors)")
    for ((left, right), c) in product(zip(a, b).dropFirst(), 4..<7) {
      // Half a 16-bit code is 0.002. The rest is the encoder table's error and both printed
      // decimals.
      #expect(abs(Double(left[c])! - Double(right[c])!) <= 0.01, "\(left) \(right)")
    }
  }

  /// Also exactly between two pixels, where a turned picture has the same pixel as the upright one.
  @Test(arguments: [photo, turned], ["srgb", "prophoto"])
  func samplesOfARawPhotoEqualConvertedPixels(photo: String, space: String) throws {
    try tree.copy(photo, to: "a.dng")
    let places = (1...20).map { k in
      let (x, y) = (Double(k) * 0.618_033_988_7, Double(k) * 0.754_877_666_2)
      return "\(x - x.rounded(.down)),\(y - y.rounded(.down))\n"
    }
    try expectConverted(space, [], places: places.joined() + "0.5,0.5\n0.25,0.75\n0.7,0.7\n0,1\n")
  }

  @Test func filtersMatchConvert() throws {
    try tree.copy(Self.turned, to: "a.dng")
    let filters = [
      "--exposure", "-0.7", "--saturation", "1.2", "--vignette", "-1", "--tint", "4", "--grain",
      "0.2",
    ]
    try expectConverted(
      "srgb", filters, places: "0.1037,0.2071\n0.6131,0.4477\n0.8713,0.9091\n0.5,0.5\n")
    let words = try tree.run(["sample", "a.dng", "--as", "convert", "--at", ".5,.5"] + filters)
    for fact in ["exposure -0.70 EV (flag)", "saturation 1.2 (flag)", "grain 0.2 (flag)"] {
      #expect(words.text.contains(fact), "\(words.text)")
    }
    #expect(words.text.contains("tint 4.0 (flag)"), "\(words.text)")
    let help = try tree.run("sample", "--help").text
    #expect(help.contains("--saturation") && !help.contains("--denoise"))
  }

  /// With capacity 3, the values 10, 20, 30, 40 average to 30. With capacity 5 and half a second,
  /// 100 at 0 s is forgotten.
  @Test func averagesRunOverFrames() throws {
    try tree.write(SampleScene.nv12([10, 20, 30, 40]), to: "a.nv12")
    let options = "--layout nv12 --input-size 64x32 --at .5,.5 --space ycbcr --format csv"
    let three = try tree.piped("a.nv12", options + " --average 3").expect(0)
    #expect(three.fields.dropFirst().map { $0[4] } == ["10.000", "15.000", "20.000", "30.000"])
    // At 10 frames a second: 100 at 0, 10 at 0.3, 20 at 0.6.
    var y4m = Array("YUV4MPEG2 W64 H32 F10:1 C420\n".utf8)
    for luma: UInt8 in [100, 50, 50, 10, 50, 50, 20] {
      y4m += Array("FRAME\n".utf8) + SampleScene.nv12([luma])
    }
    try tree.write(y4m, to: "a.y4m")
    // Half a second is five frames, and only the chosen frames are reported.
    for run in [
      try tree.piped(
        "a.y4m", "--frames 0,3,6 --average 0.5s --at .5,.5 --space ycbcr --format csv"),
      try tree.run(
        "sample", "a.y4m", "--frames", "0,3,6", "--average", "0.5s", "--at", ".5,.5", "--space",
        "ycbcr", "--format", "csv"),
    ] {
      #expect(run.status == 0, "\(run.errors)")
      #expect(run.fields.dropFirst().map { $0[4] } == ["100.000", "52.500", "36.000"])
      #expect(run.fields.dropFirst().map { $0[1] } == ["0", "3", "6"])
    }
  }

  /// A time becomes the nearest integer number of frames. A fencepost error would add one.
  @Test(arguments: [
    (10, "0.5s", 5), (10, "0.1s", 1), (25, "1s", 25), (25, "0.5s", 13), (10, "0.01s", 1),
    (10, "4", 4),
  ]) func averagesCountFrames(rate: Int, average: String, count: Int) throws {
    var y4m = Array("YUV4MPEG2 W64 H32 F\(rate):1 C420\n".utf8)
    for i in 0..<30 { y4m += Array("FRAME\n".utf8) + SampleScene.nv12([UInt8(7 * i)]) }
    try tree.write(y4m, to: "a.y4m")
    let expected = (30 - count..<30).reduce(0.0) { $0 + 7 * Double($1) } / Double(count)
    let options = ["--average", average, "--at", ".5,.5", "--space", "ycbcr", "--format", "csv"]
    for frames in [["--frames", "29"], ["--frame", "last"], ["--frames", "0-"]] {
      let file = try tree.run(["sample", "a.y4m"] + options + frames)
      let pipe = try tree.piped("a.y4m", (options + frames).joined(separator: " "))
      for run in [file, pipe] {
        #expect(run.status == 0, "\(run.errors)")
        let line = try #require(run.fields.last)
        #expect(line[1] == "29" && abs(Double(line[4])! - expected) < 0.001, "\(frames) \(line)")
      }
    }
  }

  @Test func framesOfFilesAndPipesAreTheSame() throws {
    try tree.write(SampleScene.nv12((0..<9).map { $0 * 20 }), to: "a_64x32.nv12")
    let options = "--layout nv12 --input-size 64x32 --at .5,.5 --space ycbcr --format csv"
    for (frames, expected) in [
      ("1,3-5:2", ["1", "3", "5"]), ("7-", ["7", "8"]), ("0..2", ["0", "1", "2"]),
    ] {
      let piped = try tree.piped("a_64x32.nv12", options + " --frames \(frames)")
      let file = try tree.run(
        "sample", "a_64x32.nv12", "--at", ".5,.5", "--space", "ycbcr", "--format", "csv",
        "--frames", frames)
      #expect(piped.fields.dropFirst().map { $0[1] } == expected, "\(piped.errors)")
      #expect(file.fields.dropFirst().map { $0[1] } == expected, "\(file.errors)")
    }
    let last = try tree.piped("a_64x32.nv12", options + " --frame last")
    #expect(last.fields.dropFirst().map { $0[4] } == ["160.000"])
  }

  /// Points in pixels from 0, in percent, and windows that are not square.
  @Test func pointsAcceptPixelsAndPercentages() throws {
    try tree.copy(Self.photo, to: "a.dng")
    try SampleScene.png(tree.path("a.png"))
    let size = SampleScene.size
    let (x, y) = (100, 37)
    let fraction =
      "\((Double(x) + 0.5) / Double(size.width)),\((Double(y) + 0.5) / Double(size.height))"
    let options = ["--window", "7x3", "--stats", "count", "--format", "csv"]
    let plain = try tree.run(["sample", "a.png", "--at", fraction] + options)
    let pixels = try tree.run(["sample", "a.png", "--at", "\(x)px,\(y)px"] + options)
    #expect(plain.status == 0 && plain.text == pixels.text, "\(pixels.errors)\(pixels.text)")
    #expect(pixels.fields[1][7] == "21")
    let half = try tree.run("sample", "a.png", "--at", "50%,25%", "--format", "csv").text
    #expect(try tree.run("sample", "a.png", "--at", "0.5,0.25", "--format", "csv").text == half)
    // Each picture has its own pixels. Also mixed with a fraction, and from a list.
    try tree.write("10px,0.5,left\n", to: "p.csv")
    let list = try tree.run("sample", "a.png", "a.dng", "--points", "p.csv", "--format", "csv")
    #expect(list.fields[1][2] == "\(10.5 / Double(size.width))")
    #expect(list.fields[2][2] != list.fields[1][2] && list.fields[2][3] == "0.5")
    let outside = try tree.run("sample", "a.png", "--at", "\(size.width)px,0px")
    #expect(outside.status == 1 && outside.text.isEmpty)
    #expect(outside.errors.contains("the point \(size.width)px,0px is outside"))
    try tree.run("sample", "a.png", "--at", "9999px,0px", "--clamp", status: 0)
    try tree.run(
      "sample", "a.png", "--at", "0,0", "--window", "4x2", "--shape", "round", status: 64,
      errors: "one number")
  }

  @Test func chartsInPerspectiveAreRead() throws {
    try SampleScene.png(tree.path("a.png"))
    let whole = try tree.run("sample", "a.png", "--grid", "6x4", "--format", "csv")
    let same = try tree.run(
      "sample", "a.png", "--grid", "6x4", "--corners", "0,0 1,0 1,1 0,1", "--format", "csv")
    #expect(whole.status == 0 && whole.fields.count == 25)
    #expect(whole.fields.map { $0.dropFirst(4) } == same.fields.map { $0.dropFirst(4) })
    for ((patch, line), c) in product(whole.fields.dropFirst().enumerated(), 0..<3) {
      #expect(abs(Double(line[4 + c])! - Chart.codes[patch][c]) < 0.01)
    }
  }

  @Test func dataThatContradictTheirTagAreReported() throws {
    // Exactly 16…235.
    var luma: [UInt8] = []
    for i in 0..<64 * 32 { luma.append(UInt8(16 + i * 219 / (64 * 32 - 1))) }
    let frame = luma + [UInt8](repeating: 128, count: 64 * 16)
    try tree.write(
      Array("YUV4MPEG2 W64 H32 F25:1 C420jpeg XCOLORRANGE=FULL\nFRAME\n".utf8) + frame, to: "a.y4m")
    let run = try tree.run("sample", "a.y4m", "--at", ".5,.5", "--compare")
    #expect(run.status == 0 && run.text.contains("ΔE2000"))
    #expect(run.errors.contains("tagged full, but 100.00 % of luma is in 16…235"), "\(run.errors)")
    try tree.write(SampleScene.nv12([0]), to: "b_64x32.nv12")
    try tree.run(
      "sample", "b_64x32.nv12", "--at", ".5,.5", "--compare",
      errors: "limited by rule, but 100.00 % of luma is outside")
    let sound = try tree.run("sample", "a.y4m", "--at", ".5,.5", "--compare", "--range", "limited")
    #expect(!sound.errors.contains("luma"))
  }

  @Test func swatchesAreDrawnNextToThePicture() throws {
    try tree.copy(Self.turned, to: "a.dng")
    let run = try tree.run(
      "sample", "a.dng", "--grid", "3x2", "--space", "lab", "--swatch", "out/s.png", status: 0)
    #expect(run.errors.contains("out/s.png") && run.text.split(separator: "\n").count == 7)
    let info = try PNGReader.info(path: FilePath(tree.path("out/s.png")))
    #expect(info.size.width > 400 && info.isSRGB)
    // The first swatch's colour is there.
    let line = run.text.split(separator: "\n")[1]
    let hex = line[line.firstIndex(of: "#")!...].dropFirst().prefix(6)
    let code = UInt32(hex, radix: 16)!
    let image = try tree.picture("out/s.png")
    let found = image.size.places.contains { x, y in
      (0..<3).allSatisfy { UInt32(image[x, y, $0]) == code >> (16 - 8 * $0) & 255 }
    }
    #expect(found)
    // A file that Bromide did not make stays.
    try tree.write("mine", to: "s.png")
    try tree.run("sample", "a.dng", "--at", ".5,.5", "--swatch", "s.png", status: 1)
    #expect(try tree.read("s.png") == Array("mine".utf8))
    try tree.copy(Self.photo, to: "b.dng")
    try tree.run(
      "sample", "a.dng", "b.dng", "--at", ".5,.5", "--swatch", "t.png", status: 64,
      errors: "shows one picture")
  }

  @Test func outputMatchesForAnyJobs() throws {
    for name in ["a", "b", "c", "d"] { try tree.copy(Self.photo, to: "in/\(name).dng") }
    let options = ["--grid", "9x9", "--window", "4", "--format", "csv"]
    let one = try tree.run(["sample", "in", "-j", "1"] + options)
    let many = try tree.run(["sample", "in", "-j", "4", "--memory", "1M"] + options)
    #expect(one.status == 0 && one.output == many.output && one.fields.count == 1 + 4 * 81)
  }

  @Test func convertTakesItsWhiteBalanceFromAPlace() throws {
    try tree.copy("chart_rggb_12bit.dng", to: "a.dng")
    // The second grey of the chart's last row.
    let place = Chart.centre(19)
    let at = "at:\(place.x),\(place.y),9"
    try tree.run(
      "convert", "a.dng", "-o", "a.png", "--white-balance", at, "--tone", "linear", "--report",
      "r.jsonl", status: 0, errors: "white balance ", " K, tint ")
    let report = try tree.text("r.jsonl")
    #expect(report.contains("\"multipliers\":[") && report.contains("\"temperature\":"))
    let sample = try tree.run(
      "sample", "a.png", "--at", "\(place.x),\(place.y)", "--window", "9", "--space", "lch",
      "--format", "csv")
    #expect(Double(sample.fields[1][5])! < 0.5, "\(sample.text)")
    // The same by sampling with that balance.
    let raw = try tree.run(
      "sample", "a.dng", "--at", "\(place.x),\(place.y)", "--window", "9", "--space", "lch",
      "--format", "csv", "--white-balance", at)
    #expect(Double(raw.fields[1][5])! < 0.5, "\(raw.text)")
  }
}

import Foundation
import PNGCoding
import Pixels
import SystemPackage
import TestSupport
import Testing

/// `bromide sample` as a person meets it: numbers, words and exit status.
@Suite struct SampleCommandTests {
  private let tree: CommandTree
  private static let photo = "landscape_rggb_14bit_lossless_jpeg.dng"
  private static let turned = "landscape_gbrg_portrait_orientation6.dng"

  init() throws { tree = try CommandTree() }

  /// NV12 frames of one grey each.
  private func frames(_ luma: [UInt8], _ width: Int = 64, _ height: Int = 32) -> [UInt8] {
    luma.flatMap {
      [UInt8](repeating: $0, count: width * height)
        + [UInt8](repeating: 128, count: width * height / 2)
    }
  }

  private func fields(_ run: CommandRun) -> [[String]] {
    run.text.split(separator: "\n").map {
      $0.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
    }
  }

  /// The command with a file as standard input.
  private func piped(_ file: String, _ arguments: String) throws -> CommandRun {
    try CommandRun(
      ["-c", "'\(CommandRun.binary)' sample - \(arguments) < \(file)"], folder: tree.root,
      binary: "/bin/sh")
  }

  /// More places than one thread takes at once, so that several share them.
  @Test func threadsAndUnpackersChangeNothing() throws {
    try tree.copy(Self.photo, to: "a.dng")
    let options = ["sample", "a.dng", "--grid", "40x20", "--format", "csv"]
    let one = try CommandRun(options + ["-j", "1"], folder: tree.root)
    #expect(one.status == 0 && fields(one).count == 801, "\(one.errors)")
    for others in [["-j", "4"], ["-j", "4", "--unpack", "libraw"]] {
      #expect(try CommandRun(options + others, folder: tree.root).text == one.text)
    }
  }

  /// Places alone decode the tiles they need, and say so; all together they need all.
  @Test func onePlaceDecodesWhatItNeeds() throws {
    try tree.copy(Self.photo, to: "a.dng")
    let grid = fields(try tree.run("sample", "a.dng", "--grid", "20x20", "--format", "csv"))
    let all = fields(
      try tree.run("sample", "a.dng", "--grid", "20x20", "--format", "csv", "--window", "50"))
    #expect(all.last?.last?.contains("decoded") == false)
    for line in [1, 137, 211, 400] {
      let place = "\(grid[line][2]),\(grid[line][3])"
      let alone = try tree.run("sample", "a.dng", "--at", place, "--format", "csv")
      #expect(alone.status == 0 && fields(alone)[1].dropLast() == grid[line].dropLast())
      #expect(alone.text.contains(" of 4 tiles (rule)"), "\(alone.text)")
    }
    // What looks at the whole photo has it.
    for options in [["--white-balance", "auto"], ["--swatch", "s.png"], ["--unpack", "libraw"]] {
      let whole = try CommandRun(["sample", "a.dng", "--at", ".3,.3"] + options, folder: tree.root)
      #expect(whole.status == 0 && !whole.text.contains("decoded"), "\(whole.text)")
    }
  }

  @Test(arguments: [photo, turned], ["srgb", "prophoto"])
  func aRawSaysWhatConvertWouldWriteThere(photo: String, space: String) throws {
    try tree.copy(photo, to: "a.dng")
    #expect(
      try tree.run("convert", "a.dng", "-o", "a.png", "--depth", "16", "--space", space).status
        == 0)
    // Off the edges of pixels, which a turned picture's places fall to the other side of.
    let places = (1...20).map { k in
      let (x, y) = (Double(k) * 0.618_033_988_7, Double(k) * 0.754_877_666_2)
      return "\(x - x.rounded(.down)),\(y - y.rounded(.down))\n"
    }
    try tree.write(Array(places.joined().utf8), to: "p.csv")
    let options = ["--points", "p.csv", "--space", space, "--format", "csv"]
    let raw = try CommandRun(["sample", "a.dng"] + options, folder: tree.root)
    let png = try CommandRun(["sample", "a.png"] + options, folder: tree.root)
    #expect(raw.status == 0 && png.status == 0, "\(raw.errors)\(png.errors)")
    let (a, b) = (fields(raw), fields(png))
    #expect(a.count == 21 && b.count == 21)
    for (left, right) in zip(a, b).dropFirst() {
      for c in 4..<7 {
        // Half a code of 16 bits, 0.002, what the encoder's table misses, and both printed decimals.
        #expect(abs(Double(left[c])! - Double(right[c])!) <= 0.01, "\(left) \(right)")
      }
    }
  }

  @Test func filtersAreThoseOfConvert() throws {
    try tree.copy(Self.turned, to: "a.dng")
    let filters = [
      "--exposure", "-0.7", "--saturation", "1.2", "--vignette", "-1", "--tint", "4", "--grain",
      "0.2",
    ]
    let convert = try CommandRun(
      ["convert", "a.dng", "-o", "a.png", "--depth", "16"] + filters, folder: tree.root)
    #expect(convert.status == 0, "\(convert.errors)")
    // Off the edges of pixels.
    try tree.write(Array("0.1037,0.2071\n0.6131,0.4477\n0.8713,0.9091\n".utf8), to: "p.csv")
    let options = ["--points", "p.csv", "--format", "csv"]
    let raw = try CommandRun(["sample", "a.dng"] + options + filters, folder: tree.root)
    let png = try CommandRun(["sample", "a.png"] + options, folder: tree.root)
    let (a, b) = (fields(raw), fields(png))
    #expect(a.count == 4 && b.count == 4, "\(raw.errors)\(png.errors)")
    for (left, right) in zip(a, b).dropFirst() {
      for c in 4..<7 {
        #expect(abs(Double(left[c])! - Double(right[c])!) <= 0.01, "\(left) \(right)")
      }
    }
    let words = try CommandRun(["sample", "a.dng", "--at", ".5,.5"] + filters, folder: tree.root)
    for fact in ["exposure -0.70 EV (flag)", "saturation 1.2 (flag)", "grain 0.2 (flag)"] {
      #expect(words.text.contains(fact), "\(words.text)")
    }
    #expect(words.text.contains("tint 4.0 (flag)"), "\(words.text)")
    let help = try tree.run("sample", "--help").text
    #expect(help.contains("--saturation") && !help.contains("--denoise"))
  }

  @Test func columnsAreTheDocumentedOnes() throws {
    try tree.copy(Self.photo, to: "a.dng")
    try tree.write(Array("x,y,name\n0.5,0.5,\"grey, card\"\n".utf8), to: "p.csv")
    let run = try tree.run(
      "sample", "a.dng", "--points", "p.csv", "--space", "lab", "--space", "hex", "--space",
      "camera", "--stats", "sd,min,max,count,clipped", "--window", "3", "--format", "csv")
    #expect(run.status == 0, "\(run.errors)")
    let header = run.text.split(separator: "\n").first ?? ""
    #expect(
      header
        == "input,frame,x,y,lab.L,lab.a,lab.b,hex,camera.r,camera.g,camera.b,lab.L.sd,lab.a.sd,lab.b.sd,camera.r.sd,camera.g.sd,camera.b.sd,lab.L.min,lab.a.min,lab.b.min,camera.r.min,camera.g.min,camera.b.min,lab.L.max,lab.a.max,lab.b.max,camera.r.max,camera.g.max,camera.b.max,count,clipped,name,reading"
    )
    #expect(run.text.contains("\"grey, card\""))
    #expect(fields(run)[1][7].hasPrefix("#"))
  }

  @Test func jsonNestsTheSameNames() throws {
    try tree.write(frames([50, 100]), to: "clip_64x32.nv12")
    let run = try tree.run(
      "sample", "clip_64x32.nv12", "--at", "0.5,0.5", "--frames", "0..1", "--space", "oklch",
      "--space", "ycbcr", "--space", "hex", "--stats", "sd,count", "--format", "json", "--compare")
    #expect(run.status == 0, "\(run.errors)")
    let objects = try run.text.split(separator: "\n").map {
      try #require(
        try JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any])
    }
    #expect(objects.map { $0["frame"] as? Int } == [0, 1])
    #expect((objects[1]["ycbcr"] as? [String: Any])?["Y"] as? Double == 100)
    #expect(((objects[0]["oklch"] as? [String: Any])?["sd"] as? [String: Any])?["h"] != nil)
    #expect(objects[0]["hex"] as? String != nil)
    #expect(objects[0]["count"] as? Int == 1)
    let reading = try #require(objects[0]["reading"] as? [String: [String: String]])
    #expect(reading["matrix"] == ["value": "601", "from": "rule"])
    #expect(reading["range"] == ["value": "limited", "from": "rule"])
    #expect((objects[0]["compare"] as? [Any])?.count == 6)
  }

  @Test func theAnswerSaysWhoSaidWhat() throws {
    try tree.write(
      Array("YUV4MPEG2 W64 H32 F25:1 C420jpeg XCOLORRANGE=FULL\nFRAME\n".utf8) + frames([90]),
      to: "a.y4m")
    let run = try tree.run("sample", "a.y4m", "--at", "0,1", "--matrix", "2020")
    #expect(run.status == 0, "\(run.errors)")
    for words in [
      "matrix 2020 (flag)", "range full (tag)", "siting center (tag)", "primaries 2020 (rule)",
      "transfer 1886 (rule)", "depth 8 (tag)", "#5a5a5a",
    ] {
      #expect(words == "#5a5a5a" || run.text.contains(words), "\(words): \(run.text)")
    }
    // No terminal, no colour codes.
    #expect(!run.text.contains("\u{1B}"))
  }

  /// behaviour.md A: capacity 3 and 10, 20, 30, 40 give 30; capacity 5 and half a second forget 100@0.
  @Test func averagesRun() throws {
    try tree.write(frames([10, 20, 30, 40]), to: "a.nv12")
    let options =
      "--layout nv12 --input-size 64x32 --at .5,.5 --space ycbcr --format csv"
    let three = try piped("a.nv12", options + " --average 3")
    #expect(three.status == 0, "\(three.errors)")
    #expect(fields(three).dropFirst().map { $0[4] } == ["10.000", "15.000", "20.000", "30.000"])
    // At 10 frames a second: 100 at 0, 10 at 0.3, 20 at 0.6.
    var y4m = Array("YUV4MPEG2 W64 H32 F10:1 C420\n".utf8)
    for luma: UInt8 in [100, 50, 50, 10, 50, 50, 20] {
      y4m += Array("FRAME\n".utf8) + frames([luma])
    }
    try tree.write(y4m, to: "a.y4m")
    let half = try piped(
      "a.y4m", "--frames 0,3,6 --average 0.5s --at .5,.5 --space ycbcr --format csv")
    #expect(half.status == 0, "\(half.errors)")
    #expect(fields(half).dropFirst().map { $0[4] } == ["100.000", "55.000", "15.000"])
    #expect(fields(half).dropFirst().map { $0[1] } == ["0", "3", "6"])
  }

  @Test func framesOfFilesAndPipesAreTheSame() throws {
    try tree.write(frames((0..<9).map { $0 * 20 }), to: "a_64x32.nv12")
    let options = "--layout nv12 --input-size 64x32 --at .5,.5 --space ycbcr --format csv"
    for (frames, expected) in [
      ("1,3-5:2", ["1", "3", "5"]), ("7-", ["7", "8"]), ("0..2", ["0", "1", "2"]),
    ] {
      let piped = try piped("a_64x32.nv12", options + " --frames \(frames)")
      let file = try tree.run(
        "sample", "a_64x32.nv12", "--at", ".5,.5", "--space", "ycbcr", "--format", "csv",
        "--frames", frames)
      #expect(fields(piped).dropFirst().map { $0[1] } == expected, "\(piped.errors)")
      #expect(fields(file).dropFirst().map { $0[1] } == expected, "\(file.errors)")
    }
    let last = try piped("a_64x32.nv12", options + " --frame last")
    #expect(fields(last).dropFirst().map { $0[4] } == ["160.000"])
  }

  @Test func chartsInPerspectiveAreRead() throws {
    try SampleScene.png(tree.path("a.png"))
    let whole = try tree.run("sample", "a.png", "--grid", "6x4", "--format", "csv")
    let same = try tree.run(
      "sample", "a.png", "--grid", "6x4", "--corners", "0,0 1,0 1,1 0,1", "--format", "csv")
    #expect(whole.status == 0 && fields(whole).count == 25)
    #expect(fields(whole).map { $0.dropFirst(4) } == fields(same).map { $0.dropFirst(4) })
    for (patch, line) in fields(whole).dropFirst().enumerated() {
      for c in 0..<3 { #expect(abs(Double(line[4 + c])! - Chart.codes[patch][c]) < 0.01) }
    }
  }

  @Test func dataThatContradictTheTagAreTold() throws {
    // All of 16…235 and nothing else.
    var luma: [UInt8] = []
    for i in 0..<64 * 32 { luma.append(UInt8(16 + i * 219 / (64 * 32 - 1))) }
    let frame = luma + [UInt8](repeating: 128, count: 64 * 16)
    try tree.write(
      Array("YUV4MPEG2 W64 H32 F25:1 C420jpeg XCOLORRANGE=FULL\nFRAME\n".utf8) + frame, to: "a.y4m")
    let run = try tree.run("sample", "a.y4m", "--at", ".5,.5", "--compare")
    #expect(run.status == 0 && run.text.contains("ΔE2000"))
    #expect(
      run.errors.contains("tagged full, but 100.00 % of luma lies in 16…235"), "\(run.errors)")
    try tree.write(frames([0]), to: "b_64x32.nv12")
    let dark = try tree.run("sample", "b_64x32.nv12", "--at", ".5,.5", "--compare")
    #expect(dark.errors.contains("limited by rule, but 100.00 % of luma lies outside"))
    let sound = try tree.run(
      "sample", "a.y4m", "--at", ".5,.5", "--compare", "--range", "limited")
    #expect(!sound.errors.contains("luma"))
  }

  @Test func oneBadInputDoesNotStopTheOthers() throws {
    try tree.copy(Self.photo, to: "a.dng")
    let header = Array("YUV4MPEG2 W64 H32 F25:1 C420\nFRAME\n".utf8)
    try tree.write(header + frames([1]).dropLast(5), to: "short.y4m")
    try tree.write(Array("no picture".utf8), to: "note.txt")
    try tree.write([UInt8](repeating: 0, count: 320 * 240 * 3 / 2), to: "odd.nv12")
    let run = try tree.run(
      "sample", "missing.dng", "short.y4m", "note.txt", "odd.nv12", "a.dng", "--at", ".5,.5",
      "--format", "csv")
    #expect(run.status == 1)
    #expect(fields(run).count == 2 && run.text.contains("a.dng,0,0.5"))
    for words in [
      "missing.dng: No such file", "short.y4m: damaged: the Y4M file ends within frame 0",
      "note.txt: not a raw photo", "odd.nv12: nothing says its size", "320x240",
    ] {
      #expect(run.errors.contains(words), "\(words): \(run.errors)")
    }
    let wrong = try tree.run("sample", "odd.nv12", "--input-size", "640x480", "--at", ".5,.5")
    #expect(wrong.status == 1)
    #expect(wrong.errors.contains("sizes that fit: 320x240"), "\(wrong.errors)")
  }

  @Test func framesPastTheEndAreNamed() throws {
    try tree.write(frames([1, 2]), to: "a_64x32.nv12")
    let run = try tree.run(
      "sample", "a_64x32.nv12", "--at", ".5,.5", "--frames", "1,7", "--format", "csv")
    #expect(run.status == 1 && fields(run).count == 2)
    #expect(run.errors.contains("it has no frame 7: there are 2, from 0 to 1"))
    let cut = try piped("a_64x32.nv12", "--layout nv12 --input-size 64x33 --at .5,.5")
    #expect(cut.status == 1 && cut.errors.contains("ends within frame 1"), "\(cut.errors)")
    let none = try piped("/dev/null", "--at .5,.5")
    #expect(none.status == 1 && none.errors.contains("no Y4M stream"), "\(none.errors)")
  }

  @Test func picturesLackWhatOnlyOthersHave() throws {
    try SampleScene.png(tree.path("a.png"))
    try tree.copy(Self.photo, to: "a.dng")
    for (input, arguments, words) in [
      ("a.png", ["--space", "camera"], "only raw photos have"),
      ("a.png", ["--space", "ycbcr"], "only video and JPEG have"),
      ("a.dng", ["--compare"], "only video and JPEG have"),
      ("a.dng", ["--frames", "3"], "it is one picture, frame 0"),
      ("a.dng", ["--from", "preview"], "no preview"),
    ] {
      let run = try CommandRun(
        ["sample", input, "--at", ".5,.5"] + arguments, folder: tree.root)
      #expect(run.status == 1 && run.errors.contains(words), "\(run.errors)")
    }
  }

  @Test(arguments: [
    (["--at", "1.5,0.5"], "--clamp"), (["--at", "0.5"], "0.5,0.25"), ([], "no place to sample"),
    (["--at", "nan,0"], "0.5,0.25"), (["--grid", "6"], "COLUMNSxROWS"),
    (["--corners", "0,0 1,0 1,1 0,1"], "--grid"),
    (["--grid", "6x4", "--corners", "0,0 1,0 1,1"], "four places"),
    (["--grid", "6x4", "--corners", "0,0 1,1 1,0 0,1"], "in order around it"),
    (["--at", "0,0", "--window", "0"], "side in pixels"),
    (["--at", "0,0", "--swatch", "s.png", "-y", "--if-exists", "skip"], "give one of them"),
    (["--at", "0,0", "--window", "40%"], "25%"),
    (["--at", "0,0", "--space", "labb"], "did you mean “lab”"),
    (["--at", "0,0", "--stats", "sd,mean"], "clipped"),
    (["--at", "0,0", "--frames", "5-3"], "10-50:4"), (["--at", "0,0", "--frame", "-1"], "last"),
    (["--at", "0,0", "--average", "0"], "0.5s"),
    (["--at", "0,0", "--layout", "nv13"], "did you mean “nv12”"),
    (["--at", "0,0", "--matrix", "708"], "709"), (["--at", "0,0", "--transfer", "pq"], "1886"),
    (["--at", "0,0", "--input-size", "12"], "1920x1080"),
    (["--at", "0,0", "--frames", "1", "--frame", "2"], "not both"),
    (["--at", "0,0", "--compare", "--format", "csv"], "text or json"),
    (["--at", "0,0", "--from", "half", "--demosaic", "rcd"], "leave --demosaic away"),
    (["--points", "none.csv"], "none.csv"), (["--points", "bad.csv"], "bad.csv, line 3"),
    (["--at", "0,0", "--swatch", "-"], "name a .png file"),
    (["--at", "0,0", "--swatch", "x.jpg"], "writes PNG"),
    (["--at", "0,0", "--exposure", "11"], "-10 to 10 EV"),
    (["--at", "0,0", "--white-balance", "5200", "--tint", "3"], "one of them"),
    (["--at", "0,0", "--denoise", "0.5"], "--denoise: a sample is of the photo's own pixels"),
    (["--at", "0,0", "--crop", "0,0,.5,.5"], "convert the photo with it"),
    (["--at", "0,0", "--opacity", "0.5"], "--opacity"),
  ])
  func wrongValuesNameWhatIsAccepted(_ arguments: [String], _ words: String) throws {
    try tree.write(Array("x,y\n0.5,0.5\n0.5;0.5\n".utf8), to: "bad.csv")
    let run = try CommandRun(["sample", "a.dng"] + arguments, folder: tree.root)
    #expect(run.status == 64, "\(run.errors)")
    #expect(run.errors.contains(words), "\(run.errors)")
    #expect(run.text.isEmpty)
  }

  @Test func swatchesAreDrawnBesideThePicture() throws {
    try tree.copy(Self.turned, to: "a.dng")
    let run = try tree.run(
      "sample", "a.dng", "--grid", "3x2", "--space", "lab", "--swatch", "out/s.png")
    #expect(run.status == 0, "\(run.errors)")
    #expect(run.errors.contains("out/s.png") && run.text.split(separator: "\n").count == 7)
    let (info, pixels) = try PNGReader.read(path: FilePath(tree.path("out/s.png")))
    #expect(info.size.width > 400 && info.isSRGB)
    // The first swatch's colour is there.
    let line = run.text.split(separator: "\n")[1]
    let hex = line[line.firstIndex(of: "#")!...].dropFirst().prefix(6)
    let code = UInt32(hex, radix: 16)!
    guard case .eight(let image) = pixels else { return }
    let found = (0..<image.height).contains { y in
      (0..<image.width).contains { x in
        (0..<3).allSatisfy { UInt32(image[x, y, $0]) == code >> (16 - 8 * $0) & 255 }
      }
    }
    #expect(found)
    // A file that Bromide did not make stays.
    try tree.write(Array("mine".utf8), to: "s.png")
    let kept = try tree.run("sample", "a.dng", "--at", ".5,.5", "--swatch", "s.png")
    #expect(kept.status == 1)
    #expect(try tree.read("s.png") == Array("mine".utf8))
    let two = try tree.run("sample", "a.dng", "a.dng", "--at", ".5,.5", "--swatch", "t.png")
    #expect(two.status == 64 && two.errors.contains("shows one picture"))
  }

  @Test func aFullDiskIsTold() throws {
    guard FileManager.default.fileExists(atPath: "/dev/full") else { return }
    try tree.copy(Self.photo, to: "a.dng")
    for form in ["text", "csv"] {
      let run = try CommandRun(
        ["-c", "'\(CommandRun.binary)' sample a.dng --at .5,.5 --format \(form) > /dev/full"],
        folder: tree.root, binary: "/bin/sh")
      #expect(run.status == 1 && run.errors.contains("cannot write standard output"))
    }
    let closed = try CommandRun(
      ["-c", "'\(CommandRun.binary)' sample a.dng --grid 100x100 --format csv | head -1"],
      folder: tree.root, binary: "/bin/sh")
    #expect(closed.status == 0 && closed.errors.isEmpty, "\(closed.errors)")
  }

  @Test func jobsChangeNothing() throws {
    for name in ["a", "b", "c", "d"] { try tree.copy(Self.photo, to: "in/\(name).dng") }
    let options = ["--grid", "9x9", "--window", "4", "--format", "csv"]
    let one = try CommandRun(
      ["sample", "in", "-j", "1"] + options, folder: tree.root)
    let many = try CommandRun(
      ["sample", "in", "-j", "4", "--memory", "1M"] + options, folder: tree.root)
    #expect(one.status == 0 && one.output == many.output && fields(one).count == 1 + 4 * 81)
  }

  @Test func convertTakesItsWhiteBalanceFromAPlace() throws {
    try tree.copy("chart_rggb_12bit.dng", to: "a.dng")
    // The second grey of the chart's last row.
    let place = Chart.centre(19)
    let at = "at:\(place.x),\(place.y),9"
    let run = try tree.run(
      "convert", "a.dng", "-o", "a.png", "--white-balance", at, "--tone", "linear", "--report",
      "r.jsonl")
    #expect(run.status == 0, "\(run.errors)")
    #expect(run.errors.contains("white balance ") && run.errors.contains(" K, tint "))
    let report = String(decoding: try tree.read("r.jsonl"), as: UTF8.self)
    #expect(report.contains("\"multipliers\":[") && report.contains("\"temperature\":"))
    let sample = try tree.run(
      "sample", "a.png", "--at", "\(place.x),\(place.y)", "--window", "9", "--space", "lch",
      "--format", "csv")
    #expect(Double(fields(sample)[1][5])! < 0.5, "\(sample.text)")
    // The same by sampling with that balance.
    let raw = try tree.run(
      "sample", "a.dng", "--at", "\(place.x),\(place.y)", "--window", "9", "--space", "lch",
      "--format", "csv", "--white-balance", at)
    #expect(Double(fields(raw)[1][5])! < 0.5, "\(raw.text)")
  }
}

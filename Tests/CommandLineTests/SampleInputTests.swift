import BromideCodecs
import BromideValues
import Foundation
import TestSupport
import Testing

/// Inputs of `bromide sample` other than raw, PNG, JPEG and TIFF files.
@Suite struct SampleInputTests {
  private let tree = CommandTree.fresh

  private func sample(_ arguments: String..., bytes: [UInt8] = []) throws -> CommandRun {
    try tree.run(["sample"] + arguments, bytes: bytes)
  }

  /// The columns of numbers after the point, line by line.
  private func numbers(_ run: CommandRun, from column: Int = 4) -> [[Double]] {
    run.fields.dropFirst().map { $0[column...].compactMap { Double($0) } }
  }

  // MARK: Standard input

  @Test func picturesComeOnStandardInput() throws {
    try SampleScene.png(tree.path("a.png"))
    try tree.write(SampleScene.jpeg(.yuv420), to: "a.jpg")
    try tree.copy("chart_rggb_12bit.dng", to: "a.dng")
    try tree.run("convert", "a.dng", "-o", "a.tif", "--size", "60x40", status: 0)
    try tree.write("P6 2 1 255 abcdef", to: "a.ppm")
    for name in ["a.png", "a.jpg", "a.tif", "a.ppm", "a.dng"] {
      let options = ["--grid", "3x2", "--window", "3", "--space", "xyz", "--format", "csv"]
      let file = try tree.run(["sample", name] + options)
      let stream = try tree.run(
        ["sample", "-"] + options, bytes: try tree.read(name), environment: ["TMPDIR": tree.root])
      #expect(file.status == 0 && stream.status == 0, "\(name): \(stream.errors)")
      #expect(numbers(file) == numbers(stream) && numbers(file).count == 6, "\(name)")
      #expect(stream.fields[1][0] == "-")
    }
    #expect(!tree.entries().contains { $0.hasPrefix(".bromide") }, "\(tree.entries())")
    let clip = Array("YUV4MPEG2 W64 H32 F25:1 C420\nFRAME\n".utf8) + SampleScene.nv12([90])
    let frames = try sample(
      "-", "--at", ".5,.5", "--space", "ycbcr", "--format", "csv", bytes: clip)
    #expect(numbers(frames) == [[90, 128, 128]], "\(frames.errors)")
    try sample("-", "--at", ".5,.5", bytes: Array("a text".utf8)).expect(
      1, "not a picture or Y4M stream")
    try sample("-", "--at", ".5,.5", bytes: Array(try tree.read("a.png").prefix(900))).expect(
      1, "standard input: ")
  }

  /// A file that is named twice, also by a link or a folder, is sampled once, as other commands
  /// read it once.
  @Test(arguments: [["a.dng"], ["./a.dng"], ["link.dng"], ["."], ["a.dng", "@list", "./a.dng"]])
  func duplicateInputsAreSampledOnce(others: [String]) throws {
    try tree.copy("chart_rggb_12bit.dng", to: "a.dng")
    try tree.write("a.dng\n", to: "list")
    try FileManager.default.createSymbolicLink(
      atPath: tree.path("link.dng"), withDestinationPath: "a.dng")
    let options = ["--at", ".5,.5", "--format", "csv"]
    let one = try tree.run(["sample", "a.dng"] + options, status: 0)
    #expect(!one.errors.contains("twice"), "\(one.errors)")
    let run = try tree.run(["sample", "a.dng"] + others + options, status: 0)
    #expect(run.output == one.output, "\(run.text)")
    // The folder contains the file and its link.
    let count = others == ["."] ? 2 : others.count
    #expect(run.errors.contains("\(count) named twice, sampled once\n"), "\(run.errors)")
    // Another file with the same content is another input.
    try tree.copy("chart_rggb_12bit.dng", to: "b.dng")
    let two = try tree.run(["sample", "a.dng", "b.dng"] + options, status: 0)
    #expect(two.lines.count == 3 && !two.errors.contains("twice"), "\(two.text)\(two.errors)")
  }

  // MARK: Netpbm

  static let floats: [UInt8] =
    Array("PF\n2 1\n-1.0\n".utf8)
    + [Float(0.25), 0.5, 1, 2, -0.5, 0].flatMap { little($0.bitPattern) }

  /// Two pixels side by side, in every format of the family, and their codes.
  static let netpbm: [(head: String, samples: [UInt8], codes: [[Double]])] = [
    ("P1\n# a bitmap\n2 1\n10\n", [], [[0, 0, 0], [255, 255, 255]]),
    ("P2 2 1 1000 250 #half\n 500", [], [[63.75, 63.75, 63.75], [127.5, 127.5, 127.5]]),
    ("P3\n2 1\n255\n1 2 3\n40 50 60", [], [[1, 2, 3], [40, 50, 60]]),
    ("P4 2 1\n", [0x80], [[0, 0, 0], [255, 255, 255]]),
    ("P5 2 1 255\n", [7, 200], [[7, 7, 7], [200, 200, 200]]),
    (
      "P6 2 1 65535\n", [1, 1, 2, 2, 3, 3, 255, 255, 128, 128, 0, 0],
      [[1, 2, 3], [255, 128, 0]]
    ),
    (
      "P7\nWIDTH 2\nHEIGHT 1\nDEPTH 3\nMAXVAL 100\nTUPLTYPE RGB\nENDHDR\n",
      [100, 50, 20, 0, 10, 30], [[255, 127.5, 51], [0, 25.5, 76.5]]
    ),
  ]

  @Test(arguments: netpbm.indices)
  func netpbmIsRead(kind: Int) throws {
    let (head, samples, codes) = Self.netpbm[kind]
    let bytes = Array(head.utf8) + samples
    try tree.write(bytes, to: "a")
    let run = try sample("a", "--at", "0,0", "--at", "1,0", "--format", "csv").expect(0)
    for ((found, expected), c) in product(zip(numbers(run), codes), 0..<3) {
      #expect(abs(found[c] - expected[c]) < 0.0006, "\(found) \(expected)")
    }
    #expect(numbers(run).count == 2)
    // As text, the last digit may end a number earlier.
    let cuts = samples.isEmpty ? [2, 9] : [2, 6, bytes.count - 1]
    for count in cuts {
      try tree.write(Array(bytes.prefix(count)), to: "cut")
      let cut = try sample("cut", "--at", "0,0")
      #expect(cut.status == 1 && cut.text.isEmpty, "\(count): \(cut.text)")
    }
  }

  /// Floats are linear light starting at the lowest row, and opacities are weights.
  @Test func netpbmFloatsAndOpacitiesAreRead() throws {
    try tree.write(Self.floats, to: "a.pfm")
    let run = try sample(
      "a.pfm", "--at", "0,0", "--at", "1,0", "--space", "linear", "--format", "csv")
    #expect(numbers(run) == [[0.25, 0.5, 1], [2, -0.5, 0]], "\(run.text)\(run.errors)")
    let header = "P7\nWIDTH 2\nHEIGHT 1\nDEPTH 4\nMAXVAL 255\nTUPLTYPE RGB_ALPHA\nENDHDR\n"
    try tree.write(Array(header.utf8) + [255, 0, 0, 255, 0, 255, 0, 51], to: "a.pam")
    let options = ["a.pam", "--at", "0.5,0", "--window", "3x1", "--space", "linear"]
    let weighed = try tree.run(["sample"] + options + ["--format", "csv", "--stats", "alpha"])
    #expect(
      numbers(weighed) == [[0.833333, 0.166667, 0, 60]]
        || numbers(weighed)[0].prefix(3) == [0.833333, 0.166667, 0],
      "\(weighed.text)")
    let ignored = try tree.run(["sample"] + options + ["--format", "csv", "--alpha", "ignore"])
    #expect(numbers(ignored) == [[0.5, 0.5, 0]], "\(ignored.text)")
  }

  // MARK: Inks

  static func inks(_ colors: [[UInt8]], profile: [UInt8] = []) -> [UInt8] {
    let size = Size(width: 16 * colors.count, height: 16)
    var jpeg = PeerJPEG(
      size: size,
      planes: (0..<4).map { ink in
        // As Adobe's programs store them: 255 for paper.
        .init((0..<size.area).map { 255 - colors[$0 % size.width / 16][ink] }, size)
      })
    jpeg.profile = profile
    return jpeg.encoded()
  }

  /// Without a profile, each ink reduces a channel, and black reduces all. ImageMagick shows the
  /// same.
  @Test func inksAreGuessed() throws {
    let colors: [[UInt8]] = [
      [0, 0, 0, 0], [255, 0, 0, 0], [0, 128, 255, 51], [40, 80, 120, 160], [0, 0, 0, 255],
    ]
    try tree.write(Self.inks(colors), to: "a.jpg")
    let run = try sample("a.jpg", "--grid", "5x1", "--format", "csv").expect(0)
    for ((found, ink), c) in product(zip(numbers(run), colors), 0..<3) {
      let expected = (255 - Double(ink[c])) * (255 - Double(ink[3])) / 255
      #expect(abs(found[c] - expected) < 1, "\(found) \(ink)")
    }
    let text = try sample("a.jpg", "--at", ".5,.5").text
    #expect(text.contains("inks cmyk (tag)") && text.contains("colours (1-C)(1-K) (rule: a guess)"))
    try sample("a.jpg", "--at", ".5,.5", "--range", "limited").expect(
      1, "is CMYK; remove the options")
    if let magick = ForeignProgram.imageMagick {
      let words = try magick.run([
        tree.path("a.jpg"), "-colorspace", "sRGB", "-depth", "8", "rgb:" + tree.path("a.rgb"),
      ])
      #expect(words.isEmpty)
      let theirs = try tree.read("a.rgb")
      for (i, found) in numbers(run).enumerated() {
        let place = 3 * (8 * 80 + 16 * i + 8)
        for c in 0..<3 { #expect(abs(found[c] - Double(theirs[place + c])) < 1.5) }
      }
    }
  }

  /// The colour of a corner of an invented device.
  private static func corner(_ index: Int) -> [UInt8] {
    [UInt8(40 + 11 * index), UInt8(90 + 7 * index), UInt8(180 - 6 * index)]
  }

  private static func lab(_ stored: [UInt8]) -> [Double] {
    [Double(stored[0]) / 2.55, Double(stored[1]) - 128, Double(stored[2]) - 128]
  }

  /// Inks at the corners of a profile's table give the colours in the table.
  @Test func inksMatchTheirProfile() throws {
    let profile = TableProfile.bytes(corners: (0..<16).map(Self.corner))
    let colors = (0..<16).map { corner in
      (0..<4).map { UInt8(corner >> (3 - $0) & 1 == 1 ? 255 : 0) }
    }
    try tree.write(Self.inks(colors, profile: profile), to: "a.jpg")
    let run = try sample("a.jpg", "--grid", "16x1", "--space", "lab", "--format", "csv")
    #expect(run.status == 0 && numbers(run).count == 16, "\(run.errors)")
    for (index, found) in numbers(run).enumerated() {
      for (a, b) in zip(found, Self.lab(Self.corner(index))) {
        #expect(abs(a - b) < 0.02, "\(index): \(found)")
      }
    }
    #expect(try sample("a.jpg", "--at", ".5,.5").text.contains("colours the profile's by lcms2"))
  }

  /// The same of RGB, in a JPEG.
  @Test func tablesOfRGBAreEvaluated() throws {
    let profile = TableProfile.bytes(corners: (0..<8).map(Self.corner))
    let size = Size(width: 128, height: 16)
    var jpeg = PeerJPEG(
      size: size,
      planes: (0..<3).map { channel in
        .init((0..<size.area).map { ($0 % 128 / 16) >> (2 - channel) & 1 == 1 ? 255 : 0 }, size)
      })
    jpeg.isRGB = true
    jpeg.profile = profile
    try tree.write(jpeg.encoded(), to: "a.jpg")
    let run = try sample("a.jpg", "--grid", "8x1", "--space", "lab", "--format", "csv")
    #expect(run.status == 0 && numbers(run).count == 8, "\(run.errors)")
    for (index, found) in numbers(run).enumerated() {
      for (a, b) in zip(found, Self.lab(Self.corner(index))) {
        #expect(abs(a - b) < 0.02, "\(index): \(found)")
      }
    }
    if let magick = ForeignProgram.imageMagick {
      try tree.write(profile, to: "a.icc")
      for name in ["b.png", "b.tif"] {
        try magick.run([tree.path("a.jpg"), "-profile", tree.path("a.icc"), tree.path(name)])
        let other = try sample(name, "--grid", "8x1", "--space", "lab", "--format", "csv")
        #expect(numbers(other) == numbers(run), "\(name): \(other.errors)")
      }
    }
  }

  /// If there is no reading to report a guess, the command fails.
  @Test func sheetsRejectInksWithoutAProfile() throws {
    try tree.write(Self.inks([[0, 128, 255, 51]]), to: "a.jpg")
    let sheet = try tree.run("sheet", "a.jpg", "-o", "sheet.png")
    #expect(sheet.status != 0 && sheet.errors.contains("CMYK without a profile"), "\(sheet.errors)")
    let profile = TableProfile.bytes(corners: (0..<16).map(Self.corner))
    try tree.write(Self.inks([[0, 128, 255, 51]], profile: profile), to: "b.jpg")
    try tree.run("sheet", "b.jpg", "-o", "sheet.png", status: 0)
  }

  @Test func unsupportedProfilesFail() throws {
    let profile = [UInt8](repeating: 7, count: 200)
    try tree.write(Self.inks([[0, 0, 0, 0]], profile: profile), to: "a.jpg")
    try sample("a.jpg", "--at", ".5,.5").expect(1, "the ICC profile")
    let reported = try sample("a.jpg", "--at", ".5,.5", "--transfer", "srgb", "--primaries", "709")
    #expect(reported.status == 0 && reported.text.contains("#ffffff"), "\(reported.text)")
  }

  // MARK: Layouts

  /// Opacities of frames are weights like in PNG, and options without effect are errors.
  @Test func opacitiesOfFramesWeigh() throws {
    let pixels: [UInt8] = [255, 0, 0, 255, 0, 255, 0, 51]
    try tree.write(pixels, to: "a_2x1.rgba")
    let options = ["--at", ".5,0", "--window", "3x1", "--space", "linear", "--format", "csv"]
    let weighed = try tree.run(["sample", "a_2x1.rgba"] + options)
    #expect(numbers(weighed) == [[0.833333, 0.166667, 0]], "\(weighed.text)\(weighed.errors)")
    let ignored = try tree.run(["sample", "a_2x1.rgba", "--alpha", "ignore"] + options)
    #expect(numbers(ignored) == [[0.5, 0.5, 0]])
    let text = try sample("a_2x1.rgba", "--at", "0,0").text
    for fact in [
      "matrix identity (tag)", "range full (rule)", "transfer srgb (rule)", "alpha weight (rule)",
    ] { #expect(text.contains(fact), "\(text)") }
    let matrix = try sample("a_2x1.rgba", "--at", "0,0", "--matrix", "709")
    #expect(matrix.status == 1 && matrix.errors.contains("a matrix requires YCbCr; rgba is RGB"))
    for option in ["--compare", "--space=ycbcr"] {
      let run = try sample("a_2x1.rgba", "--at", "0,0", option)
      #expect(run.status == 1 && run.text.isEmpty, "\(run.text)")
    }
    try tree.write(SampleScene.nv12([90]), to: "a_64x32.nv12")
    let alpha = try sample("a_64x32.nv12", "--at", "0,0", "--alpha", "ignore")
    #expect(
      alpha.status == 1 && alpha.errors.contains("frames with alpha; nv12 does not"),
      "\(alpha.errors)")
    let clip = try tree.run("render", "a_2x1.rgba", "-o", "out")
    #expect(clip.status != 0 && clip.errors.contains("rgba has opacities"), "\(clip.errors)")
  }
}

import BromideCodecs
import BromideLibc
import Foundation
import TestSupport
import Testing

/// One recogniser for all commands: every kind of file, and what each command answers.
@Suite struct KindCommandTests {
  private let tree = CommandTree.fresh

  /// The reaction of a command to a named file.
  enum Answer {
    case reads, rejects
    /// It leaves the content to a program or a library, to which this one is damaged.
    case trusts
  }

  struct Row: CustomTestStringConvertible, Sendable {
    let name: String
    /// The file's format as `info` prints it, and as a rejection names it.
    let format: String
    let phrase: String
    let info: Answer
    let sample: Answer
    let convert: Answer
    let sheet: Answer
    var testDescription: String { name }

    init(
      _ name: String, _ format: String, _ phrase: String, _ info: Answer, _ sample: Answer,
      _ convert: Answer, _ sheet: Answer
    ) {
      (self.name, self.format, self.phrase) = (name, format, phrase)
      (self.info, self.sample, self.convert, self.sheet) = (info, sample, convert, sheet)
    }
  }

  static let table: [Row] = [
    Row("photo.dng", "DNG 1.4", "a DNG", .reads, .reads, .reads, .reads),
    Row("photo", "DNG 1.4", "a DNG", .reads, .reads, .reads, .reads),
    Row("a.png", "PNG", "a PNG", .reads, .reads, .reads, .reads),
    Row("a.jpg", "JPEG", "a JPEG", .reads, .reads, .reads, .reads),
    Row("a.tif", "TIFF", "a TIFF", .reads, .reads, .reads, .reads),
    Row("jpeg.nef", "JPEG", "a JPEG", .reads, .reads, .rejects, .rejects),
    Row("a.ppm", "Netpbm", "a Netpbm picture", .reads, .reads, .rejects, .rejects),
    Row("a.webp", "WebP", "a WebP picture", .trusts, .trusts, .trusts, .trusts),
    Row("a.heic", "HEIC", "a HEIC picture", .reads, .trusts, .rejects, .rejects),
    Row("a.avif", "AVIF", "an AVIF picture", .trusts, .trusts, .trusts, .trusts),
    Row("a.mp4", "MP4", "an MP4 film", .reads, .trusts, .rejects, .rejects),
    Row("a.y4m", "Y4M", "a Y4M clip", .reads, .reads, .rejects, .rejects),
    Row("q_640x480.nv12", "planes", "a file of raw planes", .reads, .reads, .rejects, .rejects),
    Row("q_640x480.yuv", "planes", "a file of raw planes", .reads, .reads, .rejects, .rejects),
    Row("q.bin", "", "with the size of a raw", .rejects, .rejects, .rejects, .rejects),
    Row("q.dat", "", "with the size of a raw", .rejects, .rejects, .rejects, .rejects),
    Row("q", "", "with the size of a raw", .rejects, .rejects, .rejects, .rejects),
    Row("q.nef", "", "with the size of a raw", .rejects, .rejects, .rejects, .rejects),
    Row("a.txt", "", "a text", .rejects, .rejects, .rejects, .rejects),
    Row("empty.nef", "", "an empty file", .rejects, .rejects, .rejects, .rejects),
    Row("a.pdf", "", "a PDF", .rejects, .rejects, .rejects, .rejects),
    Row("a.jxl", "JXL", "a JPEG XL picture", .trusts, .trusts, .trusts, .trusts),
    Row("cut.cr2", "", "a Canon CR2", .rejects, .rejects, .rejects, .rejects),
  ]

  /// The content of a row's file.
  private func write(_ name: String) throws {
    func start(_ text: String) -> [UInt8] {
      text.unicodeScalars.map { UInt8($0.value) } + [UInt8](repeating: 1, count: 300)
    }
    let noise = SeededNoise(seed: 460_800)
    func planes(_ count: Int) -> [UInt8] {
      (0..<count).map { UInt8(truncatingIfNeeded: noise.bits($0, 1)) }
    }
    switch name {
    case "photo.dng", "photo": try tree.copy("chart_rggb_12bit.dng", to: name)
    case "a.png": try SampleScene.png(tree.path(name))
    case "a.jpg", "jpeg.nef": try tree.write(SampleScene.jpeg(.yuv420), to: name)
    case "a.tif":
      try tree.copy("chart_rggb_12bit.dng", to: "b.dng")
      #expect(try tree.run("convert", "b.dng", "-o", name, "--size", "60x40").status == 0)
    case "a.ppm": try tree.write("P6 2 1 255 abcdef", to: name)
    case "a.webp": try tree.write(start("RIFF\u{24}\0\0\0WEBPVP8 "), to: name)
    case "a.heic": try tree.write(start("\0\0\0\u{18}ftypheic\0\0\0\0mif1"), to: name)
    case "a.avif": try tree.write(start("\0\0\0\u{1C}ftypavif\0\0\0\0mif1"), to: name)
    case "a.mp4": try tree.write(start("\0\0\0 ftypisom\0\0\u{2}\0"), to: name)
    case "a.y4m": try tree.copy("frames/dusk.y4m", to: name)
    case "a.txt": try tree.write("notes\n", to: name)
    case "empty.nef": try tree.write([], to: name)
    case "a.pdf": try tree.write(start("%PDF-1.7\n"), to: name)
    case "a.jxl": try tree.write(start("\0\0\0\u{C}JXL \r\n\u{87}\n"), to: name)
    case "cut.cr2":
      var tiff = TinyDNG(width: 64, height: 48, red: 1, green: 2, blue: 3)
      tiff.fields = [330: .long([1 << 20])]
      try tree.write(Array(tiff.data(isDNG: false, hasMake: false).prefix(600)), to: name)
    // 460 800 bytes, which is also the size of a Kodak C603's raw.
    default: try tree.write(planes(460_800), to: name)
    }
  }

  @Test(arguments: table)
  func everyCommandAnswersByTheKind(_ row: Row) throws {
    try write(row.name)
    let runs = [
      (row.info, try tree.run("info", row.name)),
      (row.sample, try tree.run("sample", row.name, "--at", ".5,.5")),
      (row.convert, try tree.run("convert", row.name, "-o", "out.png", "--size", "32")),
      (row.sheet, try tree.run("sheet", row.name, "-o", "sheet.png", "--tile", "40")),
    ]
    for (command, (answer, run)) in zip(["info", "sample", "convert", "sheet"], runs) {
      let message = run.errors + run.text
      switch answer {
      case .reads: #expect(run.status == 0, "\(command): \(message)")
      case .rejects:
        #expect(run.status == 1 && message.contains(row.phrase), "\(command): \(message)")
        #expect(!tree.exists("out.png"))
      case .trusts:
        #expect(run.status != 0 && !message.contains("raw photo:"), "\(command): \(message)")
      }
    }
    if row.info == .reads { #expect(runs[0].1.text.contains(row.format), "\(runs[0].1.text)") }
  }

  /// Like the other commands, `render` and `verify` name the kind of files that they do not read.
  @Test(arguments: [
    ("photo", "a DNG"), ("a.ppm", "a Netpbm picture"), ("a.heic", "a HEIC picture"),
    ("a.mp4", "an MP4 film"), ("q_640x480.nv12", "a file of raw planes"), ("a.txt", "a text"),
    ("a.pdf", "a PDF"), ("cut.cr2", "a Canon CR2"),
  ])
  func othersAreNamed(name: String, phrase: String) throws {
    try write(name)
    let verify = try tree.run("verify", name, status: 1)
    #expect(
      verify.text
        == "failed\t\(name)\tit is \(phrase); verify reads JPEG, PNG, TIFF, WebP, AVIF and JXL\n")
    guard !["photo", "a.mp4", "q_640x480.nv12", "cut.cr2"].contains(name) else { return }
    let render = try tree.run("render", name, "-o", "frames")
    #expect(
      render.status == 1
        && render.errors.contains("it is \(phrase); render reads raw photos, JPEG, PNG, TIFF, "),
      "\(render.errors)")
    #expect(!tree.exists("frames"))
  }

  /// A picture's name promises a picture: another content is damage, which `convert --if-exists verify` mends.
  @Test func filesWithAWrongSuffixAreDamaged() throws {
    try write("a.pdf")
    try FileManager.default.moveItem(atPath: tree.path("a.pdf"), toPath: tree.path("a.png"))
    #expect(
      try tree.run("verify", "a.png").text
        == "damaged\ta.png\tit does not begin as a PNG, JPEG, TIFF, JPEG XL, AVIF or WebP\n")
  }

  /// `render` names a file that it cannot show once, with the reason, and does not report missing
  /// frames.
  @Test(arguments: [
    ("a.y4m", "YUV4MPEG2 W64 H48", "the Y4M file ends within its header line"),
    (
      "b.y4m", "YUV4MPEG2 W64 H48\nFRAME\nxx",
      "damaged: the Y4M file ends within frame 0: 2 of 4608 bytes are there"
    ),
    ("c_64x48.nv12", "xx", "it has 2 bytes, which is not a whole number of nv12 frames"),
    ("d.nv12", "xx", "unknown frame size; set input-size WxH"),
  ])
  func clipsThatCannotBeShownNameTheReason(name: String, content: String, reason: String) throws {
    try tree.write(content, to: name)
    let run = try tree.run("render", name, "-o", "frames")
    #expect(run.status != 0 && run.errors.contains("\(name): \(reason)"), "\(run.errors)")
    #expect(run.errors.components(separatedBy: name).count == 2, "\(run.errors)")
  }

  /// The plan rejects what the run rejects.
  @Test func plansRejectPicturesUnderNamesOfRaws() throws {
    try write("jpeg.nef")
    let plan = try tree.run("convert", "jpeg.nef", "-n")
    #expect(plan.status == 1 && plan.text.hasPrefix("reject\tjpeg.nef"), "\(plan.text)")
    #expect(
      plan.errors.contains("it is a JPEG, though its name ends as that of a raw"), "\(plan.errors)")
  }

  /// A file of points is not a list of paths.
  @Test func pointsMustBeAText() throws {
    try write("photo.dng")
    try tree.run(
      "sample", "photo.dng", "--points", "photo.dng", status: 64, errors: "is a DNG, not a text")
  }

  @Test func pipesAndLoopsAreRejected() throws {
    #expect(unsafe mkfifo(tree.path("pipe.dng"), 0o600) == 0)
    try FileManager.default.createSymbolicLink(
      atPath: tree.path("loop.dng"), withDestinationPath: "loop.dng")
    for command in [["info"], ["sample", "--at", ".5,.5"], ["convert"], ["sheet"], ["render"]] {
      let out = command == ["info"] || command[0] == "sample" ? [] : ["-o", "o.png"]
      let pipe = try tree.run(command + ["pipe.dng"] + out, input: "")
      #expect(
        pipe.status == 1 && (pipe.errors + pipe.text).contains("it is neither a file nor a folder"),
        "\(command): \(pipe.errors)")
      try tree.run(
        command + ["loop.dng"] + out, input: "", status: 1,
        errors: "Too many levels of symbolic links")
    }
  }

  /// A folder provides its photos, and the command prints the number of skipped files.
  @Test func foldersSkipDataFiles() throws {
    for name in ["q.bin", "q.dat", "q", "q_640x480.nv12", "q.yuv"] {
      try write(name)
      try tree.makeFolder("in")
      try FileManager.default.moveItem(atPath: tree.path(name), toPath: tree.path("in/" + name))
    }
    try tree.run("convert", "in", "-o", "out", status: 1, errors: "no raw photo in this folder")
    try tree.copy("chart_rggb_12bit.dng", to: "in/a.dng")
    let one = try tree.run("convert", "in", "-o", "out", "--size", "32")
    #expect(one.status == 0 && tree.entries("out") == ["a.png"], "\(one.errors)")
    #expect(one.errors.contains("skipped 5 files"), "\(one.errors)")
  }

  /// A file without a header is a raw if the user or the suffix requests it. Then the command
  /// reports this.
  @Test func headerlessRawsAreNamed() throws {
    try write("q.bin")
    try write("q.raw")
    try tree.run(
      "convert", "q.bin", "--headerless", "kodak-yrgb", "-o", "a.png", "--report", "r.jsonl",
      status: 0)
    #expect(try tree.text("r.jsonl").contains("\"headerless\":\"flag\""))
    try tree.run("convert", "q.raw", "-o", "b.png", status: 0, errors: "guesses from its suffix")
    #expect(try tree.pixels("a.png") == tree.pixels("b.png"))
    #expect(try tree.run("convert", "q.raw", "-o", "c.png", "--strict").status == 1)
    #expect(!tree.exists("c.png"))
    let info = try tree.run("info", "q.bin", "--headerless", "kodak-yrgb")
    #expect(info.status == 0 && info.text.contains("raw without a header"), "\(info.text)")
    #expect(try tree.run("info", "q.raw").text.contains("guessed by its suffix"))
    // Raw planes are for sample. If a file has a header, the header determines its kind.
    try tree.run(
      "sample", "q.bin", "--headerless", "nv12", "--input-size", "640x480", "--at", ".5,.5",
      status: 0)
    #expect(try tree.run("convert", "q.bin", "--headerless", "nv12", "-o", "d.png").status == 64)
    try tree.copy("chart_rggb_12bit.dng", to: "a.dng")
    let header = try tree.run("convert", "a.dng", "--headerless", "kodak-yrgb", "-o", "e.png")
    #expect(header.status == 1 && header.errors.contains("it has a header"), "\(header.errors)")
  }

  // MARK: Pictures

  /// A finished picture without settings becomes itself, and filters work on it.
  @Test func picturesAreConverted() throws {
    try tree.copy("chart_rggb_12bit.dng", to: "photo.dng")
    for name in ["a.png", "a.tif"] {
      #expect(try tree.run("convert", "photo.dng", "-o", name, "--depth", "8").status == 0)
      try tree.run("convert", name, "-o", "same.png", "-y", status: 0)
      #expect(try tree.pixels("same.png") == tree.pixels("a.png"))
      try tree.run("convert", name, "-o", "same.png", status: 0, errors: "skipped")
      try tree.run("convert", name, "-o", "dark.png", "-y", "--exposure", "-1", status: 0)
      #expect(try tree.pixels("dark.png") != tree.pixels("a.png"))
    }
    try tree.run("convert", "a.png", status: 64, errors: "would overwrite the input")
  }

  @Test(arguments: [
    ["--look", "flat"], ["--white-balance", "daylight"], ["--demosaic", "rcd"], ["--lens", "none"],
    ["--profile", "none"], ["--hot-pixels", "none"], ["--levels", "lock"],
  ])
  func optionsOfRawsFailPictures(options: [String]) throws {
    try SampleScene.png(tree.path("a.png"))
    let run = try tree.run(["convert", "a.png", "-o", "b.png"] + options)
    #expect(run.status != 0 && !tree.exists("b.png"), "\(run.errors)")
    if options[0] != "--levels" {
      #expect(run.errors.contains("\(options[0]) works on raw photos"), "\(run.errors)")
    }
  }

  /// Where and when a photo was taken, and by what, stays with its picture.
  @Test func picturesKeepTheirMetadata() throws {
    try tree.copy("landscape_rggb_gps_ambient_exif.dng", to: "photo.dng")
    #expect(try tree.run("convert", "photo.dng", "-o", "a.jpg").status == 0)
    #expect(try tree.run("convert", "a.jpg", "-o", "b.png").status == 0)
    let fields = ["--fields", "model,lens,exposure,iso,time,latitude,altitude", "--format", "csv"]
    let first = try tree.run(["info", "a.jpg"] + fields).text
    let second = try tree.run(["info", "b.png"] + fields).text
    #expect(first.contains("-33.856784"))
    #expect(second == first.replacingOccurrences(of: "a.jpg", with: "b.png"))
  }

  // MARK: Standard input

  @Test func photosComeOnStandardInput() throws {
    for name in ["photo.dng", "a.png", "a.jpg"] {
      try write(name)
      let bytes = try tree.read(name)
      func piped(_ arguments: String...) throws -> CommandRun {
        try tree.run(arguments, bytes: bytes, environment: ["TMPDIR": tree.root])
      }
      #expect(try tree.run("convert", name, "-o", "file.png", "-y").status == 0)
      try piped("convert", "-", "-o", "pipe.png", "-y", "--report", "r.jsonl").expect(0)
      #expect(try tree.read("pipe.png") == tree.read("file.png"), "\(name)")
      let report = try tree.text("r.jsonl")
      #expect(report.contains("\"input\":\"-\""), "\(report)")
      #expect(try piped("convert", "-", "-o", "-").output == tree.read("file.png"))
      let info = try piped("info", "-", "--format", "csv", "--fields", "size")
      #expect(info.text.contains("\n-,ok,"), "\(info.text) \(info.errors)")
      #expect(try piped("sheet", "-", "-o", "sheet.png", "-y", "--captions", "name").status == 0)
      for arguments in [["-"], ["-", "-o", "out"], ["-", "-o", "out/"]] {
        try tree.run(["convert"] + arguments, bytes: bytes, status: 64, errors: "-o FILE")
      }
      #expect(!tree.entries().contains { $0.hasPrefix(".bromide") }, "\(tree.entries())")
    }
  }

  @Test(arguments: [
    ("photo.dng\n", "it is a text, not a photo; a list of paths is @-"), ("", "it is empty"),
    ("YUV4MPEG2 W8 H8 F1:1\nFRAME\n\u{1}", "it is a Y4M clip; convert reads raw photos"),
    ("%PDF-1.7\u{1}", "it is a PDF; convert reads raw photos, JPEG, PNG, TIFF, WebP, AVIF and JXL"),
  ])
  func otherStreamsAreRejected(text: String, reason: String) throws {
    try write("photo.dng")
    let run = try tree.run(
      "convert", "-", "-o", "a.png", input: text, status: 1, errors: "standard input: ")
    #expect(run.errors.contains(reason) && !tree.exists("a.png"), "\(run.errors)")
  }

  @Test func commandsWithoutStreamsFailWithAReason() throws {
    for arguments in [["verify", "-"], ["look", "fit", "-"]] {
      try tree.run(arguments, input: "a.nef\n", status: 64, errors: "a list of paths is @-")
    }
  }
}

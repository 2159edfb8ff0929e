import BromideCodecs
import BromideValues
import Foundation
import SystemPackage
import TestSupport
import Testing

/// `bromide convert` from the outside: files, messages and exit status.
@Suite struct ConvertCommandTests {
  private let tree = CommandTree.fresh
  private static let photo = "chart_rggb_12bit.dng"
  private static let turned = "landscape_gbrg_portrait_orientation6.dng"

  @Test func pictureIsWrittenNextToThePhoto() throws {
    try tree.copy(Self.photo, to: "a.dng")
    let run = try tree.run("convert", "a.dng", status: 0)
    #expect(run.text.isEmpty)
    #expect(run.errors.contains("1 converted in "))
    #expect(tree.entries() == ["a.dng", "a.png"])
    let info = try PNGReader.info(path: FilePath(tree.path("a.png")))
    #expect(info.size.width > 0)
    #expect(info.text("Software")?.hasPrefix("Bromide ") == true)
    #expect(info.text("Bromide") != nil)
  }

  @Test func aFolderIsMirrored() throws {
    try tree.copy(Self.photo, to: "in/a.dng")
    try tree.copy(Self.turned, to: "in/sub/b.dng")
    try tree.write("text", to: "in/note.txt")
    try tree.run(
      "convert", "in", "-r", "-o", "out/deep", "-v", status: 0, errors: "skipped: in/note.txt",
      "2 converted in ")
    #expect(tree.exists("out/deep/a.png") && tree.exists("out/deep/sub/b.png"))
  }

  /// A photo large enough for bands of two strips and two encoded pieces, with more threads than bands.
  @Test func bandsThatThreadsShareHaveTheSameBytes() throws {
    var photo = SyntheticPhoto(.landscape(), size: Size(width: 1300, height: 1800))
    photo.noise = SensorNoise()
    try tree.write(photo.file(), to: "a.dng")
    for (format, jobs) in product(["png", "jpeg", "tiff"], ["1", "2", "7"]) {
      try tree.run("convert", "a.dng", "-o", jobs, "--to", format, "--jobs", jobs, status: 0)
    }
    #expect(try tree.run("verify", "1").status == 0)
    for name in ["a.png", "a.jpg", "a.tif"] {
      let alone = try tree.read("1/\(name)")
      #expect(try tree.read("2/\(name)") == alone, "\(name)")
      #expect(try tree.read("7/\(name)") == alone, "\(name)")
    }
  }

  @Test func eitherUnpackerGivesTheSameBytes() throws {
    try tree.copy("landscape_rggb_14bit_lossless_jpeg.dng", to: "a.dng")
    for (name, reported) in [("auto", "bromide"), ("libraw", "libraw")] {
      try tree.run(
        "convert", "a.dng", "-o", "\(name).png", "--unpack", name, "--report", "\(name).jsonl",
        status: 0)
      let report = try tree.text("\(name).jsonl")
      #expect(report.contains("\"unpacker\":\"\(reported)\""), "\(report)")
    }
    let picture = try tree.read("auto.png")
    #expect(try tree.read("libraw.png") == picture)
    // Nor is one that the other made out of date.
    let again = try tree.run(
      "convert", "a.dng", "-o", "auto.png", "--unpack", "libraw", "-v", status: 0)
    #expect(!again.errors.contains("1 converted"), "\(again.errors)")
    #expect(try tree.read("auto.png") == picture)
  }

  /// Names come from metadata; the pixels, damaged here, are not read.
  @Test func dryRunReadsNoPixels() throws {
    var file = try Files.read(Package.testImages + "/landscape_rggb_14bit_lossless_jpeg.dng")
    for i in file.count * 2 / 5..<file.count * 3 / 5 { file[i] = 0 }
    try tree.write(file, to: "a.dng")
    let plan = try tree.run("convert", "a.dng", "-n", "--name", "{camera}-{stem}", status: 0)
    #expect(plan.text.contains("-a.png"), "\(plan.text)")
    #expect(try tree.run("convert", "a.dng").status == 1)
  }

  // MARK: What exists

  @Test func convertReplacesOnlyStalePictures() throws {
    try tree.copy(Self.photo, to: "a.dng")
    #expect(try tree.run("convert", "a.dng").status == 0)
    let first = try tree.read("a.png")
    try tree.run("convert", "a.dng", status: 0, errors: "0 converted, 1 skipped")
    try tree.run("convert", "a.dng", "--exposure", "-0.7", errors: "1 converted")
    #expect(try tree.read("a.png") != first)
  }

  @Test func foreignFilesAreNotTouched() throws {
    try tree.copy(Self.photo, to: "a.dng")
    try tree.write("precious", to: "a.png")
    try tree.run("convert", "a.dng", status: 1, errors: "a.dng: failed", "-y")
    #expect(try tree.read("a.png") == Array("precious".utf8))
    #expect(try tree.run("convert", "a.dng", "--if-exists", "skip").status == 0)
    #expect(try tree.run("convert", "a.dng", "--if-exists", "fail").status == 1)
    #expect(try tree.read("a.png") == Array("precious".utf8))
    #expect(try tree.run("convert", "a.dng", "-y").status == 0)
    #expect(try tree.read("a.png").first == 0x89)
  }

  @Test func equalStemsKeepTheirExtensions() throws {
    try tree.copy(Self.photo, to: "a.orf")
    try tree.copy(Self.turned, to: "a.ori")
    let run = try tree.run("convert", "a.orf", "a.ori", "-o", "out", status: 0)
    #expect(tree.entries("out") == ["a.orf.png", "a.ori.png"])
    #expect(run.errors.contains("extension"))
  }

  // MARK: Bad input

  @Test func badInputFailsWithoutStoppingTheBatch() throws {
    try tree.copy(Self.photo, to: "good.dng")
    try tree.write([], to: "empty.dng")
    try tree.write("no raw at all, just text", to: "text.dng")
    let whole = try tree.read("good.dng")
    try tree.write(Array(whole[..<(whole.count / 2)]), to: "half.dng")
    let run = try tree.run(
      "convert", "empty.dng", "text.dng", "half.dng", "none.dng", "good.dng", "-o", "out",
      "--report", "report.jsonl", status: 1)
    for name in ["empty.dng", "text.dng", "half.dng", "none.dng"] {
      #expect(run.errors.contains("\(name): failed ("), "\(run.errors)")
    }
    #expect(run.errors.contains("half.dng: failed (damaged: "), "\(run.errors)")
    #expect(run.errors.contains("1 converted, 4 failed in "))
    #expect(tree.entries("out") == ["good.png"])
    let lines = try tree.text("report.jsonl").split(separator: "\n")
    #expect(lines.count == 5)
    for line in lines {
      let object = try object(line)
      let isGood = (object["input"] as? String) == "good.dng"
      #expect(object["status"] as? String == (isGood ? "converted" : "failed"))
      #expect((object["reason"] == nil) == isGood)
      #expect((object["decoder"] != nil) == isGood)
    }
    // A log names each failure once.
    for options in [[], ["-v"], ["-q"]] {
      let log = try tree.run(
        ["convert", "empty.dng", "text.dng", "half.dng", "good.dng", "-o", "out"] + options,
        status: 1)
      let failures = log.errors.split(separator: "\n").filter { $0.contains(": failed (") }
      #expect(failures.count == 3 && Set(failures).count == 3, "\(log.errors)")
    }
    let single = try tree.run("convert", "empty.dng", "-o", "out", status: 1)
    #expect(single.errors.components(separatedBy: "empty.dng: failed (").count == 2)
  }

  @Test func outputThatCannotBeWrittenIsAFailure() throws {
    try tree.copy(Self.photo, to: "a.dng")
    try tree.write([], to: "file")
    try tree.run(
      "convert", "a.dng", "-o", "file", status: 64, errors: "-o file exists and is not a folder")
    try tree.run("convert", "a.dng", "-o", "file/below", status: 1, errors: "Not a directory")
  }

  /// Desktops create a thumbnail's file before they request it, with a name without a suffix.
  @Test func outputWithAFormatFlagMayHaveAnyName() throws {
    try tree.copy(Self.photo, to: "a.dng")
    // A file from another program stays. An empty file can be replaced.
    try tree.write("text", to: "mine")
    try tree.run("convert", "a.dng", "--to", "png", "-o", "mine", status: 1)
    #expect(try tree.read("mine") == Array("text".utf8))
    try tree.write([], to: "desktop_thumbnail.A1B2C3")
    try tree.run(
      "convert", "a.dng", "--to", "png", "--size", "64", "-o", "desktop_thumbnail.A1B2C3", status: 0
    )
    #expect(try tree.read("desktop_thumbnail.A1B2C3").prefix(4) == [0x89, 0x50, 0x4E, 0x47])
    // Without an existing file, the name means a folder.
    try tree.run("convert", "a.dng", "--to", "png", "-o", "folder.A1B2C3", status: 0)
    #expect(tree.exists("folder.A1B2C3/a.png"))
  }

  @Test(.enabled(if: FileManager.default.fileExists(atPath: "/dev/full"), "needs /dev/full"))
  func incompleteReportFailsTheRun() throws {
    try tree.copy(Self.photo, to: "a.dng")
    let full = try tree.run("convert", "a.dng", "--report", "/dev/full")
    #expect(full.errors.contains("the report /dev/full is incomplete"))
    #expect(full.status == 1)
    #expect(tree.exists("a.png"))
  }

  @Test(.disabled(if: geteuid() == 0, "root may write anywhere"))
  func anUnwritableFolderIsAFailure() throws {
    try tree.copy(Self.photo, to: "a.dng")
    try FileManager.default.createDirectory(
      atPath: tree.path("out"), withIntermediateDirectories: false,
      attributes: [.posixPermissions: 0o500])
    try tree.run("convert", "a.dng", "-o", "out", status: 1, errors: "Permission denied")
  }

  @Test func aReportReplacesOnlyReports() throws {
    try tree.copy(Self.photo, to: "a.dng")
    let photo = try tree.read("a.dng")
    for _ in 0..<2 {
      try tree.run("convert", "a.dng", "-y", "--report", "r.jsonl", status: 0)
      #expect(try tree.read("r.jsonl").count(where: { $0 == 0x0A }) == 1)
    }
    #expect(try tree.run("convert", "none.dng", "--report", "a.dng").status == 64)
    // A file of the user with lines that begin like a report.
    for notes in ["{\"input\": \"x\"}\nmy own notes\n", "{\"input\":\"x\"}\n"] {
      try tree.write(notes, to: "notes.jsonl")
      try tree.run(
        "convert", "a.dng", "-y", "--report", "notes.jsonl", status: 64, errors: "not a report")
      #expect(try tree.read("notes.jsonl") == Array(notes.utf8))
    }
    #expect(try tree.read("a.dng") == photo)
    let run = try tree.run("convert", "a.dng", "-y", "--report", "-")
    #expect(run.status == 0 && run.text.hasPrefix("{") && run.text.hasSuffix("}\n"))
    #expect(tree.entries() == ["a.dng", "a.png", "notes.jsonl", "r.jsonl"])
  }

  /// Otherwise the first file opened would become standard error, and messages would go into pictures.
  @Test func closedStreamsStayOutOfPictures() throws {
    for index in 0..<6 { try tree.copy(Self.photo, to: "in/\(index).dng") }
    try tree.copy(Self.photo, to: "a.dng")
    #expect(try tree.run("convert", "a.dng").status == 0)
    let closing = "'\(CommandRun.binary)' convert in -o out -j 2 <&- >&- 2>&-"
    try tree.shell(closing, status: 0)
    let expected = try tree.read("a.png")
    for index in 0..<6 { #expect(try tree.read("out/\(index).png") == expected) }
    let lost = "'\(CommandRun.binary)' convert a.dng -o - >&-"
    #expect(try tree.shell(lost).status == 1)
  }

  @Test(.enabled(if: FileManager.default.fileExists(atPath: "/dev/full"), "needs /dev/full"))
  func aPlanThatCannotBePrintedIsAFailure() throws {
    try tree.copy(Self.photo, to: "a.dng")
    let full = "'\(CommandRun.binary)' convert a.dng -n >/dev/full"
    try tree.shell(full, status: 1, errors: "cannot write standard output")
  }

  @Test func incompletePictureIsReplaced() throws {
    try tree.copy(Self.photo, to: "a.dng")
    #expect(try tree.run("convert", "a.dng").status == 0)
    let whole = try tree.read("a.png")
    try tree.write(Array(whole.dropLast(100)), to: "a.png")
    try tree.run("convert", "a.dng", errors: "1 converted")
    #expect(try tree.read("a.png") == whole)
  }
}

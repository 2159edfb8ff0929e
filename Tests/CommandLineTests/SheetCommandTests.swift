import BromideCodecs
import BromideValues
import Foundation
import SystemPackage
import TestSupport
import Testing

/// `bromide sheet` from the outside: sheets, messages and exit status.
@Suite struct SheetCommandTests {
  private let tree = CommandTree.fresh

  init() throws { try tree.makeFolder("in") }

  @Test func photosAreOrderedByName() throws {
    try tree.addPhotos()
    try tree.run(
      "sheet", "in", "-o", "sheet.png", "--tile", "100", "--columns", "3", "--captions", "none",
      "--spacing", "10", "--margin", "0", "--background", "#204060", status: 0,
      errors: "sheet.png (320×100, 3 photos, ")
    let sheet = try tree.picture("sheet.png")
    #expect(sheet.size == Size(width: 320, height: 100))
    func color(_ x: Int, _ y: Int) -> [UInt8] { (0..<3).map { sheet[x, y, $0] } }
    #expect(color(105, 50) == [0x20, 0x40, 0x60])
    // The landscape is a.dng, the chart b2.dng. The upright photo is as high as the row.
    #expect(color(50, 5) == [0x20, 0x40, 0x60] && color(270, 3) != [0x20, 0x40, 0x60])
    // The chart's first patch is dark skin: more red than blue.
    let skin = color(122, 27)
    #expect(skin[0] > skin[2])
  }

  /// Photos of 240×160 pixels that are twice as wide as high, and the other way round. Before, their
  /// cells had the proportions of the stored pixels.
  @Test(arguments: [
    (SIMD2(2.0, 1.0), Size(width: 120, height: 80)),
    (SIMD2(1.0, 2.0), Size(width: 90, height: 240)),
  ])
  func cellsFitPixelsThatAreNotSquare(scale: SIMD2<Double>, size: Size) throws {
    for name in ["in/a.dng", "in/b.dng"] {
      var photo = SyntheticPhoto(.flat(SIMD3(repeating: 0.5)), size: Size(width: 240, height: 160))
      photo.options.defaultScale = scale
      try tree.write(photo.file(), to: name)
    }
    try tree.run(
      "sheet", "in", "-o", "sheet.png", "--tile", "120", "--columns", "1", "--captions", "none",
      "--spacing", "0", "--margin", "0", "--background", "#000000", status: 0)
    let sheet = try tree.picture("sheet.png")
    try #require(sheet.size == size, "\(sheet.size)")
    // The tiles fill their cells.
    for y in [2, size.height / 2 - 3, size.height / 2 + 2, size.height - 3] {
      for x in [2, size.width - 3] { #expect(sheet[x, y, 1] > 50, "\(x) \(y)") }
    }
  }

  @Test func onlyChangedPagesAreReplaced() throws {
    try tree.addPhotos()
    let arguments = ["sheet", "in", "-o", "out.png", "--tile", "64"]
    func run(_ more: String...) throws -> CommandRun {
      try tree.run(arguments + more)
    }
    #expect(try run().status == 0)
    let first = try tree.read("out.png")
    try run().expect(0, "out.png is current", "3 skipped")
    try run("--columns", "1", "--jobs", "1").expect(0, "3 shown")
    #expect(try tree.read("out.png") != first)
    #expect(try run("--jobs", "1").status == 0)
    #expect(try tree.read("out.png") == first)
    // A file that Bromide did not write stays.
    try tree.write("mine", to: "out.png")
    try run().expect(1, "Bromide did not make it")
    #expect(try tree.read("out.png") == Array("mine".utf8))
  }

  @Test func aPhotoThatFailsIsMarkedAndCounted() throws {
    try tree.addPhotos()
    let whole = try tree.read("in/b2.dng")
    try tree.write(Array(whole.prefix(whole.count * 2 / 3)), to: "in/a.dng")
    try tree.write("no raw", to: "in/broken.nef")
    try tree.write("no photo", to: "in/readme.txt")
    try tree.run(
      "sheet", "in", "-o", "sheet.png", "--tile", "96", "--report", "report.jsonl", status: 1,
      errors: "2 shown, 2 failed", "in/a.dng: failed (damaged: ",
      "in/broken.nef: failed (not a raw photo", "skipped 1 file: not photos")
    let lines = try tree.text("report.jsonl").split(separator: "\n")
    #expect(lines.count == 4)
    #expect(lines.filter { $0.contains("\"status\":\"failed\"") }.count == 2)
    #expect(lines.allSatisfy { $0.contains("\"output\":\"sheet.png\"") })
    // Two error marks of 96 × 64, dark red except for their lines and words.
    let sheet = try tree.picture("sheet.png")
    let red = (0..<sheet.size.area).filter { place in
      let (x, y) = (place % sheet.width, place / sheet.width)
      return sheet[x, y, 0] == 0x3A && sheet[x, y, 1] == 0x1D && sheet[x, y, 2] == 0x1F
    }
    #expect(red.count > 3000)
    try tree.run(
      "sheet", "in/a.dng", "-o", "kept.png", "--tile", "96", "--damaged", "keep", status: 1,
      errors: "1 damaged")
  }

  @Test func manyPhotosMakePages() throws {
    try tree.addPhotos()
    let file = try tree.read("in/b2.dng")
    for index in 0..<9 { try tree.write(file + [UInt8(index)], to: "in/c\(index).dng") }
    // A column of 12 tiles of 1000 is higher than a page.
    let arguments = ["sheet", "in", "--columns", "1", "--tile", "1000", "--enlarge"]
    func run(_ more: String...) throws -> CommandRun {
      try tree.run(arguments + more)
    }
    let plan = try run("-o", "s.png", "-n").expect(0)
    #expect(
      plan.text.split(separator: "\n").map { $0.split(separator: "\t")[1] } == [
        "s-1.png", "s-2.png",
      ])
    #expect(tree.entries().filter { $0.hasSuffix(".png") }.isEmpty)
    try run("-o", "-").expect(64, "2 pages")
    try run("-o", "frames", "--animate", "fadeIn").expect(64, "need 2")
  }

  @Test func framesAreNumberedAndEndAtRest() throws {
    try tree.addPhotos()
    let still = ["sheet", "in", "--tile", "60", "--columns", "3", "--title", "Three", "-q"]
    #expect(try tree.run(still + ["-o", "still.png"]).status == 0)
    let motion = [
      "--animate", "radial(middle,.1) fadeIn slide(up) spin(slightly) custom(exposure,2,0)",
      "--fps", "10", "--duration", "1s",
    ]
    let plan = try tree.run(still + motion + ["-o", "frames", "-n"], status: 0)
    #expect(plan.text.hasPrefix("make\tframes\t") && plan.text.hasSuffix("\t3 photos\t10 frames\n"))
    let short = ["--animate", "fadeIn", "--duration", "1f", "-o", "frames"]
    for more in [[], ["-n"]] {
      try tree.run(still + short + more, status: 64, errors: "--duration is shorter")
    }
    #expect(!tree.exists("frames"))
    try tree.run(still + motion + ["-o", "frames"], status: 0)
    let names = tree.entries("frames").filter { $0.hasSuffix(".png") }.sorted()
    #expect(names == (0..<10).map { "\($0).png" })
    let last = try tree.picture("frames/9.png")
    let rest = try tree.picture("still.png")
    var worst = 0
    for (x, y, c) in Places(x: 0..<rest.width, y: 0..<rest.height).channels(3) {
      worst = max(worst, abs(Int(last[x, y, c]) - Int(rest[x, y, c])))
    }
    #expect(worst <= 1)
    #expect(try tree.picture("frames/0.png")[95, 100, 0] == 0x10)
    // Any number of threads makes the same bytes.
    try tree.run(still + motion + ["-o", "one", "-j", "1"], status: 0)
    for name in names { #expect(try tree.read("one/\(name)") == tree.read("frames/\(name)")) }
  }

  @Test func aTransparentSheetHasStraightAlpha() throws {
    try tree.addPhotos()
    try tree.run(
      "sheet", "in/b2.dng", "-o", "s.png", "--tile", "60", "--margin", "5", "--background", "none",
      "--captions", "none", "--opacity", "0.5", status: 0)
    let sheet = try tree.picture("s.png")
    #expect(sheet.channels == 4)
    #expect((0..<4).map { sheet[2, 2, $0] } == [0, 0, 0, 0])
    #expect(sheet[30, 25, 3] == 128)
  }

  @Test func previewsAreUsedIfLargeEnough() throws {
    // The sensor saw grey, the preview is red: so that one can tell.
    var photo = SyntheticPhoto(.landscape(seed: 1, octaves: 3), size: Size(width: 384, height: 256))
    photo.options.storage.preview = DNGPreview(size: Size(width: 192, height: 128)) { _, _ in
      SIMD3(220, 20, 20)
    }
    try tree.write(photo.file(), to: "in/p.dng")
    func run(_ tile: Int, _ more: String...) throws -> ImageBuffer<UInt8> {
      try tree.run(
        [
          "sheet", "in", "-o", "p\(tile).png", "-y", "--margin", "0", "--captions", "none",
          "--tile", "\(tile)",
        ] + more, status: 0)
      return try tree.picture("p\(tile).png")
    }
    func isRed(_ sheet: ImageBuffer<UInt8>) -> Bool {
      let (x, y) = (sheet.width / 2, sheet.height / 2)
      return abs(Int(sheet[x, y, 0]) - 220) <= 4 && sheet[x, y, 1] < 30
    }
    #expect(isRed(try run(96, "--from", "preview")))
    #expect(isRed(try run(192, "--from", "preview")))
    // Too small for that: developed instead.
    #expect(!isRed(try run(193, "--from", "preview")))
    #expect(!isRed(try run(97)))
    try tree.run(
      "sheet", "in", "-o", "x.png", "--from", "preview", "--temperature", "3000", status: 64,
      errors: "--from preview, which skips")
  }

  @Test(arguments: [
    (["--columns", "0"], "columns 0; expected 1 to 10000"),
    (["--tile", "4"], "tile 4; expected 8 to 16384"),
    (["--captions", "nam"], "did you mean “name”?"),
    (["--order", "colour"], "expected one of name, time, listed, brightness, hue"),
    (["--animate", "radial(midle) fadeIn"], "middle"),
    (["--animate", "fadeIn", "-o", "x.png"], "-o x.png is one picture"),
    (["--animate", "fadeIn", "--apng", "x.png"], "remove one"),
    (["--animate", "custom(exposre,1,0)"], "did you mean “exposure”?"),
    (["--animate", "fadeIn", "--duration", ".1s"], "which takes 0.35 s"),
    (["--fps", "10"], "--fps needs --animate"),
    (["--animate", "fadeIn", "--fps", "0"], "expected 25, 23.976 or 30000/1001"),
    (["--background", "red"], "expected #RRGGBB or none"),
    (["--tile", "12000", "--enlarge", "--memory", "1M"], "may be used; use a smaller --tile"),
    (["-o", "x.heic"], "Bromide writes PNG, JPEG, TIFF, JPEG XL, AVIF and WebP"),
  ])
  func wrongUsageIsReportedBeforeWork(arguments: [String], words: String) throws {
    try tree.addPhotos()
    var all = ["sheet", "in"] + arguments
    if !arguments.contains("-o") { all += ["-o", "out"] }
    try tree.run(all, status: 64, errors: words)
    #expect(!tree.exists("out/sheet.png") && !tree.exists("x.png"))
  }

  @Test func anEmptyFolderIsAFailure() throws {
    try tree.run("sheet", "in", "-o", "s.png", status: 1, errors: "no photo in this folder")
    #expect(!tree.exists("s.png"))
    try tree.run("sheet", "-o", "s.png", status: 64)
  }

  /// Before, a person who made a sheet of a time-lapse's frames read that there is no photo.
  @Test func foldersOfFramesNameTheRemedy() throws {
    try tree.copy("chart_rggb_12bit.dng", to: "in/a.dng")
    try tree.run("render", "in", "-o", "frames", "--size", "48x32")
    try tree.run(
      "sheet", "frames", "-o", "s.png", status: 1,
      errors:
        "no photo in this folder, but a picture, such as frames; name files to show them: frames/*.png"
    )
    try tree.run("sheet", "frames/0.png", "-o", "s.png", status: 0, errors: "1 photo")
  }

  @Test func brightPhotosComeLast() throws {
    for (name, exposure) in [("a", 0.0), ("b", -2), ("c", -1)] {
      var photo = SyntheticPhoto(.landscape(seed: 1, octaves: 3), size: Size(width: 96, height: 64))
      photo.exposure = exposure
      try tree.write(photo.file(), to: "in/\(name).dng")
    }
    try tree.run(
      "sheet", "in", "-o", "s.png", "--order", "brightness", "--columns", "3", "--tile", "60",
      "--margin", "0", "--spacing", "0", "--captions", "none", status: 0)
    let sheet = try tree.picture("s.png")
    let sums = (0..<3).map { column in
      (0..<40).reduce(0) { sum, y in
        (0..<60).reduce(sum) { $0 + Int(sheet[column * 60 + $1, y, 1]) }
      }
    }
    #expect(sums == sums.sorted() && sums[0] < sums[1] && sums[1] < sums[2])
  }

  /// A sheet with an error mark instead of a photo is rendered and reported each time.
  @Test func aSheetThatLacksAPhotoIsNeverCurrent() throws {
    func carried() throws -> String {
      try #require(try PNGReader.info(path: FilePath(tree.root + "/s.png")).text("Bromide"))
    }
    try tree.addPhotos()
    let file = try tree.read("in/b2.dng")
    try tree.write(Array(file.prefix(file.count * 2 / 3)), to: "in/b2.dng")
    for _ in 0..<2 {
      try tree.run(
        "sheet", "in", "-o", "s.png", "--tile", "60", status: 1, errors: "in/b2.dng: failed")
      #expect(try carried().hasPrefix("v1 draft "))
    }
    try tree.write(file, to: "in/b2.dng")
    try tree.run("sheet", "in", "-o", "s.png", "--tile", "60", status: 0, errors: "3 shown")
    try tree.run("sheet", "in", "-o", "s.png", "--tile", "60", status: 0, errors: "is current")
    #expect(try carried().hasPrefix("v1 drawing "))
  }

  /// An interrupted sheet leaves no files and exits with 130.
  @Test(arguments: [["-o", "out/s.png"], ["--apng", "out/s.png", "--animate", "fadeIn"]])
  func aSignalStopsASheetCleanly(output: [String]) throws {
    // Enough work for the signal to arrive on a loaded machine.
    for index in 0..<600 {
      try tree.copy("landscape_rggb_14bit_lossless_jpeg.dng", to: "in/\(index).dng")
    }
    for folder in ["out", "report"] {
      try tree.makeFolder(folder)
    }
    let errors = Pipe()
    let process = try tree.start(
      ["sheet", "in", "--report", "report/r.jsonl", "-j", "2", "--isa", "reference", "--columns"]
        + ["20", "--tile", "100"] + output, errors: errors)
    // The report starts after planning, when tiles are being rendered.
    while tree.entries("report").isEmpty && process.isRunning { usleep(1000) }
    process.interrupt()
    let message = String(decoding: errors.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    #expect(process.terminationStatus == 130 && process.terminationReason == .exit, "\(message)")
    #expect(message.contains("interrupted"), "\(message)")
    #expect(tree.entries("out").isEmpty)
  }

  @Test func animatedSheetIsASingleFile() throws {
    try tree.addPhotos()
    try tree.run(
      "sheet", "in", "--apng", "s.png", "--tile", "40", "--animate", "fadeIn", "--fps", "10",
      "--background", "none", status: 0)
    let bytes = try tree.read("s.png")
    func count(_ chunk: String) -> Int {
      let name = Array(chunk.utf8)
      return bytes.indices.dropLast(3).filter { Array(bytes[$0..<$0 + 4]) == name }.count
    }
    #expect(count("acTL") == 1 && count("fcTL") >= 3)
    // RGBA.
    #expect(bytes[25] == 6)
  }
}

extension CommandTree {
  /// Copies three photos with names that sort differently as text and as numbers.
  func addPhotos() throws {
    try copy("chart_rggb_12bit.dng", to: "in/b2.dng")
    try copy("landscape_gbrg_portrait_orientation6.dng", to: "in/b10.dng")
    try copy("landscape_rggb_14bit_lossless_jpeg.dng", to: "in/a.dng")
  }
}

import BromideCodecs
import BromideKernels
import BromideValues
import Foundation
import SystemPackage
import TestSupport
import Testing

/// `bromide render` from the outside: folders of frames, messages and exit status.
@Suite struct RenderCommandTests {
  private let scene = RenderTree.fresh
  private var tree: CommandTree { scene.tree }

  @Test func aPhotoBecomesNumberedFrames() throws {
    try scene.zoom(frames: 11)
    let run = try scene.render("zoom.yaml", "-o", "out")
    #expect(run.status == 0 && run.text.isEmpty, "\(run.errors)")
    #expect(run.errors.hasPrefix("11 rendered in "))
    #expect(
      tree.entries("out")
        == (0...10).map { ($0 < 10 ? "0" : "") + "\($0).png" } + ["manifest.json"])
    let first = try PNGReader.info(path: FilePath(tree.path("out/00.png")))
    #expect(first.size == Size(width: 96, height: 64) && first.isSRGB)
    #expect(first.exif != nil)
    #expect(first.text("Bromide")?.hasPrefix("v1 frame ") == true)
    let manifest = try tree.text("out/manifest.json")
    #expect(manifest.contains(first.text("Bromide")!))
    #expect(manifest.contains("\"instructionSet\":\"\(InstructionSet.best.rawValue)\""))
    #expect(manifest.contains("\"crop\":[0.25,0.25,0.5,0.5],\"exposure\":[1]"))
    // The end state is a conversion with the same parameters, to a code value.
    #expect(
      try tree.run(
        "convert", "hero.dng", "-o", "end.png", "--plain", "--size", "96x64", "--fit", "cover",
        "--enlarge",
        "--exposure", "1", "--crop", "0.25,0.25,0.5,0.5"
      ).status == 0)
    let frame = try scene.pixels("out/10.png")
    let still = try scene.pixels("end.png")
    #expect(zip(frame, still).allSatisfy { abs(Int($0) - Int($1)) <= 1 })
    #expect(frame.count == still.count)
  }

  @Test func runningAgainRedoesMissingDamagedAndStaleFrames() throws {
    try scene.zoom(frames: 8)
    #expect(try scene.render("zoom.yaml", "-o", "out").status == 0)
    let before = try scene.content("out")
    var run = try scene.render("zoom.yaml", "-o", "out")
    #expect(run.errors.hasPrefix("0 rendered, 8 current in "))
    #expect(try scene.content("out") == before)

    try FileManager.default.removeItem(atPath: tree.path("out/2.png"))
    try tree.write(before["3.png"]!.dropLast(40), to: "out/3.png")
    // A byte more in the middle: only the manifest knows.
    var grown = before["4.png"]!
    grown.insert(0, at: grown.count - 20)
    try tree.write(grown, to: "out/4.png")
    run = try scene.render("zoom.yaml", "-o", "out")
    #expect(run.errors.hasPrefix("3 rendered, 5 current in "), "\(run.errors)")
    #expect(try scene.content("out") == before)

    // Changed settings render new frames. If there are fewer frames, older ones remain and are
    // named.
    run = try scene.render("zoom.yaml", "-o", "out", "--saturation", "1.3")
    #expect(run.errors.hasPrefix("8 rendered in "))
    try scene.zoom(frames: 11)
    run = try scene.render("zoom.yaml", "-o", "out", "--saturation", "1.3")
    #expect(
      run.errors.contains("8 frames of an older timeline remain in the folder: 0.png … 7.png\n"),
      "\(run.errors)")
    #expect(run.status == 0)
  }

  @Test func foreignFilesAreKept() throws {
    try scene.zoom(frames: 2)
    try tree.write([1, 2, 3], to: "out/1.png")
    var run = try scene.render("zoom.yaml", "-o", "out", "-j", "1")
    #expect(run.status == 1)
    #expect(run.errors.contains("out/1.png exists and Bromide did not make it"))
    #expect(try tree.read("out/1.png") == [1, 2, 3])
    run = try scene.render("zoom.yaml", "-o", "out", "--if-exists", "skip")
    #expect(run.status == 0 && run.errors.hasPrefix("0 rendered, 2 current in "))
    #expect(try scene.render("zoom.yaml", "-o", "out", "--if-exists", "fail").status == 1)
    #expect(try scene.render("zoom.yaml", "-o", "out", "-y").status == 0)
    #expect(try tree.read("out/1.png").count > 100)
  }

  @Test func bytesMatchForAnyThreadsOrderAndShards() throws {
    try scene.zoom(frames: 9)
    #expect(try scene.render("zoom.yaml", "-o", "a", "-j", "1").status == 0)
    #expect(try scene.render("zoom.yaml", "-o", "b", "-j", "5", "--memory", "1M").status == 0)
    for part in ["7,2", "0-8:3", "last", "3..8"] {
      let frames = part == "last" ? "--frame" : "--frames"
      #expect(try scene.render("zoom.yaml", "-o", "c", frames, part).status == 0)
    }
    #expect(try scene.render("zoom.yaml", "-o", "c").status == 0)
    // Two shares at once.
    let both =
      "'\(CommandRun.binary)' render zoom.yaml -o d --shard 1/2 & '\(CommandRun.binary)' render zoom.yaml -o d --shard 2/2; wait"
    #expect(try tree.shell(both).status == 0)
    let one = try scene.content("a")
    #expect(one.count == 10)
    for other in ["b", "c", "d"] { #expect(try scene.content(other) == one, "\(other)") }
    // A single frame.
    #expect(try scene.render("zoom.yaml", "--frame", "4", "-o", "four.png").status == 0)
    #expect(try tree.read("four.png") == one["4.png"])
    #expect(try scene.render("zoom.yaml", "--frame", "4", "-o", "-").output == one["4.png"])
  }

  @Test(.enabled(if: TroubledLibRaw.library != nil)) func aKilledRunIsResumed() throws {
    try scene.zoom(frames: 55, last: "last.dng")
    // It hangs only with the library of the killed run, so that this run cannot end earlier.
    try tree.write(TroubledLibRaw.photo(.hang, at: .unpack), to: "last.dng")
    #expect(try scene.render("zoom.yaml", "-o", "whole").status == 0)
    // Remains of a process that was killed while it wrote.
    try tree.write([1], to: "cut/.bromide-0123456789abcdef.part")
    _ = try scene.run(
      ["zoom.yaml", "-o", "cut"], untilFrames: 5, in: "cut", signal: SIGKILL,
      environment: TroubledLibRaw.environment)
    #expect(scene.frames("cut") >= 5 && !tree.exists("cut/manifest.json"))
    #expect(try scene.render("zoom.yaml", "-o", "cut").status == 0)
    #expect(try scene.content("cut") == scene.content("whole"))
  }

  @Test func anInterruptedRunEndsCleanly() throws {
    // Enough frames for the signal to arrive on a loaded machine.
    try scene.zoom(frames: 2000, size: "480x320")
    let status = try scene.run(
      ["zoom.yaml", "-o", "cut"], untilFrames: 3, in: "cut", signal: SIGINT)
    #expect(status == 130)
    #expect(scene.frames("cut") < 2000)
    #expect(tree.entries("cut").allSatisfy { $0.hasSuffix(".png") || $0 == "manifest.json" })
    #expect(tree.exists("cut/manifest.json"))
  }

  // MARK: Photos in turn

  @Test func missingPhotosFailRepeatOrSkip() throws {
    try scene.sequence(5)
    let cut = try tree.read("in/p2.dng").prefix(2000)
    try tree.write(Array(cut), to: "in/p2.dng")
    func run(_ policy: String, _ folder: String) throws -> CommandRun {
      try scene.render(
        "in", "--order", "name", "--size", "48x32", "-o", folder, "--on-missing", policy)
    }
    let failed = try run("fail", "f")
    #expect(failed.status == 1 && failed.errors.contains("frame 2: failed (in/p2.dng: damaged"))
    let held = try run("hold", "h")
    #expect(held.status == 1 && held.errors.contains("4 rendered, 1 held in "), "\(held.errors)")
    #expect(held.errors.contains("p1.dng is shown instead"))
    #expect(try scene.pixels("h/2.png") == scene.pixels("h/1.png"))
    #expect(try scene.pixels("h/3.png") != scene.pixels("h/1.png"))
    let left = try run("skip", "s")
    #expect(left.status == 1 && left.errors.contains("4 rendered, 1 left out in "))
    #expect(tree.entries("s") == ["0.png", "1.png", "3.png", "4.png", "manifest.json"])
    // A frame that was held is not current.
    try run("hold", "h").expect(1, "4 current, 1 held in ")
    // A frame is also rendered again if its photo returns.
    try scene.photo("in/p2.dng")
    try run("hold", "h").expect(0, "1 rendered, 4 current in ")
  }

  /// An animation with a held frame is made and reported again each time.
  @Test func anAnimationThatLacksAPhotoIsNeverCurrent() throws {
    try scene.sequence(3)
    try tree.write(Array(try tree.read("in/p1.dng").prefix(2000)), to: "in/p1.dng")
    func run() throws -> CommandRun {
      try scene.render(
        "in", "--order", "name", "--size", "48x32", "--apng", "a.png", "--on-missing", "hold")
    }
    for _ in 0..<2 {
      let held = try run()
      #expect(held.status == 1 && held.errors.contains("2 rendered, 1 held"), "\(held.errors)")
    }
    try scene.photo("in/p1.dng")
    try run().expect(0, "3 rendered")
    try run().expect(0, "3 current")
  }

  /// Another demosaicing method renders frames of photos and tiles again, and changes both.
  @Test(arguments: ["photo: in/p0.dng", "tiles: {photo: in/p0.dng, columns: 2, rows: 1}"])
  func demosaicIsPartOfAFrame(source: String) throws {
    try scene.sequence(1)
    try tree.write("size: 192x128\nsources:\n  - \(source)\n    duration: 1f\n", to: "a.yaml")
    var made: [[UInt8]] = []
    for name in ["rcd", "bilinear", "libraw:vng", "libraw:ahd"] {
      try scene.render("a.yaml", "-o", "o", "--demosaic", name, status: 0, errors: "1 rendered")
      made.append(try scene.pixels("o/0.png"))
    }
    #expect(Set(made).count == 4)
  }

  @Test func sequencesOfOnePhotoAndOfMixedSizes() throws {
    try scene.photo("one/a.dng")
    #expect(try scene.render("one", "-o", "o").status == 0)
    #expect(tree.entries("o") == ["0.png", "manifest.json"])
    #expect(
      try PNGReader.info(path: FilePath(tree.path("o/0.png"))).size == Size(width: 192, height: 128)
    )
    try scene.photo("one/b.dng", size: Size(width: 96, height: 144))
    #expect(try scene.render("one", "-o", "m", "--fit", "contain").status == 0)
    #expect(
      try PNGReader.info(path: FilePath(tree.path("m/1.png"))).size == Size(width: 192, height: 128)
    )
    // A picture that does not fill the frame is centred on black.
    let boxed = try scene.pixels("m/1.png")
    #expect(boxed[0..<6].allSatisfy { $0 == 0 } && boxed[(64 * 192 + 96) * 3] > 0)
  }

  @Test func memoryIsBoundedAndPhotosMayBeRetimed() throws {
    try scene.sequence(3)
    try scene.render(
      "in", "--order", "name", "--size", "48x32", "-o", "slow", "--duration", "9f", "--memory",
      "1M", "-j", "4", status: 0)
    let frames = try (0..<9).map { try scene.pixels("slow/\($0).png") }
    #expect(Set(frames).count == 3 && frames[0] == frames[1] && frames[7] == frames[8])
  }

  // MARK: Layers

  // MARK: Words

  @Test func plansArePrintedAndPreviewsGoElsewhere() throws {
    try scene.zoom(frames: 3, size: "1280x960")
    let run = try scene.render("zoom.yaml", "-n", "--frames", "1-2")
    #expect(run.status == 0 && run.text.split(separator: "\n").count == 2)
    #expect(run.text.contains("exposure 0,") && run.text.contains("crop 0.25,0.25,0.5,0.5"))
    let csv = try scene.render("zoom.yaml", "-n", "--format", "csv")
    #expect(csv.text.hasPrefix("frame,time,") && csv.text.split(separator: "\n").count == 4)
    #expect(try scene.render("zoom.yaml", "--preview", "-o", "out", "--frames", "0").status == 0)
    #expect(
      try PNGReader.info(path: FilePath(tree.path("out-preview/0.png"))).size
        == Size(width: 640, height: 480))
    #expect(!tree.exists("out"))
  }

  @Test func overshootIsClampedOrAllowed() throws {
    try scene.photo("hero.dng")
    let text = """
      size: 96x64
      sources:
        - photo: hero.dng
          duration: 10f
          tracks:
            saturation:
              - {at: 0s, value: 1, curve: 'overshoot(5)'}
              - {at: 100%, value: 4}
            exposure:
              - {at: 0s, value: -1, curve: 'overshoot(5)'}
              - {at: 100%, value: 10}
      """
    try tree.write(text, to: "far.yaml")
    let run = try scene.render(
      "far.yaml", "-o", "out", "--report", "r.jsonl", status: 0,
      errors: "saturation kept within its range in frames ")
    #expect(!run.errors.contains("exposure kept"))
    let lines = try tree.text("r.jsonl").split(separator: "\n")
    #expect(lines.count == 10 && lines.contains { $0.contains("\"clamped\":[\"saturation\"]") })
  }

  @Test func wrongUsageFailsBeforeWriting() throws {
    try scene.zoom(frames: 4)
    let cases: [([String], Int32, String)] = [
      ([], 64, "no input; name"), (["zoom.yaml"], 64, "choose an output: -o FOLDER"),
      (["zoom.yaml", "-o", "x.png"], 64, "is one picture"),
      (["zoom.yaml", "-o", "x.bmp"], 64, "Bromide writes PNG, JPEG, TIFF, JPEG XL, AVIF and WebP"),
      (
        ["zoom.yaml", "-o", "x", "--frame", "4"], 64, "frame 4 does not exist; the last frame is 3"
      ),
      (
        ["zoom.yaml", "-o", "x", "--frames", "1-9"], 64,
        "frame 9 does not exist; the last frame is 3"
      ),
      (["zoom.yaml", "-o", "x", "--exposure", "1"], 64, "zoom.yaml:8: exposure"),
      (["zoom.yaml", "-o", "x", "--shard", "3/2"], 64, "expected I/N"),
      (["zoom.yaml", "--raw", "-", "--shard", "1/2"], 64, "--shard needs -o"),
      (["zoom.yaml", "-o", "x", "--apng", "y.png"], 64, "only one output is possible"),
      (
        ["zoom.yaml", "--y4m", "x.y4m", "--space", "rec2020"], 64,
        "--y4m requires the primaries of BT.709"
      ),
      (["zoom.yaml", "-o", "x", "--analyse"], 64, "--analyse requires a sequence"),
      (
        ["zoom.yaml", "-o", "x", "--levels", "none.dng", "--order", "size"], 64,
        "expected one of name"
      ),
      (["none.yaml", "-o", "x"], 1, "none.yaml cannot be read"),
      (["none", "-o", "x"], 1, "no such timeline, folder, photo or clip"),
      (["zoom.yaml", "-o", "/proc/x"], 1, "cannot make the folder"),
    ]
    let before = tree.entries()
    for (arguments, status, words) in cases {
      try tree.run(["render"] + arguments, status: status, errors: words)
    }
    #expect(tree.entries() == before)
    // A file that is not a raw photo, and one that is missing.
    try tree.write("no raw", to: "hero.dng")
    #expect(try scene.render("zoom.yaml", "-o", "x").errors.contains("hero.dng: not a raw photo"))
    try FileManager.default.removeItem(atPath: tree.path("hero.dng"))
    try scene.render("zoom.yaml", "-o", "x", status: 1, errors: "hero.dng")
  }
}

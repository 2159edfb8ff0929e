import BromideValues
import Foundation
import TestSupport
import Testing

/// The guesses of a run, and their messages: clips with another rate, rotated photos, cards with
/// several folders, and words that do not fit.
@Suite struct FrameGuessTests {
  private let scene = RenderTree.fresh
  private var tree: CommandTree { scene.tree }

  /// The number of frames of a timeline, by its plan.
  private func frames(_ text: String, _ flags: String...) throws -> (count: Int, errors: String) {
    try tree.write(text, to: "t.yaml")
    let run = try tree.run(["render", "t.yaml", "-n", "--format", "csv"] + flags, status: 0)
    let numbers = run.text.split(separator: "\n").dropFirst().map { $0.split(separator: ",")[0] }
    return (Set(numbers).count, run.errors)
  }

  /// Before, a clip of 24 frames a second ran 1.25 times too fast in a timeline of 30.
  @Test func clipsKeepTheirTime() throws {
    try scene.zoom(frames: 24)
    #expect(try scene.render("zoom.yaml", "--fps", "24", "--y4m", "c.y4m").status == 0)
    let kept = try frames("fps: 30\nsources: [{clip: c.y4m}]")
    #expect(kept.count == 30)
    #expect(kept.errors.contains("c.y4m: 24 fps in 30 fps"), "\(kept.errors)")
    #expect(try frames("fps: 30\nsources: [{clip: c.y4m, rate: frames}]").count == 24)
    let same = try frames("fps: 24\nsources: [{clip: c.y4m}]")
    #expect(same.count == 24 && same.errors.isEmpty)
    #expect(try frames("fps: 30\nsources: [{clip: c.y4m, speed: 2}]").count == 13)
    // By default, a single clip keeps its rate.
    try scene.render("c.y4m", "--fps", "12", "--raw", "h.rgb", "-y", status: 0)
    #expect(try tree.read("h.rgb").count == 12 * 96 * 64 * 3)
  }

  private func photo(_ name: String, _ orientation: Orientation, second: Int = 0) throws {
    var photo = SyntheticPhoto(.landscape(seed: 3, octaves: 4), size: Size(width: 96, height: 64))
    photo.exposure = -1
    photo.options.orientation = .upright
    photo.options.metadata.dateTime = "2026:06:21 22:00:\(second < 10 ? "0" : "")\(second)"
    // Only the tag says how it is turned: 0112, a short.
    var file = photo.file()
    let tag: [UInt8] = [0x12, 0x01, 3, 0, 1, 0, 0, 0]
    let place = try #require((0..<file.count - 12).first { file[$0..<$0 + 8].elementsEqual(tag) })
    file[place + 8] = UInt8(orientation.rawValue)
    try tree.write(file, to: name)
  }

  @Test func rotatedPhotosCauseWarningAndCanBeLocked() throws {
    for (index, orientation) in [Orientation.upright, .upright, .bottomRight].enumerated() {
      try photo("n/p\(index).dng", orientation, second: index)
    }
    try scene.render("n", "-o", "own", status: 0, errors: "Use --orientation lock")
    #expect(try scene.pixels("own/2.png") != scene.pixels("own/0.png"))
    let locked = try scene.render("n", "-o", "locked", "--orientation", "lock")
    #expect(locked.status == 0 && !locked.errors.contains("--orientation"), "\(locked.errors)")
    #expect(try scene.pixels("locked/2.png") == scene.pixels("locked/0.png"))
    try scene.render(
      "n/p0.dng", "-o", "x.png", "--orientation", "lock", status: 64,
      errors: "--orientation lock requires a sequence")
  }

  /// A card whose counter wraps: the folder after the first, in the order of time.
  @Test func cardsHaveSeveralFolders() throws {
    try photo("DCIM/100CANON/IMG_9998.dng", .upright, second: 1)
    try photo("DCIM/100CANON/IMG_9999.dng", .upright, second: 2)
    try photo("DCIM/101CANON/IMG_0001.dng", .upright, second: 3)
    try photo("DCIM/EOSMISC/IMG_0002.dng", .upright, second: 4)
    let run = try scene.render("DCIM", "-o", "f")
    #expect(run.status == 0 && scene.frames("f") == 3, "\(run.errors)")
    let manifest = try tree.text("f/manifest.json")
    let places = try ["IMG_9998", "IMG_9999", "IMG_0001"].map { name in
      try #require(manifest.range(of: name)).lowerBound
    }
    #expect(places == places.sorted())
    try scene.render("f", "-n", status: 0)
  }

  /// A card with files of the camera and of other programs, a folder of films, and a counter that
  /// restarts in the next folder. Before, only `DCIM` was possible, and a folder of films was an
  /// error.
  @Test(arguments: ["card", "card/DCIM"])
  func cardsShowTheirPhotos(input: String) throws {
    for (index, name) in [
      "99CANON/IMG_9000", "100CANON/IMG_9998", "100CANON/IMG_9999", "101CANON/IMG_0001",
      "103CANON/IMG_0002",
    ].enumerated() {
      try photo("card/DCIM/\(name).dng", .upright, second: 9 - index)
    }
    try photo("card/MISC/IMG_0003.dng", .upright, second: 20)
    for name in [
      "card/AUTORUN.INF", "card/DCIM/CANONMSC.CTG", "card/DCIM/102CANON/MVI_0002.MP4",
      "card/DCIM/101CANON/IMG_0001.THM",
    ] {
      try tree.write([1, 2, 3], to: name)
    }
    for (order, expected) in [
      ("name", ["IMG_9998", "IMG_9999", "IMG_0001", "IMG_0002"]),
      ("time", ["IMG_0002", "IMG_0001", "IMG_9999", "IMG_9998"]),
    ] {
      let run = try scene.render(input, "--order", order, "-o", "f-\(order)")
      #expect(run.status == 0 && scene.frames("f-\(order)") == 4, "\(run.errors)")
      let manifest = try tree.text("f-\(order)/manifest.json")
      let places = try expected.map { name in
        try #require(manifest.range(of: name)).lowerBound
      }
      #expect(places == places.sorted(), "\(manifest)")
    }
    try tree.write([1], to: "empty/DCIM/100CANON/MVI_0001.MP4")
    let empty = try scene.render("empty", "-n")
    #expect(empty.status == 1 && empty.errors.contains("empty"), "\(empty.errors)")
  }

  /// Before, a plan only warned about photos of sequences.
  @Test(arguments: ["photo: gone.png", "tiles: {photo: gone.png, columns: 2, rows: 2}"])
  func missingPhotosCauseWarning(source: String) throws {
    let plan = try frames("size: 96x64\nfps: 10\nsources:\n  - \(source)\n    frames: 2")
    #expect(
      plan.errors.contains("gone.png: it cannot be read: No such file or directory, which ends"),
      "\(plan.errors)")
  }

  /// Before, the last lines of a title lay below the frame.
  @Test func titlesOfManyLinesStayInTheFrame() throws {
    let photo = SyntheticPhoto(.flat(SIMD3()), size: Size(width: 192, height: 128))
    try tree.write(photo.file(), to: "h/a.dng")
    let title = "A title of many words that takes four lines or even five of them"
    try scene.render(
      "h", "--ken-burns", "--duration", "3s", "--title", title, "--frame", "37", "-o", "t.png",
      status: 0)
    let pixels = try scene.pixels("t.png")
    func ink(_ rows: Range<Int>) -> Int {
      rows.reduce(0) { sum, y in sum + (0..<192).count { pixels[3 * (y * 192 + $0)] > 128 } }
    }
    #expect(ink(116..<128) == 0 && ink(100..<116) > 20 && ink(50..<100) > 50)
  }

  /// A plan reports missing photos, different sizes, a guessed balance, and truncated words.
  @Test func plansWarnAboutGuesses() throws {
    try photo("n/a.dng", .upright, second: 1)
    var other = SyntheticPhoto(.landscape(seed: 3, octaves: 4), size: Size(width: 64, height: 48))
    other.recordsColor = true
    other.options.color = other.camera.color()
    other.options.color.asShotNeutral = nil
    other.options.metadata.dateTime = "2026:06:21 22:00:00"
    try tree.write(other.file(), to: "n/b.dng")
    let text = """
      size: 96x64
      sources:
        - {sequence: [n/a.dng, n/b.dng, n/gone.dng], on-missing: hold}
        - {text: Donaudampfschifffahrtsgesellschaft, start: 0s, frames: 1, size: 0.3}
      """
    try tree.write(text, to: "g.yaml")
    let run = try scene.render("g.yaml", "-n", status: 0)
    for words in [
      "1 of 3 photos cannot be read, and Bromide shows the photo before it instead: n/gone.dng",
      "photos differ in size: 1 of 96×64, 1 of 64×48; each is fitted to 96×64 by fit: cover",
      "the text “Donaudampfschifffahrtsgesellschaft” has a word wider than its lines",
      "no white balance is recorded",
    ] {
      #expect(run.errors.contains(words), "\(words) in \(run.errors)")
    }
  }

  /// Earlier plans did not report missing exposures, rows that a film removes, or skipped sound.
  /// They also printed the document's fit instead of the source's.
  @Test func plansShowChangesByTheOutput() throws {
    for (index, side) in [65, 65, 33].enumerated() {
      var photo = SyntheticPhoto(
        .landscape(seed: 3, octaves: 4), size: Size(width: 97, height: side))
      photo.exposure = -1
      photo.options.metadata.dateTime = "2026:06:21 22:00:0\(index)"
      photo.options.metadata.exposureTime = index == 1 ? nil : DNGRational(1, 60)
      try tree.write(photo.file(), to: "n/p\(index).dng")
    }
    try tree.write("RIFF", to: "a.wav")
    try tree.write(
      "audio: a.wav\nsources: [{sequence: n/, fit: contain, holy-grail: true}]", to: "t.yaml")
    let film = try scene.render("t.yaml", "-n", "-o", "x.mp4", status: 0)
    for words in [
      "warning: 1 of 3 photos do not contain an exposure time",
      "each is fitted to 97×65 by fit: contain",
      "h264 requires even sides, so the frames have 96×64 pixels instead of 97×65",
    ] {
      #expect(film.errors.contains(words), "\(words) in \(film.errors)")
    }
    let silent = try scene.render("t.yaml", "-n", "-o", "frames", errors: "Bromide skips the audio")
    #expect(!silent.errors.contains("even sides"))
    #expect(tree.entries("").allSatisfy { !$0.hasPrefix("x.mp4") && $0 != "frames" })
  }

  /// Before, long words were cut at both edges.
  @Test func longWordsAreBroken() throws {
    let words = "A long title about five days far away from home"
    let text = """
      size: 192x128
      sources:
        - {color: '#000000', start: 0s, frames: 1}
        - {text: '\(words)', start: 0s, frames: 1, size: 0.1}
      """
    try tree.write(text, to: "w.yaml")
    #expect(try scene.render("w.yaml", "-o", "w.png").status == 0)
    let pixels = try scene.pixels("w.png")
    func isBlack(_ x: Int) -> Bool {
      (0..<128).allSatisfy { pixels[3 * ($0 * 192 + x)] < 16 }
    }
    #expect(isBlack(0) && isBlack(1) && isBlack(190) && isBlack(191))
    // In two lines or more: ink above and below the middle.
    func ink(_ rows: Range<Int>) -> Int {
      rows.reduce(0) { sum, y in sum + (0..<192).count { pixels[3 * (y * 192 + $0)] > 128 } }
    }
    #expect(ink(40..<62) > 50 && ink(66..<90) > 50)
  }
}

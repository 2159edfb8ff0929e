import BromideValues
import Foundation
import TestSupport
import Testing

/// `--optics`, `--optics-save` and `--rotation-fit` as a person meets them.
@Suite struct LockedOpticsCommandTests {
  private let tree = CommandTree.fresh

  init() throws {
    // Three photos with one lens: two with equal settings and different noise, and one with another
    // ISO.
    try write("a.dng", noise: SensorNoise(fullWell: 5000, read: 5, seed: 3))
    try write("b.dng", noise: SensorNoise(fullWell: 1200, read: 9, seed: 4))
    try write("c.dng", iso: 800, noise: SensorNoise(fullWell: 900, read: 9, seed: 5))
  }

  private func write(
    _ name: String, iso: Int = 100, model: String = "Synthetic", noise: SensorNoise
  ) throws {
    var photo = SyntheticPhoto(.landscape(), size: Size(width: 620, height: 420))
    photo.options.metadata.iso = iso
    photo.options.metadata.model = model
    photo.options.metadata.lensModel = "35mm f/1.8"
    photo.options.metadata.focalLength = DNGRational(35, 1)
    photo.noise = noise
    try tree.write(photo.file(), to: name)
  }

  /// The samples of a PNG with 8 bits.
  private func samples(_ name: String) throws -> [UInt8] { try tree.picture(name).values }

  /// Report lines by the name of the photo.
  private func convert(_ arguments: String...) throws -> [String: [String: Any]] {
    try tree.run(["convert"] + arguments + ["-o", "out", "-y", "--report", "r.jsonl"], status: 0)
    let text = try tree.text("r.jsonl")
    var lines: [String: [String: Any]] = [:]
    for line in text.split(separator: "\n") {
      let object = try object(line)
      if let input = object["input"] as? String { lines[input] = object }
    }
    return lines
  }

  private func noise(_ line: [String: Any]?) -> (a: Double, from: String)? {
    guard let optics = line?["optics"] as? [String: Any],
      let noise = optics["noise"] as? [String: Any], let a = noise["a"] as? Double,
      let from = optics["noiseFrom"] as? String
    else { return nil }
    return (a, from)
  }

  @Test func firstPhotoOfAGroupIsMeasured() throws {
    let own = try convert("a.dng", "b.dng", "c.dng")
    let noises = try ["a.dng", "b.dng", "c.dng"].map { try #require(noise(own[$0])) }
    #expect(Set(noises.map(\.a)).count == 3 && noises.allSatisfy { $0.from == "measured" })
    let plain = try tree.pixels("out/a.png")
    let other = try tree.pixels("out/b.png")

    let locked = try convert(
      "a.dng", "b.dng", "c.dng", "--optics", "lock", "--optics-save", "o.json")
    #expect(noise(locked["a.dng"])?.a == noises[0].a)
    #expect(noise(locked["b.dng"])?.a == noises[0].a)
    #expect(noise(locked["b.dng"])?.from == "locked")
    #expect(noise(locked["c.dng"])?.a == noises[2].a)
    #expect(locked["b.dng"]?["opticsFrom"] as? String == "a.dng")
    #expect(locked["c.dng"]?["opticsFrom"] as? String == "c.dng")
    #expect(own["b.dng"]?["opticsFrom"] == nil)
    // A photo that is locked to itself is the same picture.
    #expect(try tree.pixels("out/a.png") == plain)
    let second = try tree.pixels("out/b.png")
    #expect(second != other)

    // The file gives the same result for a single photo and for any number of threads.
    for jobs in ["1", "3"] {
      _ = try convert("b.dng", "--optics", "o.json", "-j", jobs)
      #expect(try tree.pixels("out/b.png") == second)
    }
    // Pictures with unchanged settings stay.
    try tree.run("convert", "b.dng", "-o", "out", "--optics", "o.json", errors: "skipped")
    let lock = try tree.run("convert", "b.dng", "-o", "out", "--optics", "own", "-v")
    #expect(!lock.errors.contains("skipped"), "\(lock.errors)")
  }

  @Test func measurementsArePrinted() throws {
    try tree.run(
      "convert", "a.dng", "b.dng", "-o", "out", "--optics", "lock", "-v", status: 0,
      errors: "optics of Synthetic, 35mm f/1.8, 35 mm, ISO 100, 620×420: ", "px, noise ",
      ", as a.dng shows", "optics of a.dng")
  }

  /// Measurements replace measurements, but no photo and no other file, also with -y. A plan writes
  /// nothing.
  @Test func savedOpticsReplaceNothingElse() throws {
    let save = ["--optics", "lock", "--optics-save"]
    try tree.write("a letter", to: "letter.json")
    for name in ["a.dng", "letter.json"] {
      let before = try tree.read(name)
      for plan in [[], ["-n"]] {
        try tree.run(
          ["convert", "a.dng", "-o", "out", "-y"] + save + [name] + plan, status: 1,
          errors: "\(name) exists and is not an optics file")
      }
      #expect(try tree.read(name) == before && !tree.exists("out"), "\(name)")
    }
    try tree.run(["convert", "a.dng", "-o", "out", "-n"] + save + ["o.json"], status: 0)
    #expect(!tree.exists("o.json"))
    try tree.write("", to: "o.json")
    try tree.run(["convert", "a.dng", "-o", "out"] + save + ["o.json"], status: 0)
    let first = try tree.text("o.json")
    try tree.run(["convert", "c.dng", "-o", "out"] + save + ["o.json"], status: 0)
    #expect(try first.contains("bromide-optics") && tree.text("o.json") != first)
  }

  @Test func photosOfOtherCamerasFail() throws {
    _ = try convert("a.dng", "--optics", "lock", "--optics-save", "o.json")
    try write("d.dng", model: "Other", noise: SensorNoise(fullWell: 5000, read: 5, seed: 3))
    for (name, words) in [("c.dng", "ISO 800"), ("d.dng", "Other")] {
      try tree.run(
        "convert", name, "-o", "x.png", "--optics", "o.json", status: 1,
        errors: "optics are locked to Synthetic", words)
      #expect(!tree.exists("x.png"))
    }
  }

  @Test(arguments: [
    (["--optics", "lock", "--plain"], "--plain turns off all corrections; remove it or --optics"),
    (
      [
        "--optics", "lock", "--ca", "none", "--hot-pixels", "none", "--capture-sharpen", "none",
        "--denoise", "none", "--output-sharpen", "none",
      ], "--optics lock has no effect"
    ),
    (["--optics-save", "o.json"], "--optics-save requires --optics lock"),
    (["--optics", "locked"], "expected one of own, lock, or an optics file"),
    (["--optics", "none.json"], "none.json cannot be read"),
    (["--optics", "a.dng"], "is not an optics file"),
    (["--optics", "lock", "--shard", "1/2"], "--optics lock requires all photos"),
    (["--rotation-fit", "keep"], "--rotation-fit keep requires --rotation"),
    (["--rotation-fit", "some"], "expected one of fill, keep"),
  ])
  func wrongUsageIsExplained(_ flags: [String], _ words: String) throws {
    try tree.run(["convert", "a.dng", "-o", "out"] + flags, status: 64, errors: words)
    #expect(!tree.exists("out"))
  }

  @Test func recipesRejectOptics() throws {
    try tree.run(
      "convert", "a.dng", "-o", "a.png", "--optics", "lock", "--save-recipe", "r.yaml", status: 0,
      errors: "--optics is not saved in a recipe")
    try tree.write("optics: lock\n", to: "s.yaml")
    try tree.run(
      "convert", "a.dng", "-o", "b.png", "--recipe", "s.yaml", status: 64, errors: "use --optics")
  }

  // MARK: Sample

  /// With a reading, a sample matches the picture from `convert`.
  @Test func samplesMatchThePicture() throws {
    _ = try convert("a.dng", "--optics", "lock", "--optics-save", "o.json")
    let places = ["0.2,0.3", "0.51,0.5", "0.8,0.85", "0.05,0.94"]
    func samples(_ file: String, _ options: [String]) throws -> [String] {
      let run = try tree.run(
        ["sample", file, "--space", "hex", "--format", "csv"]
          + places.flatMap { ["--at", $0] } + options, status: 0)
      return run.text.split(separator: "\n").compactMap { line in
        line.split(separator: ",").first { $0.hasPrefix("#") }.map(String.init)
      }
    }
    _ = try tree.run("convert", "b.dng", "-o", "b.png", "--optics", "o.json", "--lens", "none")
    let picture = try samples("b.png", [])
    let corrected = try samples("b.dng", ["--as", "convert", "--optics", "o.json"])
    /// The greatest difference of codes.
    func far(_ one: [String], _ other: [String]) -> Int {
      guard one.count == places.count, other.count == places.count else { return 999 }
      return zip(one, other).flatMap { one, other in
        let (one, other) = (
          Int(one.dropFirst(), radix: 16) ?? 0, Int(other.dropFirst(), radix: 16) ?? 0
        )
        return [0, 8, 16].map { abs((one >> $0 & 255) - (other >> $0 & 255)) }
      }.max() ?? 999
    }
    #expect(far(corrected, picture) <= 1, "\(corrected) \(picture)")
    #expect(try far(samples("b.dng", ["--as", "convert"]), picture) > 1)
    #expect(try far(samples("b.dng", []), samples("b.dng", ["--optics", "o.json"])) > 1)
    let message = try tree.run("sample", "b.dng", "--at", "0.5,0.5", "--optics", "o.json")
    #expect(message.text.contains("optics of a.dng (flag)"), "\(message.text)")
  }

  @Test(arguments: [
    (["a.dng", "--optics", "a.dng"], 64, "is not an optics file"),
    (["a.dng", "--optics", "o.json", "--from", "half"], 64, "--from half, which skips"),
    (
      ["a.dng", "--optics", "o.json", "--demosaic", "libraw:ahd"], 64,
      "cannot be combined with libraw:ahd"
    ),
    (["c.dng", "--optics", "o.json"], 1, "optics are locked to Synthetic"),
    (["p.png", "--optics", "o.json"], 1, "--optics"),
  ])
  func wrongSamplesAreExplained(_ arguments: [String], _ status: Int32, _ words: String) throws {
    _ = try convert("a.dng", "--optics", "lock", "--optics-save", "o.json")
    _ = try tree.run("convert", "a.dng", "-o", "p.png")
    try tree.run(["sample", "--at", "0.5,0.5"] + arguments, status: status, errors: words)
  }

  // MARK: Rotation

  @Test func rotatedPicturesFillTheirCornersUnlessTheyAreToKeepTheirScale() throws {
    func picture(_ options: String...) throws -> [UInt8] {
      try tree.run(
        ["convert", "a.dng", "-o", "x.png", "-y", "--rotation", "8"] + options, status: 0)
      return try samples("x.png")
    }
    let filled = try picture()
    let kept = try picture("--rotation-fit", "keep")
    #expect(Array(kept.prefix(3)) == [0, 0, 0] && Array(filled.prefix(3)) != [0, 0, 0])
    #expect(try picture("--rotation-fit", "fill") == filled)
    #expect(try picture("--plain", "--rotation-fit", "fill") != picture("--plain"))
    _ = try picture("--rotation-fit", "keep", "--save-recipe", "k.yaml")
    try tree.run("convert", "a.dng", "-o", "k.png", "--recipe", "k.yaml", status: 0)
    #expect(try samples("k.png") == kept)
  }

  // MARK: Render

  /// Frames match the pictures from `convert`, with a common reading.
  @Test func framesShareAReading() throws {
    for name in ["a.dng", "b.dng"] { try tree.write(try tree.read(name), to: "photos/" + name) }
    func render(_ folder: String, _ options: String...) throws -> CommandRun {
      try tree.run(
        ["render", "photos", "-o", folder, "--size", "620x420", "--fps", "1", "--levels", "own"]
          + options, status: 0)
    }
    try render("locked", "--optics", "lock").expect(nil, ", as a.dng shows")
    _ = try render("plain")
    _ = try render("own", "--optics", "own")
    try tree.run(
      "convert", "photos", "-o", "out", "--size", "620x420", "--fit", "cover", "--enlarge",
      "--optics", "lock", "--lens", "none", "--optics-save", "o.json", status: 0)
    func far(_ one: String, _ other: String) throws -> Int {
      let (one, other) = (try samples(one), try samples(other))
      guard one.count == other.count else { return 999 }
      return zip(one, other).map { abs(Int($0) - Int($1)) }.max() ?? 999
    }
    for (frame, photo) in [("0", "a"), ("1", "b")] {
      #expect(try far("locked/\(frame).png", "out/\(photo).png") <= 1)
      #expect(try far("locked/\(frame).png", "plain/\(frame).png") > 1)
    }
    #expect(try tree.read("own/0.png") != tree.read("plain/0.png"))
    #expect(try tree.pixels("own/1.png") != tree.pixels("locked/1.png"))
    // A file gives the same frames, which are then current. Without it, they are not.
    let pixels = try tree.pixels("locked/1.png")
    _ = try render("filed", "--optics", "o.json")
    #expect(try tree.pixels("filed/1.png") == pixels)
    #expect(try render("locked", "--optics", "lock").errors.contains("0 rendered, 2 current"))
    #expect(try !render("locked").errors.contains("0 rendered, 2 current"))
    // A timeline can set the same, and a flag overrides it.
    func film(_ optics: String, _ folder: String, _ options: String...) throws -> CommandRun {
      let text = """
        size: 620x420
        fps: 1
        sources: [{sequence: photos, levels: own, optics: \(optics)}]
        """
      try tree.write(text, to: "film.yaml")
      return try tree.run(["render", "film.yaml", "-o", folder] + options)
    }
    for (optics, folder) in [("lock", "filed"), ("own", "own"), ("o.json", "filed")] {
      try film(optics, "film-" + optics).expect(0)
      #expect(try tree.pixels("film-\(optics)/1.png") == tree.pixels("\(folder)/1.png"))
    }
    #expect(try film("own", "flag", "--optics", "lock").status == 0)
    #expect(try tree.pixels("flag/1.png") == pixels)
    try film("none.json", "missing").expect(64, "none.json cannot be read")
  }

  @Test func framesOfOnePhotoAreCorrected() throws {
    func frame(_ options: String...) throws -> [UInt8] {
      try tree.run(
        ["render", "a.dng", "-o", "f.png", "--frame", "0", "--size", "620x420"] + options, status: 0
      )
      return try samples("f.png")
    }
    let plain = try frame()
    let corrected = try frame("--optics", "own", "-y")
    _ = try tree.run("convert", "a.dng", "-o", "c.png", "--size", "620x420", "--lens", "none")
    let picture = try samples("c.png")
    #expect(picture.count == corrected.count)
    #expect(zip(corrected, picture).allSatisfy { abs(Int($0) - Int($1)) <= 1 })
    #expect(corrected != plain)
  }

  @Test func framesWithoutRawsRejectOptics() throws {
    _ = try tree.run("convert", "a.dng", "-o", "p.png")
    try tree.run(
      "render", "p.png", "-o", "f", "--optics", "own", "--duration", "1s", status: 64,
      errors: "optics requires a raw, but the timeline")
  }
}

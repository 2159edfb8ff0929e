import BromideValues
import Foundation
import TestSupport
import Testing

/// `--camera-exposure` for a camera without an exposure in its files and in the table.
@Suite struct CameraExposureCommandTests {
  private let tree = CommandTree.fresh

  /// The standard look's curve, by its published numbers.
  private static func curve(_ x: Double) -> Double {
    let (a, b, c, d) = (30.37214, 0.3301258, 24.61764, 5.084624)
    return min(1, (a * x * x + b * x) / (c * x * x + d * x + 1))
  }

  /// Writes a photo with a preview that is some stops brighter than the standard look, or without a
  /// preview for `nil`.
  private func write(
    _ name: String, seed: UInt64 = 1, stops: Double?, of other: UInt64? = nil,
    change: (inout SyntheticPhoto) -> Void = { _ in }
  ) throws {
    let size = Size(width: 480, height: 320)
    var photo = SyntheticPhoto(.landscape(seed: seed), size: size)
    let shown = SyntheticPhoto(.landscape(seed: other ?? seed), size: size)
    if let stops {
      photo.options.storage.preview = DNGPreview(
        of: shown, stops: stops, size: size, curve: Self.curve)
    }
    change(&photo)
    try tree.write(photo.file(), to: name)
  }

  private struct Row {
    let stops: Double
    let source: String
    let photos: Int?
  }

  /// Converts photos, and returns the pixels and the report.
  private func convert(
    _ names: [String], _ options: [String] = [], into folder: String = "out"
  ) throws -> (pictures: [[UInt8]], rows: [Row], errors: String) {
    let run = try tree.run(
      ["convert"] + names + ["-o", folder, "--metadata", "none", "--size", "120", "-y"] + options
        + ["--report", "r.jsonl"], status: 0)
    let lines = try tree.lines("r.jsonl").map(object)
    let rows = lines.compactMap { fields -> (String, Row)? in
      guard let input = fields["input"] as? String, let from = fields["exposureFrom"] as? String
      else { return nil }
      return (
        input,
        Row(
          stops: fields["baselineExposure"] as? Double ?? .nan, source: from,
          photos: fields["exposurePhotos"] as? Int)
      )
    }
    let pictures = try names.map { name in
      try tree.pixels(folder + "/" + name.replacingOccurrences(of: ".dng", with: ".png"))
    }
    return (
      pictures,
      try names.map { name in try #require(rows.first { $0.0.hasSuffix(name) }).1 }, run.errors
    )
  }

  @Test func eachPhotoHasTheBrightnessOfItsPreview() throws {
    try write("a.dng", seed: 1, stops: 0.6)
    try write("b.dng", seed: 2, stops: -0.5)
    try write("none.dng", seed: 1, stops: nil)
    let (pictures, rows, errors) = try convert(["a.dng", "b.dng", "none.dng"])
    #expect(rows.map(\.source) == ["preview", "preview", "none"])
    #expect(rows.map(\.photos) == [1, 1, nil])
    // The preview's channels go through the curve each by itself, so that colours differ a little.
    #expect(abs(rows[0].stops - 0.6) < 0.1 && abs(rows[1].stops + 0.5) < 0.1, "\(rows)")
    #expect(rows[2].stops == 0 && !errors.contains("exposure is not known"), "\(errors)")
    // The number gives the same bytes as the same exposure, and adds to `--exposure`.
    let stops = "\(rows[0].stops)"
    let fixed = try convert(["a.dng"], ["--camera-exposure", stops], into: "fixed")
    #expect(fixed.pictures[0] == pictures[0])
    #expect(fixed.rows[0].source == "set" && fixed.rows[0].stops == rows[0].stops)
    let off = try convert(["a.dng"], ["--camera-exposure", "none"], into: "off")
    let raised = try convert(
      ["a.dng"], ["--camera-exposure", "none", "--exposure", stops], into: "raised")
    #expect(off.rows[0].source == "none" && off.rows[0].stops == 0)
    #expect(try convert(["none.dng"]).pictures[0] == off.pictures[0])
    #expect(raised.pictures[0] == pictures[0])
    // A photo alone and a photo among others are the same picture.
    #expect(try convert(["b.dng"]).pictures[0] == pictures[1])
  }

  /// `info` finds the same number as `convert`, or prints the reason if it is missing.
  @Test func infoHasTheNumber() throws {
    try write("a.dng", seed: 1, stops: 0.6)
    // The preview of another photo.
    try write("b.dng", seed: 2, stops: 0.2, of: 9)
    try write("none.dng", stops: nil)
    let (_, rows, _) = try convert(["a.dng"])
    let files = ["info", "a.dng", "b.dng", "none.dng", "--format", "json"]
    let run = try tree.run(files + ["--fields", "color,remarks"], status: 0)
    let colors = try run.lines.map { try #require(object($0)["color"] as? [String: Any]) }
    try #require(colors.count == 3)
    #expect(colors[0]["exposureFrom"] as? String == "preview")
    #expect(colors[0]["baselineExposure"] as? Double == rows[0].stops && rows[0].stops != 0)
    #expect(colors[1]["exposureFrom"] as? String == "none")
    #expect(colors[1]["baselineExposure"] == nil)
    #expect(run.text.contains("its exposure is not known, and its preview shows something else"))
    #expect(colors[2]["exposureFrom"] == nil)
    // By default, and without those fields, nothing is measured.
    let quick = try tree.run(files, status: 0).lines.map {
      try object($0)["color"] as? [String: Any]
    }
    #expect(quick.map { $0?["exposureFrom"] as? String } == ["preview", "preview", nil])
    #expect(quick.allSatisfy { $0?["baselineExposure"] == nil })
    let other = try tree.run("info", "b.dng", "--fields", "remarks,size", "--format", "json")
    #expect(other.text.contains("exposure"))
    let short = try tree.run("info", "a.dng", "--fields", "size")
    #expect(short.status == 0 && !short.text.contains("EV"))
  }

  /// `info` does not decode the photo if its preview is too small.
  @Test func smallPreviewIsReasonWithoutPixels() throws {
    var file = try Files.read(Package.testImages + "/landscape_rggb_gps_ambient_exif.dng")
    for i in 5332..<60_000 { file[i] = 0 }
    try tree.write(file, to: "cut.dng")
    let run = try tree.run("info", "cut.dng", "--fields", "exposureFrom,remarks")
    #expect(run.text.contains("its preview of 48×32 is smaller than 160×120"), "\(run.text)")
  }

  @Test func linearLightAndClassicDoNotFollowThePreview() throws {
    try write("a.dng", stops: 0.6)
    try write("none.dng", stops: nil)
    for options in [["--tone", "linear"], ["--look", "classic"]] {
      let (pictures, rows, _) = try convert(["a.dng", "none.dng"], options, into: "o\(options[1])")
      #expect(pictures[0] == pictures[1])
      #expect(rows.map(\.source) == ["none", "none"])
      try tree.run(
        ["convert", "a.dng", "-o", "x.png", "--camera-exposure", "auto"] + options, status: 64,
        errors: "--camera-exposure cannot be combined")
    }
    let samples = try ["a.dng", "none.dng"].map {
      try tree.run("sample", $0, "--at", "0.4,0.6").text
    }
    #expect(
      samples[0].replacingOccurrences(of: "a.dng", with: "")
        == samples[1].replacingOccurrences(of: "none.dng", with: ""))
  }

  @Test func lockUsesTheMedianPerModel() throws {
    let stops = [0.9, 0.1, 0.5, 0.3, 0.7, 0.2, 0.8]
    for (i, value) in stops.enumerated() { try write("p\(i).dng", seed: 3, stops: value) }
    try write("q.dng", seed: 3, stops: -0.6) { $0.options.metadata.model = "Other" }
    let names = stops.indices.map { "p\($0).dng" } + ["q.dng"]
    let (_, alone, _) = try convert(names, into: "a")
    let (_, rows, errors) = try convert(names, ["--camera-exposure", "lock"], into: "b")
    // Photos 0, 1, 3, 4 and 6 of the model.
    let median = [0, 1, 3, 4, 6].map { alone[$0].stops }.sorted()[2]
    #expect(rows.dropLast().allSatisfy { $0.stops == median && $0.photos == 5 }, "\(rows)")
    #expect(rows[7].stops == alone[7].stops && rows[7].photos == 1)
    #expect(errors.contains("from the previews of 5 photos"), "\(errors)")
    // The order of inputs and a share of the inputs do not change the result.
    try tree.run(
      ["convert"] + names.reversed() + [
        "-o", "c", "--metadata", "none", "--size", "120", "--camera-exposure", "lock", "--shard",
        "1/2",
      ], status: 0)
    let made = tree.entries("c").filter { $0.hasSuffix(".png") }
    #expect(!made.isEmpty && made.count < names.count)
    for name in made { #expect(try tree.read("c/" + name) == tree.read("b/" + name)) }
    // Each photo has its number again, and a second run has no work.
    try tree.run(
      ["convert"] + names + ["-o", "b", "--metadata", "none", "--size", "120"],
      errors: "8 converted")
  }

  @Test func framesHaveOneExposure() throws {
    try tree.makeFolder("photos")
    for (i, stops) in [0.2, 0.4, 0.9].enumerated() {
      try write("photos/p\(i).dng", seed: 3, stops: stops)
    }
    func frames(_ options: [String], _ folder: String) throws -> [[UInt8]] {
      try tree.run(
        ["render", "photos", "-o", folder, "--size", "96x64", "--metadata", "none"] + options,
        status: 0)
      return try tree.entries(folder).filter { $0.hasSuffix(".png") }.sorted()
        .map { try tree.pixels(folder + "/" + $0) }
    }
    // One scene with three previews: locked frames are equal, others are not.
    let locked = try frames([], "f0")
    #expect(locked.count >= 3 && Set(locked).count == 1)
    #expect(Set(try frames(["--camera-exposure", "auto"], "f1")).count == 3)
    #expect(Set(try frames(["--camera-exposure", "none"], "f2")).count == 1)
    #expect(try frames(["--camera-exposure", "none"], "f2") != locked)
  }

  @Test func uselessPreviewsCauseWarning() throws {
    try write("other.dng", seed: 1, stops: 0.4, of: 9)
    try write("grey.dng", seed: 1, stops: nil) { photo in
      let shown = photo
      photo.options.storage.preview = DNGPreview(size: Size(width: 480, height: 320)) { x, y in
        let light = shown.scene.color((Double(x) + 0.5) / 480, (Double(y) + 0.5) / 320)
        let grey = Self.curve(light.y * pow(2, shown.exposure))
        return SIMD3(repeating: 255 * pow(grey, 1 / 2.2))
      }
      photo.options.metadata.model = "Grey"
    }
    try write("bright.dng", seed: 1, stops: 2.5) { $0.options.metadata.model = "Bright" }
    try write("wide.dng", seed: 1, stops: 0.4) {
      $0.options.metadata.model = "Stated"
      $0.options.color.baselineExposure = 0
    }
    let (_, rows, errors) = try convert(["other.dng", "grey.dng", "bright.dng", "wide.dng"])
    #expect(rows.map(\.source) == ["none", "none", "none", "file"], "\(rows)")
    #expect(rows.allSatisfy { $0.stops == 0 })
    #expect(errors.contains("its preview shows something else"), "\(errors)")
    #expect(errors.contains("its preview is in black and white"), "\(errors)")
    #expect(errors.components(separatedBy: "its exposure is not known").count == 4, "\(errors)")
    try tree.run("convert", "other.dng", "-o", "s.png", "--strict", status: 0)
  }

  /// A model's exposure is the median of the previews that show it. The others need no warning.
  @Test func aLockWarnsOnlyAboutUnknownModels() throws {
    try write("good.dng", seed: 1, stops: 0.6)
    try write("bad.dng", seed: 1, stops: 0.4, of: 9)
    try write("worse.dng", seed: 2, stops: 0.4, of: 9)
    let lock = ["--camera-exposure", "lock"]
    let mixed = try convert(["good.dng", "bad.dng"], lock)
    #expect(mixed.rows.map(\.source) == ["preview", "preview"])
    #expect(!mixed.errors.contains("exposure is not known"), "\(mixed.errors)")
    let unknown = try convert(["bad.dng", "worse.dng"], lock, into: "unknown")
    #expect(unknown.rows.map(\.source) == ["none", "none"])
    let reported = unknown.errors.components(separatedBy: "exposure is not known").count - 1
    #expect(reported == 1, "\(unknown.errors)")
    let report = try tree.text("r.jsonl")
    let lines = report.split(separator: "\n").filter { $0.contains("exposure is not known") }
    #expect(lines.count == 2, "\(report)")
  }

  @Test func samplesAndPicturesAgree() throws {
    try write("a.dng", stops: 0.8)
    let off = try tree.run(
      "sample", "a.dng", "--as", "convert", "--at", "0.5,0.5", "--camera-exposure", "none")
    let run = try tree.run("sample", "a.dng", "--as", "convert", "--at", "0.5,0.5")
    #expect(run.status == 0 && run.text != off.text)
    let message = run.text + run.errors
    #expect(message.contains(#/exposure 0\.[78][0-9] EV \(preview\)/#), "\(message)")
    // If decoding parts would be enough, the exposure still requires the complete photo.
    try tree.run("sample", "a.dng", "--as", "convert", "--grid", "3x3", status: 0)
  }

  @Test func invalidValuesFail() throws {
    try write("a.dng", stops: nil)
    for value in ["bright", "6", "-6", "nan", ""] {
      try tree.run(
        "convert", "a.dng", "-o", "x.png", "--camera-exposure", value, status: 64,
        errors: "auto, lock, none, or EV")
    }
    try tree.run(
      "convert", "a.dng", "-o", "x.png", "--camera-exposure", "auto", "--look", "camera",
      status: 64, errors: "--look camera")
  }
}

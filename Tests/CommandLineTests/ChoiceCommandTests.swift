import BromideCodecs
import TestSupport
import Testing

/// `--rating`, `--label`, `--newer` and `--camera` of each command, on photos with marks in
/// sidecars.
@Suite struct ChoiceCommandTests {
  private let tree = CommandTree.fresh

  init() throws {
    let marks = [
      ("four", #"xmp:Rating="4" xmp:Label="Red""#), ("one", #"xmp:Rating="1" xmp:Label="Green""#),
      ("reject", #"xmp:Rating="-1""#),
    ]
    for (name, attributes) in marks {
      try tree.copy("chart_rggb_12bit.dng", to: "in/\(name).dng")
      try tree.write(MetadataCommandTests.document(attributes), to: "in/\(name).xmp")
    }
    try tree.copy("landscape_gbrg_portrait_orientation6.dng", to: "in/plain.dng")
  }

  /// The commands with these options. Standard output names the chosen photos.
  private static let commands = [
    ["convert", "in", "-n", "-o", "out"], ["info", "in"],
    ["sheet", "in", "-y", "-o", "sheet.png", "--tile", "32", "--report", "-"],
    ["render", "in", "-n"], ["render", "in", "-n", "--ken-burns"],
  ]

  private func run(_ command: [String], _ options: String...) throws -> CommandRun {
    try tree.run(command + options)
  }

  private func chosen(_ command: [String], _ options: String...) throws -> [String] {
    let run = try tree.run(command + options, status: 0)
    return ["four", "one", "plain", "reject"].filter { run.text.contains("\($0).dng") }
  }

  @Test(arguments: commands) func ratingsChoose(_ command: [String]) throws {
    #expect(try chosen(command) == ["four", "one", "plain", "reject"])
    #expect(try chosen(command, "--rating", "3..") == ["four"])
    #expect(try chosen(command, "--rating", "..2") == ["one", "plain"])
    #expect(try chosen(command, "--rating", "-1") == ["reject"])
    #expect(try chosen(command, "--rating", "-1..5") == ["four", "one", "plain", "reject"])
    #expect(try chosen(command, "--rating", "0") == ["plain"])
    #expect(try chosen(command, "--rating", "1..4") == ["four", "one"])
  }

  @Test(arguments: commands) func labelsChoose(_ command: [String]) throws {
    #expect(try chosen(command, "--label", "red,GREEN") == ["four", "one"])
    #expect(try chosen(command, "--label", "none") == ["plain", "reject"])
    #expect(try chosen(command, "--label", "red", "--rating", "..2").isEmpty)
  }

  @Test(arguments: commands) func skippedPhotosArePrinted(_ command: [String]) throws {
    try run(command, "--rating", "3..").expect(nil, "skipped 3 photos by --rating\n")
  }

  @Test(arguments: commands) func nothingLeftCausesWarning(_ command: [String]) throws {
    let all = try run(command, "--label", "none", "--rating", "3..")
    #expect(all.status == 0 && all.text.isEmpty, "\(all.errors)")
    #expect(all.errors.contains("skipped 4 photos by --rating and --label"), "\(all.errors)")
    #expect(all.errors.contains("no photos left; --rating and --label skip all of them"))
    #expect(tree.entries() == ["in"])
  }

  /// A photo whose sidecar cannot be used has the marks in its file, and a warning names the
  /// sidecar.
  @Test(arguments: commands) func damagedSidecarsCauseWarning(_ command: [String]) throws {
    #expect(try !run(command, "--rating", "3..").errors.contains(".xmp"))
    try tree.write(Array("<x:xmpmeta".utf8), to: "in/four.xmp")
    let damaged = try run(command, "--rating", "3..")
    #expect(!damaged.text.contains("four.dng"), "\(damaged.text)")
    let warnings = damaged.errors.split(separator: "\n").filter { $0.contains("in/four.xmp") }
    #expect(
      warnings.count == 1 && warnings[0].hasPrefix("warning: in/four.xmp cannot be used: line 1"),
      "\(damaged.errors)")
    #expect(try !run(command, "-q", "--rating", "3..").errors.contains("cannot be used"))
  }

  /// A JPEG whose own XMP has a rating.
  private static func jpeg(rating: String) -> [UInt8] {
    let picture = SampleScene.jpeg(.yuv420)
    let packet =
      Array("http://ns.adobe.com/xap/1.0/\0".utf8)
      + MetadataCommandTests.document("xmp:Rating=\"\(rating)\"")
    let length = packet.count + 2
    return Array(picture[..<2]) + [0xFF, 0xE1, UInt8(length >> 8), UInt8(length & 255)] + packet
      + picture[2...]
  }

  /// Bromide names an invalid rating in a photo as it names one in a sidecar.
  @Test(arguments: ["seven", "9", "-2", "3.5", ""])
  func invalidRatingsInPhotosCauseWarning(_ rating: String) throws {
    try tree.write(Self.jpeg(rating: rating), to: "p.jpg")
    let words = "p.jpg: its embedded xmp:Rating is “\(rating)”; expected whole numbers from -1 to 5"
    for command in [
      ["convert", "p.jpg", "-n", "-o", "out"], ["info", "p.jpg"],
      ["sheet", "p.jpg", "-n", "-o", "s.png"],
    ] {
      let skipped = try run(command, "--rating", "1..")
      #expect(skipped.text.isEmpty, "\(skipped.text)")
      skipped.expect(0, "warning: \(words); Bromide ignores it\n", "skipped 1 photo by --rating")
      #expect(try !run(command, "--rating", "0").text.isEmpty, "\(command)")
    }
    let facts = try tree.run("info", "p.jpg", "--fields", "rating,remarks", status: 0)
    #expect(facts.text.contains(words) && !facts.text.contains("  rating "), "\(facts.text)")
    try tree.run("convert", "p.jpg", "-o", "p.png", status: 0, errors: words)
    // The rating of a sidecar replaces it.
    try tree.write(MetadataCommandTests.document(#"xmp:Rating="4""#), to: "p.xmp")
    let rated = try run(["info", "p.jpg"], "--rating", "4")
    #expect(rated.text.contains("p.jpg") && !rated.errors.contains("embedded"), "\(rated.errors)")
  }

  @Test(arguments: [("3", 3), ("3.0", 3), ("-1", -1), ("0", 0)])
  func validRatingsInPhotosAreRead(_ rating: String, _ stars: Int) throws {
    try tree.write(Self.jpeg(rating: rating), to: "p.jpg")
    let run = try tree.run(
      "info", "p.jpg", "--fields", "rating,ratingFrom,remarks", "--format", "csv", status: 0)
    #expect(run.text == "path,status,rating,ratingFrom,remarks\np.jpg,ok,\(stars),xmp,\n")
    if let exiftool = ForeignProgram.exiftool {
      let text = try exiftool.run(["-s3", "-n", "-XMP-xmp:Rating", tree.path("p.jpg")])
      #expect(Double(text.split(separator: "\n").first ?? "") == Double(stars))
    }
    try #expect(
      !tree.run("convert", "p.jpg", "-o", "p.png", status: 0).errors.contains("xmp:Rating"))
  }

  @Test func filmsHaveNoMarksOfTheirOwn() throws {
    try tree.write(Self.clip, to: "in/film.y4m")
    #expect(try !run(["info", "in"], "--rating", "3..").text.contains("film.y4m"))
    #expect(try run(["info", "in"], "--rating", "..2").text.contains("film.y4m"))
    try tree.write(MetadataCommandTests.document(#"xmp:Rating="5""#), to: "in/film.xmp")
    #expect(try run(["info", "in"], "--rating", "3..").text.contains("film.y4m"))
  }

  @Test(arguments: [
    ["render", "night.yaml", "-o", "out"], ["render", "in/four.dng", "-o", "out"],
    ["render", "film.y4m", "-o", "out"], ["render", "--schema"],
  ])
  func choicesWithoutEffectFail(_ command: [String]) throws {
    try tree.write("sources:\n  - photos: in\n", to: "night.yaml")
    try tree.write(Self.clip, to: "film.y4m")
    let run = try run(command, "--rating", "3..")
    #expect(run.status == 64 && run.text.isEmpty, "\(run.errors)")
    #expect(run.errors.contains("--rating") && run.errors.contains("remove it"), "\(run.errors)")
  }

  private static let clip =
    Array("YUV4MPEG2 W2 H2 F25:1 C420jpeg\nFRAME\n".utf8) + [UInt8](repeating: 128, count: 6)

  @Test func skippedPhotosAreCounted() throws {
    let run = try tree.run("convert", "in", "-o", "out", "--rating", "3..", "--size", "32")
    #expect(run.status == 0 && tree.entries("out") == ["four.png"], "\(run.errors)")
    #expect(run.errors.contains("skipped 3 photos by --rating\n"), "\(run.errors)")
  }

  @Test(arguments: commands) func timesChoose(_ command: [String]) throws {
    try tree.write(
      MetadataCommandTests.document(#"exif:DateTimeOriginal="2031-05-06T07:08:09""#),
      to: "in/plain.xmp")
    #expect(try chosen(command, "--newer", "2031-05-06") == ["plain"])
    #expect(try chosen(command, "--newer", "2031-05-07").isEmpty)
    #expect(try chosen(command, "--newer", "in/plain.xmp").isEmpty)
  }

  @Test(arguments: commands) func camerasChoose(_ command: [String]) throws {
    #expect(try chosen(command, "--camera", "SYNTHETIC").count == 4)
    #expect(try chosen(command, "--camera", "D850").isEmpty)
  }

  @Test(arguments: [
    ("--rating", "6"), ("--rating", ".."), ("--rating", "5..1"), ("--rating", "x"),
    ("--label", ","), ("--camera", ""), ("--newer", "yesterday"),
  ])
  func wrongChoicesFail(_ flag: String, _ value: String) throws {
    for command in Self.commands {
      try run(command, flag, value).expect(64)
    }
  }
}

import BromideCodecs
import BromideValues
import Foundation
import SystemPackage
import TestSupport
import Testing

/// `bromide info` as a person meets it.
@Suite struct InfoCommandTests {
  private let tree = CommandTree.fresh([
    "in/a.dng": "landscape_rggb_gps_ambient_exif.dng", "in/b.dng": "chart_rggb_12bit.dng",
    "in/c.jpg": "frames/chart_turned.jpg",
  ])

  init() throws { try tree.write("notes", to: "in/notes.txt") }

  @Test func jsonOfAFolderIsAnObjectALine() throws {
    let run = try tree.run("info", "in", "--format", "json", status: 0)
    let objects = try run.lines.map(object)
    #expect(objects.map { $0["path"] as? String } == ["in/a.dng", "in/b.dng", "in/c.jpg"])
    #expect((objects[0]["camera"] as? [String: Any])?["model"] as? String == "Synthetic")
    #expect((objects[0]["sensors"] as? [String: Any])?["accelerationG"] as? Double == 1)
    #expect(run.errors == "skipped 1 file of other kinds\n")
    // Workers say the same as this process.
    let alone = try tree.run("info", "in", "--format", "json", "--isolation", "off")
    #expect(alone.text == run.text)
  }

  /// `info` prints the rating that `--rating` uses: from the sidecar, the file's XMP, then Exif.
  @Test func ratingIsTheRatingOfTheChoice() throws {
    // a.dng has 4 stars in Exif.
    try tree.write(MetadataCommandTests.document(#"xmp:Rating="2""#), to: "in/b.dng.xmp")
    try tree.write(MetadataCommandTests.document(#"xmp:Rating="5""#), to: "in/b.xmp")
    try tree.write(MetadataCommandTests.document(#"xmp:Rating="-1""#), to: "in/c.xmp")
    func table(_ options: String...) throws -> CommandRun {
      try tree.run(["info", "in", "--format", "csv", "--fields", "rating,ratingFrom"] + options)
    }
    let header = "path,status,rating,ratingFrom\n"
    let rows = ["in/a.dng,ok,4,exif\n", "in/b.dng,ok,2,sidecar\n", "in/c.jpg,ok,-1,sidecar\n"]
    #expect(try table().text == header + rows.joined())
    for (stars, row) in zip(["4", "2", "-1"], rows) {
      #expect(try table("--rating", stars).text == header + row)
    }
    try tree.write(MetadataCommandTests.document(#"xmp:Rating="1""#), to: "in/a.xmp")
    #expect(try table("--rating", "1").text == header + "in/a.dng,ok,1,sidecar\n")
  }

  /// A sidecar without use is a remark, and the file's own rating counts.
  @Test func damagedSidecarIsARemark() throws {
    try tree.write(Array("<x:xmpmeta".utf8), to: "in/a.xmp")
    let run = try tree.run("info", "in/a.dng", "--fields", "rating,ratingFrom,remarks")
    #expect(run.status == 0)
    #expect(run.text.contains("in/a.xmp cannot be used: line 1"), "\(run.text)")
    #expect(run.text.contains("4\n") && run.text.contains("exif\n"), "\(run.text)")
  }

  /// A picture's rating in XMP counts before its rating in Exif.
  @Test(.enabled(if: ForeignProgram.exiftool != nil))
  func ratingOfXMPIsRead() throws {
    let exiftool = try #require(ForeignProgram.exiftool)
    let photo = tree.path("in/c.jpg")
    try exiftool.run(["-q", "-overwrite_original", "-IFD0:Rating=2", "-XMP-xmp:Rating=5", photo])
    let run = try tree.run("info", "in/c.jpg", "--format", "csv", "--fields", "rating,ratingFrom")
    #expect(run.text.hasSuffix("\nin/c.jpg,ok,5,xmp\n"), "\(run.text)")
    let chosen = try tree.run("info", "in", "--rating", "5", "--format", "csv", "--fields", "bytes")
    #expect(chosen.text.contains("in/c.jpg") && !chosen.text.contains("in/a.dng"))
    // A sidecar counts before both, each property alone.
    try exiftool.run(["-q", "-overwrite_original", "-XMP-xmp:Label=Red", photo])
    try tree.write(MetadataCommandTests.document(#"xmp:Rating="3""#), to: "in/c.xmp")
    let fields = ["info", "in/c.jpg", "--format", "csv", "--fields", "rating,ratingFrom"]
    #expect(try tree.run(fields).text.hasSuffix("\nin/c.jpg,ok,3,sidecar\n"))
    #expect(try tree.run(fields + ["--label", "red"]).text.hasSuffix("\nin/c.jpg,ok,3,sidecar\n"))
    try tree.write(MetadataCommandTests.document(#"xmp:Label="Green""#), to: "in/c.xmp")
    #expect(try tree.run(fields + ["--label", "green"]).text.hasSuffix("\nin/c.jpg,ok,5,xmp\n"))
    #expect(try !tree.run(fields + ["--label", "red"]).text.contains("in/c.jpg"))
  }

  /// A file that is named twice is reported once, with a message.
  @Test func duplicateInputsCauseMessage() throws {
    try FileManager.default.createSymbolicLink(
      atPath: tree.path("in/d.dng"), withDestinationPath: "a.dng")
    let run = try tree.run("info", "in", "--format", "csv", "--fields", "bytes", "-v")
    #expect(run.text.split(separator: "\n").count == 4, "\(run.text)")
    #expect(
      run.errors.contains("1 named twice, printed once\n  named twice: in/d.dng\n"), "\(run.errors)"
    )
  }

  @Test func tables() throws {
    let run = try tree.run("info", "in", "--format", "csv", "--fields", "exposure,altitude,Heading")
    #expect(
      run.text == "path,status,exposure,altitude,heading\nin/a.dng,ok,0.004,-12.5,271.25\n"
        + "in/b.dng,ok,,,\nin/c.jpg,ok,,,\n")
  }

  @Test func mistakes() throws {
    try tree.run(
      "info", "in", "--fields", "expsure", status: 64, errors: "did you mean “exposure”?")
    try tree.run("info", status: 64, errors: "name files or folders")
    try tree.run("info", "in", "--track", "trip.kml", status: 64, errors: ".geojson or .gpx")
    try tree.run("info", "in", "--save-preview", "p.jpg", status: 64, errors: "3 inputs")
    try tree.run("info", "in/a.dng", "-y", status: 64)
    try tree.run(
      "info", "in/c.jpg", "--save-preview", "in/c.jpg", "-y", status: 64,
      errors: "overwrite an input")
    try tree.run("info", "in/none.dng", status: 1, errors: "in/none.dng")
  }

  @Test func aTrackIsNotReplacedUnasked() throws {
    #expect(try tree.run("info", "in", "--track", "t.gpx", "-q").status == 0)
    let first = try tree.read("t.gpx")
    #expect(String(decoding: first, as: UTF8.self).contains("<trkpt lat=\"-33.85678"))
    try tree.run("info", "in", "--track", "t.gpx", status: 64, errors: "-y")
    #expect(try tree.run("info", "in", "--track", "t.gpx", "-y", "-q").status == 0)
    let nowhere = try tree.run("info", "in/b.dng", "--track", "u.gpx")
    #expect(nowhere.status == 1 && !tree.exists("u.gpx"))
  }

  @Test func histogramsAreOfRaws() throws {
    let raw = try tree.run("info", "in/b.dng", "--histogram", "--fields", "histogram")
    #expect(raw.status == 0 && raw.text.contains("% clipped"))
    let jpeg = try tree.run("info", "in/c.jpg", "--histogram", status: 1, errors: "not a raw photo")
    // Its other fields are printed as usual.
    #expect(jpeg.text.contains("JPEG"))
  }

  /// The plot is a picture with one curve per channel, including grey.
  @Test func histogramsAreDrawn() throws {
    try tree.run("info", "in/b.dng", "--histogram", "--plot", "h.png", "-q", status: 0)
    #expect(
      try PNGReader.info(path: FilePath(tree.path("h.png"))).size == Size(width: 1440, height: 800))
    // A curve of each colour's ink.
    let colors = try tree.run(
      "sample", "h.png", "--grid", "240x200", "--space", "hex", "--format", "csv")
    for ink in ["#d0312d", "#2e8b3d", "#2962c8"] { #expect(colors.text.contains(ink)) }
    try tree.run("info", "in/b.dng", "--histogram", "--plot", "h.png", status: 0)
    try tree.copy("landscape_monochrome_12bit.dng", to: "in/grey.dng")
    #expect(try tree.run("info", "in/grey.dng", "--histogram", "--plot", "g.png").status == 0)
    #expect(try tree.read("g.png") != tree.read("h.png"))
    try tree.run("info", "in/b.dng", "--plot", "x.png", status: 64, errors: "--histogram")
    try tree.run("info", "in", "--histogram", "--plot", "x.png", status: 64, errors: "inputs")
    try tree.run("info", "in/b.dng", "--histogram", "--plot", "in/b.dng", status: 64)
  }

  @Test func theReaderMayGoAway() throws {
    let run = try tree.shell("'\(CommandRun.binary)' info in | head -1")
    #expect(run.status == 0 && run.text == "in/a.dng\n")
  }
}

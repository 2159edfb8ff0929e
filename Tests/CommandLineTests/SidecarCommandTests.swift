import BromideCodecs
import BromideValues
import Foundation
import SystemPackage
import TestSupport
import Testing

/// `--sidecar` as a person meets it.
@Suite struct SidecarCommandTests {
  private let tree = CommandTree.fresh(["a.dng": "chart_rggb_12bit.dng"])

  private func write(_ attributes: String, to name: String = "a.xmp") throws {
    let text = """
      <x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF
       xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description rdf:about=""
       xmlns:crs="http://ns.adobe.com/camera-raw-settings/1.0/"
       xmlns:tiff="http://ns.adobe.com/tiff/1.0/" xmlns:xmp="http://ns.adobe.com/xap/1.0/"
       xmlns:photoshop="http://ns.adobe.com/photoshop/1.0/"
       \(attributes)/></rdf:RDF></x:xmpmeta>
      """
    try tree.write(text, to: name)
  }

  @discardableResult
  private func convert(
    _ photo: String = "a.dng", _ options: String..., as output: String = "out.png"
  ) throws -> (bytes: [UInt8], run: CommandRun) {
    let run = try tree.run(["convert", photo, "-o", output, "-y"] + options, status: 0)
    return (try tree.read(output), run)
  }

  @Test func sidecarsRequireTheOption() throws {
    let plain = try convert().bytes
    try write(#"crs:Exposure2012="+1.00""#)
    #expect(try convert().bytes == plain)
    #expect(try convert("a.dng", "--sidecar", "none").bytes == plain)
    let followed = try convert("a.dng", "--sidecar", "auto")
    #expect(try followed.bytes == convert("a.dng", "--exposure", "1").bytes)
    #expect(
      followed.run.errors.contains("1 sidecar: 1 setting applied\n"), "\(followed.run.errors)")
  }

  @Test func settingsMatchTheFlags() throws {
    try write(
      #"""
      crs:Contrast2012="-40" crs:Highlights2012="-60" crs:Shadows2012="+20" crs:Whites2012="+10"
      crs:Blacks2012="-5" crs:Clarity2012="+15" crs:Saturation="+10" crs:Vibrance="-20"
      crs:WhiteBalance="Custom" crs:Temperature="4800" crs:Tint="+8"
      """#)
    let flags = try convert(
      "a.dng", "--contrast", "\((pow(2, -0.2) * 1e9).rounded() / 1e9)", "--highlights", "-0.9",
      "--shadows", "0.3",
      "--whites", "0.1", "--blacks", "-0.05", "--clarity", "0.15", "--saturation", "1.1",
      "--vibrance", "-0.2", "--temperature", "4800", "--tint", "8"
    ).bytes
    #expect(try convert("a.dng", "--sidecar", "auto").bytes == flags)
  }

  /// Threads end in any order, so the summary names the first file by name.
  @Test func oldSettingsAreNamedByTheirFile() throws {
    let old = #"crs:ProcessVersion="5.7" crs:Exposure="1.00""#
    try tree.copy("chart_rggb_12bit.dng", to: "in/b.dng")
    try write(old, to: "in/b.xmp")
    let words = "settings of Lightroom 3 or older are not supported, in "
    func run() throws -> CommandRun {
      try tree.run("convert", "in", "-o", "out", "--size", "32", "-y", "--sidecar", "auto")
    }
    try run().expect(0, words + "in/b.xmp\n")
    for name in ["c", "a"] {
      try tree.copy("chart_rggb_12bit.dng", to: "in/\(name).dng")
      try write(old, to: "in/\(name).xmp")
    }
    try run().expect(0, words + "in/a.xmp and 2 more\n")
  }

  @Test func flagsAndRecipesOverrideSidecars() throws {
    try write(#"crs:Exposure2012="1" crs:WhiteBalance="Custom" crs:Temperature="4000""#)
    try tree.write("exposure: -1\n", to: "r.yaml")
    let (bytes, _) = try convert(
      "a.dng", "--sidecar", "auto", "--recipe", "r.yaml", "--report", "r.jsonl")
    #expect(try bytes == convert("a.dng", "--exposure", "-1", "--temperature", "4000").bytes)
    let report = try tree.text("r.jsonl")
    #expect(report.contains(#""overridden":["crs:Exposure2012"]"#), "\(report)")
    // Also a default that the user sets, and a complete white balance.
    let given = try convert(
      "a.dng", "--sidecar", "auto", "--exposure", "0", "--white-balance", "camera"
    ).bytes
    #expect(try given == convert().bytes)
    // A saved recipe keeps this default.
    try convert("a.dng", "--sidecar", "auto", "--exposure", "0", "--save-recipe", "s.yaml")
    let saved = try convert("a.dng", "--sidecar", "auto", "--recipe", "s.yaml").bytes
    #expect(try saved == convert("a.dng", "--temperature", "4000").bytes)
  }

  @Test func theReportNamesEverything() throws {
    try write(
      #"""
      crs:Exposure2012="1" crs:Defringe="40" crs:Texture="-12" xmp:Rating="3" crs:Contrast2012="0"
      """#)
    let run = try convert("a.dng", "--sidecar", "auto", "--report", "r.jsonl").run
    let report = try tree.text("r.jsonl")
    let expected =
      #""sidecar":{"applied":["crs:Exposure2012","xmp:Rating"],"file":"a.xmp","ignored":["crs:Defringe","crs:Texture"],"rating":3}"#
    #expect(report.contains(expected), "\(report)")
    #expect(
      run.errors.contains(
        "1 sidecar: 1 setting applied, 2 ignored (Defringe, Texture); --report lists them; metadata in 1\n"
      ),
      "\(run.errors)")
  }

  @Test func ratingIsCopiedToThePicture() throws {
    try write(#"xmp:Rating="3""#)
    func exif(_ options: String...) throws -> [UInt8] {
      _ = try tree.run(["convert", "a.dng", "-o", "r.png", "-y"] + options)
      return try PNGReader.info(path: FilePath(tree.path("r.png"))).exif ?? []
    }
    // Tag 0x4746, SHORT, one value, 3, in either byte order.
    let tags: [[UInt8]] = [
      [0x46, 0x47, 3, 0, 1, 0, 0, 0, 3, 0], [0x47, 0x46, 0, 3, 0, 0, 0, 1, 0, 3],
    ]
    func has(_ bytes: [UInt8]) -> Bool {
      tags.contains { tag in
        bytes.indices.dropLast(9).contains { Array(bytes[$0..<$0 + 10]) == tag }
      }
    }
    #expect(has(try exif("--sidecar", "auto")))
    #expect(!has(try exif()))
    #expect(!has(try exif("--sidecar", "auto", "--metadata", "none")))
  }

  @Test func anEditMakesThePictureAgain() throws {
    try write(#"crs:Exposure2012="1""#)
    func update() throws -> String {
      try tree.run("convert", "a.dng", "-o", "u.png", "--sidecar", "auto").errors
    }
    #expect(try update().contains("1 converted"))
    #expect(try update().contains("is current"))
    try write(#"crs:Exposure2012="1.5""#)
    #expect(
      try tree.run("convert", "a.dng", "-o", "u.png", "--sidecar", "auto", "-n").text
        == "replace\ta.dng\tu.png\n")
    #expect(try update().contains("1 converted"))
    #expect(try update().contains("is current"))
    // An edit to an unsupported setting does not change the picture.
    try write(#"crs:Exposure2012="+1.50" crs:Sharpness="40""#)
    #expect(try update().contains("is current"))
  }

  // MARK: Geometry

  /// If a photo is rotated by 90°, the stored picture's left is the upright picture's top.
  @Test func cropsReferToTheStoredPicture() throws {
    try tree.copy("landscape_gbrg_portrait_orientation6.dng", to: "p.dng")
    try write(
      #"""
      crs:HasCrop="True" crs:CropLeft="0.25" crs:CropTop="0" crs:CropRight="1" crs:CropBottom="0.5"
      """#, to: "p.xmp")
    try convert("p.dng", "--sidecar", "auto", as: "s.png")
    try convert("p.dng", "--crop", "0.5,0.25,0.5,0.75", as: "f.png")
    #expect(try tree.pixels("s.png") == tree.pixels("f.png"))
    try convert("p.dng", as: "whole.png")
    let (whole, part) = (try tree.picture("whole.png"), try tree.picture("s.png"))
    #expect(whole.height > whole.width && part.height == whole.height * 3 / 4)
  }

  @Test func anglesTurnThePictureTheOtherWay() throws {
    try convert("a.dng", as: "whole.png")
    let size = try tree.picture("whole.png").size
    // A rectangle of half the sides about the middle, angled by −10°: see SensorCrop.
    let (width, height) = (Double(size.width) / 4, Double(size.height) / 4)
    let radians = -10 * Double.pi / 180
    let (x, y) = (
      width * cos(radians) - height * sin(radians), width * sin(radians) + height * cos(radians)
    )
    let (dx, dy) = (x / Double(size.width), y / Double(size.height))
    try write(
      """
      crs:HasCrop="True" crs:CropAngle="-10" crs:CropLeft="\(0.5 - dx)" crs:CropTop="\(0.5 - dy)"
      crs:CropRight="\(0.5 + dx)" crs:CropBottom="\(0.5 + dy)"
      """)
    try convert("a.dng", "--sidecar", "auto", as: "s.png")
    try convert("a.dng", "--crop", "0.25,0.25,0.5,0.5", "--rotation", "10", as: "f.png")
    let (left, right) = (try tree.picture("s.png"), try tree.picture("f.png"))
    #expect(left.size == right.size)
    // The corners are rounded decimals: a pixel in a thousand may differ by a code value.
    let differing = zip(left.values, right.values).count { abs(Int($0) - Int($1)) > 1 }
    #expect(differing * 1000 < left.values.count)
    try convert("a.dng", "--crop", "0.25,0.25,0.5,0.5", "--rotation", "-10", as: "w.png")
    #expect(try tree.pixels("w.png") != tree.pixels("f.png"))
  }

  @Test func theOrientationReplacesTheRaws() throws {
    // A dither belongs to the finished picture, so it does not turn with the photo.
    try convert("a.dng", "--dither", "none", as: "p.png")
    try write(#"tiff:Orientation="6""#)
    try convert("a.dng", "--sidecar", "auto", "--dither", "none", as: "t.png")
    let (plain, turned) = (try tree.picture("p.png"), try tree.picture("t.png"))
    #expect(turned.width == plain.height && turned.height == plain.width)
    #expect(turned[plain.height - 1, 0, 0] == plain[0, 0, 0])
    try convert("a.dng", "--sidecar", "auto", "--orientation", "keep", as: "k.png")
    #expect(try tree.picture("k.png").size == plain.size)
  }

  // MARK: Other commands

  @Test func samplesApplyAndNameASidecar() throws {
    try write(
      #"""
      crs:Exposure2012="1" crs:HasCrop="True" crs:CropLeft="0" crs:CropTop="0" crs:CropRight="0.5"
      crs:CropBottom="0.5"
      """#)
    let options = ["sample", "a.dng", "--as", "convert", "--at", "0.4,0.4"]
    let run = try tree.run(options + ["--sidecar", "auto"])
    let flags = try tree.run(options + ["--exposure", "1"])
    #expect(run.status == 0, "\(run.errors)")
    #expect((run.text + run.errors).contains("exposure 1.00 EV (sidecar)"), "\(run.text)")
    #expect(run.text.replacing("(sidecar", with: "(flag") == flags.text)
    #expect(
      run.errors.contains(
        "1 sidecar: 1 setting applied, 4 ignored (CropBottom, CropLeft, CropRight"),
      "\(run.errors)")
  }

  @Test func sheetsApplyEachPhotosSidecar() throws {
    try tree.copy("chart_rggb_12bit.dng", to: "b.dng")
    try write(#"crs:Exposure2012="1""#, to: "b.xmp")
    func sheet(_ inputs: [String], _ options: [String], _ output: String) throws -> CommandRun {
      try tree.run(
        ["sheet"] + inputs + ["-o", output, "--tile", "64", "--captions", "none"] + options)
    }
    try sheet(["a.dng", "b.dng"], ["--sidecar", "auto", "--report", "r.jsonl"], "s.png").expect(
      0, "1 sidecar: 1 setting applied")
    let report = try tree.text("r.jsonl")
    #expect(report.contains(#""applied":["crs:Exposure2012"]"#), "\(report)")
    let both = try tree.picture("s.png")
    #expect(try sheet(["a.dng"], [], "a.png").status == 0)
    #expect(try sheet(["b.dng"], ["--exposure", "1"], "b.png").status == 0)
    let (a, b) = (try tree.picture("a.png"), try tree.picture("b.png"))
    #expect(both.width == 2 * a.width - 80 + 12)
    for (x, y) in [(45, 45), (60, 50), (80, 60)] where x < a.width && y < a.height {
      #expect((0..<3).allSatisfy { both[x, y, $0] == a[x, y, $0] })
      #expect((0..<3).allSatisfy { both[x + 76, y, $0] == b[x, y, $0] })
    }
    // Current until the sidecar changes.
    try sheet(["a.dng", "b.dng"], ["--sidecar", "auto"], "s.png").expect(nil, "is current")
    try write(#"crs:Exposure2012="2""#, to: "b.xmp")
    #expect(
      try sheet(["a.dng", "b.dng"], ["--sidecar", "auto"], "s.png").errors.contains("2 shown"))
  }

  @Test(arguments: [
    ["sheet", "a.dng", "-o", "f", "--animate", "fadeIn", "--sidecar", "auto"],
    ["sheet", "a.dng", "-o", "s.png", "--from", "preview", "--sidecar", "auto"],
    ["sample", "a.dng", "--from", "preview", "--as", "convert", "--sidecar", "auto"],
    ["convert", "a.dng", "--sidecar", "some"],
  ])
  func whatCannotBeHonouredIsWrongUsage(_ arguments: [String]) throws {
    try tree.run(arguments, status: 64, errors: "sidecar")
  }

  // MARK: Bad sidecars

  static let bad: [(text: String, message: String)] = [
    ("<x", "its sidecar a.xmp cannot be used: line 1: not XML"),
    ("<!DOCTYPE x [<!ENTITY e 'x'>]><x>&e;</x>", "it declares a document type (DOCTYPE)"),
    ("<x/>", "rdf:RDF is missing, so it is not XMP"), ("", "not XML"),
  ]

  @Test(arguments: bad)
  func damagedSidecarCausesWarning(_ text: String, _ message: String) throws {
    let plain = try convert().bytes
    try tree.write(text, to: "a.xmp")
    let (bytes, run) = try convert("a.dng", "--sidecar", "auto", "--report", "r.jsonl")
    #expect(bytes == plain)
    #expect(
      run.errors.contains("warning: a.dng: ") && run.errors.contains(message)
        && run.errors.contains("; developed without it"), "\(run.errors)")
    let report = try tree.text("r.jsonl")
    #expect(report.contains(#""warning":"its sidecar a.xmp"#), "\(report)")
    for command in [
      ["convert", "a.dng", "-o", "x.png"], ["sheet", "a.dng", "-o", "x.png"],
      ["sample", "a.dng", "--as", "convert", "--at", "0.5,0.5"],
    ] {
      try tree.run(command + ["--sidecar", "auto", "--strict"], status: 1, errors: message)
      try tree.run(command + ["--sidecar", "auto", "-q"], status: 0)
      Files.remove(tree.path("x.png"))
    }
  }

  @Test func sidecarPipeDoesNotBlock() throws {
    #expect(unsafe mkfifo(tree.path("a.xmp"), 0o600) == 0)
    try tree.run(
      "convert", "a.dng", "-o", "out.png", "--sidecar", "auto", status: 0,
      errors: "it is not an ordinary file")
  }

  @Test func sidecarForADifferentRawIsIgnored() throws {
    let plain = try convert().bytes
    try write(#"crs:Exposure2012="1" photoshop:SidecarForExtension="NEF""#)
    let (bytes, run) = try convert("a.dng", "--sidecar", "auto", "--report", "r.jsonl")
    #expect(bytes == plain)
    #expect(run.errors.contains("1 skipped, because they belong to raws with another extension"))
    let report = try tree.text("r.jsonl")
    #expect(report.contains(#""reason":"meant for .NEF""#), "\(report)")
  }
}

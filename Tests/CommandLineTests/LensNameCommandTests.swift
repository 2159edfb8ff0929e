import Foundation
import TestSupport
import Testing

/// The names of lenses that only XMP or the user knows, on real photos with lensfun's database.
@Suite(
  .enabled(if: Corpus.isPresent, "\(Corpus.comment)"),
  .enabled(if: FileManager.default.fileExists(atPath: "/usr/share/lensfun"), "needs lensfun's data")
)
struct LensNameCommandTests {
  private let tree = CommandTree.fresh

  private func report(_ photo: String, _ options: String...) throws -> [String: Any] {
    try converted(Corpus.path("raw/\(photo)"), ["-y"] + options)
  }

  /// The report of one photo.
  private func converted(
    _ path: String, _ options: [String], environment: [String: String] = [:]
  ) throws -> [String: Any] {
    let convert = ["convert", path, "-o", "a.jpg", "--size", "256", "--report", "-"]
    return try object(tree.run(convert + options, environment: environment, status: 0).text)
  }

  @Test(arguments: ["hdrmerge_D5000_sample1.dng", "hdrmerge_D5000_sample2.dng"])
  func lensesOfTheD5000AreCorrected(_ photo: String) throws {
    let report = try report(photo)
    #expect(report["lensFrom"] as? String == "xmp")
    let optics = try #require(report["optics"] as? [String: Any])
    #expect(
      optics["lens"] as? String == "Nikon AF-S DX Zoom-Nikkor 18-55mm f/3.5-5.6G VR", "\(optics)")
    #expect((optics["lensfun"] as? [String])?.contains("distortion") == true)
    guard let exiftool = ForeignProgram.exiftool else { return }
    let id = try exiftool.run(["-s3", "-LensID", Corpus.path("raw/\(photo)")])
    let name = try exiftool.run(["-s3", "-LensModel", tree.path("a.jpg")])
    #expect(name.contains(id.trimmingCharacters(in: .whitespacesAndNewlines)), "\(id) \(name)")
  }

  @Test func usersNameLenses() throws {
    let report = try report(
      "hdrmerge_D5000_sample1.dng", "--lens-name", "Nikon AF Nikkor 50mm f/1.8D",
      "--focal-length", "50", "--aperture", "4")
    #expect(report["lensFrom"] as? String == "set")
    guard let exiftool = ForeignProgram.exiftool else { return }
    let text = try exiftool.run(
      ["-n", "-s3", "-LensModel", "-FocalLength", "-FNumber", tree.path("a.jpg")])
    #expect(text.split(separator: "\n") == ["Nikon AF Nikkor 50mm f/1.8D", "50", "4"], "\(text)")
  }

  @Test func lensesNeedACorrection() throws {
    try tree.run(
      "convert", "a.dng", "--lens-name", "x", "--lens", "none", status: 64,
      errors: "--lens-name has no effect")
  }

  /// Writes a photo whose lens only has a number.
  private func writeUnnamed(_ name: String = "a.dng") throws {
    var bytes = Data(try Files.read(Corpus.path("raw/hdrmerge_D5000_sample1.dng")))
    for tag in ["<aux:Lens>", "</aux:Lens>"] {
      let place = try #require(bytes.range(of: Data(tag.utf8)))
      bytes.replaceSubrange(place, with: Data(tag.utf8.map { $0 == UInt8(ascii: "s") ? 0x7A : $0 }))
    }
    try tree.write(Array(bytes), to: name)
  }

  @Test(.enabled(if: ForeignProgram.exiftool != nil, "needs exiftool"))
  func exiftoolNamesLensesByNumber() throws {
    try writeUnnamed()
    func convert(_ options: String...) throws -> [String: Any] {
      try converted("a.dng", options)
    }
    let first = try convert()
    #expect(first["lensFrom"] as? String == "exiftool")
    let optics = try #require(first["optics"] as? [String: Any])
    #expect(
      optics["lens"] as? String == "Nikon AF-S DX Zoom-Nikkor 18-55mm f/3.5-5.6G VR", "\(optics)")
    let exiftool = try #require(ForeignProgram.exiftool)
    let id = try exiftool.run(["-s3", "-LensID", tree.path("a.dng")])
    #expect(try exiftool.run(["-s3", "-LensModel", tree.path("a.jpg")]) == id)
    // The name is a part of the fingerprint.
    #expect(try convert()["status"] as? String == "skipped")
    let other = try convert("--lens-names", "file")
    #expect(other["status"] as? String == "converted")
    // The numbers never become a name. Several lenses with other corrections have them.
    #expect(other["lensFrom"] as? String == "specification")
    let doubt = (other["optics"] as? [String: Any])?["lensUnknown"] as? String
    #expect(
      doubt?.contains("Zoom-Nikkor 18-55mm f/3.5-5.6G VR, ") == true, "\(other["optics"] ?? "")")
    #expect(
      try exiftool.run(["-s3", "-LensModel", "-LensInfo", tree.path("a.jpg")])
        == "18-55mm f/3.5-5.6\n")
    // `info` agrees with `convert`.
    let lens = try object(
      tree.run("info", "a.dng", "--format", "json", "--fields", "lens,lensFrom", status: 0).text)
    let values = try #require(lens["lens"] as? [String: Any])
    #expect(values["lens"] as? String == id.trimmingCharacters(in: .newlines))
    #expect(values["lensFrom"] as? String == "exiftool")
  }

  /// If one lens of the database has the numbers, it is corrected, and its name is only in the
  /// report.
  @Test func aSingleLensWithTheNumbersIsCorrected() throws {
    try writeUnnamed()
    let name = "Nikon AF-S DX Zoom-Nikkor 18-55mm f/3.5-5.6G VR"
    func lens(_ name: String) -> String {
      """
      <lens><maker>Nikon</maker><model>\(name)</model><mount>Nikon F AF</mount>
      <cropfactor>1.5</cropfactor><calibration>
      <distortion model="poly3" focal="24" k1="-0.02"/></calibration></lens>
      """
    }
    try tree.write(
      Array(
        """
        <lensdatabase version="1"><mount><name>Nikon F AF</name></mount>
        <camera><maker>NIKON CORPORATION</maker><model>NIKON D5000</model>
        <mount>Nikon F AF</mount><cropfactor>1.523</cropfactor></camera>
        \(lens(name))\(lens("Nikon AF-S DX Nikkor 18-105mm f/3.5-5.6G VR"))</lensdatabase>
        """.utf8), to: "db/a.xml")
    func convert(_ options: String...) throws -> [String: Any] {
      try converted(
        "a.dng", ["-y"] + options, environment: ["BROMIDE_LENSFUN": tree.path("db")])
    }
    let report = try convert("--lens-names", "file")
    #expect(report["lensFrom"] as? String == "lensfun")
    let optics = try #require(report["optics"] as? [String: Any])
    #expect(optics["lens"] as? String == name && optics["lensfun"] as? [String] == ["distortion"])
    guard let exiftool = ForeignProgram.exiftool else { return }
    #expect(
      try exiftool.run(["-s3", "-LensModel", "-LensInfo", tree.path("a.jpg")])
        == "18-55mm f/3.5-5.6\n")
    // The name of another program is more certain than numbers.
    let named = try convert()
    #expect(named["lensFrom"] as? String == "exiftool")
    #expect((named["optics"] as? [String: Any])?["lens"] as? String == name)
  }

  /// A made-up exiftool counts its calls.
  @Test func aCardWithOneLensCostsOneCall() throws {
    for name in ["card/a.dng", "card/b.dng", "card/c.dng"] { try writeUnnamed(name) }
    try tree.write(
      Files.read(Corpus.path("raw/hdrmerge_D5000_sample1.dng")), to: "named.dng")
    try tree.write(
      Array(
        """
        #!/bin/sh
        echo call >> '\(tree.path("calls"))'
        printf 'G VR\\nNikon Test 18-55mm f/3.5-5.6\\n12.57\\n'

        """.utf8), to: "bin/exiftool")
    try FileManager.default.setAttributes(
      [.posixPermissions: 0o755], ofItemAtPath: tree.path("bin/exiftool"))
    func calls(_ arguments: [String]) throws -> Int {
      try tree.write([], to: "calls")
      try tree.run(
        arguments, environment: ["PATH": tree.path("bin") + ":/usr/bin:/bin"], status: 0)
      return try tree.read("calls").filter { $0 == UInt8(ascii: "\n") }.count
    }
    func convert(_ photos: String, _ options: String...) throws -> Int {
      let quick = ["-y", "-o", "out", "--size", "64"]
      return try calls(["convert", photos] + quick + options)
    }
    #expect(try convert("card") == 1)
    #expect(try convert("named.dng") == 0)
    #expect(try convert("card", "--lens", "none") == 0)
    #expect(try convert("card", "--lens", "embedded") == 0)
    #expect(try convert("card", "--plain") == 0)
    #expect(try convert("card", "--lens-names", "file") == 0)
    #expect(try convert("card", "--lens-name", "Other 50mm") == 0)
    #expect(try calls(["info", "card", "--format", "csv"]) == 1)
    #expect(try calls(["info", "card", "--format", "csv", "--fields", "exposure"]) == 0)
    #expect(try calls(["sample", "card", "--at", ".5,.5", "--as", "convert"]) == 1)
    #expect(try calls(["sample", "card", "--at", ".5,.5", "--lens", "none"]) == 0)
    #expect(try calls(["sheet", "card", "-o", "sheet.png"]) == 0)
  }

  @Test func namesWithoutEffectAreRejected() throws {
    for (arguments, message) in [
      (["convert", "a.dng", "--lens-names", "file", "--lens", "none"], "has no effect"),
      (["convert", "a.dng", "--lens-names", "tool", "--lens-name", "x"], "remove one"),
      (
        ["sample", "a.dng", "--at", ".5,.5", "--lens-names", "file", "--lens", "none"], "no effect"
      ),
      (["info", "a.dng", "--lens-names", "file", "--fields", "exposure"], "has no effect"),
      (["convert", "a.dng", "--lens-names", "exiv2"], "tool"),
    ] {
      try tree.run(arguments, status: 64, errors: message)
    }
  }
}

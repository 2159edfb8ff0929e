import Foundation
import Lenses
import Pixels
import TestSupport
import Testing

/// `--lens lensfun` from the outside, with a database of a camera and a lens that nobody sells.
@Suite(.enabled(if: LensDatabase.isLibraryThere)) struct LensfunCommandTests {
  private let tree: CommandTree

  init() throws {
    tree = try CommandTree()
    var photo = SyntheticPhoto(.landscape(), size: Size(width: 96, height: 64))
    photo.options.metadata.make = "Acme Corporation"
    photo.options.metadata.model = "Acme One"
    photo.options.metadata.lensModel = "50mm F2"
    photo.options.metadata.focalLength = DNGRational(50, 1)
    photo.options.metadata.fNumber = DNGRational(4, 1)
    try tree.write(photo.file(), to: "known.dng")
    photo.options.metadata.lensModel = "50mm F1.4"
    try tree.write(photo.file(), to: "unknown.dng")
    photo.options.metadata.model = "Acme Nine"
    try tree.write(photo.file(), to: "foreign.dng")
    try FileManager.default.createDirectory(
      atPath: tree.path("db"), withIntermediateDirectories: true)
    try tree.write([UInt8](Self.database(bend: "-0.06").utf8), to: "db/mil-acme.xml")
  }

  private static func database(bend: String) -> String {
    """
    <lensdatabase version="1">
      <mount><name>Acme A</name></mount>
      <camera>
        <maker>Acme Corporation</maker><model>Acme One</model><mount>Acme A</mount>
        <cropfactor>1</cropfactor>
      </camera>
      <lens>
        <maker>Acme</maker><model>Acme 50mm f/2</model><mount>Acme A</mount>
        <cropfactor>1</cropfactor>
        <calibration>
          <distortion model="poly3" focal="50" k1="\(bend)"/>
          <vignetting model="pa" focal="50" aperture="4" distance="1000" k1="-0.5" k2="0" k3="0"/>
        </calibration>
      </lens>
    </lensdatabase>
    """
  }

  private func run(_ arguments: [String], database: String = "db") throws -> CommandRun {
    try CommandRun(
      arguments, folder: tree.root, environment: ["BROMIDE_LENSFUN": tree.path(database)])
  }

  private func convert(
    _ photo: String, _ options: String..., database: String = "db"
  ) throws -> (pixels: [UInt8], optics: [String: Any]?, errors: String) {
    let run = try run(
      ["convert", photo, "-o", "x.png", "-y", "--report", "r.jsonl", "-v"] + options,
      database: database)
    #expect(run.status == 0, "\(run.errors)")
    let line = try Data(contentsOf: URL(fileURLWithPath: tree.path("r.jsonl")))
    let report = try JSONSerialization.jsonObject(with: line) as? [String: Any]
    return (try tree.pixels("x.png"), report?["optics"] as? [String: Any], run.errors)
  }

  @Test func knownLensesAreCorrected() throws {
    let standard = try convert("known.dng", "--lens", "lensfun")
    #expect(standard.optics?["lens"] as? String == "Acme 50mm f/2")
    #expect(standard.optics?["lensfun"] as? [String] == ["distortion", "vignetting"])
    #expect(
      standard.errors.contains("lensfun's distortion, vignetting of Acme 50mm f/2"),
      "\(standard.errors)")
    let none = try convert("known.dng", "--lens", "none")
    #expect(none.pixels != standard.pixels && none.optics?["lens"] == nil)
    #expect(try convert("known.dng").pixels == none.pixels)
    for options in [["-j", "1"], ["--isolation", "process"]] {
      let run = try run(
        ["convert", "known.dng", "-o", "y.png", "-y", "--lens", "lensfun"] + options)
      #expect(run.status == 0 && !run.errors.contains("warning"), "\(run.errors)")
      #expect(try tree.pixels("y.png") == standard.pixels, "\(options)")
    }
    #expect(try convert("known.dng", "--lens", "embedded").pixels == none.pixels)
    #expect(try convert("known.dng", "--plain").optics?["lens"] == nil)
    _ = try convert("known.dng", "--lens", "lensfun", "--save-recipe", "r.yaml")
    #expect(try convert("known.dng", "--recipe", "r.yaml").pixels == standard.pixels)
  }

  @Test func unknownLensesAreTold() throws {
    let reason = "lensfun does not know 50mm F1.4 for Acme One"
    let unknown = try convert("unknown.dng", "--lens", "lensfun")
    #expect(unknown.optics?["lensUnknown"] as? String == reason)
    #expect(unknown.errors.contains("nothing is corrected, since \(reason)"), "\(unknown.errors)")
    let standard = try convert("unknown.dng")
    #expect(standard.pixels == unknown.pixels && standard.optics?["lensUnknown"] == nil)
    let asked = try convert("foreign.dng", "--lens", "lensfun")
    #expect(
      asked.errors.contains(
        "--lens lensfun: nothing is corrected, since lensfun does not know the camera Acme Nine"),
      "\(asked.errors)")
    let strict = try run(
      ["convert", "unknown.dng", "-o", "y.png", "--lens", "lensfun", "--strict"])
    #expect(strict.status == 1 && strict.errors.contains(reason), "\(strict.errors)")
  }

  /// What no lens does is left out, and said.
  @Test func absurdDatabasesAreNotFollowed() throws {
    try FileManager.default.createDirectory(
      atPath: tree.path("folded"), withIntermediateDirectories: true)
    try tree.write([UInt8](Self.database(bend: "-3").utf8), to: "folded/a.xml")
    let folded = try convert("known.dng", "--lens", "lensfun", database: "folded")
    #expect(folded.optics?["lensfun"] as? [String] == ["vignetting"])
    #expect(folded.optics?["ignored"] as? [String] == ["lensfun's distortion (no lens's)"])
    let nowhere = try convert("known.dng", "--lens", "lensfun", database: "nowhere")
    #expect(try nowhere.pixels == convert("known.dng", "--lens", "none").pixels)
  }

  /// Pictures are made again where another database may correct them otherwise, and only there.
  @Test func theDatabaseIsPartOfTheFingerprint() throws {
    func again(_ options: [String]) throws -> Bool {
      let run = try run(
        ["convert", "known.dng", "-o", "z.png", "--if-exists", "update"] + options)
      #expect(run.status == 0, "\(run.errors)")
      return run.errors.contains("1 converted")
    }
    let lensfun = ["--lens", "lensfun"]
    #expect(try again(lensfun))
    #expect(try !again(lensfun))
    try tree.write([UInt8](Self.database(bend: "-0.061").utf8), to: "db/mil-acme.xml")
    #expect(try again(lensfun))
    #expect(try again(["--plain"]))
    try tree.write([UInt8](Self.database(bend: "-0.0612").utf8), to: "db/mil-acme.xml")
    #expect(try !again(["--plain"]))
  }
}

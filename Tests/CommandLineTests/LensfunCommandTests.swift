import BromideRaw
import BromideValues
import Foundation
import TestSupport
import Testing

/// Lensfun through the command, with a database of an invented camera and lens.
@Suite(.enabled(if: LensDatabase.isLibraryThere)) struct LensfunCommandTests {
  private let tree = CommandTree.fresh

  init() throws {
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
    try tree.makeFolder("db")
    try tree.write(Self.database(bend: "-0.06"), to: "db/mil-acme.xml")
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
    try tree.run(arguments, environment: ["BROMIDE_LENSFUN": tree.path(database)])
  }

  private func convert(
    _ photo: String, _ options: String..., database: String = "db"
  ) throws -> (pixels: [UInt8], optics: [String: Any]?, errors: String) {
    let run = try run(
      ["convert", photo, "-o", "x.png", "-y", "--report", "r.jsonl", "-v"] + options,
      database: database
    ).expect(0)
    let optics = try object(tree.text("r.jsonl"))["optics"] as? [String: Any]
    return (try tree.pixels("x.png"), optics, run.errors)
  }

  @Test func knownLensesAreCorrected() throws {
    let standard = try convert("known.dng")
    #expect(standard.optics?["lens"] as? String == "Acme 50mm f/2")
    #expect(standard.optics?["lensfun"] as? [String] == ["distortion", "vignetting"])
    #expect(
      standard.errors.contains("lensfun's distortion, vignetting of Acme 50mm f/2"),
      "\(standard.errors)")
    let none = try convert("known.dng", "--lens", "none")
    #expect(none.pixels != standard.pixels && none.optics?["lens"] == nil)
    for options in [["--lens", "lensfun"], ["-j", "1"], ["--isolation", "process"]] {
      let run = try run(["convert", "known.dng", "-o", "y.png", "-y"] + options)
      #expect(run.status == 0 && !run.errors.contains("warning"), "\(run.errors)")
      #expect(try tree.pixels("y.png") == standard.pixels, "\(options)")
    }
    #expect(try convert("known.dng", "--lens", "embedded").pixels == none.pixels)
    #expect(try convert("known.dng", "--plain").optics?["lens"] == nil)
    _ = try convert("known.dng", "--lens", "lensfun", "--save-recipe", "r.yaml")
    #expect(try convert("known.dng", "--recipe", "r.yaml").pixels == standard.pixels)
  }

  @Test func unknownLensesCauseMessage() throws {
    let reason = "lensfun does not know 50mm F1.4 for Acme One"
    let unknown = try convert("unknown.dng", "--lens", "lensfun")
    #expect(unknown.optics?["lensUnknown"] as? String == reason)
    #expect(
      unknown.errors.contains("the photo stays unchanged, because \(reason)"), "\(unknown.errors)")
    let standard = try convert("unknown.dng")
    #expect(standard.optics?["lensUnknown"] as? String == reason)
    #expect(standard.errors.contains("lens not corrected: \(reason)"), "\(standard.errors)")
    #expect(!standard.errors.contains("warning") && standard.pixels == unknown.pixels)
    #expect(try standard.pixels == convert("unknown.dng", "--lens", "none").pixels)
    // Without -v it prints no message, and it is not a failure.
    let silent = try run(["convert", "unknown.dng", "-o", "s.png", "--strict"])
    #expect(silent.status == 0 && !silent.errors.contains("lens"), "\(silent.errors)")
    let requested = try convert("foreign.dng", "--lens", "lensfun")
    #expect(
      requested.errors.contains(
        "foreign.dng: lens lensfun: the photo stays unchanged, because lensfun does not know the camera Acme Nine"
      ),
      "\(requested.errors)")
    try run(["convert", "unknown.dng", "-o", "y.png", "--lens", "lensfun", "--strict"]).expect(
      1, reason)
  }

  /// Implausible corrections are skipped with a message.
  @Test func absurdDatabasesAreNotFollowed() throws {
    try tree.makeFolder("folded")
    try tree.write(Self.database(bend: "-3"), to: "folded/a.xml")
    let folded = try convert("known.dng", database: "folded")
    #expect(folded.optics?["lensfun"] as? [String] == ["vignetting"])
    #expect(folded.optics?["ignored"] as? [String] == ["lensfun's distortion (no lens's)"])
    let nowhere = try convert("known.dng", database: "nowhere")
    #expect(try nowhere.pixels == convert("known.dng", "--lens", "none").pixels)
    #expect(nowhere.errors.contains("lens not corrected: lensfun's database is not installed"))
  }

  /// Pictures are converted again only if a changed database can correct them differently.
  @Test func theDatabaseIsPartOfTheFingerprint() throws {
    func again(_ options: [String]) throws -> Bool {
      let run = try run(["convert", "known.dng", "-o", "z.png", "--if-exists", "update"] + options)
        .expect(0)
      return run.errors.contains("1 converted")
    }
    #expect(try again([]))
    #expect(try !again([]))
    try tree.write(Self.database(bend: "-0.061"), to: "db/mil-acme.xml")
    #expect(try again([]))
    #expect(try again(["--plain"]))
    try tree.write(Self.database(bend: "-0.0612"), to: "db/mil-acme.xml")
    #expect(try !again(["--plain"]))
  }

  @Test func samplesAreCorrectedForShading() throws {
    let message = try run(["sample", "known.dng", "--at", "0.1,0.1"])
    #expect(
      message.text.contains("shading vignetting of Acme 50mm f/2 (lensfun)"), "\(message.text)")
    let left = try run(["sample", "known.dng", "--at", "0.1,0.1", "--lens", "none"])
    #expect(!left.text.contains("shading") && left.text != message.text)
  }

  /// If the database changes, a served picture gets a new tag and is rendered again.
  @Test(.enabled(if: ServeCommandTests.hasCurl)) func servedPicturesFollowTheDatabase() throws {
    try tree.write(tree.read("known.dng"), to: "photos/a.dng")
    let served = try ServeCommandTests.Served(
      tree, environment: ["BROMIDE_LENSFUN": tree.path("db")])
    let target = "/iiif/a.dng/full/max/0/default.png"
    func tag() throws -> String {
      let lines = try tree.text("head").split(separator: "\r\n")
      let line = try #require(lines.first { $0.lowercased().hasPrefix("etag:") })
      return line.dropFirst("etag:".count).trimmingCharacters(in: .whitespaces)
    }
    let first = try served.get(target, "-D", "head")
    let old = try tag()
    #expect(first.status == 200)
    func query() throws -> (status: Int, body: [UInt8]) {
      try served.get(target, "-D", "head", "-H", "If-None-Match: \(old)")
    }
    #expect(try query().status == 304)
    try tree.write(Self.database(bend: "-0.2"), to: "db/mil-acme.xml")
    // The server looks at the files every second.
    var again = try query()
    for _ in 0..<3000 where again.status == 304 {
      Thread.sleep(forTimeInterval: 0.1)
      again = try query()
    }
    #expect(again.status == 200 && again.body != first.body)
    #expect(try tag() != old)
  }

  /// A library with this name and another struct layout is not used.
  @Test(.enabled(if: StrangeLensfun.library != nil)) func anotherInterfaceIsNotUsed() throws {
    let version = try tree.run(["--version"], environment: StrangeLensfun.environment)
    #expect(version.status == 0 && version.text.contains("lensfun missing"), "\(version.text)")
    #expect(try run(["--version"]).text.contains("lensfun of interface 1"))
    let environment = StrangeLensfun.environment.merging(["BROMIDE_LENSFUN": tree.path("db")]) {
      $1
    }
    let auto = try tree.run(
      ["convert", "known.dng", "-o", "x.png", "-v"], environment: environment)
    #expect(auto.status == 0 && !auto.errors.contains("warning"), "\(auto.errors)")
    #expect(
      auto.errors.contains("lens not corrected: liblensfun of interface 1 is not installed"),
      "\(auto.errors)")
    try tree.run(
      ["convert", "known.dng", "-o", "y.png", "--lens", "lensfun"], environment: environment,
      status: 64, errors: "requires lensfun")
  }
}

import Foundation
import TestSupport
import Testing

/// The names of lenses that only XMP or the user knows, on real photos with lensfun's database.
@Suite(
  .enabled(if: Corpus.isPresent, "\(Corpus.comment)"),
  .enabled(if: FileManager.default.fileExists(atPath: "/usr/share/lensfun"), "needs lensfun's data")
)
struct LensNameCommandTests {
  private let tree: CommandTree

  init() throws { tree = try CommandTree() }

  private func report(_ photo: String, _ options: String...) throws -> [String: Any] {
    let run = try CommandRun(
      [
        "convert", Corpus.path("raw/\(photo)"), "-o", "a.jpg", "-y", "--size", "256", "--report",
        "-",
      ]
        + options, folder: tree.root)
    #expect(run.status == 0, "\(run.errors)")
    let json = try JSONSerialization.jsonObject(with: Data(run.text.utf8)) as? [String: Any]
    return try #require(json)
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
    let run = try tree.run("convert", "a.dng", "--lens-name", "x", "--lens", "none")
    #expect(run.status == 64 && run.errors.contains("--lens-name has no effect"), "\(run.errors)")
  }
}

import Foundation
import TestSupport
import Testing

/// Few descriptors, files of other processes, and remains of earlier runs.
@Suite struct ScarceSystemTests {
  private let tree = CommandTree.fresh
  private static let photo = "landscape_rggb_gps_ambient_exif.dng"

  @Test func moreThreadsThanFilesMayBeOpenAreFewer() throws {
    for name in ["a", "b", "c"] { try tree.copy(Self.photo, to: "in/\(name).dng") }
    for isolation in ["process", "off"] {
      let run = try tree.shell(
        "ulimit -n 10; \"$0\" convert in -o out-\(isolation) -j 64 --isolation \(isolation)"
      ).expect(0)
      #expect(run.errors.contains("1 of 64 threads run"), "\(run.errors)")
      #expect(tree.entries("out-\(isolation)").count == 3)
    }
  }

  @Test func runWithoutInputsKeepsTheReport() throws {
    try tree.copy(Self.photo, to: "a.dng")
    #expect(try tree.run("convert", "a.dng", "-o", "a.png", "--report", "r").status == 0)
    let report = try tree.read("r")
    try tree.makeFolder("empty")
    try tree.run(
      "convert", "empty", "-o", "out", "--report", "r", status: 1,
      errors: "the report r stays unchanged")
    #expect(try tree.read("r") == report)
  }

  @Test(arguments: ["--sync", "--no-sync"])
  func aPictureThatIsReplacedKeepsItsModeAndLeftoversGo(sync: String) throws {
    try tree.copy(Self.photo, to: "a.dng")
    try tree.write([1], to: "out/.bromide-0123456789abcdef.part")
    try tree.write([1], to: "out/.bromide-mine.part")
    try tree.write([1], to: "out/a.png")
    try FileManager.default.setAttributes(
      [.posixPermissions: 0o600], ofItemAtPath: tree.path("out/a.png"))
    try tree.run("convert", "a.dng", "-o", "out", "-y", sync, status: 0)
    #expect(tree.entries("out").sorted() == [".bromide-mine.part", "a.png"])
    let attributes = try FileManager.default.attributesOfItem(atPath: tree.path("out/a.png"))
    #expect(attributes[.posixPermissions] as? Int == 0o600)
  }
}

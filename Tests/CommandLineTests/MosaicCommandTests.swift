import Foundation
import TestSupport
import Testing

/// `--ca` and `--hot-pixels` from the outside.
@Suite struct MosaicCommandTests {
  private let tree = CommandTree.fresh
  private static let photo = "landscape_rggb_gps_ambient_exif.dng"

  @Test(arguments: [
    (["--ca", "2,1"], "magnifications of red and blue"),
    (
      ["--ca", "auto", "--demosaic", "bilinear"],
      "only --demosaic rcd, xtrans, fine and best correct lateral colour"
    ),
    (
      ["--ca", "1.0001,1", "--demosaic", "libraw:ahd"],
      "only --demosaic rcd, xtrans, fine and best correct"
    ),
    (["--hot-pixels", "auto", "--demosaic", "half"], "--demosaic half and LibRaw's replace no"),
    (["--hot-pixels", "all"], "expected one of auto, none"),
  ])
  func impossibleMosaicsAreRejected(flags: [String], message: String) throws {
    try tree.copy(Self.photo, to: "a.dng")
    try tree.run(["convert", "a.dng", "-o", "a.png"] + flags, status: 64, errors: message)
    #expect(!FileManager.default.fileExists(atPath: tree.path("a.png")))
  }

  /// Returns the pixels of a picture, and the lens and sensor corrections in its report.
  private func convert(_ flags: [String]) throws -> (Data, [String: Any]?) {
    try tree.run(
      ["convert", "a.dng", "-o", "a.png", "-y", "--report", "report.jsonl"] + flags, status: 0)
    let picture = try Data(contentsOf: URL(fileURLWithPath: tree.path("a.png")))
    return (picture, try object(tree.text("report.jsonl"))["optics"] as? [String: Any])
  }

  @Test func reportContainsTheCorrections() throws {
    try tree.copy(Self.photo, to: "a.dng")
    let others = [
      "--lens", "none", "--hot-pixels", "none", "--capture-sharpen", "none", "--denoise", "none",
      "--output-sharpen", "none", "--dither", "none",
    ]
    let (plain, nothing) = try convert(["--ca", "none"] + others)
    #expect(nothing == nil)
    #expect(try convert(["--plain"]).0 == plain)
    let (moved, given) = try convert(["--ca", "1.004,0.997"] + others)
    #expect(moved != plain)
    #expect(given?["lateralColorFrom"] as? String == "set")
    #expect(given?["hotPixels"] == nil)
    // Invisible at this size.
    let (_, small) = try convert(["--size", "20"])
    #expect(small?["lateralColor"] == nil)
  }
}

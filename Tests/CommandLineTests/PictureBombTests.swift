import Foundation
import TestSupport
import Testing

/// Small files of pictures that would fill the memory.
@Suite struct PictureBombTests {
  private let tree = CommandTree.fresh

  /// Grey rows of 100 codes each, the same again and again.
  private func png(_ width: Int, _ height: Int, isInterlaced: Bool = false) -> [UInt8] {
    var picture = HandmadePNG(width: width, height: height, depth: 8, colorType: 0)
    picture.isInterlaced = isInterlaced
    let rows = (0..<100).flatMap { (row: Int) -> [UInt8] in
      let codes: [UInt8] = (0..<width).map { column in
        (column / 100 + row).isMultiple(of: 2) ? 50 : 150
      }
      return [0] + codes
    }
    return picture.file(repeating: rows)
  }

  /// An uncompressed TIFF with all rows stored in one row of the file (TIFF 6.0).
  private func tiff(_ width: Int, _ height: Int) -> [UInt8] {
    let entries: [(tag: Int, type: Int, count: Int, value: Int)] = [
      (256, 4, 1, width), (257, 4, 1, height), (258, 3, 1, 8), (259, 3, 1, 1), (262, 3, 1, 1),
      (273, 4, height, 200 + width), (277, 3, 1, 1), (278, 4, 1, 1),
      (279, 4, height, 200 + width + 4 * height),
    ]
    var file = Array("II".utf8) + little(42, 2) + little(8, 4) + little(entries.count, 2)
    for entry in entries {
      file +=
        little(entry.tag, 2) + little(entry.type, 2) + little(entry.count, 4)
        + little(entry.value, 4)
    }
    file += [UInt8](repeating: 0, count: 200 - file.count)
    file += [UInt8](repeating: 128, count: width)
    for _ in 0..<height { file += little(200, 4) }
    for _ in 0..<height { file += little(width, 4) }
    return file
  }

  /// 96 megapixels would take 1.1 GB as light, and a tile needs a thousandth.
  @Test(arguments: ["png", "tif"])
  func aSheetReadsThemReduced(suffix: String) throws {
    try tree.write(suffix == "png" ? png(12_000, 8000) : tiff(12_000, 8000), to: "in/a.\(suffix)")
    #if os(Linux)
      // A release build takes 200 MB of addresses. A process that holds all pixels as light fails.
      let limit = "ulimit -v 400000; "
    #else
      let limit = ""
    #endif
    try tree.run(
      [
        "-c", limit + "exec \"$0\" \"$@\"", CommandRun.binary, "sheet", "in", "-o", "s.png",
        "--tile", "64", "--memory", "100M", "--jobs", "1",
      ], binary: "/bin/sh", status: 0)
    #expect(try tree.read("s.png").count > 100)
  }

  @Test func whatCannotBeReducedIsRejectedWithTheLimit() throws {
    try tree.write(png(12_000, 8000, isInterlaced: true), to: "in/a.png")
    try tree.run(
      "sheet", "in", "-o", "s.png", "--tile", "64", "--memory", "100M", status: 1,
      errors: "in/a.png", "not enough memory: needs 1152 MB, --memory allows 105 MB")
  }

  @Test func samplesRespectTheMemoryLimit() throws {
    try tree.write(tiff(12_000, 8000), to: "a.tif")
    try tree.run(
      "sample", "a.tif", "--at", ".5,.5", "--memory", "50M", status: 1,
      errors: "needs 96 MB, --memory allows 52 MB")
    #expect(try tree.run("sample", "a.tif", "--at", ".5,.5").status == 0)
  }
}

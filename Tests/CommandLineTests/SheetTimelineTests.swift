import BromideCodecs
import BromideValues
import Foundation
import TestSupport
import Testing

/// Tiles and sheets as sources of timelines.
@Suite struct SheetTimelineTests {
  private let tree = CommandTree.fresh

  init() throws { try tree.makeFolder("in") }

  /// Renders a timeline with one source.
  private func render(_ source: String, to folder: String) throws -> CommandRun {
    try tree.write("size: 192x128\nfps: 5\nsources:\n  - \(source)\n", to: "\(folder).yaml")
    return try tree.run("render", "\(folder).yaml", "-o", folder)
  }

  @Test(arguments: ["columns: 7, rows: 3", "size: 50x200"])
  func tilesEndAsTheCompletePhoto(cut: String) throws {
    try tree.addPhotos()
    try render("{photo: in/a.dng, duration: 1f}", to: "photo").expect(0)
    try render(
      "{tiles: {photo: in/a.dng, \(cut)}, animate: 'radial(middle) spin fadeIn'}", to: "tiles"
    ).expect(0)
    let names = tree.entries("tiles").filter { $0.hasSuffix(".png") }.sorted()
    let (rest, whole) = (try tree.picture("tiles/\(names.last!)"), try tree.picture("photo/0.png"))
    #expect(rest.size == whole.size && rest.channels == 3)
    var worst = 0
    for (x, y, c) in Places(x: 0..<whole.width, y: 0..<whole.height).channels(3) {
      worst = max(worst, abs(Int(rest[x, y, c]) - Int(whole[x, y, c])))
    }
    #expect(worst <= 1)
    // The frame is empty at first.
    #expect(try tree.picture("tiles/\(names[0])")[96, 64, 1] == 0)
  }

  /// Tiles of 50 × 40 on 192 × 128: four columns and four rows, the last ones narrower and lower,
  /// each shown at its time.
  @Test func tilesAreCutFromTheUpperLeft() throws {
    try tree.addPhotos()
    try render(
      "{tiles: {photo: in/a.dng, size: 50x40}, animate: 'linear(leftToRight) fadeIn standard(1)'}",
      to: "cut"
    ).expect(0)
    // Light changes in steps at tile edges. Between columns of one tile, there are no steps.
    let names = tree.entries("cut").filter { $0.hasSuffix(".png") }.sorted()
    let (end, early) = (try tree.picture("cut/\(names.last!)"), try tree.picture("cut/\(names[1])"))
    let shares = (0..<192).map { x in
      let sums = [early, end].map { frame in
        (0..<128).reduce(0.0) { sum, y in
          sum + TransferFunction.srgb.decode(Double(frame[x, y, 1]) / 255)
        }
      }
      return sums[0] / sums[1]
    }
    let steps = (1..<192).filter { abs(shares[$0] - shares[$0 - 1]) > 0.02 }
    #expect(steps == [50, 100, 150])
  }

  /// Impossible tiles are reported before rendering. A preview has the same tiles as the full size.
  @Test func tilesBySizeFitTheFrame() throws {
    try tree.addPhotos()
    let text = { (size: String, frame: String) in
      "size: \(frame)\nsources:\n  - tiles: {photo: in/a.dng, size: \(size)}\n    duration: 2f\n"
    }
    try tree.write(text("1x40", "1920x80"), to: "many.yaml")
    try tree.run(
      "render", "many.yaml", "-o", "many", status: 64, errors: "tiles of 1×40 pixels make 1920×2")
    try tree.write(text("1x8", "960x64"), to: "fine.yaml")
    try tree.run("render", "fine.yaml", "-o", "fine", "--preview", status: 0)
    #expect(try tree.picture("fine-preview/0.png").size == Size(width: 640, height: 43))
  }

  @Test func sheetMarksAndReportsFailedPhotos() throws {
    try tree.addPhotos()
    let sheet =
      "{sheet: {photos: in, columns: 2, margin: 4, spacing: 4}, animate: cornered(topLeft) fadeIn}"
    try render(sheet, to: "frames").expect(0)
    #expect(try render(sheet, to: "frames").errors.contains("0 rendered"))
    let file = try tree.read("in/b2.dng")
    try tree.write(Array(file.prefix(file.count * 2 / 3)), to: "in/b2.dng")
    try render(sheet, to: "frames").expect(1, "b2.dng: damaged")
  }
}

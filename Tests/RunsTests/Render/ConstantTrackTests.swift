import BromideDevelop
import BromidePhotos
import BromideTimelines
import BromideValues
import SystemPackage
import TestSupport
import Testing

@testable import BromideRuns
@testable import BromideSystem

/// A track that stays at one value holds for every kind of source, as for a photo.
@Suite struct ConstantTrackTests {
  private let folder = TemporaryFolder.fresh

  init() throws {
    for name in ["n/a.dng", "n/b.dng"] {
      let photo = SyntheticPhoto(
        SyntheticScene("red") { x, _ in SIMD3(0.1 + 0.4 * x, 0.08, 0.05) },
        size: Size(width: 96, height: 64))
      try folder.write(photo.file(), as: name)
    }
  }

  static let sources = [
    "tiles: {photo: n/a.dng, columns: 3, rows: 2}",
    "sheet: {photos: n, columns: 1, margin: 0, spacing: 0}",
    "tiles: {photo: n/a.dng, columns: 3, rows: 2}, animate: fadeIn hold(1s)",
  ]

  /// The last frame of a timeline with one source.
  private func frame(
    _ source: String, _ tracks: String = "", develop: String = ""
  ) throws -> [UInt8] {
    let text =
      "develop: {\(develop)}\nsize: 96x64\nfps: 5\nsources:\n  - {\(source), duration: 2s\(tracks.isEmpty ? "" : ", tracks: {\(tracks)}")}\n"
    let path = FilePath(folder("t.yaml"))
    let opened = try OpenedTimeline(
      try Timeline(text: text, path: path, context: RunContext()),
      settings: PictureSettings(RunContext()), threads: 1)
    let maker = try opened.makers()[0]
    try maker.open(.alone)
    defer { maker.close() }
    let scratch = FrameScratch()
    let last = opened.schedule.frame(opened.schedule.frameCount - 1)
    var bytes: [UInt8] = []
    try unsafe maker.picture(of: last.layers[0], scratch: scratch).draw(scratch) {
      unsafe bytes.append(contentsOf: $0)
    }
    return bytes
  }

  private func chroma(_ bytes: [UInt8]) -> Int {
    let step = bytes.count / (96 * 64)
    return stride(from: 0, to: bytes.count, by: step).map { i in
      Int(bytes[i..<i + 3].max()!) - Int(bytes[i..<i + 3].min()!)
    }.max()!
  }

  @Test(arguments: sources)
  func constantMonochromeRemovesColour(source: String) throws {
    #expect(chroma(try frame(source)) > 40)
    #expect(chroma(try frame(source, "monochrome: [{at: 0s, value: 1}]")) <= 1)
  }

  /// A constant track is a constant of the document.
  @Test(arguments: sources, ["exposure: 1", "crop: [0.5, 0, 0.5, 0.5]", "opacity: 0.5"])
  func aTrackIsAConstant(source: String, setting: String) throws {
    let (name, value) = (setting.prefix { $0 != ":" }, setting.split(separator: ": ")[1])
    let plain = try frame(source)
    let tracked = try frame(source, "\(name): [{at: 0s, value: \(value)}]")
    #expect(tracked != plain)
    #expect(try frame(source, develop: "\(name): \(value)") == tracked)
  }
}

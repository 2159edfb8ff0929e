import Foundation
import TestSupport
import Testing

/// The demosaic that `auto` takes, as plans, manifests and reports name it.
@Suite struct DemosaicNameTests {
  private let scene = RenderTree.fresh
  private var tree: CommandTree { scene.tree }

  /// The demosaics of frame 0 as the manifest names them.
  private func manifest(_ folder: String) throws -> [String]? {
    struct Manifest: Decodable {
      struct Frame: Decodable {
        var demosaic: [String]?
        var fingerprint: String
      }
      var frames: [Frame]
    }
    let bytes = try tree.read("\(folder)/manifest.json")
    return try JSONDecoder().decode(Manifest.self, from: Data(bytes)).frames.first?.demosaic
  }

  /// Photos with 192×128 sites in frames of a quarter of the size and of the full size, with and
  /// without zoom.
  @Test(arguments: [
    ("sequence: in", "48x32", "1", [], "cells"), ("sequence: in", "48x32", "1.5", [], "rcd"),
    ("sequence: in", "48x32", "1.3", [], "cells"),
    ("sequence: in", "192x128", "1", [], "rcd"),
    ("sequence: in", "48x32", "1", ["--demosaic", "fine"], "fine"),
    ("{photo: in/p0.dng, duration: 2f, ", "48x32", "1", [], "cells"),
    ("{photo: in/p0.dng, duration: 2f, ", "48x32", "2", [], "rcd"),
    ("{photo: in/p0.dng, duration: 2f, size: 0.3, ", "96x64", "1", [], "cells"),
    ("{photo: in/p0.dng, duration: 2f, ", "48x32", "1", ["--optics", "own"], "cells"),
  ])
  func plansNameTheDemosaicOfFrames(
    source: String, size: String, zoom: String, flags: [String], method: String
  ) throws {
    try scene.sequence(2)
    let tracks = "tracks: {zoom: [{at: 0s, value: 1}, {at: 100%, value: \(zoom)}]}"
    let entry = source.hasPrefix("{") ? "\(source)\(tracks)}" : "\(source)\n    \(tracks)"
    try tree.write("size: \(size)\nfps: 4\nsources:\n  - \(entry)\n", to: "s.yaml")
    let run = try tree.run(
      ["render", "s.yaml", "-o", "f", "-v", "--report", "r.jsonl"] + flags, status: 0)
    let made = try #require(try manifest("f"))
    #expect(flags.first == "--optics" || made == [method], "\(made)")
    // Consecutive frames do not differ, and neither does a part of the frames.
    try tree.run(
      ["render", "s.yaml", "-o", "p", "--frames", "0", "--report", "p.jsonl"] + flags, status: 0)
    let lines = try tree.lines("r.jsonl") + tree.lines("p.jsonl")
    #expect(lines.count == 3)
    for line in lines { #expect(try object(line)["demosaic"] as? [String] == made, "\(line)") }
    #expect(run.errors.contains("demosaic \(made.joined(separator: ", "))"), "\(run.errors)")
    let plan = try tree.run(["render", "s.yaml", "-n"] + flags)
    for line in plan.text.split(separator: "\n") {
      #expect(line.hasSuffix("demosaic \(made.joined())"), "\(plan.text)")
    }
    let csv = try tree.run(["render", "s.yaml", "-n", "--format", "csv"] + flags)
    #expect(csv.fields[0].last == "demosaic" && csv.fields[1].last == made.joined(), "\(csv.text)")
    // Metadata in frames does not make them stale.
    try tree.run(["render", "s.yaml", "-o", "f"] + flags, errors: "2 current")
    #expect(try manifest("f") == made)
  }

  /// Without a demosaic, the output does not mention it.
  @Test func finishedPicturesOmitTheDemosaic() throws {
    try SampleScene.png(tree.path("a.png"))
    let plan = try scene.render("a.png", "-n", "--format", "csv")
    #expect(plan.status == 0 && !plan.text.contains("demosaic"), "\(plan.text)")
    #expect(try scene.render("a.png", "-o", "f").status == 0)
    #expect(try manifest("f") == nil)
  }
}

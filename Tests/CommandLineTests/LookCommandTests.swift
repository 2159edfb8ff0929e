import BromideValues
import Foundation
import TestSupport
import Testing

/// `--look`, and the exposure that belongs to a photo, as a person meets them.
@Suite struct LookCommandTests {
  private let tree = CommandTree.fresh(["a.dng": "chart_rggb_12bit.dng"])

  private func convert(_ name: String, _ options: [String], as output: String) throws -> [UInt8] {
    try tree.run(["convert", name, "-o", output, "--metadata", "none"] + options, status: 0)
    return try tree.read(output)
  }

  @Test func eachLookIsAnotherPictureAndStandardIsTheDefault() throws {
    let plain = try convert("a.dng", [], as: "plain.png")
    let named = try ["standard", "flat", "classic"].map {
      try convert("a.dng", ["--look", $0], as: "\($0).png")
    }
    #expect(named[0] == plain)
    #expect(Set(named).count == 3)
  }

  @Test func renderTakesTheLookFromTimelineAndFlag() throws {
    try tree.write(
      "size: 96x64\ndevelop: {look: flat}\nsources: [{photo: a.dng, frames: 1}]", to: "t.yaml")
    func frame(_ options: [String], _ folder: String) throws -> [UInt8] {
      try tree.run(["render", "t.yaml", "-o", folder, "--metadata", "none"] + options, status: 0)
      let name = try #require(tree.entries(folder).first { $0.hasSuffix(".png") })
      return try tree.read(folder + "/" + name)
    }
    let flat = try frame([], "f1")
    #expect(try frame(["--look", "flat"], "f2") == flat)
    #expect(try frame(["--look", "classic"], "f3") != flat)
    try tree.run(
      "render", "t.yaml", "-o", "f4", "--tone", "linear", status: 64,
      errors: "cannot be combined with")
  }

  @Test func sampleAppliesAndNamesTheLook() throws {
    let runs = try ["standard", "classic"].map {
      try tree.run("sample", "a.dng", "--as", "convert", "--at", "0.4,0.4", "--look", $0)
    }
    #expect(runs.allSatisfy { $0.status == 0 }, "\(runs[0].errors)")
    #expect(runs[0].text != runs[1].text)
    let message = runs.map { $0.text + $0.errors }
    #expect(
      message[0].contains("look standard (flag)") && message[1].contains("look classic (flag)"),
      "\(message)"
    )
  }

  @Test func reportNamesTheExposureSource() throws {
    let samples = SensorSamples.varied(Size(width: 64, height: 48), bits: 14)
    try tree.write(MakerRaw.canon(samples).file(), to: "model.cr2")
    try tree.write(MakerRaw.canon(samples).taken(by: "Canon EOS 40D").file(), to: "none.cr2")
    var photo = SyntheticPhoto(.chart, size: Size(width: 96, height: 64))
    photo.options.color.baselineExposure = 0.25
    try tree.write(photo.file(), to: "file.dng")
    for (name, source, stops) in [
      ("model.cr2", "model", "0.4"), ("none.cr2", "none", "0"), ("file.dng", "file", "0.25"),
    ] {
      try tree.run("convert", name, "-y", "--report", "r.jsonl", status: 0)
      let report = try tree.text("r.jsonl")
      #expect(report.contains("\"exposureFrom\":\"\(source)\""), "\(report)")
      #expect(report.contains("\"baselineExposure\":\(stops),"), "\(report)")
    }
    // The first look does not use models.
    _ = try tree.run("convert", "model.cr2", "-y", "--look", "classic", "--report", "r.jsonl")
    let report = try tree.text("r.jsonl")
    #expect(report.contains("\"exposureFrom\":\"none\""), "\(report)")
    let sample = try tree.run("sample", "model.cr2", "--as", "convert", "--at", "0.5,0.5")
    #expect((sample.text + sample.errors).contains("exposure 0.40 EV (table)"), "\(sample.text)")
  }
}

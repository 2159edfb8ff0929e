import BromideValues
import Foundation
import TestSupport
import Testing

/// `bromide sample` reads the scene's light from raws, unless `--as convert` is set.
@Suite struct SceneLightTests {
  private let tree = CommandTree.fresh

  init() throws { try tree.write(SampleScene.photo.file(), to: "a.dng") }

  /// The same scene in a file with a baseline exposure of two stops, like cameras that protect
  /// highlights.
  @Test func exposureOfTheFileDoesNotCount() throws {
    var photo = SampleScene.photo
    photo.options.color.baselineExposure = 2
    try tree.write(photo.file(), to: "b.dng")
    let options = ["sample", "a.dng", "b.dng", "--at", "0.4,0.4", "--space", "linear"]
    let scene = try tree.run(options + ["--format", "csv"]).fields
    #expect(scene[1][4..<7] == scene[2][4..<7])
    let convert = try tree.run(
      options + ["--format", "csv", "--as", "convert", "--tone", "linear"]
    ).fields
    for c in 4..<7 {
      let (plain, own) = (Double(convert[1][c])!, Double(convert[2][c])!)
      #expect(own == 1 || abs(own / plain - 4) < 1e-3)
      #expect(abs(Double(scene[1][c])! - plain) < 1e-5)
    }
  }

  /// L* of the chart's neutral patches, which the standard look would raise by ten and more.
  @Test func greysKeepTheirLightness() throws {
    for patch in 18..<24 {
      let place = "\(Chart.centre(patch).x),\(Chart.centre(patch).y)"
      let run = try tree.run(
        "sample", "a.dng", "--at", place, "--window", "15", "--space", "xyz", "--format", "csv",
        status: 0)
      let light = Chart.colors[patch]
      let y = 0.2126 * light.x + 0.7152 * light.y + 0.0722 * light.z
      #expect(abs(Double(run.fields[1][5])! - y) < 0.002)
    }
  }

  @Test func readingNamesTheLight() throws {
    let scene = try tree.run("sample", "a.dng", "--at", ".5,.5").text
    #expect(scene.contains("as scene (rule)") && !scene.contains("tone"), "\(scene)")
    #expect(!scene.contains("look") && !scene.contains("highlights"), "\(scene)")
    let flag = try tree.run("sample", "a.dng", "--at", ".5,.5", "--as", "scene").text
    #expect(flag.contains("as scene (flag)"))
    let convert = try tree.run("sample", "a.dng", "--at", ".5,.5", "--as", "convert").text
    #expect(
      convert.contains("as convert (flag)") && convert.contains("tone standard (rule)"),
      "\(convert)")
    let bright = try tree.run("sample", "a.dng", "--at", ".5,.5", "--exposure", "1").text
    #expect(bright.contains("exposure 1.00 EV (flag)"), "\(bright)")
  }

  /// Clipped channels are not recovered and not clipped to the common white.
  @Test func clippedChannelsStayAsRecorded() throws {
    var photo = SampleScene.photo
    photo.options.color = photo.camera.color(calibratedUnder: [.daylight])
    photo.exposure = 8
    try tree.write(photo.file(), to: "b.dng")
    let white = Chart.centre(18)
    let run = try tree.run(
      "sample", "b.dng", "--at", "\(white.x),\(white.y)", "--space", "camera", "--space", "linear",
      "--stats", "clipped", "--format", "csv", status: 0)
    let fields = run.fields[1]
    #expect(fields[4...6].allSatisfy { abs(Double($0)! - 1) < 1e-6 })
    #expect(Double(fields[10])! == 1)
    // Balanced, the saturated channels are not equal: white light would be.
    #expect(Double(fields[7])! > 1.2 * Double(fields[8])!, "\(fields)")
  }

  @Test(arguments: [
    ["--tone", "linear"], ["--look", "flat"], ["--highlight-mode", "clip"], ["--contrast", "1.2"],
    ["--saturation", "1.2"], ["--sidecar", "auto"], ["--look", "camera", "--look-save", "l.json"],
  ])
  func pictureOptionsFailForSceneLight(_ arguments: [String]) throws {
    let run = try tree.run(["sample", "a.dng", "--at", ".5,.5"] + arguments)
    #expect(run.status == 64 && run.text.isEmpty)
    #expect(run.errors.contains("add --as convert"), "\(run.errors)")
    try tree.write("contrast: 1.2\n", to: "r.yaml")
    try tree.run(
      "sample", "a.dng", "--at", ".5,.5", "--recipe", "r.yaml", status: 64,
      errors: "r.yaml:1: contrast")
  }
}

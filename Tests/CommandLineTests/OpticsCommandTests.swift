import BromideValues
import Foundation
import TestSupport
import Testing

/// `--capture-sharpen`, the words of `--denoise` and `--plain` as a person meets them.
@Suite struct OpticsCommandTests {
  private let tree = CommandTree.fresh

  init() throws {
    var photo = SyntheticPhoto(.landscape(), size: Size(width: 620, height: 420))
    photo.noise = SensorNoise(fullWell: 5000, read: 5, seed: 3)
    try tree.write(photo.file(), to: "a.dng")
  }

  private func convert(_ options: [String], as output: String) throws -> [UInt8] {
    try tree.run(["convert", "a.dng", "-o", output, "-y"] + options, status: 0)
    return try tree.pixels(output)
  }

  @Test func denoiseNamesItsWords() throws {
    try tree.run(
      "convert", "a.dng", "-o", "a.png", "--denoise", "strong", status: 64,
      errors: "from 0 to 1; convert also accepts light, auto, best and none")
  }

  @Test func picturesAreSharpenedAndQuietUnlessTheyAreToBePlain() throws {
    let standard = try convert([], as: "a.png")
    let plain = try convert(["--plain"], as: "b.png")
    #expect(standard != plain)
    let all = [
      "--capture-sharpen", "auto", "--denoise", "light", "--ca", "auto", "--hot-pixels", "auto",
    ]
    #expect(try convert(all, as: "c.png") == standard)
    let none = all.map { $0.hasPrefix("--") ? $0 : "none" } + ["--dither", "none"]
    #expect(try convert(none, as: "d.png") == plain)
    let quiet = try convert(["--denoise", "auto"], as: "e.png")
    #expect(quiet != standard)
    let quietest = try convert(["--denoise", "best"], as: "i.png")
    #expect(quietest != quiet && quietest != standard)
    #expect(try convert(["--denoise", "best", "-j", "3"], as: "j.png") == quietest)
    // The word of `--denoise` is an alias, and its number is a filter on finished pixels.
    #expect(try convert(["--noise-reduction", "best"], as: "k.png") == quietest)
    let both = try convert(["--noise-reduction", "best", "--denoise", "0.5"], as: "l.png")
    #expect(both != quietest)
    #expect(try convert(["--denoise", "0.5"], as: "m.png") != both)
    // Half of the sensor's size: sharpened as an output only.
    let halved = try convert(["--demosaic", "half", "--plain"], as: "g.png")
    #expect(try convert(["--demosaic", "half"], as: "f.png") != halved)
    let unsharpened = ["--output-sharpen", "none", "--dither", "none"]
    #expect(try convert(["--demosaic", "half"] + unsharpened, as: "k.png") == halved)
    for jobs in ["1", "2", "3"] { #expect(try convert(["-j", jobs], as: "h.png") == standard) }
  }

  @Test func reportContainsTheCorrections() throws {
    func optics(_ options: String...) throws -> [String: Any]? {
      let run = try tree.run(
        ["convert", "a.dng", "-o", "x.png", "-y", "--report", "-"] + options, status: 0)
      return try object(run.text)["optics"] as? [String: Any]
    }
    let standard = try #require(try optics())
    #expect(standard["denoise"] as? String == "light")
    #expect(standard["captureSharpening"] as? Double == 1.7)
    #expect(standard["noiseFrom"] as? String == "measured")
    #expect((standard["radius"] as? Double).map { (0.5...1).contains($0) } == true)
    #expect(try optics("--plain") == nil)
    let small = try optics("--size", "200")
    #expect(try optics("--denoise", "best")?["denoise"] as? String == "best")
    #expect(small?["denoise"] as? String == "light")
    #expect(small?["denoiseAt"] as? String == "output")
    #expect(small?["captureSharpening"] == nil && small?["outputSharpening"] as? Double == 1)
    #expect(standard["denoiseAt"] as? String != "output" && standard["outputSharpening"] == nil)
    #expect(try optics("--capture-sharpen", "none")?["captureSharpening"] == nil)
    try tree.run(
      "convert", "a.dng", "-o", "y.png", "-v",
      errors: "denoise light, capture-sharpen 1.7 of radius 0.")
  }

  /// An unsupported correction causes a warning only if the user set it. With `--strict`, it fails.
  @Test func unsupportedCorrectionsCauseWarning() throws {
    var photo = SyntheticPhoto(.landscape(), size: Size(width: 620, height: 420))
    photo.noise = SensorNoise(fullWell: 5000, read: 5, seed: 3)
    photo.options.layout = .xTrans
    try tree.write(photo.file(), to: "x.dng")
    func errors(_ options: String...) throws -> String {
      let run = try tree.run(["convert", "x.dng", "-o", "x.png", "-y", "-v"] + options)
      #expect(run.status == (options.contains("--strict") ? 1 : 0), "\(run.errors)")
      return run.errors
    }
    let standard = try errors()
    #expect(!standard.contains("without lateral"))
    #expect(standard.contains("denoise light, capture-sharpen 1.7 of radius 0."), "\(standard)")
    // X-Trans supports all of them.
    #expect(try !errors("--ca", "auto", "--hot-pixels", "auto").contains("without"))
    #expect(
      try errors("--ca", "1.004,0.997", "--demosaic", "xtrans").contains("lateral colour of red"))
    try Data("ca: auto\n".utf8).write(to: URL(fileURLWithPath: tree.path("r.yaml")))
    try tree.run(
      "convert", Package.testImages + "/gradients_linear_16bit.dng", "-o", "z.png", "--recipe",
      "r.yaml", "--strict", status: 1, errors: "without lateral colour")
    try tree.run(
      "convert", Package.testImages + "/gradients_linear_16bit.dng", "-o", "y.png", "--hot-pixels",
      "auto", "--denoise", "light",
      errors: "without hot pixels, noise reduction: the photo has no mosaic to correct")
    // The file that sets a correction can be a preset, so the warning does not name a flag.
    try tree.write(MetadataCommandTests.document(#"crs:Sharpness="60""#), to: "sharp.xmp")
    try tree.copy("gradients_linear_16bit.dng", to: "linear.dng")
    let preset = try tree.run(
      "convert", "linear.dng", "-o", "p.png", "--recipe", "sharp.xmp", status: 0,
      errors: "warning: linear.dng: without capture sharpening: the photo has no mosaic to correct")
    #expect(!preset.errors.contains("--capture-sharpen"), "\(preset.errors)")
  }

  @Test(arguments: [
    (["convert", "a.dng", "--capture-sharpen", "4"], "expected auto, none or 0…3"),
    (["convert", "a.dng", "--plain", "--capture-sharpen", "1"], "remove it or --capture-sharpen"),
    (["convert", "a.dng", "--plain", "--denoise", "light"], "remove it or --denoise"),
    (["convert", "a.dng", "--plain", "--ca", "none"], "remove it or --ca"),
    (
      ["convert", "a.dng", "--plain", "--noise-reduction", "best"], "remove it or --noise-reduction"
    ),
    (
      ["convert", "a.dng", "--denoise", "light", "--noise-reduction", "best"],
      "--denoise light contradicts --noise-reduction best"
    ),
    (["convert", "a.dng", "--noise-reduction", "lihgt"], "did you mean “light”?"),
    (["convert", "a.dng", "--noise-reduction", "0.5"], "expected one of light, auto, best, none"),
    (
      ["convert", "a.dng", "--capture-sharpen", "2", "--demosaic", "half"],
      "--demosaic half and LibRaw's do not keep"
    ),
    (
      ["convert", "a.dng", "--capture-sharpen", "2", "--demosaic", "cells"],
      "--demosaic cells does not keep"
    ),
    (
      ["convert", "a.dng", "--denoise", "auto", "--demosaic", "libraw:ahd"],
      "--denoise auto: --demosaic half"
    ),
    (["convert", "a.dng", "--plain", "--hot-pixels", "auto"], "remove it or --hot-pixels"),
    (["sheet", "a.dng", "-o", "s.png", "--denoise", "light"], "requires convert"),
    (["render", "a.dng", "-o", "f", "--denoise", "auto"], "requires convert"),
    (["render", "a.dng", "-o", "f", "--denoise", "best"], "requires convert"),
  ])
  func wrongUsageIsExplained(_ arguments: [String], _ words: String) throws {
    try tree.run(arguments, status: 64, errors: words)
    #expect(tree.entries() == ["a.dng"])
  }

  @Test(arguments: [
    ["--plain"], ["--capture-sharpen", "0.5", "--denoise", "auto"],
    ["--ca", "1.003,0.998", "--hot-pixels", "none"], [],
  ])
  func recipesKeepThem(_ options: [String]) throws {
    let made = try convert(options + ["--save-recipe", "r.yaml"], as: "a.png")
    #expect(try convert(["--recipe", "r.yaml"], as: "b.png") == made)
  }
}

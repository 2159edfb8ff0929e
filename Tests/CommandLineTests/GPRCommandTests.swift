import BromideValues
import TestSupport
import Testing

/// GoPro's raws as a person meets them.
@Suite struct GPRCommandTests {
  private let tree = CommandTree.fresh

  /// A picture with two colours and detail, mirrored as GoPro's are.
  private static let gpr: VC5DNG = {
    let size = Size(width: 320, height: 240)
    let noise = SeededNoise(seed: 1)
    let samples = (0..<size.area).map { i in
      let (y, x) = i.quotientAndRemainder(dividingBy: size.width)
      let color = x < 200 ? [7000, 4000, 1500] : [1200, 3000, 6000]
      return UInt16(Double(color[y % 2 + x % 2]) * (0.9 + 0.2 * noise.uniform(x / 8, y / 8)))
    }
    var gpr = VC5DNG(size: size, samples: samples, white: 16_383)
    gpr.options.orientation = .topRight
    return gpr
  }()

  @Test func infoNamesCodingAndDecoder() throws {
    try tree.write(Self.gpr.file(), to: "in/GOPR0001.GPR")
    let run = try tree.run("info", "in", "--fields", "coding,decoder,bits,orientation", status: 0)
    for (name, value) in [
      ("coding", "VC-5"), ("decoder", "Bromide's own"), ("bits", "14"), ("orientation", "2"),
    ] {
      let line = run.text.split(separator: "\n").first { $0.contains("  \(name) ") }
      #expect(line?.hasSuffix("  " + value) == true, "\(run.text)")
    }
  }

  /// Colours match the same samples in another coding, and all other DNG tags also apply.
  @Test func developsAsOtherDNGs() throws {
    var options = Self.gpr.options
    options.layout = .bayer(.rggb)
    let samples = SensorSamples(size: Self.gpr.size, values: Self.gpr.expected)
    try tree.write(Self.gpr.file(), to: "a.gpr")
    try tree.write(DNGWriter.file(samples, options), to: "b.dng")
    let points = ["--at", "0.2,0.3", "--at", "0.9,0.9", "--at", "0.5,0.5", "--at", "0.02,0.97"]
    let colors = try ["a.gpr", "b.dng"].map { name in
      let run = try tree.run(["sample", name, "--format", "csv"] + points, status: 0)
      return run.text.split(separator: "\n").map { $0.split(separator: ",").prefix(7).dropFirst() }
    }
    #expect(colors[0] == colors[1] && colors[0].count == 5)
    // The sides have different colours.
    #expect(Array(colors[0][1].suffix(3)) != Array(colors[0][2].suffix(3)))
    try tree.run("convert", "a.gpr", "b.dng", "-o", "out", "--format", "tiff", "--plain", status: 0)
    #expect(tree.entries("out").sorted() == ["a.tif", "b.tif"])
  }

  /// A server shows the photo and its parts like the same samples in another coding.
  @Test(.enabled(if: ServeCommandTests.hasCurl)) func isServedAsOtherDNGs() throws {
    var options = Self.gpr.options
    options.layout = .bayer(.rggb)
    let samples = SensorSamples(size: Self.gpr.size, values: Self.gpr.expected)
    try tree.write(Self.gpr.file(), to: "photos/a.gpr")
    try tree.write(DNGWriter.file(samples, options), to: "photos/b.dng")
    let served = try ServeCommandTests.Served(tree)
    for (index, target) in ["full/160,", "32,48,96,80/max", "200,100,64,64/32,"].enumerated() {
      let colors = try ["a.gpr", "b.dng"].map { name in
        let answer = try served.get("/iiif/\(name)/\(target)/0/default.png")
        #expect(answer.status == 200, "\(name) \(target)")
        let picture = "\(index)-\(name).png"
        try tree.write(answer.body, to: picture)
        let run = try tree.run("sample", picture, "--grid", "5x4", "--format", "csv", status: 0)
        return run.text.split(separator: "\n").map { $0.split(separator: ",").dropFirst() }
      }
      #expect(colors[0] == colors[1] && Set(colors[0]).count > 10, "\(target)")
    }
  }

  @Test func damageIsReported() throws {
    let file = Self.gpr.file()
    try tree.write(Array(file.dropLast(400)), to: "soft.gpr")
    try tree.write(Array(file.prefix(file.count - Self.gpr.stream.count / 2)), to: "half.gpr")
    // If a band's end is missing, `--damaged keep` gives a soft picture. If a channel is missing,
    // it fails.
    for (name, isKept) in [("soft", true), ("half", false)] {
      let run = try tree.run("convert", "\(name).gpr", "-o", "out")
      #expect(run.status == 1 && !tree.exists("out/\(name).png"))
      // The matrices are stored after the stream.
      #expect(
        run.errors.contains("(damaged: its header ends early; data end early at byte"),
        "\(run.errors)")
      let kept = try tree.run("convert", "\(name).gpr", "-o", "out", "--damaged", "keep")
      #expect(kept.status == 1 && tree.exists("out/\(name).png") == isKept, "\(kept.errors)")
    }
  }

  @Test func unsupportedKindsAreNamed() throws {
    var gpr = Self.gpr
    gpr.changing = { segments in segments[0].value = 3 }
    try tree.write(gpr.file(), to: "a.gpr")
    let reason = "VC-5 (GoPro) of a kind that is not decoded: number of channels 3; expected 4"
    for command in [["convert"], ["sample", "--at", "0.5,0.5"], ["info"]] {
      let run = try tree.run(command + ["a.gpr"])
      #expect(
        run.status != 0 && (run.errors + run.text).contains(reason), "\(command): \(run.errors)")
    }
  }
}

import BromideValues
import Foundation
import TestSupport
import Testing

/// SDR video has one meaning: in any container, ffmpeg shows the codes of the PNGs, and Bromide
/// reads them back.
@Suite(.needsFilms) struct FilmIdentityTests {
  private let scene = RenderTree.fresh
  private var tree: CommandTree { scene.tree }

  /// Colours and greys. The first four greys became darker with each film before.
  private static let colors = [
    [30, 30, 30], [63, 63, 63], [127, 127, 127], [191, 191, 191],
    [190, 60, 50], [60, 150, 70], [60, 70, 180], [220, 190, 90],
  ]

  /// A chart of eight fields, with two frames. Fields have 32 pixels, so no codec block covers two
  /// of them, even with halved chroma.
  private func writeChart() throws {
    let fields = Self.colors.enumerated().map { index, color in
      let hex = color.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
      return
        "  - {color: '#\(hex)', start: 0s, frames: 2, size: [0.25, 0.5], anchor: topLeft, at: [\(0.25 * Double(index % 4)), \(0.5 * Double(index / 4))]}"
    }
    try tree.write(
      "size: 128x64\nfps: 25\nsources:\n" + fields.joined(separator: "\n") + "\n", to: "chart.yaml")
  }

  /// Returns the mean codes of 4×4 pixels in the centre of each field of a frame.
  private func means(_ bytes: [UInt8], frame: Int = 0) -> [[Double]] {
    Self.colors.indices.map { field in
      var sum = [0.0, 0, 0]
      for (x, y) in Places(x: 0..<4, y: 0..<4) {
        let place = (32 * (field / 4) + 14 + y) * 128 + 32 * (field % 4) + 14 + x
        for c in 0..<3 { sum[c] += Double(bytes[3 * (128 * 64 * frame + place) + c]) / 16 }
      }
      return sum
    }
  }

  private func render(_ arguments: String...) throws {
    let run = try tree.run(["render"] + arguments)
    try #require(run.status == 0, "\(arguments): \(run.errors)")
  }

  private static let outputs =
    [
      ("a.mp4", []), ("h265.mp4", ["--codec", "h265"]), ("a.mov", []),
      ("prores.mov", ["--codec", "prores"]), ("a.mkv", []), ("ffv1.mkv", ["--codec", "ffv1"]),
      ("a.webm", []), ("a.gif", []), ("a.y4m", []), ("a.png", []), ("ten.mp4", ["--depth", "16"]),
    ] as [(String, [String])]

  private static func place(_ name: String) -> [String] {
    name.hasSuffix(".y4m")
      ? ["--y4m", name] : name.hasSuffix(".png") ? ["--apng", name] : ["-o", name]
  }

  @Test(arguments: outputs)
  func codesStay(name: String, flags: [String]) throws {
    try writeChart()
    let made = try tree.run(["render", "chart.yaml"] + Self.place(name) + flags)
    try #require(made.status == 0, "\(made.errors)")
    let picture = Self.colors.map { $0.map(Double.init) }
    // The output of another reader.
    try ForeignProgram.ffmpeg!.run([
      "-nostdin", "-v", "error", "-y", "-i", tree.path(name), "-sws_flags",
      "accurate_rnd+full_chroma_int", "-f", "rawvideo", "-pix_fmt", "rgb24", tree.path("f.rgb"),
    ])
    let shown = means(try tree.read("f.rgb"))
    for c in 0..<3 {
      let bias = zip(shown, picture).map { $0[c] - $1[c] }.reduce(0, +) / Double(shown.count)
      #expect(abs(bias) <= 0.7, "ffmpeg, channel \(c): \(shown)")
    }
    for (mean, color) in zip(shown, picture) {
      #expect(zip(mean, color).allSatisfy { abs($0 - $1) <= 3 }, "ffmpeg: \(mean) of \(color)")
    }
    // The output of Bromide.
    try render(name, "--raw", "b.rgb")
    let read = means(try tree.read("b.rgb"))
    for (field, (mean, color)) in zip(read, picture).enumerated() {
      let room = field < 4 ? 1.0 : 2.5
      #expect(zip(mean, color).allSatisfy { abs($0 - $1) <= room }, "\(mean) of \(color)")
      let difference = Self.lab(color).deltaE2000(Self.lab(mean))
      #expect(difference <= 1, "\(difference): \(mean) of \(color)")
    }
  }

  private static func lab(_ codes: [Double]) -> Lab {
    let light = codes.map { SRGBCurve.light($0 / 255) }
    let xyz = RGBSpace.srgb.toXYZ * SIMD3(light[0], light[1], light[2])
    return Lab(xyz: xyz, white: .d65)
  }

  /// Before, a grey of 30 was 1 after three films.
  @Test func fiveFilmsOfFilmsKeepGreys() throws {
    try writeChart()
    try render("chart.yaml", "-o", "0.mp4")
    for generation in 1...5 {
      try render("\(generation - 1).mp4", "-o", "\(generation).mp4")
    }
    try render("5.mp4", "--raw", "b.rgb")
    for (mean, color) in zip(means(try tree.read("b.rgb")), Self.colors).prefix(4) {
      #expect(zip(mean, color).allSatisfy { abs($0 - Double($1)) <= 1 }, "\(mean) of \(color)")
    }
  }

  /// BT.1886, for a camera's film on a reference display, can be set for films and samples.
  @Test func referenceDisplaysAreRecorded() throws {
    try writeChart()
    try render("chart.yaml", "-o", "a.mp4")
    try render("a.mp4", "--transfer", "1886", "--raw", "b.rgb")
    let light = pow(127.0 / 255, 2.4)
    let code = 255 * (1.055 * pow(light, 1 / 2.4) - 0.055)
    #expect(abs(means(try tree.read("b.rgb"))[2][0] - code) <= 1.5)
    for (flags, hex) in [([], "#7f7f7f"), (["--transfer", "1886"], "#78")] as [([String], String)] {
      let run = try tree.run(["sample", "a.mp4", "--at", "0.62,0.25", "--space", "hex"] + flags)
      #expect(run.text.contains(hex), "\(run.text)")
    }
  }

  /// The pipe on the page: ffmpeg gets the matrix of the frames and tags the film with it.
  @Test(arguments: [("128x64", "smpte170m"), ("768x384", "bt709")])
  func thePipeKeepsCodes(size: String, matrix: String) throws {
    try writeChart()
    let pipe = try tree.run(
      [
        "-c",
        "'\(CommandRun.binary)' render chart.yaml --size \(size) --y4m - | '\(ForeignProgram.ffmpeg!.path)' -v error -colorspace \(matrix) -i - -color_primaries bt709 -color_trc bt709 p.mp4",
      ], binary: "/bin/bash")
    try #require(pipe.status == 0, "\(pipe.errors)")
    try render("p.mp4", "--size", "128x64", "--raw", "b.rgb")
    for (mean, color) in zip(means(try tree.read("b.rgb")), Self.colors) {
      #expect(zip(mean, color).allSatisfy { abs($0 - Double($1)) <= 3 }, "\(mean) of \(color)")
    }
  }
}

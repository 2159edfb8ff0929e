import BromideValues
import Foundation
import TestSupport
import Testing

/// `--cameras-file` has one meaning in all commands: the numbers that a DNG would contain.
@Suite struct CamerasFileTests {
  private let tree = CommandTree.fresh

  /// A DNG with its matrices, the same DNG without them, and the matrices as a file of cameras.
  private func photos() throws {
    var photo = SyntheticPhoto(.landscape(), size: Size(width: 240, height: 160))
    let camera = photo.camera
    photo.recordsColor = true
    photo.options.color = camera.color(light: .daylight)
    try tree.write(photo.file(), to: "tags/a.dng")
    photo.options.color.calibrations = []
    try tree.write(photo.file(), to: "bare/a.dng")
    func numbers(_ matrix: Matrix3x3) -> String {
      matrix.rows.map { "\($0.x), \($0.y), \($0.z)" }.joined(separator: ", ")
    }
    let text = """
      [{"make": "Bromide", "model": "Synthetic", "daylight": [\(numbers(camera.daylightMatrix))],
        "tungsten": [\(numbers(camera.tungstenMatrix))]}]
      """
    try tree.write(text, to: "c.json")
  }

  /// Runs a command that writes `out.png`, and returns the codes of its pixels.
  private func codes(_ arguments: [String]) throws -> [Int] {
    try tree.run(arguments, status: 0)
    return try tree.codes("out.png")
  }

  /// The tags of the DNG standard are the judge. LibRaw stores them in 32 bits, so a coefficient
  /// differs by up to 3e-8, and a code of 16 bits by up to one.
  @Test(arguments: ["convert", "render", "sheet", "thumbnail"])
  func camerasFileEqualsColorMatrixTags(command: String) throws {
    try photos()
    let options =
      switch command {
      case "convert": ["-o", "out.png", "-y", "--depth", "16", "--strict"]
      case "render": ["-o", "out.png", "-y", "--size", "120x80"]
      case "sheet": ["-o", "out.png", "-y", "--tile", "90"]
      default: ["out.png", "100"]
      }
    let tags = try codes([command, "tags/a.dng"] + options)
    let added = try codes([command, "bare/a.dng"] + options + ["--cameras-file", "c.json"])
    let worst = zip(tags, added).map { abs($0 - $1) }.max()
    #expect(tags.count == added.count && worst.map { $0 <= 1 } == true, "\(worst ?? -1)")
    let guessed = try codes([command, "bare/a.dng"] + options.filter { $0 != "--strict" })
    #expect(zip(tags, guessed).contains { abs($0 - $1) > 5 })
  }

  @Test func valuesEqualColorMatrixTags() throws {
    try photos()
    func numbers(_ arguments: [String]) throws -> [Double] {
      let run = try tree.run(arguments + ["--format", "csv"], status: 0)
      return run.text.split(whereSeparator: { ", \n".contains($0) }).compactMap { Double($0) }
    }
    let requests = [
      ["sample", "DNG", "--grid", "4x3", "--space", "xyz", "--space", "srgb"],
      ["info", "DNG", "--fields", "matrices,multipliers,temperature,tint"],
    ]
    for request in requests {
      func values(_ dng: String, _ more: [String]) throws -> [Double] {
        try numbers(request.map { $0 == "DNG" ? dng : $0 } + more)
      }
      let tags = try values("tags/a.dng", [])
      let added = try values("bare/a.dng", ["--cameras-file", "c.json"])
      #expect(tags.count > 4 && tags.count == added.count)
      for (a, b) in zip(tags, added) { #expect(abs(a - b) <= 0.002 + 1e-5 * abs(a)) }
    }
    let source = try tree.run(
      "info", "bare/a.dng", "--fields", "matrixFrom", "--cameras-file", "c.json")
    #expect(source.text.contains("table"), "\(source.text)")
  }

  @Test(.enabled(if: ServeCommandTests.hasCurl)) func serverUsesCamerasFile() throws {
    try photos()
    try tree.write(try tree.read("bare/a.dng"), to: "photos/bare.dng")
    try tree.write(try tree.read("tags/a.dng"), to: "photos/tags.dng")
    func picture(_ name: String, _ served: ServeCommandTests.Served) throws -> (String, [UInt8]) {
      let answer = try served.get("/iiif/\(name)/full/120,/0/default.png", "-D", "head")
      #expect(answer.status == 200)
      let head = try tree.text("head")
      let tag = head.split(separator: "\r\n").first { $0.lowercased().hasPrefix("etag:") }
      return (String(try #require(tag)), answer.body)
    }
    let plain = try picture("bare.dng", ServeCommandTests.Served(tree))
    let served = try ServeCommandTests.Served(tree, ["--cameras-file", tree.path("c.json")])
    let added = try picture("bare.dng", served)
    #expect(added.1 != plain.1 && added.0 != plain.0)
  }

  @Test(arguments: ["info", "thumbnail", "serve", "preview"])
  func wrongFilesAreRefused(command: String) throws {
    try photos()
    try tree.write("{}", to: "wrong.json")
    let more = command == "thumbnail" ? ["a.png", "100"] : []
    let input = command == "serve" ? "tags" : "tags/a.dng"
    try tree.run(
      [command, input] + more + ["--cameras-file", "wrong.json"], status: 64,
      errors: "expected a JSON list")
  }
}

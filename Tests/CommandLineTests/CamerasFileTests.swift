import BromideValues
import Foundation
import TestSupport
import Testing

/// `--cameras-file` has one meaning in all commands: the numbers that a DNG would contain.
@Suite struct CamerasFileTests {
  private let tree: CommandTree

  init() throws { tree = try CommandTree() }

  /// A DNG with its matrices, the same DNG without them, and the matrices as a file of cameras.
  private func photos() throws {
    var photo = SyntheticPhoto(.landscape(), size: Size(width: 240, height: 160))
    let camera = photo.camera
    photo.statesOwnColor = true
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
    try tree.write(Array(text.utf8), to: "c.json")
  }

  /// The tags of the DNG standard are the judge.
  @Test func camerasFileEqualsColorMatrixTags() throws {
    try photos()
    let added = ["--cameras-file", "c.json"]
    func convert(_ input: String, _ options: [String]) throws -> [UInt8] {
      let run = try CommandRun(
        ["convert", input, "-o", "out.png", "-y", "--strict"] + options, folder: tree.root)
      #expect(run.status == 0, "\(run.errors)")
      return try tree.pixels("out.png")
    }
    #expect(try convert("tags/a.dng", []) == convert("bare/a.dng", added))
    let guessed = try tree.run("convert", "bare/a.dng", "-o", "out.png", "-y", "--strict")
    #expect(guessed.status == 1 && guessed.errors.contains("guessed"), "\(guessed.errors)")

    func text(_ arguments: [String]) throws -> String {
      let run = try CommandRun(arguments, folder: tree.root)
      #expect(run.status == 0, "\(run.errors)")
      return run.text
    }
    let sample = ["--grid", "4x3", "--space", "xyz", "--space", "srgb", "--format", "csv"]
    let values = { (text: String) in
      text.split(separator: "\n").map { $0.split(separator: ",").dropFirst() }
    }
    #expect(
      try values(text(["sample", "tags/a.dng"] + sample))
        == values(text(["sample", "bare/a.dng"] + sample + added)))
    let fields = ["--fields", "matrices,temperature,tint", "--format", "csv"]
    #expect(
      try values(text(["info", "tags/a.dng"] + fields))
        == values(text(["info", "bare/a.dng"] + fields + added)))
    #expect(
      try text(["info", "bare/a.dng", "--fields", "matrixFrom"] + added).contains("table"))

    func picture(_ command: String, _ input: String, _ options: [String]) throws -> [UInt8] {
      _ = try text([command, input] + options)
      return try tree.pixels("small.png")
    }
    let size = ["small.png", "100"]
    #expect(
      try picture("thumbnail", "tags/a.dng", size)
        == picture("thumbnail", "bare/a.dng", size + added))
    let frame = ["-o", "small.png", "-y", "--size", "120x80"]
    #expect(
      try picture("render", "tags/a.dng", frame) == picture("render", "bare/a.dng", frame + added))
    let sheet = ["-o", "small.png", "-y", "--tile", "90"]
    #expect(try picture("sheet", "tags", sheet) == picture("sheet", "bare", sheet + added))
  }

  @Test(.enabled(if: ServeCommandTests.hasCurl)) func serverUsesCamerasFile() throws {
    try photos()
    try tree.write(try tree.read("bare/a.dng"), to: "photos/bare.dng")
    try tree.write(try tree.read("tags/a.dng"), to: "photos/tags.dng")
    func picture(_ name: String, _ served: ServeCommandTests.Served) throws -> (String, [UInt8]) {
      let answer = try served.get("/iiif/\(name)/full/120,/0/default.png", "-D", "head")
      #expect(answer.status == 200)
      let head = String(decoding: try tree.read("head"), as: UTF8.self)
      let tag = head.split(separator: "\r\n").first { $0.lowercased().hasPrefix("etag:") }
      return (String(try #require(tag)), answer.body)
    }
    let plain = try picture("bare.dng", ServeCommandTests.Served(tree))
    let served = try ServeCommandTests.Served(tree, ["--cameras-file", tree.path("c.json")])
    let added = try picture("bare.dng", served)
    #expect(try added.1 == picture("tags.dng", served).1 && added.1 != plain.1)
    #expect(added.0 != plain.0)
  }

  @Test(arguments: ["info", "thumbnail", "serve", "preview"])
  func wrongFilesAreRefused(command: String) throws {
    try photos()
    try tree.write(Array("{}".utf8), to: "wrong.json")
    let more = command == "thumbnail" ? ["a.png", "100"] : []
    let input = command == "serve" ? "tags" : "tags/a.dng"
    let run = try CommandRun(
      [command, input] + more + ["--cameras-file", "wrong.json"], folder: tree.root)
    #expect(run.status == 64 && run.errors.contains("expected a JSON list"), "\(run.errors)")
  }
}

import BromideValues
import Foundation
import TestSupport
import Testing

/// Text from files' content, on its way to a terminal: no control character arrives, whatever the
/// source.
@Suite struct TerminalTextTests {
  private let tree = CommandTree.fresh
  /// Sets a terminal's title, and clears the screen in the 8-bit form.
  private static let evil = "X\u{1B}]0;pwned\u{7}\u{9B}2JY"

  private func expectPlain(_ run: CommandRun, _ words: String = "") {
    let text = run.text + run.errors
    let obeyed = text.unicodeScalars.filter {
      ($0.value < 0x20 && $0 != "\n" && $0 != "\t") || (0x7F..<0xA0).contains($0.value)
    }
    #expect(obeyed.isEmpty, "\(words) \(text)")
    #expect(text.contains("pwned"), "\(words) \(text)")
  }

  @Test func modelsOfCameras() throws {
    var photo = SyntheticPhoto(.chart, size: Size(width: 64, height: 48))
    photo.options.metadata.model = Self.evil
    try tree.write(photo.file(), to: "a.dng")
    for command in [
      ["info", "a.dng"], ["info", "a.dng", "--format", "csv"],
      ["info", "a.dng", "--format", "json"],
      ["convert", "a.dng", "-o", "out", "-v", "--name", "{camera}"],
      ["convert", "a.dng", "-o", "looks", "--look", "camera", "-v"],
    ] {
      let run = try tree.run(command)
      let text = run.text + run.errors
      #expect(!text.unicodeScalars.contains("\u{1B}") && !text.unicodeScalars.contains("\u{9B}"))
      if command[0] == "info" { expectPlain(run, "\(command)") }
    }
  }

  @Test func keysOfTimelinesAndRecipes() throws {
    let text = "\"\(Self.evil)\": 1\nsources: [{photo: a.dng, \"\(Self.evil)\": 2}]\n"
    try tree.write(
      text.replacing("\u{1B}", with: "\\e").replacing("\u{7}", with: "\\a").replacing(
        "\u{9B}", with: "\\x9B"), to: "t.yaml")
    expectPlain(try tree.run("render", "t.yaml", "-o", "frames"), "timeline")
    expectPlain(try tree.run("curves", "--timeline", "t.yaml"), "curves")
    try tree.write("\"\\e]0;pwned\\a\": 1\n", to: "r.yaml")
    try tree.copy("chart_rggb_12bit.dng", to: "a.dng")
    expectPlain(try tree.run("convert", "a.dng", "--recipe", "r.yaml", "-o", "out"), "recipe")
  }

  @Test func curvesAndArguments() throws {
    expectPlain(try tree.run("curves", Self.evil), "curves")
    expectPlain(try tree.run(Self.evil), "command")
    expectPlain(try tree.run("convert", "--exposure", Self.evil, "a.dng"), "option")
    expectPlain(try tree.run("sample", "a.png", "--at", Self.evil), "place")
  }

  @Test func reportsAndHeaders() throws {
    let line =
      "{\"input\":\"a.dng\",\"output\":\"a.png\",\"status\":\"failed\",\"reason\":\"pwned \\u001b[2J\\u009b2J\"}\n"
    try tree.write(line, to: "r1.jsonl")
    try tree.write(line.replacing("a.dng", with: "b.dng"), to: "r2.jsonl")
    expectPlain(try tree.run("report", "merge", "r1.jsonl", "r2.jsonl"), "report")
    try tree.write("P5 \u{1B}]0;pwned\u{7} 4 255\n", to: "a.pgm")
    expectPlain(try tree.run("sample", "a.pgm", "--at", ".5,.5"), "Netpbm")
  }
}

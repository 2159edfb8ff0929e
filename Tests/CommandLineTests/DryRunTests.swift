import Foundation
import TestSupport
import Testing

/// `convert -n` prints what the run does.
@Suite struct DryRunTests {
  private let tree = CommandTree.fresh(["a.dng": "night/night_1.dng"])

  /// The damage is in the header. A dry run does not read pixels.
  @Test(arguments: ["off", "process"])
  func dryRunsRejectFilesThatCannotBeRead(isolation: String) throws {
    let noise = SeededNoise(seed: 7)
    let garbage = (0..<20_000).map { UInt8(truncatingIfNeeded: noise.bits($0, 0)) }
    try tree.write(garbage, to: "in/noise.nef")
    try tree.write(Array(try tree.read("a.dng").prefix(100)), to: "in/short.dng")
    try tree.copy("night/night_1.dng", to: "in/whole.dng")
    let arguments = ["convert", "in", "-o", "out", "--isolation", isolation, "--size", "32"]
    let plan = try tree.run(arguments + ["-n"])
    #expect(plan.status == 1 && !tree.exists("out"))
    #expect(
      plan.text == """
        reject\tin/noise.nef\tout/noise.png
        reject\tin/short.dng\tout/short.png
        convert\tin/whole.dng\tout/whole.png

        """, "\(plan.text)")
    let run = try tree.run(arguments)
    #expect(tree.entries("out") == ["whole.png"])
    // The reasons are the reasons of the run.
    for name in ["noise.nef", "short.dng"] {
      let line = try #require(
        plan.errors.split(separator: "\n").first { $0.hasPrefix("in/\(name): ") })
      let reason = line.dropFirst("in/\(name): ".count)
      #expect(run.errors.contains("in/\(name): failed (\(reason))"), "\(line)\n\(run.errors)")
    }
    let again = try tree.run(arguments + ["-n"])
    #expect(again.text.contains("skip\tin/whole.dng"), "\(again.text)")
    // Standard output has no existing picture.
    let single = try tree.run("convert", "in/noise.nef", "-o", "-", "-n")
    #expect(single.status == 1 && single.text.hasPrefix("reject\t"), "\(single.text)")
  }

  @Test(arguments: [
    ["convert", "a.dng", "-o", "out"], ["sheet", "a.dng", "-o", "s.png"],
    ["render", "a.dng", "--size", "48x32", "-o", "frames"],
  ])
  func dryRunsNameTheReportThatTheyDoNotWrite(command: [String]) throws {
    let plan = try tree.run(command + ["-n"], status: 0)
    let run = try tree.run(
      command + ["-n", "--report", "r.jsonl"], status: 0,
      errors: "a dry run does not write --report r.jsonl\n")
    #expect(run.output == plan.output && !tree.exists("r.jsonl"))
    // The run rejects these reports, so the plan rejects them too.
    let photo = try tree.read("a.dng")
    try tree.run(
      command + ["-n", "--report", "a.dng"], status: 64,
      errors: "the report would overwrite a.dng, which is not a report")
    #expect(try tree.read("a.dng") == photo)
    try tree.run(
      "convert", "a.dng", "-n", "-o", "-", "--report", "-", status: 64,
      errors: "both want standard output")
  }

  /// A parent of the output's folder is a file.
  @Test func dryRunsRejectFoldersThatCannotBeMade() throws {
    try tree.write("a letter", to: "letter")
    let words = "cannot make the folder letter: Not a directory"
    let plan = try tree.run("convert", "a.dng", "-o", "letter/x", "-n", status: 1)
    #expect(plan.text == "reject\ta.dng\tletter/x/a.png\n", "\(plan.text)")
    #expect(plan.errors.contains("a.dng: \(words)\n"), "\(plan.errors)")
    try tree.run(
      "convert", "a.dng", "-o", "letter/x", status: 1, errors: "a.dng: failed (\(words))")
    for more in [["-n"], []] {
      let run = try tree.run(
        ["sheet", "a.dng", "-o", "letter/x/s.png"] + more, status: 1, errors: words)
      #expect(run.text.isEmpty == more.isEmpty && !run.text.contains("make"), "\(run.text)")
    }
    #expect(try tree.text("letter") == "a letter")
    // A dry run names the reason of every page that it rejects.
    try tree.write("a letter", to: "s.png")
    try tree.run(
      "sheet", "a.dng", "-o", "s.png", "-n", status: 1,
      errors: "s.png exists and Bromide did not make it; -y overwrites it")
  }
}

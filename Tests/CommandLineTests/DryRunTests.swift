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
}

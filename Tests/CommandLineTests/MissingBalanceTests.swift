import BromideValues
import Foundation
import TestSupport
import Testing

/// `bromide convert` with photos that record no white balance: messages and report.
@Suite struct MissingBalanceTests {
  private let tree = CommandTree.fresh
  private static let photo = "chart_rggb_12bit.dng"

  @Test func aMissingWhiteBalanceIsReported() throws {
    var photo = SyntheticPhoto(.chart, size: Size(width: 96, height: 64))
    photo.recordsColor = true
    photo.options.color = photo.camera.color()
    photo.options.color.asShotNeutral = nil
    for name in ["a.dng", "b.dng"] { try tree.write(photo.file(), to: name) }
    try tree.copy(Self.photo, to: "c.dng")
    try tree.run(
      "convert", "a.dng", "b.dng", "c.dng", "-v", "--report", "r.jsonl", status: 0,
      errors:
        "balanced by an estimate because no white balance is recorded, and it has no preview: a.dng and 1 more\n",
      "no white balance recorded, auto instead, confidence 0.")
    let lines = try tree.text("r.jsonl").split(separator: "\n")
    let reported = lines.filter { $0.contains("\"whiteBalanceFrom\":\"auto\"") }
    #expect(reported.count == 2 && reported.allSatisfy { !$0.contains("c.dng") })
    #expect(
      reported.allSatisfy {
        $0.contains("\"whiteBalanceConfidence\":0.")
          && $0.contains("\"whiteBalanceReason\":\"no white balance is recorded, and")
      })
    // A requested estimate is reported as an estimate.
    let requested = try tree.run(
      "convert", "c.dng", "-y", "--white-balance", "auto", "--report", "t.jsonl")
    #expect(requested.status == 0 && !requested.errors.contains("recorded"), "\(requested.errors)")
    let estimated = try tree.text("t.jsonl")
    #expect(estimated.contains("\"whiteBalanceFrom\":\"auto\""))
    #expect(estimated.contains("\"whiteBalanceConfidence\":0."))
    #expect(!estimated.contains("whiteBalanceReason"))
    // If the user sets a balance, there is no warning.
    for balance in ["daylight", "5000", "auto"] {
      let run = try tree.run("convert", "a.dng", "-y", "--white-balance", balance)
      #expect(run.status == 0 && !run.errors.contains("recorded"), "\(run.errors)")
    }
    for options in [
      ["--temperature", "5000"], ["--white-balance", "at:0.5,0.5"],
      ["--white-balance", "at:0.5,0.5", "--tint", "5"],
    ] {
      let run = try tree.run(["convert", "a.dng", "-y", "--report", "s.jsonl"] + options)
      let report = try tree.text("s.jsonl")
      #expect(run.status == 0 && !run.errors.contains("recorded"), "\(run.errors)")
      #expect(!report.contains("whiteBalanceFrom"), "\(report)")
    }
    #expect(
      try tree.run("convert", "a.dng", "-y", "--tint", "5").errors
        .contains("it has no preview: a.dng\n"))
  }
}

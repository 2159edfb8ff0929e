import Foundation
import TestSupport
import Testing

/// Costs, shares and their reports as a person meets them.
@Suite struct ShareCommandTests {
  private let tree = CommandTree.fresh

  init() throws {
    for number in 1...6 {
      try tree.copy("night/night_\(number).dng", to: "in/\(number % 2)/\(number).dng")
    }
  }

  @Test func shardsCoverAllInputs() throws {
    #expect(try tree.run("convert", "in", "-r", "-o", "whole", "-q").status == 0)
    for share in 1...3 {
      let run = try tree.run(
        "convert", "in", "-r", "-o", "out", "--shard", "\(share)/3", "--report", "r\(share).jsonl",
        "--costs", "-q")
      #expect(run.status == 0 && run.errors.hasPrefix("costs:\n"), "\(run.errors)")
    }
    for folder in ["0", "1"] {
      let names = tree.entries("whole/" + folder)
      #expect(names == tree.entries("out/" + folder) && names.count == 3)
      for name in names {
        #expect(try tree.read("whole/\(folder)/\(name)") == tree.read("out/\(folder)/\(name)"))
      }
    }
    let merged = try tree.run(
      "report", "merge", "r1.jsonl", "r2.jsonl", "r3.jsonl", "-o", "all.jsonl")
    #expect(merged.status == 0 && merged.text.hasPrefix("6 converted\n"), "\(merged.text)")
    #expect(try tree.read("all.jsonl").count { $0 == 10 } == 6)
    let gap = try tree.run("report", "merge", "r1.jsonl", "r3.jsonl")
    #expect(gap.status == 1 && gap.text.contains("share 2/3: report missing"))
    // A report can also contain lines about its run and its costs.
    #expect(try tree.run("verify", "out", "-r", "--report", "r1.jsonl", "-q").status == 0)
    try tree.run(
      "convert", "in", "-r", "-o", "out", "--shard", "1/3", "--report", "r1.jsonl", "-q", status: 0)
  }

  @Test func informationIsDealtOut() throws {
    let command = ["info", "in", "-r", "--format", "csv", "--fields", "bytes"]
    let whole = try tree.run(command, status: 0).fields.dropFirst().map(\.first)
    let shares = try ["1", "2"].map { task in
      try tree.run(
        command + ["--shard", "auto"],
        environment: [
          "SLURM_ARRAY_TASK_ID": task, "SLURM_ARRAY_TASK_MIN": "1", "SLURM_ARRAY_TASK_COUNT": "2",
        ], status: 0
      ).fields.dropFirst().map(\.first)
    }
    #expect(whole.count == 6 && !shares[0].isEmpty && !shares[1].isEmpty)
    #expect(Set(shares[0] + shares[1]) == Set(whole) && shares[0].count + shares[1].count == 6)
  }

  /// Frames are distributed alternately. Reports of the shards combine to a complete report.
  @Test func framesAreDealtOut() throws {
    let arguments = ["render", "in/1", "--size", "96x64", "-q", "-o"]
    #expect(try tree.run(arguments + ["whole"]).status == 0)
    for share in 1...2 {
      try tree.run(
        arguments + ["out", "--shard", "auto/2", "--report", "r\(share).jsonl"],
        environment: ["JOB_COMPLETION_INDEX": "\(share - 1)"], status: 0)
    }
    for name in ["0.png", "1.png", "2.png"] {
      #expect(try tree.read("whole/\(name)") == tree.read("out/\(name)"))
    }
    let merged = try tree.run("report", "merge", "r1.jsonl", "r2.jsonl")
    #expect(merged.status == 0 && merged.text.hasPrefix("3 rendered"), "\(merged.text)")
    let half = try tree.run("report", "merge", "r1.jsonl")
    #expect(half.status == 1 && half.text.contains("share 2/2: report missing"))
  }

  /// Shards of an analysis are combined, and each photo is measured once.
  @Test func measuringIsSharedOut() throws {
    #expect(try tree.run("render", "in/1", "--deflicker", "--analyse", "-q").status == 0)
    let whole = try tree.read("in/1.analysis.json")
    try FileManager.default.removeItem(atPath: tree.path("in/1.analysis.json"))
    let analyse = ["render", "in/1", "--deflicker", "--analyse"]
    for share in 1...2 {
      let run = try tree.run(analyse + ["--shard", "\(share)/3"])
      #expect(run.status == 0 && run.text.isEmpty, "\(run.errors)")
      #expect(run.errors.contains("1 of 3 photos measured"), "\(run.errors)")
    }
    #expect(tree.entries("in").contains("1.analysis.2-of-3.json"))
    try tree.run(analyse, errors: "1 photos measured, 2 measurements read")
    #expect(try tree.read("in/1.analysis.json") == whole)
    // The shard's number is used, not a new measurement of the photo.
    try FileManager.default.removeItem(atPath: tree.path("in/1.analysis.json"))
    let text = try tree.text("in/1.analysis.2-of-3.json")
    let number = try #require(text.firstMatch(of: #/"luminance":([0-9.e-]+)/#)?.output.1)
    try tree.write(text.replacing(number, with: "0.5"), to: "in/1.analysis.2-of-3.json")
    #expect(try tree.run(analyse).text.contains("0.50000"))
    // Shards of other photos are ignored.
    try tree.copy("night/night_9.dng", to: "in/1/9.dng")
    #expect(try tree.run(analyse).errors.contains("4 photos measured, written"))
    for (more, words) in [
      (
        ["--holy-grail", "--analyse", "--shard", "1/2"],
        "requires --deflicker or --white-balance smooth"
      ),
      (
        ["--deflicker", "--analyse", "--shard", "1/2", "--plot", "p.png"],
        "--plot requires all photos"
      ),
    ] {
      try tree.run(["render", "in/1"] + more, status: 64, errors: words)
    }
  }

  /// So are pages.
  @Test func pagesAreDealtOut() throws {
    let photo = try tree.read("in/1/1.dng")
    for index in 0..<24 { try tree.write(photo + [UInt8(index)], to: "many/\(index).dng") }
    func plan(_ more: String...) throws -> [Substring] {
      let run = try tree.run(
        ["sheet", "many", "--columns", "1", "--tile", "1000", "--enlarge", "-o", "s.png", "-n"]
          + more, status: 0)
      return run.text.split(separator: "\n")
    }
    let whole = try plan()
    #expect(whole.count >= 2)
    let shares = [try plan("--shard", "1/2"), try plan("--shard", "2/2")]
    #expect(shares[0] == whole.indices.filter { $0 % 2 == 0 }.map { whole[$0] })
    #expect(shares[1] == whole.indices.filter { $0 % 2 == 1 }.map { whole[$0] })
    for more in [["--animate", "fadeIn"], ["--order", "hue"]] {
      try tree.run(
        ["sheet", "many", "-o", "s", "--shard", "1/2"] + more, status: 64, errors: "--shard")
    }
  }
}

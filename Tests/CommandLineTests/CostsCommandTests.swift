import Foundation
import TestSupport
import Testing

/// `--costs` and `--trace` of every command.
@Suite struct CostsCommandTests {
  private let tree: CommandTree

  init() throws {
    tree = try CommandTree()
    for number in 1...3 { try tree.copy("night/night_\(number).dng", to: "in/\(number).dng") }
  }

  /// A command, its stages in order, and the unit that it counts.
  struct Case: Sendable {
    let arguments: [String]
    let stages: [String]
    let unit: String
  }

  private static let cases = [
    Case(
      arguments: ["convert", "in", "-o", "out"],
      stages: ["open", "decode", "develop", "encode", "write"], unit: "photos"),
    Case(
      arguments: ["render", "in", "-o", "frames", "--size", "96x64"],
      stages: ["decode", "develop", "draw", "encode", "write"], unit: "frames"),
    Case(
      arguments: ["render", "in", "--y4m", "film.y4m", "--size", "96x64"],
      stages: ["decode", "develop", "draw", "encode", "write"], unit: "frames"),
    Case(
      arguments: ["render", "in/1.dng", "-o", "zoom", "--duration", "3f", "--size", "96x64"],
      stages: ["decode", "develop", "draw", "encode", "write"], unit: "frames"),
    Case(
      arguments: ["sheet", "in", "-o", "sheet.png", "--tile", "64"],
      stages: ["open", "decode", "develop", "draw", "encode", "write"], unit: "photos"),
    Case(
      arguments: ["sheet", "in", "-o", "motion", "--tile", "64", "--animate", "fadeIn"],
      stages: ["open", "decode", "develop", "draw", "encode", "write"], unit: "photos"),
    Case(
      arguments: ["sample", "in", "--at", ".5,.5"], stages: ["open", "decode", "sample", "write"],
      unit: "inputs"),
    Case(
      arguments: ["info", "in", "--histogram"], stages: ["open", "decode"], unit: "files"),
  ]

  @Test(arguments: 0..<8)
  func everyCommandPrintsItsCosts(_ index: Int) throws {
    let command = Self.cases[index]
    let plain = try tree.run(command.arguments, status: 0)
    let isWriter = command.arguments.contains { $0 == "-o" || $0 == "--y4m" }
    let run = try tree.run(
      command.arguments + (isWriter ? ["-y"] : []) + [
        "--costs", "--trace", "trace.json", "-j", "2",
      ], status: 0)
    #expect(run.output == plain.output)
    try check(run.errors, command)
    let spans = try TraceEvents(tree.read("trace.json")).spans
    #expect(Set(spans.map(\.name)) == Set(command.stages))
    // Every photo has all of its stages.
    guard command.arguments[0] == "convert" else { return }
    let files = Dictionary(grouping: spans, by: \.file)
    #expect(files.count == 3)
    for (file, spans) in files {
      #expect(file != nil && Set(spans.map(\.name)) == Set(command.stages))
    }
  }

  @Test func verifyPrintsItsCosts() throws {
    #expect(try tree.run("convert", "in", "-o", "out", "-q").status == 0)
    let run = try tree.run("verify", "out", "--costs", "--trace", "trace.json", status: 0)
    let stages = ["read", "compare"]
    try check(
      run.errors, Case(arguments: [], stages: stages, unit: "pictures"))
    let spans = try TraceEvents(tree.read("trace.json")).spans
    // Each of the three pictures is read, and then compared with its photo.
    for stage in stages { #expect(spans.count { $0.name == stage } == 3) }
    #expect(spans.count == 6)
  }

  /// The table of stages, and the lines below it.
  private func check(_ errors: String, _ command: Case) throws {
    let lines = errors.split(separator: "\n").map(String.init)
    let start = try #require(lines.firstIndex(of: "costs:"), "\(errors)")
    let rows = lines[(start + 1)...].map { $0.split(separator: " ").map(String.init) }
    let stages = command.stages + ["waiting"]
    try #require(rows.count >= stages.count + 2, "\(errors)")
    #expect(rows.prefix(stages.count).map { $0[0] } == stages)
    for row in rows.prefix(command.stages.count) {
      #expect(row[2] == "s" && (Double(row[1]) ?? -1) >= 0)
    }
    #expect(rows[stages.count][0] == "CPU")
    #expect(lines[start + 1 + stages.count].contains(" \(command.unit)/s"), "\(errors)")
    #expect(lines[start + 2 + stages.count].contains("page faults"))
  }

  @Test(arguments: [
    ["render", "in", "-o", "frames", "--size", "96x64"], ["sheet", "in", "-o", "sheet.png"],
  ])
  func reportsHaveThemAsJSON(_ arguments: [String]) throws {
    try tree.run(arguments + ["--costs", "--report", "r.jsonl", "-q"], status: 0)
    let root = try object(#require(tree.lines("r.jsonl").last))
    #expect(root["status"] as? String == "costs")
    let costs = try #require(root["costs"] as? [String: Any])
    #expect(costs["count"] as? Int == 3 && costs["megapixels"] as? Double ?? 0 > 0)
    let stages = try #require(costs["stages"] as? [String: Double])
    #expect(stages["draw"] ?? 0 > 0 && stages["decode"] ?? 0 > 0)
  }

  /// If there is no work to measure, the command reports an error.
  @Test(arguments: [
    ["curves", "bounce", "--costs"], ["curves", "--trace", "t.json"], ["filters", "--costs"],
    ["report", "merge", "r.jsonl", "--costs"], ["look", "fit", "in/1.dng", "--trace=t.json"],
    ["serve", "in", "--costs"], ["render", "--schema", "--costs"],
    ["render", "in", "--deflicker", "--analyse", "--trace", "t.json"],
  ])
  func costsFailWithoutEffect(_ arguments: [String]) throws {
    let run = try tree.run(arguments, status: 64)
    let flag = arguments.contains("--costs") ? "--costs" : "--trace"
    #expect(
      ["is not supported", "has no effect"].contains { run.errors.contains("\(flag) \($0)") },
      "\(run.errors)")
    #expect(run.output.isEmpty && !tree.exists("t.json") && !tree.exists("out"))
  }

  /// The plan with costs equals the plan without costs.
  @Test(arguments: ["convert", "render", "sheet"])
  func plansAreFree(_ command: String) throws {
    let arguments = [command, "in", "-o", "out", "-n"]
    let plain = try tree.run(arguments)
    let counted = try tree.run(arguments + ["--costs", "--trace", "t.json"])
    #expect(counted.status == 0 && counted.output == plain.output)
    #expect(counted.errors == plain.errors && !tree.exists("t.json"))
  }

  @Test func tracesReplaceOnlyTraces() throws {
    let run = try tree.run("sheet", "in", "-o", "sheet.png", "--trace", "in/1.json", "-q")
    #expect(run.status == 0 && tree.exists("in/1.json"))
    #expect(try tree.run("sample", "in/1.dng", "--at", ".5,.5", "--trace", "in/1.json").status == 0)
    try tree.write("{\"a\": 1}", to: "own.json")
    try tree.run("verify", "in", "--trace", "own.json", status: 64, errors: "not a trace")
  }
}

/// Checks a document in Chrome's trace event format. Every event has a name, a phase, a process and
/// a thread. A complete event (`X`) has a start and a duration, and contains the events that it
/// overlaps on its thread.
private struct TraceEvents {
  struct Span {
    let name: String
    let file: String?
    let thread: Int
    let start: Double
    let end: Double
  }

  private(set) var spans: [Span] = []

  init(_ bytes: [UInt8]) throws {
    let root = try #require(JSONSerialization.jsonObject(with: Data(bytes)) as? [String: Any])
    var named: Set<Int> = []
    for event in try #require(root["traceEvents"] as? [[String: Any]]) {
      let name = try #require(event["name"] as? String)
      let thread = try #require(event["tid"] as? Int)
      #expect(event["pid"] is Int)
      switch event["ph"] as? String {
      case "M":
        #expect(["process_name", "thread_name"].contains(name))
        #expect((event["args"] as? [String: Any])?["name"] is String)
        if name == "thread_name" { named.insert(thread) }
      case "X":
        let start = try #require(event["ts"] as? Double)
        let duration = try #require(event["dur"] as? Double)
        #expect(start >= 0 && duration >= 0)
        let file = (event["args"] as? [String: String])?["file"]
        spans.append(
          Span(name: name, file: file, thread: thread, start: start, end: start + duration))
      case let phase: Issue.record("a phase \(phase ?? "none")")
      }
    }
    #expect(!spans.isEmpty && Set(spans.map(\.thread)).isSubset(of: named))
    for (_, own) in Dictionary(grouping: spans, by: \.thread) {
      let ordered = own.sorted { ($0.start, -$0.end) < ($1.start, -$1.end) }
      var open: [Span] = []
      for span in ordered {
        while let last = open.last, last.end <= span.start + 0.01 { open.removeLast() }
        if let outer = open.last, span.end > outer.end + 0.01 {
          Issue.record("\(span.name) overlaps \(outer.name): \(span.start) < \(outer.end)")
        }
        open.append(span)
      }
    }
  }
}

public import BromideSystem
public import SystemPackage

/// Merges the reports of several runs and finds failed and missing inputs.
///
/// If several reports contain an input, only its best result is used, because a repeated task can
/// fix an earlier failure.
public struct ReportMerge: Sendable {
  /// The reason why reports cannot be merged.
  public enum Problem: Error, Sendable, Hashable {
    case nothing
    case unreadable(FilePath, SystemError)
    case notAReport(FilePath)
    /// The reports come from runs with different numbers of shards.
    case differentShares(Int, Int)
  }

  /// An incomplete shard.
  public struct Gap: Sendable, Hashable {
    /// The number of the shard, starting at 1.
    public var shard: Int
    /// The number of inputs without a result, or `nil` if the shard has no report.
    public var missing: Int?
  }

  /// The number of inputs per status.
  public private(set) var counts: [String: Int] = [:]
  /// Incomplete shards.
  public private(set) var gaps: [Gap] = []
  /// Reports whose last line is incomplete, because their run or the disk failed. That line is not
  /// counted.
  public private(set) var incomplete: [FilePath] = []
  /// The number of shards, or `nil` if the runs were not split.
  public private(set) var shards: Int?
  /// Inputs with a problem and its reason, in the order of the reports.
  public private(set) var failures: [(input: String, status: String, reason: String?)] = []
  /// Megapixels, processor time in seconds, and the peak memory of a task in bytes, or `nil` if no
  /// report contains costs.
  public private(set) var costs: (megapixels: Double, processorSeconds: Double, memory: Int)?
  /// The lines of all inputs, without duplicates.
  package private(set) var lines: [String] = []

  /// Whether all inputs of all shards are done.
  public var isWhole: Bool { gaps.isEmpty && failures.isEmpty && incomplete.isEmpty }

  private struct Form: Decodable {
    struct Run: Decodable {
      let shard: Int
      let shards: Int
      let inputs: Int

      var isPlausible: Bool { InputShare(index: shard, count: shards) != nil && inputs >= 0 }
    }
    struct Costs: Decodable {
      let megapixels: Double
      let processorSeconds: Double
      let peakMemory: Int
    }
    let input: String?
    let frame: Int?
    let status: String
    let reason: String?
    let run: Run?
    let costs: Costs?
    let looks: [Look]?
  }

  /// Fitted looks, which a merge ignores.
  private struct Look: Decodable {}

  private struct Entry {
    var status: String
    var reason: String?
    var line: String
  }

  /// Reads reports.
  public init(_ paths: [FilePath]) throws(Problem) {
    guard !paths.isEmpty else { throw .nothing }
    var entries: [String: Entry] = [:]
    var order: [String] = []
    var runs: [Int: (inputs: Int, reported: Int)] = [:]
    for path in paths {
      var run: Form.Run?
      var reported = 0
      let (forms, isComplete) = try Self.forms(path)
      if !isComplete { incomplete.append(path) }
      for (line, form) in forms {
        if let given = form.run {
          if let shards, shards != given.shards { throw .differentShares(shards, given.shards) }
          shards = given.shards
          run = given
        } else if let given = form.costs {
          let known = costs ?? (0, 0, 0)
          costs = (
            known.megapixels + given.megapixels, known.processorSeconds + given.processorSeconds,
            max(known.memory, given.peakMemory)
          )
        } else if let name = form.input ?? form.frame.map({ "frame \($0)" }) {
          if form.status != "interrupted" { reported += 1 }
          let entry = Entry(status: form.status, reason: form.reason, line: line)
          if let known = entries[name] {
            if Self.rank(form.status) < Self.rank(known.status) { entries[name] = entry }
          } else {
            entries[name] = entry
            order.append(name)
          }
        }
      }
      if let run, reported >= runs[run.shard]?.reported ?? 0 {
        runs[run.shard] = (run.inputs, reported)
      }
    }
    for name in order {
      guard let entry = entries[name] else { continue }
      counts[entry.status, default: 0] += 1
      lines.append(entry.line)
      if Self.rank(entry.status) > 1 { failures.append((name, entry.status, entry.reason)) }
    }
    guard let shards else { return }
    for shard in 1...max(shards, 1) {
      guard let run = runs[shard] else {
        gaps.append(Gap(shard: shard, missing: nil))
        continue
      }
      if run.reported < run.inputs {
        gaps.append(Gap(shard: shard, missing: run.inputs - run.reported))
      }
    }
  }

  /// Returns the rank of a status. Ranks 0 and 1 mean that the input is done.
  private static func rank(_ status: String) -> Int {
    switch status {
    case "converted", "rendered", "ok": 0
    case "skipped", "current", "held", "left out": 1
    case "damaged": 2
    case "failed": 3
    default: 4
    }
  }

  /// Returns the lines, and whether the last one ends with a line end.
  private static func forms(
    _ path: FilePath
  ) throws(Problem) -> (forms: [(String, Form)], isComplete: Bool) {
    let bytes: [UInt8]
    do throws(SystemError) { bytes = try FileSystem.contents(of: path, limit: 1 << 30) } catch {
      throw .unreadable(path, error)
    }
    var forms: [(String, Form)] = []
    // Text after the last line end is incomplete.
    for line in bytes.split(separator: 0x0A, omittingEmptySubsequences: false).dropLast() {
      guard let form = JSONText.decode(Form.self, from: Array(line)),
        form.input != nil || form.frame != nil || form.run != nil || form.costs != nil
          || form.looks != nil, form.run?.isPlausible ?? true
      else { throw .notAReport(path) }
      forms.append((String(decoding: line, as: UTF8.self), form))
    }
    return (forms, bytes.last ?? 0x0A == 0x0A)
  }
}

extension ReportMerge.Problem: CustomStringConvertible {
  /// A sentence about the problem, without a full stop.
  public var description: String {
    switch self {
    case .nothing: "no reports to merge; name files"
    case .unreadable(let path, let error): "the report \(path) cannot be read: \(error.reason)"
    case .notAReport(let path): "\(path) is not a report"
    case .differentShares(let one, let other):
      "the reports are of runs in \(one) and in \(other) shares; merge the reports of one run"
    }
  }
}

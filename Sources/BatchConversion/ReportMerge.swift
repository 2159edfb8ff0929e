public import Platform
public import SystemPackage

/// The reports of several runs as one: what is done, what failed, and what is missing.
///
/// An input that several reports name counts once, with its best end: a task that was run again has done what it first could
/// not.
public struct ReportMerge: Sendable {
  /// The reason why reports cannot be merged.
  public enum Problem: Error, Sendable, Hashable {
    case nothing
    case unreadable(FilePath, SystemError)
    case notAReport(FilePath)
    /// Reports of runs that were cut into different numbers of shares.
    case differentShares(Int, Int)
  }

  /// A share that is not all there.
  public struct Gap: Sendable, Hashable {
    /// Which, from 1.
    public var shard: Int
    /// Inputs of it that no report tells of; nil if there is no report of it.
    public var missing: Int?
  }

  /// Inputs by how they ended.
  public private(set) var counts: [String: Int] = [:]
  /// Shares that are not all there.
  public private(set) var gaps: [Gap] = []
  /// How many shares there are; nil if the reports are of whole runs.
  public private(set) var shards: Int?
  /// Inputs that did not end well, with their reasons, in the order of the reports.
  public private(set) var failures: [(input: String, status: String, reason: String?)] = []
  /// Megapixels, seconds of processors, and the most memory of a task in bytes, where reports tell their costs.
  public private(set) var costs: (megapixels: Double, processorSeconds: Double, memory: Int)?
  /// The lines of all inputs, each once.
  package private(set) var lines: [String] = []

  /// Whether every input of every share was done.
  public var isWhole: Bool { gaps.isEmpty && failures.isEmpty }

  private struct Form: Decodable {
    struct Run: Decodable {
      let shard: Int
      let shards: Int
      let inputs: Int
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

  /// Of interest to no merge.
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
    var runs: [Int: (inputs: Int, told: Int)] = [:]
    for path in paths {
      var run: Form.Run?
      var told = 0
      for (line, form) in try Self.forms(path) {
        if let stated = form.run {
          if let shards, shards != stated.shards { throw .differentShares(shards, stated.shards) }
          shards = stated.shards
          run = stated
        } else if let stated = form.costs {
          let known = costs ?? (0, 0, 0)
          costs = (
            known.megapixels + stated.megapixels, known.processorSeconds + stated.processorSeconds,
            max(known.memory, stated.peakMemory)
          )
        } else if let name = form.input ?? form.frame.map({ "frame \($0)" }) {
          if form.status != "interrupted" { told += 1 }
          let entry = Entry(status: form.status, reason: form.reason, line: line)
          if let known = entries[name] {
            if Self.rank(form.status) < Self.rank(known.status) { entries[name] = entry }
          } else {
            entries[name] = entry
            order.append(name)
          }
        }
      }
      if let run, told >= runs[run.shard]?.told ?? 0 { runs[run.shard] = (run.inputs, told) }
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
      if run.told < run.inputs { gaps.append(Gap(shard: shard, missing: run.inputs - run.told)) }
    }
  }

  /// 0 and 1 are done.
  private static func rank(_ status: String) -> Int {
    switch status {
    case "converted", "rendered", "ok": 0
    case "skipped", "current", "held", "left out": 1
    case "damaged": 2
    case "failed": 3
    default: 4
    }
  }

  private static func forms(_ path: FilePath) throws(Problem) -> [(String, Form)] {
    let bytes: [UInt8]
    do throws(SystemError) { bytes = try FileSystem.contents(of: path, limit: 1 << 30) } catch {
      throw .unreadable(path, error)
    }
    var forms: [(String, Form)] = []
    // What follows the last line end was cut short.
    for line in bytes.split(separator: 0x0A, omittingEmptySubsequences: false).dropLast() {
      guard let form = JSONText.decode(Form.self, from: Array(line)),
        form.input != nil || form.frame != nil || form.run != nil || form.costs != nil
          || form.looks != nil
      else { throw .notAReport(path) }
      forms.append((String(decoding: line, as: UTF8.self), form))
    }
    return forms
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

internal import Platform
package import SystemPackage

/// A share of many inputs: those that one of several tasks takes.
///
/// An input's share follows from its path relative to the folder that was searched, or from its name if it was named: so it is the
/// same on every machine, and does not change when other photos come or go.
public struct InputShare: Sendable, Hashable, CustomStringConvertible {
  /// Which share, from 1.
  public let index: Int
  /// How many there are.
  public let count: Int

  /// The most shares.
  public static let most = 1_000_000

  /// - Returns: nil unless `index` is one of 1 … `count`.
  public init?(index: Int, count: Int) {
    guard (1...Self.most).contains(count), (1...count).contains(index) else { return nil }
    self.index = index
    self.count = count
  }

  /// As it is typed: `2/8`.
  public var description: String { "\(index)/\(count)" }

  /// Whether an input belongs to it.
  ///
  /// - Parameter path: Relative to the folder that was searched.
  package func takes(_ path: FilePath) -> Bool {
    var hash = ContentHash()
    hash.add(Array(path.data.utf8))
    // FNV's low bits follow those of the last bytes, which count up in names: splitmix64 mixes them (S. Vigna, 2015).
    var value = hash.number
    value = (value ^ value >> 30) &* 0xBF58_476D_1CE4_E5B9
    value = (value ^ value >> 27) &* 0x94D0_49BB_1331_11EB
    value ^= value >> 31
    return Int(value % UInt64(count)) == index - 1
  }
}

extension InputShare {
  /// The reason why a text names no share, as a sentence.
  public struct Problem: Error, Sendable, Hashable {
    /// The sentence, without a full stop.
    public let reason: String
  }

  /// Reads `I/N`, `auto` or `auto/N`.
  ///
  /// - Parameter variable: The value of an environment variable, as the engine that started this task sets it.
  package init(
    _ text: String, variable: (String) -> String? = Console.environment
  ) throws(Problem) {
    let parts = text.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
    let total = parts.count == 2 ? Int(parts[1]) : nil
    if parts[0] == "auto", parts.count == 1 || total != nil {
      self = try Self.automatic(total: total, variable)
      return
    }
    guard let total, let index = Int(parts[0]), let shard = InputShare(index: index, count: total)
    else {
      throw Problem(
        reason:
          "expected I/N with I from 1 to N, such as 2/8, or auto, or auto/N where the engine tells no total; found “\(text)”"
      )
    }
    self = shard
  }

  /// What an engine says: the variable that it is known by, the number of the task, and how many there are.
  private struct Engine: Sendable {
    let name: String
    let task: String
    /// The number of the first task, unless a variable tells it.
    var first = 0
    var firstVariable: String?
    /// Numbers from one task to the next.
    var step: String?
    var total: (@Sendable (_ number: (String) -> Int?) -> Int?)?
  }

  private static let engines = [
    Engine(
      name: "Slurm", task: "SLURM_ARRAY_TASK_ID", firstVariable: "SLURM_ARRAY_TASK_MIN",
      step: "SLURM_ARRAY_TASK_STEP", total: { $0("SLURM_ARRAY_TASK_COUNT") }),
    Engine(
      name: "AWS Batch", task: "AWS_BATCH_JOB_ARRAY_INDEX",
      total: { $0("AWS_BATCH_JOB_ARRAY_SIZE") }),
    Engine(name: "Kubernetes", task: "JOB_COMPLETION_INDEX"),
    Engine(name: "PBS", task: "PBS_ARRAY_INDEX", first: 1),
    Engine(name: "PBS", task: "PBS_ARRAYID", first: 1),
    Engine(
      name: "LSF", task: "LSB_JOBINDEX", first: 1, total: { $0("LSB_JOBINDEX_END") }),
    Engine(
      name: "SGE", task: "SGE_TASK_ID", first: 1, firstVariable: "SGE_TASK_FIRST",
      step: "SGE_TASK_STEPSIZE",
      total: { number in
        guard let first = number("SGE_TASK_FIRST"), let last = number("SGE_TASK_LAST") else {
          return nil
        }
        return (last - first) / max(1, number("SGE_TASK_STEPSIZE") ?? 1) + 1
      }),
  ]

  private static func automatic(
    total: Int?, _ variable: (String) -> String?
  ) throws(Problem) -> InputShare {
    func number(_ name: String) -> Int? { variable(name).flatMap { Int($0) } }
    // LSF states 0, and SGE “undefined”, where there is no array.
    guard
      let engine = engines.first(where: { engine in
        number(engine.task).map { engine.name != "LSF" || $0 > 0 } ?? false
      }), let task = number(engine.task)
    else {
      throw Problem(
        reason:
          "auto finds no task of Slurm, AWS Batch, Kubernetes, PBS, LSF or SGE in the environment; use I/N"
      )
    }
    let first = engine.firstVariable.flatMap(number) ?? engine.first
    let step = max(1, engine.step.flatMap(number) ?? 1)
    let stated = engine.total?(number)
    guard let count = total ?? stated else {
      throw Problem(
        reason: "\(engine.name) does not provide the number of tasks; use auto/N")
    }
    if let total, let stated, stated != total {
      throw Problem(
        reason: "auto/\(total) contradicts \(engine.name), which runs \(stated) tasks; use auto")
    }
    guard task >= first, (task - first).isMultiple(of: step),
      let shard = InputShare(index: (task - first) / step + 1, count: count)
    else {
      throw Problem(
        reason:
          "\(engine.name) provides task \(task), outside \(count) tasks starting at \(first)")
    }
    return shard
  }
}

internal import BromideSystem
package import SystemPackage

/// A share of many inputs, for one of several tasks.
///
/// An input's share depends on its path relative to the searched folder, or on its name if the user
/// named it. So it is the same on every machine, and does not change if you add or remove other
/// photos.
public struct InputShare: Sendable, Hashable, CustomStringConvertible {
  /// The number of the share, starting at 1.
  public let index: Int
  /// The number of shares.
  public let count: Int

  /// Maximum number of shares.
  public static let most = 1_000_000

  /// Creates a share, or returns `nil` unless `index` is in 1 … `count`.
  public init?(index: Int, count: Int) {
    guard (1...Self.most).contains(count), (1...count).contains(index) else { return nil }
    self.index = index
    self.count = count
  }

  /// The typed text: `2/8`.
  public var description: String { "\(index)/\(count)" }

  /// Returns whether the share contains an input.
  ///
  /// - Parameter path: The path relative to the searched folder.
  package func takes(_ path: FilePath) -> Bool {
    var hash = ContentHash()
    hash.add(Array(path.data.utf8))
    // The low bits of FNV depend mostly on the last bytes, which are counters in many names. The
    // finalizer of splitmix64 mixes them (S. Vigna, 2015).
    var value = hash.number
    value = (value ^ value >> 30) &* 0xBF58_476D_1CE4_E5B9
    value = (value ^ value >> 27) &* 0x94D0_49BB_1331_11EB
    value ^= value >> 31
    return Int(value % UInt64(count)) == index - 1
  }
}

extension InputShare {
  /// The error if a text is not a share.
  public struct Problem: Error, Sendable, Hashable {
    /// The sentence, without a full stop.
    public let reason: String
  }

  /// Reads `I/N`, `auto` or `auto/N`.
  ///
  /// - Parameter variable: Returns an environment variable. A batch engine sets these for each
  ///   task.
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
          "expected I/N with I from 1 to N, such as 2/8, or auto, or auto/N if the engine does not provide a total; found “\(text)”"
      )
    }
    self = shard
  }

  /// A batch engine with its environment variables: task number and task count.
  private struct Engine: Sendable {
    let name: String
    let task: String
    /// The number of the first task, unless a variable contains it.
    var first = 0
    var firstVariable: String?
    /// The variable with the difference between two task numbers.
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
    // Without an array, LSF sets 0, and SGE sets “undefined”.
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
    let given = engine.total?(number)
    guard let count = total ?? given else {
      throw Problem(
        reason: "\(engine.name) does not provide the number of tasks; use auto/N")
    }
    if let total, let given, given != total {
      throw Problem(
        reason: "auto/\(total) contradicts \(engine.name), which runs \(given) tasks; use auto")
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

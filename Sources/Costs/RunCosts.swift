package import Platform

/// What a run costs: seconds of threads in each stage, and what the processes used.
public struct RunCosts: Sendable {
  /// A stage and the seconds that threads spent in it, together.
  public struct Stage: Sendable, Hashable {
    /// Its name, such as `decode`.
    public var name: String
    /// Seconds over all threads.
    public var seconds: Double
  }

  /// In the order in which they were named.
  public private(set) var stages: [Stage]
  /// Inputs done.
  public var count = 0
  /// Pixels of what was made, in millions.
  public var megapixels = 0.0
  /// Threads of the run.
  public let threads: Int
  /// Wall time in seconds, set by `end`.
  public private(set) var seconds = 0.0
  /// What the processes used, set by `end`.
  public private(set) var usage = ProcessUsage()

  private let start = ProcessUsage.now()
  private let watch = Stopwatch()
  private let gathers: Bool

  /// Begins to count.
  ///
  /// - Parameters:
  ///   - stages: Names of the stages; `waiting` comes last by itself.
  ///   - gathers: Whether the seconds are those of `Trace.note`, all over the process; else those given to `add`. One run of a
  ///     process at a time can gather.
  public init(stages: [String], threads: Int, gathers: Bool = false) {
    self.stages = (stages + ["waiting"]).map { Stage(name: $0, seconds: 0) }
    self.threads = threads
    self.gathers = gathers
    if gathers { StageSeconds.begin() }
  }

  /// Adds seconds of a thread to a stage.
  public mutating func add(_ seconds: Double, to stage: String) {
    guard let index = stages.firstIndex(where: { $0.name == stage }) else { return }
    stages[index].seconds += seconds
  }

  /// Reads the last figures.
  ///
  /// - Parameter waiting: Seconds that threads had nothing to do, besides those that were noted as `waiting`.
  public mutating func end(waiting: Double = 0) {
    add(waiting, to: "waiting")
    if gathers { for (stage, seconds) in StageSeconds.end() { add(seconds, to: stage) } }
    seconds = watch.seconds
    usage = ProcessUsage.now().since(start)
  }

  /// Processor time in percent of one core; more than 100 if several are busy.
  public var processorShare: Double { 100 * usage.processor / max(seconds, 1e-6) }

  /// Lines for people.
  ///
  /// - Parameters:
  ///   - unit: The plural of what is counted, such as `photos`.
  ///   - bytes: Writes a number of bytes.
  public func lines(unit: String, bytes: (Int) -> String) -> [String] {
    let total = stages.reduce(0) { $0 + $1.seconds }
    let width = stages.map { $0.name.count }.max() ?? 0
    var lines = stages.map { stage in
      let share = total > 0 ? 100 * stage.seconds / total : 0
      return "  " + stage.name + String(repeating: " ", count: width - stage.name.count)
        + Self.right(stage.seconds.text(decimals: 2), 9) + " s"
        + Self.right(share.text(decimals: 0), 5) + " %"
    }
    let rate = Double(count) / max(seconds, 1e-6)
    let pixels = megapixels / max(seconds, 1e-6)
    var speed = "\(rate.text(decimals: rate < 10 ? 2 : 0)) \(unit)/s"
    if megapixels > 0 { speed += ", \(pixels.text(decimals: pixels < 10 ? 1 : 0)) megapixels/s" }
    lines.append(
      "  CPU \(processorShare.text(decimals: 0)) % of a core, \(usage.processor.text(decimals: 2)) s in \(seconds.text(decimals: 2)) s; \(speed)"
    )
    lines.append(
      "  memory \(bytes(usage.memory)), at most \(bytes(usage.peakMemory)); read \(bytes(usage.bytesRead)), written \(bytes(usage.bytesWritten)); page faults \(usage.minorFaults), \(usage.majorFaults) from the disk"
    )
    return lines
  }

  private static func right(_ text: String, _ width: Int) -> String {
    String(repeating: " ", count: max(1, width - text.count)) + text
  }

  /// All figures as JSON.
  package var json: JSONValue {
    func number(_ value: Double) -> JSONValue { .number(value.text(decimals: 6)) }
    func number(_ value: Int) -> JSONValue { .number("\(value)") }
    return .object([
      ("count", number(count)), ("megapixels", number(megapixels)),
      ("seconds", number(seconds)), ("threads", number(threads)),
      ("stages", .object(stages.map { ($0.name, number($0.seconds)) })),
      ("processorSeconds", number(usage.processor)), ("memory", number(usage.memory)),
      ("peakMemory", number(usage.peakMemory)), ("bytesRead", number(usage.bytesRead)),
      ("bytesWritten", number(usage.bytesWritten)), ("minorFaults", number(usage.minorFaults)),
      ("majorFaults", number(usage.majorFaults)),
    ])
  }
}

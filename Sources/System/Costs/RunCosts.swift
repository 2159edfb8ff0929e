/// The costs of a run: thread seconds in each stage, and the resources that the processes used.
public struct RunCosts: Sendable {
  /// A stage and the total seconds that threads spent in it.
  public struct Stage: Sendable, Hashable {
    /// Its name, for example `decode`.
    public var name: String
    /// Seconds over all threads.
    public var seconds: Double
  }

  /// The stages in the order of their names in `init`.
  public private(set) var stages: [Stage]
  /// The number of finished inputs.
  public var count = 0
  /// Millions of pixels in the results.
  public var megapixels = 0.0
  /// The number of threads.
  public let threads: Int
  /// Wall time in seconds, set by `end`.
  public private(set) var seconds = 0.0
  /// The resources that the processes used, set by `end`.
  public private(set) var usage = ProcessUsage()

  private let start = ProcessUsage.now()
  private let watch = Stopwatch()
  private let gathers: Bool

  /// Begins to measure.
  ///
  /// - Parameters:
  ///   - stages: The names of the stages. `waiting` is added at the end.
  ///   - gathers: Whether to use the seconds of `Trace.note` in the entire process, instead of only
  ///     the seconds passed to `add`. One run of a process can do this at the same time.
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

  /// Ends the measurement.
  ///
  /// - Parameter waiting: Seconds in which threads were idle, in addition to those noted as
  ///   `waiting`.
  public mutating func end(waiting: Double = 0) {
    add(waiting, to: "waiting")
    if gathers { for (stage, seconds) in StageSeconds.end() { add(seconds, to: stage) } }
    seconds = watch.seconds
    usage = ProcessUsage.now().since(start)
  }

  /// Processor time in percent of one core. It exceeds 100 if several cores are busy.
  public var processorShare: Double { 100 * usage.processor / max(seconds, 1e-6) }

  /// Returns lines for people.
  ///
  /// - Parameters:
  ///   - unit: The plural name of the inputs, for example `photos`.
  ///   - bytes: Formats a number of bytes.
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

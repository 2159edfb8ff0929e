internal import BromideSystem
internal import SystemPackage

/// Samples inputs in parallel and writes the results in order.
struct SampleRun: Sendable {
  let settings: SampleSettings
  let messages: Messages
  let jobs: Int
  let memory: MemoryLimit

  /// The end of a run.
  struct End {
    /// The exit status.
    let status: ExitStatus
    /// Idle time of all threads, in seconds.
    var waiting = 0.0
    /// Whether standard output is closed.
    let isClosed: Bool
  }

  /// Samples all inputs.
  ///
  /// - Parameters:
  ///   - inputs: Paths, or `-` for frames on standard input.
  ///   - hasHeader: Whether to print column names first.
  func run(_ inputs: [FilePath], hasHeader: Bool = true) -> End {
    if hasHeader, let status = writeHeader() { return End(status: status, isClosed: true) }
    let output = SampleOutput(settings.format)
    let options = ScheduleOptions(
      jobs: jobs, memory: memory.bytes(free: Machine.freeMemory()),
      order: .inOrder(lookAhead: .max))
    let scheduler = Scheduler<SampleWork>(count: inputs.count, options: options) { index in
      SampleWork(inputs[index], settings, messages, output)
    }
    let works = scheduler.run()
    if let line = output.sidecarLine { messages.info(line) }
    let failure = output.failure
    if let failure, !failure.isEmpty { ExitStatus.reportOutputFailure(failure) }
    let hasFailed = failure?.isEmpty == false || works.contains(where: \.hasFailed)
    return End(
      status: hasFailed ? .inputsFailed : .done, waiting: scheduler.idleSeconds,
      isClosed: failure != nil)
  }

  /// Writes the column names if the format has them.
  ///
  /// - Returns: The exit status if they cannot be written.
  func writeHeader() -> ExitStatus? {
    let header = SampleWriter(settings: settings).header
    return header.isEmpty ? nil : ExitStatus.put(header)
  }
}

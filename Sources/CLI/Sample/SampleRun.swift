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
    let waiting: Double
    /// Whether standard output is closed.
    let isClosed: Bool
  }

  private var writer: SampleWriter { SampleWriter(settings: settings) }

  /// Samples all inputs.
  ///
  /// - Parameters:
  ///   - inputs: Paths, or `-` for frames on standard input.
  ///   - hasHeader: Whether to print column names first.
  func run(_ inputs: [FilePath], hasHeader: Bool = true) -> End {
    if hasHeader, let status = writeHeader() {
      return End(status: status, waiting: 0, isClosed: true)
    }
    let output = SampleOutput(settings.format)
    let options = ScheduleOptions(
      jobs: jobs, memory: memory.bytes(free: Machine.freeMemory()),
      order: .inOrder(lookAhead: .max))
    let scheduler = Scheduler<SampleWork>(count: inputs.count, options: options) { index in
      SampleWork(inputs[index], settings, messages, output)
    }
    let works = scheduler.run()
    if let line = output.sidecarLine { messages.info(line) }
    return End(
      status: end(output.failure, works.contains(where: \.hasFailed)),
      waiting: scheduler.idleSeconds, isClosed: output.failure != nil)
  }

  /// Writes the column names if the format has them.
  ///
  /// - Returns: The exit status if they cannot be written.
  func writeHeader() -> ExitStatus? {
    let header = writer.header
    guard !header.isEmpty, let message = Console.output(header) else { return nil }
    return end(message, false)
  }

  private func end(_ message: String?, _ hasFailed: Bool) -> ExitStatus {
    if let message, !message.isEmpty {
      ExitStatus.reportOutputFailure(message)
      return .inputsFailed
    }
    return hasFailed ? .inputsFailed : .done
  }
}

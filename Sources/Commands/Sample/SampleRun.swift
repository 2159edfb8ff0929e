internal import Platform
internal import Sampling
internal import Scheduling
internal import Synchronization
internal import SystemPackage
internal import YCbCr

/// Samples inputs and writes the results in the order of the inputs, whichever is done first.
struct SampleRun: Sendable {
  let settings: SampleSettings
  let messages: Messages
  let jobs: Int
  let memory: MemoryLimit

  /// How a run ended.
  struct End {
    /// The status to end with.
    let status: ExitStatus
    /// Seconds that threads had nothing to do.
    let waiting: Double
    /// Whether standard output takes no more.
    let isClosed: Bool
  }

  private var writer: SampleWriter { SampleWriter(settings: settings) }

  /// Samples all inputs.
  ///
  /// - Parameters:
  ///   - inputs: Paths, or `-` for frames on standard input.
  ///   - hasHeader: Whether the names of columns come first.
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

  /// Writes the names of columns, where the format has them.
  ///
  /// - Returns: The status to end with if they cannot be written.
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

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

  private var writer: SampleWriter { SampleWriter(settings: settings) }

  /// Samples all inputs.
  ///
  /// - Parameter inputs: Paths, or `-` for frames on standard input.
  func run(_ inputs: [FilePath]) -> ExitStatus {
    let header = writer.header
    if !header.isEmpty, let message = Console.output(header) { return end(message, false) }
    let output = SampleOutput()
    let options = ScheduleOptions(
      jobs: jobs, memory: memory.bytes(free: Machine.freeMemory()),
      order: .inOrder(lookAhead: .max))
    let works = Scheduler<SampleWork>(count: inputs.count, options: options) { index in
      SampleWork(inputs[index], settings, messages, output)
    }.run()
    if let line = output.sidecarLine { messages.info(line) }
    return end(output.failure, works.contains(where: \.hasFailed))
  }

  private func end(_ message: String?, _ hasFailed: Bool) -> ExitStatus {
    if let message, !message.isEmpty {
      ExitStatus.reportOutputFailure(message)
      return .inputsFailed
    }
    return hasFailed ? .inputsFailed : .done
  }
}

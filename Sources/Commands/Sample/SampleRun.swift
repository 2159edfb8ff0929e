internal import Platform
internal import Sampling
internal import Scheduling
internal import Synchronization
internal import YCbCr

/// Samples inputs and writes what it found, one input after another, whatever order they are done in.
struct SampleRun: Sendable {
  let settings: SampleSettings
  let talker: Talker
  let jobs: Int
  let memory: MemoryLimit

  private var writer: SampleWriter { SampleWriter(settings: settings) }

  /// - Parameter inputs: Paths; `-` is frames on standard input.
  func run(_ inputs: [String]) -> ExitStatus {
    let header = writer.header
    if !header.isEmpty, let reason = Console.output(header) { return end(reason, false) }
    let output = SampleOutput()
    let options = ScheduleOptions(
      jobs: jobs, memory: memory.bytes(free: Machine.freeMemory()),
      order: .inOrder(lookAhead: .max))
    let works = Scheduler<SampleWork>(count: inputs.count, options: options) { index in
      SampleWork(inputs[index], settings, talker, output)
    }.run()
    return end(output.failure, works.contains(where: \.hasFailed))
  }

  private func end(_ reason: String?, _ hasFailed: Bool) -> ExitStatus {
    if let reason, !reason.isEmpty {
      ExitStatus.tell(outputFailure: reason)
      return .inputsFailed
    }
    return hasFailed ? .inputsFailed : .done
  }
}

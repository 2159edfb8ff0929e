internal import Platform

/// Processor and memory use of this process between two readings.
struct UsageMeter {
  /// Per cent of one core; more than 100 where several work.
  private(set) var processor = 0
  private(set) var memory = 0
  private var lastProcessorTime = 0.0
  private var lastElapsed = 0.0

  mutating func read(elapsed: Double) {
    let time = Machine.processorTime()
    let passed = elapsed - lastElapsed
    // Ends of photos cause readings in between; too short a time gives figures that jump.
    guard passed >= 0.2 else { return }
    processor = Int((100 * (time - lastProcessorTime) / passed).rounded())
    memory = Machine.residentMemory()
    lastProcessorTime = time
    lastElapsed = elapsed
  }
}

public import Platform

/// How a run is done; none of it changes a picture.
public struct RunOptions: Sendable {
  /// Threads.
  public var jobs: Int
  /// Memory that the work in flight may take together.
  public var memory: MemoryLimit
  /// Seconds between calls that report progress; nil for none.
  public var interval: Double?
  /// Whether Ctrl-C and SIGTERM stop the run in order; otherwise signals are left to the program.
  public var watchesSignals = true

  /// - Parameters:
  ///   - jobs: Threads, at least 1.
  ///   - interval: Seconds between calls that report progress; nil for none.
  public init(jobs: Int = Machine.cores, memory: MemoryLimit = .standard, interval: Double? = nil) {
    self.jobs = jobs
    self.memory = memory
    self.interval = interval
  }
}

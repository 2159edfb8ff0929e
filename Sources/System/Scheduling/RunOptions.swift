/// Settings of a run that do not change pictures.
public struct RunOptions: Sendable {
  /// The number of threads.
  public var jobs: Int
  /// The total memory that work in progress can use.
  public var memory: MemoryLimit
  /// Seconds between progress reports, or `nil` for no reports.
  public var interval: Double?
  /// Whether Ctrl-C and SIGTERM stop the run cleanly. Otherwise, the program handles signals.
  public var watchesSignals = true

  /// - Parameters:
  ///   - jobs: The number of threads, at least 1.
  ///   - interval: Seconds between progress reports, or `nil` for no reports.
  public init(jobs: Int = Machine.cores, memory: MemoryLimit = .standard, interval: Double? = nil) {
    self.jobs = jobs
    self.memory = memory
    self.interval = interval
  }
}

public import BromideSystem

/// Converts the photos of a plan.
public struct BatchRunner {
  private let plan: Plan
  private let options: RunOptions
  /// Receives a closure that stops the run in order, when the run begins. Any thread can call it.
  package var begins: (@Sendable (_ stop: @escaping @Sendable () -> Void) -> Void)?

  /// Creates a runner. Call `run` to start it.
  public init(_ plan: Plan, options: RunOptions = RunOptions()) {
    self.plan = plan
    self.options = options
  }

  /// Runs all jobs. Ctrl-C and SIGTERM stop it in an orderly way.
  public func run(observer: any RunObserver<Outcome>) -> RunResult<Outcome> {
    let watch = Stopwatch()
    var result = RunResult<Outcome>()
    for failure in plan.failures { result.add(failure, observer) }
    let jobs = plan.jobs
    let disk = FullDisk()
    let scheduler = Scheduler<PhotoWork>(
      count: jobs.count,
      options: ScheduleOptions(
        jobs: options.jobs, memory: options.memory.bytes(free: Machine.freeMemory()))
    ) { PhotoWork(jobs[$0], disk: disk) }
    begins? { scheduler.stop() }
    let pending = PendingOutputs()
    OutputPolicy.pending = pending
    defer {
      OutputPolicy.pending = nil
      pending.end()
    }
    result.run(
      scheduler, options: options, observer: observer,
      outcome: { work in
        work.settle(pending)
        return (work.outcome, work.isPipeClosed)
      },
      unstarted: {
        Outcome(input: jobs[$0].shown, output: jobs[$0].output.path, .interrupted())
      })
    result.failure = disk.summary ?? result.failure
    result.seconds = watch.seconds
    return result
  }
}

public import Outputs
internal import Platform
public import Scheduling

/// Who hears of a run, always on the thread that called `run`.
public protocol BatchObserver: AnyObject {
  /// An input has come to its end.
  func finished(_ outcome: Outcome)
  /// Time has passed.
  func progress(_ tally: Tally, elapsed: Double)
}

/// What a run came to.
public struct RunResult: Sendable {
  /// In the order of the plan: inputs that gave no job first.
  public var outcomes: [Outcome]
  /// How many ended how.
  public var tally: Tally
  /// Wall time.
  public var seconds: Double
  /// Whether Ctrl-C or SIGTERM ended it early.
  public var wasInterrupted: Bool
  /// Whether the reader of standard output went away.
  public var isPipeClosed: Bool
}

/// Converts what a plan names.
public struct BatchRunner {
  private let plan: Plan
  private let options: RunOptions

  /// Nothing runs before `run`.
  public init(_ plan: Plan, options: RunOptions = RunOptions()) {
    self.plan = plan
    self.options = options
  }

  /// Runs all jobs. Ctrl-C and SIGTERM stop it in order.
  public func run(observer: any BatchObserver) -> RunResult {
    let watch = Stopwatch()
    var tally = Tally()
    for failure in plan.failures {
      tally.add(failure)
      observer.finished(failure)
    }
    let jobs = plan.jobs
    let scheduler = Scheduler<PhotoWork>(
      count: jobs.count,
      options: ScheduleOptions(
        jobs: options.jobs, memory: options.memory.bytes(free: Machine.freeMemory()))
    ) { PhotoWork(jobs[$0]) }
    if options.watchesSignals {
      Interruption.watch(cleaningBy: Temporaries.removeAll) { scheduler.stop() }
    }
    defer { if options.watchesSignals { Interruption.unwatch() } }
    scheduler.start()

    var done = [Outcome?](repeating: nil, count: jobs.count)
    var isPipeClosed = false
    while let ended = scheduler.takeFinished(seconds: options.interval) {
      for work in ended {
        done[work.job.index] = work.outcome
        isPipeClosed = isPipeClosed || work.isPipeClosed
        tally.add(work.outcome)
        observer.finished(work.outcome)
      }
      if options.interval != nil { observer.progress(tally, elapsed: watch.seconds) }
    }
    scheduler.join()
    for index in scheduler.notStarted {
      let outcome = Outcome(
        input: jobs[index].input, output: jobs[index].output.path, status: .interrupted,
        reason: "interrupted")
      done[index] = outcome
      tally.add(outcome)
      observer.finished(outcome)
    }
    return RunResult(
      outcomes: plan.failures + done.compactMap { $0 }, tally: tally, seconds: watch.seconds,
      wasInterrupted: options.watchesSignals && Interruption.hasCome, isPipeClosed: isPipeClosed)
  }
}

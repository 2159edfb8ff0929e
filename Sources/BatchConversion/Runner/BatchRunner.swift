internal import Metadata
internal import Pixels
internal import RawDecoding

/// How a run is done; none of it changes a picture.
public struct RunOptions: Sendable {
  /// Threads.
  public var jobs: Int
  public var memory: MemoryLimit
  /// Seconds between calls of `BatchObserver.progress`; nil: none.
  public var interval: Double?

  public init(jobs: Int = Machine.cores, memory: MemoryLimit = .standard, interval: Double? = nil) {
    self.jobs = jobs
    self.memory = memory
    self.interval = interval
  }
}

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
  public var tally: Tally
  public var seconds: Double
  public var wasInterrupted: Bool
  /// Whether the reader of standard output went away.
  public var isPipeClosed: Bool
}

/// Converts what a plan names.
public struct BatchRunner {
  private let plan: Plan
  private let options: RunOptions

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
      jobs: options.jobs, memoryLimit: options.memory.bytes(free: Machine.freeMemory()),
      count: jobs.count, make: { PhotoWork(jobs[$0]) })
    Interruption.watch { scheduler.stop() }
    defer { Interruption.unwatch() }
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
        input: jobs[index].input, output: jobs[index].output.name, status: .interrupted,
        reason: "interrupted")
      done[index] = outcome
      tally.add(outcome)
      observer.finished(outcome)
    }
    return RunResult(
      outcomes: plan.failures + done.compactMap { $0 }, tally: tally, seconds: watch.seconds,
      wasInterrupted: Interruption.hasCome, isPipeClosed: isPipeClosed)
  }
}

extension Plan {
  /// What each job would do if it ran now, as text: `convert`, `skip` or `refuse`, input, output and reason.
  public func forecast(_ job: ConvertJob) -> (verb: String, reason: String?) {
    guard case .file(let path) = job.output else { return ("convert", nil) }
    let fingerprint = (try? Fingerprint.text(input: job.input, settings: job.settings)) ?? ""
    return
      switch ExistingOutput.decide(
        input: job.input, output: path, policy: job.ifExists, fingerprint: fingerprint)
    {
    case .write: (FileSystem.exists(path) ? "replace" : "convert", nil)
    case .skip(let reason): ("skip", reason)
    case .refuse(let reason): ("refuse", reason)
    }
  }

  /// Gives all jobs the levels of one photo: of `path`, or of the first that decodes.
  ///
  /// - Throws: `UsageError` where no photo gives levels.
  public mutating func lockLevels(to path: String?) throws(UsageError) {
    var reason = "there is no photo"
    for candidate in path.map({ [$0] }) ?? jobs.map(\.input) {
      do throws(RawError) {
        let photo = try RawFile(path: candidate).decode()
        guard case .mosaic(let mosaic) = photo.image else {
          reason = "\(candidate) has no mosaic"
          continue
        }
        let locked = LockedLevels(
          levels: mosaic.levels, source: candidate, camera: photo.metadata.model ?? "")
        for index in jobs.indices { jobs[index].settings.lockedLevels = locked }
        return
      } catch {
        reason = "\(candidate): \(PhotoWork.words(error))"
      }
    }
    if path == nil && jobs.isEmpty { return }
    throw UsageError(
      "no levels to lock: \(reason)"
        + (path == nil ? "" : "; accepted are own, lock and a raw photo with a mosaic"))
  }
}

internal import Platform
package import Scheduling

/// The outcome of one piece of a run: a converted photo, a rendered frame.
public protocol RunOutcome<Status>: Sendable {
  /// The ways to end, ordered by how bad they are.
  associatedtype Status: Hashable & Sendable & CaseIterable & Comparable
  /// How it ended.
  var status: Status { get }
  /// Why it ended so, as a sentence without the file's name.
  var reason: String? { get set }
  /// A way out, if a person can choose one.
  var remedy: Remedy? { get set }
}

/// Counts the outcomes of a run by status.
public struct Tally<Status: Hashable & Sendable & Comparable>: Sendable, Hashable {
  /// Outcomes by status; a status that has not occurred is missing.
  public private(set) var counts: [Status: Int] = [:]
  /// The worst status so far; nil if there is none.
  public var worst: Status? { counts.keys.max() }

  /// Creates an empty tally.
  public init() {}

  /// Counts one more outcome.
  public mutating func add(_ outcome: some RunOutcome<Status>) {
    counts[outcome.status, default: 0] += 1
  }

  /// The number of outcomes with that status.
  public subscript(status: Status) -> Int { counts[status] ?? 0 }

  /// The number of outcomes.
  public var total: Int { counts.values.reduce(0, +) }
}

/// Follows a run. Every call comes on the thread that called `run`.
public protocol RunObserver<Outcome>: AnyObject {
  /// The outcomes of the run.
  associatedtype Outcome: RunOutcome
  /// One piece of the run has ended.
  func finished(_ outcome: Outcome)
  /// Time has passed.
  func progress(_ tally: Tally<Outcome.Status>, elapsed: Double)
}

/// The end of a run.
public struct RunResult<Outcome: RunOutcome>: Sendable {
  /// The number of outcomes by status.
  public var tally = Tally<Outcome.Status>()
  /// Wall time in seconds.
  public var seconds = 0.0
  /// Seconds that threads had nothing to do, together.
  public var waitingSeconds = 0.0
  /// Whether a signal ended the run early.
  public var wasInterrupted = false
  /// Whether the reader of standard output went away.
  public var isPipeClosed = false
  /// Why something besides the single outputs could not be written, such as a stream or a manifest;
  /// nil if all was.
  public var failure: String?
  /// Files of earlier runs that remain in the output's folder.
  public var leftovers: [String] = []

  /// Creates the result of a run in which nothing has happened yet.
  public init() {}

  /// Counts an outcome and tells the observer.
  package mutating func add(_ outcome: Outcome, _ observer: any RunObserver<Outcome>) {
    tally.add(outcome)
    observer.finished(outcome)
  }

  /// Runs all of a scheduler's work, and counts what it comes to. Ctrl-C and SIGTERM stop it in
  /// order.
  ///
  /// - Parameters:
  ///   - options: Whether signals stop the run, and how often progress is reported.
  ///   - outcome: The outcome of work that has ended, and whether standard output was closed under it.
  ///   - unstarted: The outcome of work whose turn never came.
  package mutating func run<Work: StagedWork>(
    _ scheduler: Scheduler<Work>, options: RunOptions, observer: any RunObserver<Outcome>,
    outcome: (Work) -> (Outcome, isPipeClosed: Bool), unstarted: (Int) -> Outcome
  ) {
    run(
      scheduler, options: options, observer: observer,
      outcomes: { work in
        let (ended, isClosed) = outcome(work)
        return ([ended], isClosed)
      }, unstarted: { [unstarted($0)] })
  }

  /// The same for work of several pieces, each of which has an outcome.
  package mutating func run<Work: StagedWork>(
    _ scheduler: Scheduler<Work>, options: RunOptions, observer: any RunObserver<Outcome>,
    outcomes: (Work) -> ([Outcome], isPipeClosed: Bool), unstarted: (Int) -> [Outcome]
  ) {
    let watch = Stopwatch()
    if options.watchesSignals {
      Interruption.watch(cleaningBy: Temporaries.removeAll) { scheduler.stop() }
    }
    defer { if options.watchesSignals { Interruption.unwatch() } }
    scheduler.start()
    while let works = scheduler.takeFinished(seconds: options.interval) {
      for work in works {
        let (ended, isClosed) = outcomes(work)
        isPipeClosed = isPipeClosed || isClosed
        for outcome in ended { add(outcome, observer) }
      }
      if options.interval != nil { observer.progress(tally, elapsed: watch.seconds) }
    }
    scheduler.join()
    waitingSeconds = scheduler.idleSeconds
    for outcome in scheduler.notStarted.flatMap(unstarted) { add(outcome, observer) }
    wasInterrupted = options.watchesSignals && Interruption.hasCome
  }
}

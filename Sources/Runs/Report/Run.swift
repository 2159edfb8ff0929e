package import BromideSystem

/// A result whose cases are in order of severity.
public protocol Severity: CaseIterable, Comparable {}

extension Severity {
  /// Returns whether `left` is less severe.
  public static func < (left: Self, right: Self) -> Bool {
    allCases.firstIndex(of: left)! < allCases.firstIndex(of: right)!
  }
}

/// The outcome of a part, such as a converted photo or a rendered frame.
public protocol RunOutcome<Status>: Sendable {
  /// The possible results, in order of severity.
  associatedtype Status: Hashable & Sendable & Severity
  /// The result.
  var status: Status { get }
  /// The reason for the result, as a sentence without the file's name.
  var reason: String? { get set }
  /// A fix, if a person can choose one.
  var remedy: Remedy? { get set }
}

/// Counts the outcomes of a run by status.
public struct Tally<Status: Hashable & Sendable & Comparable>: Sendable, Hashable {
  /// The number of outcomes per status. A status without outcomes is missing.
  public private(set) var counts: [Status: Int] = [:]
  /// The worst status so far, or `nil` without outcomes.
  public var worst: Status? { counts.keys.max() }

  /// Creates an empty tally.
  public init() {}

  /// Adds an outcome.
  public mutating func add(_ outcome: some RunOutcome<Status>) {
    counts[outcome.status, default: 0] += 1
  }

  /// Adds the counts of another run.
  package mutating func add(_ other: Tally) { counts.merge(other.counts, uniquingKeysWith: +) }

  /// The number of outcomes with this status.
  public subscript(status: Status) -> Int { counts[status] ?? 0 }

  /// The number of outcomes.
  public var total: Int { counts.values.reduce(0, +) }
}

/// Observes a run. All calls come from the thread that called `run`.
public protocol RunObserver<Outcome>: AnyObject {
  /// The type of the outcomes.
  associatedtype Outcome: RunOutcome
  /// Called when one part of the run has ended.
  func finished(_ outcome: Outcome)
  /// Called regularly to report progress.
  func progress(_ tally: Tally<Outcome.Status>, elapsed: Double)
}

/// Passes each outcome of a run to a closure, and ignores progress.
package final class OutcomeObserver<Outcome: RunOutcome>: RunObserver {
  private let take: (Outcome) -> Void

  /// - Parameter take: Called when one part of the run has ended.
  package init(_ take: @escaping (Outcome) -> Void) { self.take = take }

  package func finished(_ outcome: Outcome) { take(outcome) }
  package func progress(_ tally: Tally<Outcome.Status>, elapsed: Double) {}
}

/// The result of a run.
public struct RunResult<Outcome: RunOutcome>: Sendable {
  /// The number of outcomes by status.
  public var tally = Tally<Outcome.Status>()
  /// Wall time in seconds.
  public var seconds = 0.0
  /// Total idle time of all threads, in seconds.
  public var waitingSeconds = 0.0
  /// Whether a signal ended the run early.
  public var wasInterrupted = false
  /// Whether the reader of standard output has closed it.
  public var isPipeClosed = false
  /// The error of writing a common output, such as a stream or a manifest, or the reason that photos
  /// were not tried, or `nil` without an error.
  public var failure: String?
  /// A way to fix the failure, or `nil` if it is unknown.
  public var failureRemedy: Remedy?
  /// Files of earlier runs that remain in the output's folder.
  public var leftovers: [String] = []

  /// Creates an empty result.
  public init() {}

  /// Adds an outcome and informs the observer.
  package mutating func add(_ outcome: Outcome, _ observer: any RunObserver<Outcome>) {
    tally.add(outcome)
    observer.finished(outcome)
  }

  /// Runs all jobs of a scheduler and adds their outcomes. Ctrl-C and SIGTERM stop it in an orderly
  /// way.
  ///
  /// - Parameters:
  ///   - options: Set whether signals stop the run, and the interval of progress reports.
  ///   - outcome: Returns the outcome of a finished job, and whether standard output was closed.
  ///   - unstarted: Returns the outcome of a job that did not start.
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

  /// The same for work with several pieces. Each piece has an outcome.
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

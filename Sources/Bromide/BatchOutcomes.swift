internal import BromideRuns
internal import BromideSystem

extension Batch {
  /// The outcomes of a batch, in the order of completion.
  ///
  /// A loop starts the batch. The batch ends early if you call ``cancel()``, leave the loop with
  /// `break`, or cancel the task. It then skips photos that have not started. The loop ends after
  /// the other photos have stopped and removed their incomplete files, which takes a few
  /// milliseconds, or longer if a photo is being decoded. Until then, `break` blocks the thread.
  ///
  /// In top-level code, Swift keeps a loop's iterator until the program ends, so `break` does not
  /// end the batch. Use ``cancel()`` there.
  public struct Outcomes: AsyncSequence, Sendable {
    /// The outcome of one photo.
    public typealias Element = Outcome
    /// A batch throws no errors, because a photo that fails is an outcome.
    public typealias Failure = Never
    private let run: BatchRun

    init(_ plan: Plan) { run = BatchRun(plan) }

    /// Ends the batch. The loop then receives the outcomes of all other photos. Photos that did not
    /// complete have the status `.interrupted`.
    public func cancel() { run.stop() }

    /// Creates an iterator. Its first outcome starts the batch.
    public func makeAsyncIterator() -> Iterator { Iterator(run) }

    /// Waits for the next outcome for each call.
    public struct Iterator: AsyncIteratorProtocol {
      /// A batch throws no errors.
      public typealias Failure = Never
      private let visit: Visit

      init(_ run: BatchRun) { visit = Visit(run) }

      /// Waits for the next outcome. If the task is cancelled, the batch ends, and the outcomes of
      /// all other photos follow.
      ///
      /// - Returns: `nil` after all photos have stopped.
      public mutating func next() async -> Outcome? { await visit.run.next() }
    }
  }

  /// Ends a run with the last copy of an iterator.
  private final class Visit: Sendable {
    let run: BatchRun

    init(_ run: BatchRun) { self.run = run }

    deinit { run.close() }
  }
}

/// A run of a batch on another thread. It stores outcomes for the loop.
final class BatchRun: @unchecked Sendable {
  private typealias Waiter = CheckedContinuation<Batch.Outcome?, Never>

  private let plan: Plan
  private let monitor = Monitor()
  // The monitor protects all of the following properties.
  private var hasBegun = false
  private var isStopped = false
  private var hasEnded = false
  private var stopper: (@Sendable () -> Void)?
  private var outcomes: ArraySlice<Batch.Outcome> = []
  private var waiters: [Waiter] = []

  init(_ plan: Plan) { self.plan = plan }

  /// Starts the run if necessary, and waits for an outcome. If the task is cancelled, the run stops.
  ///
  /// - Returns: `nil` after the run has ended.
  func next() async -> Batch.Outcome? {
    await withTaskCancellationHandler {
      begin()
      return await withCheckedContinuation { wait($0) }
    } onCancel: {
      stop()
    }
  }

  /// Stops the run, also if it starts later.
  func stop() {
    let stopper = monitor.locked {
      isStopped = true
      return self.stopper
    }
    stopper?()
  }

  /// Stops the run, and waits until its photos have removed their incomplete files.
  func close() {
    stop()
    monitor.locked { while hasBegun, !hasEnded { monitor.wait() } }
  }

  private func begin() {
    let isFirst = monitor.locked {
      defer { hasBegun = true }
      return !hasBegun
    }
    guard isFirst else { return }
    let work: @Sendable () -> Void = { [self] in
      var options = RunOptions()
      options.watchesSignals = false
      var runner = BatchRunner(plan, options: options)
      runner.begins = { [self] in keep($0) }
      _ = runner.run(observer: OutcomeObserver { [self] in add(Batch.Outcome($0)) })
      end()
    }
    if !DetachedThread.run(work) { work() }
  }

  /// Answers a waiting loop, or keeps it until there is an outcome.
  private func wait(_ waiter: Waiter) {
    let (outcome, isKept) = monitor.locked { () -> (Batch.Outcome?, Bool) in
      if let outcome = outcomes.popFirst() { return (outcome, false) }
      if !hasEnded { waiters.append(waiter) }
      return (nil, !hasEnded)
    }
    if !isKept { waiter.resume(returning: outcome) }
  }

  private func keep(_ stopper: @escaping @Sendable () -> Void) {
    let isStopped = monitor.locked {
      self.stopper = stopper
      return self.isStopped
    }
    if isStopped { stopper() }
  }

  private func add(_ outcome: Batch.Outcome) {
    let waiter = monitor.locked { () -> Waiter? in
      if !waiters.isEmpty { return waiters.removeFirst() }
      outcomes.append(outcome)
      return nil
    }
    waiter?.resume(returning: outcome)
  }

  private func end() {
    let waiters = monitor.locked {
      defer { (self.waiters, stopper, hasEnded) = ([], nil, true) }
      monitor.broadcast()
      return self.waiters
    }
    for waiter in waiters { waiter.resume(returning: nil) }
  }
}

extension Batch.Outcome {
  fileprivate init(_ outcome: BromideRuns.Outcome) {
    input = outcome.input
    output = outcome.output
    status =
      switch outcome.status {
      case .converted: .converted
      case .skipped: .skipped
      case .interrupted: .interrupted
      case .damaged: .damaged
      case .failed: .failed
      }
    reason = outcome.reason
    warnings = (outcome.warnings ?? []).map(\.text)
  }
}

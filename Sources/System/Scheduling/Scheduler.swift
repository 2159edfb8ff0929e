/// Runs staged work on a few threads, so that threads wait only if there are no tasks.
///
/// A ``Schedule`` chooses the tasks. This class calls it with a lock held, then performs the task
/// without the lock. It starts threads when there is work for them, at most `jobs`.
package final class Scheduler<Work: StagedWork>: @unchecked Sendable {
  private typealias Plan = Schedule<Work.Band, Work.Failure>

  private let make: @Sendable (Int) -> Work
  private let monitor = Monitor()
  // The monitor protects all of the following properties.
  private var schedule: Schedule<Work.Band, Work.Failure>
  /// Items in progress, by their index.
  private var works: [Int: Work] = [:]
  /// Finished items that were not fetched yet.
  private var finished: [Work] = []
  private var threads: [WorkerThread] = []
  /// The number of threads that run or were requested.
  private var working = 0
  /// How many of these threads wait for work.
  private var idle = 0
  /// Their total waiting time in nanoseconds.
  private var idleNanoseconds = 0
  /// The maximum number of threads. It is less than `jobs` if the system could not create a thread.
  private var mostThreads: Int

  /// - Parameters:
  ///   - count: The number of items.
  ///   - make: Creates the work for an item in 0 ..< count, just before it starts. The lock is held
  ///     during this call, so do slow work in `open`.
  package init(
    count: Int, options: ScheduleOptions, make: @escaping @Sendable (Int) -> Work
  ) {
    schedule = Schedule(count: count, options: options)
    mostThreads = options.jobs
    self.make = make
  }

  // MARK: For the thread that runs it

  /// Starts the first thread, which starts others when there is work for them. If the system cannot
  /// create any thread, this call does all the work before it returns.
  package func start() {
    let isNeeded = monitor.locked {
      guard schedule.count > 0 else { return false }
      working += 1
      return true
    }
    guard isNeeded, !hire() else { return }
    monitor.locked { working += 1 }
    work()
  }

  /// Runs all work, also on the calling thread. Returns when everything is done.
  ///
  /// - Returns: The started items, in the order of completion.
  package func run() -> [Work] {
    monitor.locked { working += 1 }
    work()
    join()
    return monitor.locked {
      defer { finished = [] }
      return finished
    }
  }

  /// Runs all work only on the threads of a crew. Returns when everything is done.
  ///
  /// - Returns: The started items, in the order of completion.
  package func run(on crew: Crew) -> [Work] {
    monitor.locked { mostThreads = 0 }
    crew { [self] in
      monitor.locked { working += 1 }
      work()
    }
    return monitor.locked {
      defer { finished = [] }
      return finished
    }
  }

  /// Starts no more items, and abandons items with bands that have not begun. Running bands are
  /// completed. Items with all bands begun will finish.
  package func stop() {
    monitor.locked {
      schedule.stop()
      monitor.broadcast()
    }
  }

  /// Returns the items that are done since the last call. If there are none, waits for one, at most
  /// `seconds`.
  ///
  /// - Returns: An empty array if the time is over, or `nil` after the last item.
  package func takeFinished(seconds: Double?) -> [Work]? {
    let end = seconds.map { ContinuousClock.now + .seconds($0) }
    return monitor.locked {
      while finished.isEmpty, !schedule.isDone {
        guard let end else {
          monitor.wait()
          continue
        }
        let left = end - .now
        guard left > .zero else { return [] }
        monitor.wait(seconds: left / .seconds(1))
      }
      if finished.isEmpty { return nil }
      defer { finished = [] }
      return finished
    }
  }

  /// Waits for the threads to end, after the last item.
  package func join() {
    // A thread that starts another one adds it to the list before it ends itself.
    while let thread = monitor.locked({ threads.popLast() }) { thread.join() }
  }

  /// The total waiting time of the threads, in seconds.
  package var idleSeconds: Double { monitor.locked { Double(idleNanoseconds) / 1e9 } }

  /// The items that have not started.
  package var notStarted: Range<Int> { monitor.locked { schedule.nextIndex..<schedule.count } }

  // MARK: Threads

  /// The scratch memory that a thread keeps between bands of one item.
  private struct Bench {
    let index: Int
    let scratch: Work.Scratch
  }

  /// A thread's next step.
  private enum Step {
    case task(Plan.Task, Work?, keepsScratch: Bool, hires: Bool)
    /// Release the scratch memory, because the wait can be long. Then call `exchange` again.
    case dropScratch
  }

  private func work() {
    var bench: Bench?
    var report: Plan.Report?
    while let step = exchange(report, scratchOf: bench?.index) {
      report = nil
      guard case .task(let task, let work, let keepsScratch, let hires) = step else {
        bench = nil
        continue
      }
      if hires { _ = hire() }
      if case .releaseInputs(let index) = task, let work {
        release(index, work)
        if !keepsScratch { bench = nil }
        continue
      }
      if !keepsScratch { bench = nil }
      report = perform(task, work, &bench)
    }
  }

  /// Releases an item's inputs. The memory is freed after the report, so that other threads can
  /// append and finish meanwhile.
  private func release(_ index: Int, _ work: Work) {
    let result = Result { () throws(Work.Failure) in try work.releaseInputs() }
    var released = work.takeReleased()
    let (memory, hires) = monitor.locked {
      let memory = schedule.holdMemory(of: index)
      note(.releasedInputs(index, result))
      return (memory, callOthers())
    }
    if hires { _ = hire() }
    if released != nil { released = nil }
    monitor.locked {
      schedule.returnMemory(memory)
      monitor.broadcast()
    }
  }

  /// Reports a task and waits for the next one. Returns `nil` when everything is done.
  private func exchange(_ report: Plan.Report?, scratchOf index: Int?) -> Step? {
    monitor.locked {
      if let report { note(report) }
      while true {
        if let task = schedule.next() {
          let work = work(for: task)
          return .task(
            task, work, keepsScratch: keepsScratch(of: index, for: task), hires: callOthers())
        }
        if schedule.isDone {
          working -= 1
          monitor.broadcast()
          return nil
        }
        // A waiting thread must not keep pixels.
        if index != nil { return .dropScratch }
        idle += 1
        let watch = Stopwatch()
        monitor.wait()
        idleNanoseconds += watch.nanoseconds
        idle -= 1
      }
    }
  }

  /// Call this with the lock held.
  private func note(_ report: Plan.Report) {
    if let index = schedule.report(report), let work = works.removeValue(forKey: index) {
      finished.append(work)
      monitor.broadcast()
    }
    // The owner of the body waits for its helpers.
    if case .helped = report { monitor.broadcast() }
  }

  /// Wakes waiting threads if there is a task for them. Call this with the lock held.
  ///
  /// - Returns: Whether the caller must start another thread.
  private func callOthers() -> Bool {
    guard schedule.hasTask else { return false }
    if idle > 0 {
      monitor.broadcast()
      return false
    }
    guard working < mostThreads else { return false }
    working += 1
    return true
  }

  /// Starts a thread that is already counted. Call this without the lock.
  private func hire() -> Bool {
    let thread = WorkerThread { [self] in work() }
    return monitor.locked {
      guard let thread else {
        working -= 1
        mostThreads = working
        return false
      }
      threads.append(thread)
      return true
    }
  }

  /// Call this with the lock held.
  private func work(for task: Plan.Task) -> Work? {
    switch task {
    case .help: return nil
    case .open(let index):
      let work = make(index)
      works[index] = work
      return work
    case .prepare(let index), .makeBand(let index, _), .releaseInputs(let index),
      .append(let index, _), .finish(let index), .end(let index, _), .deliver(let index, _):
      return works[index]
    }
  }

  /// Returns whether a thread keeps an item's scratch memory during a task. Scratch memory refers
  /// to the item's inputs, which must be freed before other items need memory. Call this with the
  /// lock held.
  private func keepsScratch(of index: Int?, for task: Plan.Task) -> Bool {
    guard let index else { return true }
    switch task {
    case .makeBand(index, _): return true
    case .open, .prepare, .makeBand: return false
    default: return schedule.hasBands(index)
    }
  }

  // MARK: Tasks, without the lock

  private func perform(
    _ task: Plan.Task, _ work: Work?, _ bench: inout Bench?
  ) -> Plan.Report {
    if case .help(let id, let body) = task {
      body()
      return .helped(id)
    }
    guard let work else { preconditionFailure("an item in flight has its work") }
    switch task {
    case .help(let id, _): return .helped(id)
    case .open(let index):
      return .opened(index, Result { () throws(Work.Failure) in try work.open() })
    case .prepare(let index):
      let context = context(of: index, work)
      return .prepared(index, Result { () throws(Work.Failure) in try work.prepare(context) })
    case .makeBand(let index, let band):
      let scratch: Work.Scratch
      if let bench, bench.index == index {
        scratch = bench.scratch
      } else {
        scratch = work.makeScratch()
        bench = Bench(index: index, scratch: scratch)
      }
      return .madeBand(
        index, band: band,
        Result { () throws(Work.Failure) in try work.makeBand(band, scratch: scratch) })
    case .releaseInputs: preconditionFailure("inputs are released on the way")
    case .append(let index, let band):
      return .appended(index, Result { () throws(Work.Failure) in try work.append(band) })
    case .finish(let index):
      return .finished(index, Result { () throws(Work.Failure) in try work.finish() })
    case .end(let index, let failure):
      work.end(failure)
      return .ended(index)
    case .deliver(let index, let delivery):
      return .delivered(index, delivery, goesOn: work.deliver())
    }
  }

  private func context(of index: Int, _ work: Work) -> StageContext {
    StageContext(
      crew: Crew(size: schedule.options.jobs) { [self] helpers, body in
        runTogether(body, helpers: helpers, isForIdle: false)
      },
      idleCrew: Crew(size: schedule.options.jobs) { [self] helpers, body in
        runTogether(body, helpers: helpers, isForIdle: true)
      },
      announcement: { [self] in announce(index, work) })
  }

  /// Runs a body on the calling thread and on threads that are free or become free.
  private func runTogether(_ body: @escaping Crew.Body, helpers: Int, isForIdle: Bool) {
    let (id, hires) = monitor.locked {
      let id = schedule.crews.add(body, helpers: helpers, isForIdle: isForIdle)
      return (id, callOthers())
    }
    if hires { _ = hire() }
    body()
    monitor.locked {
      schedule.crews.close(id)
      while !schedule.crews.remove(id) { monitor.wait() }
    }
  }

  /// Delivers the announced part of an item, if the item comes next and no other thread delivers.
  private func announce(_ index: Int, _ work: Work) {
    var isDue = monitor.locked {
      schedule.announce(index)
      return schedule.beginDelivery(of: index)
    }
    while isDue {
      let goesOn = work.deliver()
      isDue = monitor.locked {
        note(.delivered(index, .part, goesOn: goesOn))
        return schedule.beginDelivery(of: index)
      }
    }
  }
}

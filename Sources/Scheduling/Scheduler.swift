internal import Platform

/// Runs staged work on a few threads so that none of them waits while there is something to do.
///
/// A ``Schedule`` decides; this class asks it under one lock, and does what it says without. Threads
/// are started when there is work for them, at most `jobs`.
package final class Scheduler<Work: StagedWork>: @unchecked Sendable {
  private typealias Plan = Schedule<Work.Band, Work.Failure>

  private let make: @Sendable (Int) -> Work
  private let monitor = Monitor()
  // All of the following is guarded by the monitor.
  private var schedule: Schedule<Work.Band, Work.Failure>
  /// Items that have begun and are not done, by their index.
  private var works: [Int: Work] = [:]
  /// Items that are done and have not been fetched.
  private var finished: [Work] = []
  private var threads: [WorkerThread] = []
  /// Threads that work or are about to.
  private var working = 0
  /// Those among them that wait for work.
  private var idle = 0
  /// Nanoseconds that they have waited, together.
  private var idleNanoseconds = 0
  /// The most threads: fewer than `jobs` once the system has none left to give.
  private var mostThreads: Int

  /// - Parameters:
  ///   - count: Items.
  ///   - make: Makes the work of 0 ..< count when its turn has come. It is called under the lock: leave
  ///     what takes time to `open`.
  package init(
    count: Int, options: ScheduleOptions, make: @escaping @Sendable (Int) -> Work
  ) {
    schedule = Schedule(count: count, options: options)
    mostThreads = options.jobs
    self.make = make
  }

  // MARK: For the thread that runs it

  /// Starts the first thread, which starts others as there is work for them. Where the system gives no thread at all, everything is
  /// done here before this returns.
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

  /// Does everything, with the calling thread as one of the threads; returns when all is done.
  ///
  /// - Returns: The items that began, in the order in which they were done.
  package func run() -> [Work] {
    monitor.locked { working += 1 }
    work()
    join()
    return monitor.locked {
      defer { finished = [] }
      return finished
    }
  }

  /// Does everything with the threads of a crew and no others; returns when all is done.
  ///
  /// - Returns: The items that began, in the order in which they were done.
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

  /// Begins no more items and gives up those whose bands have not all begun. Bands in hand are
  /// completed; items of which all bands have begun finish.
  package func stop() {
    monitor.locked {
      schedule.stop()
      monitor.broadcast()
    }
  }

  /// The items that are done since the last call; waits for one, at most `seconds`.
  ///
  /// - Returns: Nothing after `seconds` without one; nil after the last.
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
    // A thread that was still starting another has put it there before it ends itself.
    while let thread = monitor.locked({ threads.popLast() }) { thread.join() }
  }

  /// Seconds that threads have waited for something to do, together.
  package var idleSeconds: Double { monitor.locked { Double(idleNanoseconds) / 1e9 } }

  /// Items whose turn has not come.
  package var notStarted: Range<Int> { monitor.locked { schedule.nextIndex..<schedule.count } }

  // MARK: Threads

  /// The scratch that a thread keeps between bands of one item.
  private struct Bench {
    let index: Int
    let scratch: Work.Scratch
  }

  /// A thread's next step.
  private enum Step {
    case task(Plan.Task, Work?, keepsScratch: Bool, hires: Bool)
    /// Let go of the scratch, because there may be long to wait; then ask again.
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

  /// Releases an item's inputs, and lets go of them when that is reported: others append and finish meanwhile.
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

  /// Reports a task and fetches the next one, waiting for it; nil when all is done.
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
        // Whoever waits keeps no pixels.
        if index != nil { return .dropScratch }
        idle += 1
        let watch = Stopwatch()
        monitor.wait()
        idleNanoseconds += watch.nanoseconds
        idle -= 1
      }
    }
  }

  /// Under the lock.
  private func note(_ report: Plan.Report) {
    if let index = schedule.report(report), let work = works.removeValue(forKey: index) {
      finished.append(work)
      monitor.broadcast()
    }
    // Whoever offered the body waits for its helpers.
    if case .helped = report { monitor.broadcast() }
  }

  /// Wakes the threads that wait, if there is something to do for them. Under the lock.
  ///
  /// - Returns: Whether the caller is to hire another.
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

  /// Starts a thread that was counted. Called without the lock.
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

  /// Under the lock.
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

  /// Whether a thread with scratch of an item keeps it over a task: scratch refers to the item's
  /// inputs, which shall be gone before others come. Under the lock.
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

  /// Runs a body here and on threads that are free or come free meanwhile.
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

  /// Delivers what an item has announced, while it is its turn and no other thread does.
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

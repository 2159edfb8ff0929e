@testable import BromideSystem

/// Why a stage of a modelled item fails.
enum Fault: Error, Sendable, Hashable {
  case open, prepare, release, finish
  case band(Int)
  case append(Int)
}

/// One item of a modelled run.
struct ModelItem: Sendable, Hashable {
  var bands = 1
  var memory = 1
  var fault: Fault?
  /// Whether `open` has no work.
  var isSkipped = false
  /// Threads that can help with `prepare`, or 0.
  var helpers = 0
  /// Whether it announces something while it is prepared.
  var announces = false
}

/// A run of a `Schedule` with imagined threads, checked at every step against what is promised.
///
/// It is a value, so a test can go back to any step and take another way from there.
struct ScheduleModel {
  /// The possible next steps.
  enum Move {
    /// A free thread takes a task.
    case take
    /// A thread completes the task in this place of `inHand`.
    case complete(Int)
    /// The run is stopped from outside.
    case stop
  }

  typealias Plan = Schedule<Int, Fault>

  /// The model's knowledge of an item that has begun.
  struct Progress {
    enum Stage { case opening, opened, preparing, banding, finishing, ending, ended }
    var stage = Stage.opening
    var begun = 0
    var bandsInHand = 0
    var made: Set<Int> = []
    var appended = 0
    var isReleased = false
    var isServed = false
    var failures: [Fault] = []
    /// How it ended: "finished", "skipped", "stopped", or its fault.
    var ending: String?
    var announced = false
    var isDelivered = false
    var isDone = false
    var offer: CrewOffers.ID?
  }

  let items: [ModelItem]
  let options: ScheduleOptions
  let mayStop: Bool
  var schedule: Plan
  var inHand: [Plan.Task] = []
  var progress: [Progress] = []
  var isStopped = false
  var deliveriesInHand = 0
  /// Promises that were broken.
  private(set) var problems: [String] = []

  init(_ items: [ModelItem], _ options: ScheduleOptions, mayStop: Bool = false) {
    self.items = items
    self.options = options
    self.mayStop = mayStop
    schedule = Plan(count: items.count, options: options)
  }

  var isOrdered: Bool { options.order != .free }
  var head: Int { progress.firstIndex { !$0.isDelivered } ?? progress.count }

  mutating func expect(_ condition: Bool, _ promise: @autoclosure () -> String) {
    if !condition { problems.append(promise()) }
  }

  /// All possible events now, or an empty list after the run.
  var moves: [Move] {
    var moves: [Move] = []
    if inHand.count < options.jobs, schedule.hasTask { moves.append(.take) }
    for place in inHand.indices where mayComplete(inHand[place]) { moves.append(.complete(place)) }
    // A stop changes nothing once everything has ended.
    if mayStop, !isStopped, !schedule.isDone { moves.append(.stop) }
    return moves
  }

  /// A thread that offered a body returns from it after its helpers.
  private func mayComplete(_ task: Plan.Task) -> Bool {
    guard case .prepare(let index) = task, let offer = progress[index].offer else { return true }
    return !inHand.contains { if case .help(offer, _) = $0 { true } else { false } }
  }

  mutating func make(_ move: Move) {
    switch move {
    case .take: take()
    case .complete(let place): complete(inHand.remove(at: place))
    case .stop:
      schedule.stop()
      isStopped = true
    }
    checkLimits()
  }

  /// Called when nothing can happen any more.
  mutating func checkEnd() {
    expect(schedule.isDone, "the run ends only when all is done")
    expect(inHand.isEmpty, "no task is left in hand")
    expect(isStopped || progress.count == items.count, "every item has begun")
    for (index, item) in progress.enumerated() {
      expect(item.isDone, "item \(index) is done")
      expect(!isOrdered || item.isDelivered, "item \(index) is delivered")
      let own = items[index].isSkipped ? "skipped" : items[index].fault.map { "\($0)" }
      let expected = own ?? "finished"
      expect(
        item.ending == expected || (isStopped && item.ending == "stopped"),
        "item \(index) ends as \(expected), not \(item.ending ?? "not at all")")
    }
  }

  private mutating func checkLimits() {
    let inFlight = progress.filter { $0.stage != .ended }
    expect(inFlight.count <= options.jobs, "at most `jobs` items are in flight")
    let holding = progress.indices.filter {
      switch progress[$0].stage {
      case .opening, .opened, .ended: false
      case .preparing, .banding, .finishing: true
      case .ending: progress[$0].isServed
      }
    }
    let memory = holding.map { items[$0].memory }.filter { $0 > 0 }
    expect(memory.count <= 1 || memory.reduce(0, +) <= options.memory, "memory is kept: \(memory)")
    for item in progress {
      let most = options.mostWaitingBands + options.jobs - 1
      expect(item.made.count <= most, "at most \(most) bands wait")
    }
    if case .inOrder(let lookAhead) = options.order {
      expect(progress.count - head <= max(1, lookAhead), "nothing begins too far ahead")
      expect(deliveriesInHand <= 1, "one delivery at a time")
    }
    expect(
      !inHand.isEmpty || schedule.hasTask || schedule.isDone, "there is always something to do")
  }
}

// MARK: Tasks

extension ScheduleModel {
  fileprivate mutating func take() {
    guard let task = schedule.next() else {
      expect(false, "where there is a task, one is given")
      return
    }
    inHand.append(task)
    switch task {
    case .open(let index):
      expect(index == progress.count, "items begin in order, each once")
      expect(!isStopped, "nothing begins after a stop")
      progress.append(Progress())
    case .prepare(let index):
      expect(!isStopped, "nothing is prepared after a stop")
      expect(progress[index].stage == .opened, "an item is prepared once, after it is opened")
      progress[index].stage = .preparing
      // Like `end`, which releases the memory of prepared data.
      progress[index].isServed = true
      if items[index].announces { announce(index) }
      if items[index].helpers > 0 {
        progress[index].offer = schedule.crews.add({}, helpers: items[index].helpers)
      }
    case .makeBand(let index, let band):
      expect(!isStopped, "no band begins after a stop")
      expect(progress[index].failures.isEmpty, "no band begins after a failure")
      expect(progress[index].stage == .banding, "bands are made after `prepare`")
      expect(band == progress[index].begun, "bands begin in order, each once")
      progress[index].begun += 1
      progress[index].bandsInHand += 1
    case .releaseInputs(let index):
      expect(progress[index].bandsInHand == 0, "no band needs the inputs any more")
      expect(progress[index].begun == items[index].bands, "all bands are made")
      expect(!progress[index].isReleased, "inputs are released once")
      progress[index].isReleased = true
      serve(index)
    case .append(let index, let band):
      expect(band == progress[index].appended, "bands are appended in order, each once")
      expect(progress[index].made.remove(band) != nil, "only what is made is appended")
      expect(progress[index].failures.isEmpty, "nothing is appended after a failure")
      serve(index)
    case .finish(let index):
      expect(progress[index].appended == items[index].bands, "all bands are appended")
      expect(progress[index].isReleased || items[index].bands == 0, "inputs are released")
      expect(progress[index].failures.isEmpty, "a failed item does not finish")
      serve(index)
      progress[index].stage = .finishing
    case .end(let index, let failure):
      checkEnd(of: index, failure)
    case .deliver(let index, let delivery):
      expect(isOrdered, "only ordered runs deliver")
      expect(index == head, "items are delivered in order")
      switch delivery {
      case .last: expect(progress[index].stage == .ended, "the last delivery follows the end")
      case .part: expect(progress[index].announced, "parts are delivered when announced")
      }
      progress[index].announced = false
      deliveriesInHand += 1
    case .help(let id, _):
      expect(
        inHand.contains {
          if case .prepare(let index) = $0 { progress[index].offer == id } else { false }
        }, "a body is joined while its owner waits for it")
    }
  }

  private mutating func serve(_ index: Int) {
    let isAlone = inHand.dropLast().allSatisfy {
      switch $0 {
      case .releaseInputs(index), .append(index, _), .finish(index), .end(index, _): false
      default: true
      }
    }
    expect(isAlone, "one thread at a time serves an item")
    expect(progress[index].stage == .banding, "bands are served between `prepare` and the end")
  }

  private mutating func checkEnd(of index: Int, _ failure: Fault?) {
    let item = progress[index]
    expect(item.bandsInHand == 0, "no band is in hand when an item ends")
    expect(
      ![.preparing, .finishing, .ending, .ended].contains(item.stage) || failure != nil,
      "an item is given up between stages")
    if let failure {
      expect(item.failures.contains(failure), "a failure is the item's own")
    } else {
      expect(isStopped, "only a stop gives up what has not failed")
      expect(
        item.stage == .opened || item.begun < items[index].bands,
        "what has begun all its bands finishes")
      expect(item.failures.isEmpty, "a failure is told")
    }
    progress[index].ending = failure.map { "\($0)" } ?? "stopped"
    if item.stage == .opening || item.stage == .opened { progress[index].isServed = false }
    progress[index].stage = .ending
  }
}

// MARK: Completions

extension ScheduleModel {
  private mutating func announce(_ index: Int) {
    progress[index].announced = true
    schedule.announce(index)
    let isDue = schedule.beginDelivery(of: index)
    let isFree = isOrdered && index == head && deliveriesInHand == 0
    expect(isDue == isFree, "the head is heard at once")
    if isDue {
      progress[index].announced = false
      report(.delivered(index, .part, goesOn: true))
    }
  }

  fileprivate mutating func complete(_ task: Plan.Task) {
    switch task {
    case .open(let index): completeOpen(index)
    case .prepare(let index):
      if let offer = progress[index].offer {
        schedule.crews.close(offer)
        expect(schedule.crews.remove(offer), "the last helper has left")
        progress[index].offer = nil
      }
      if fails(index, .prepare) { return report(.prepared(index, .failure(.prepare))) }
      progress[index].stage = .banding
      report(.prepared(index, .success(items[index].bands)))
    case .makeBand(let index, let band):
      progress[index].bandsInHand -= 1
      if fails(index, .band(band)) {
        progress[index].made = []
        return report(.madeBand(index, band: band, .failure(.band(band))))
      }
      if progress[index].failures.isEmpty { progress[index].made.insert(band) }
      report(.madeBand(index, band: band, .success(band)))
    case .releaseInputs(let index):
      report(.releasedInputs(index, result(index, .release)))
    case .append(let index, let band):
      progress[index].appended += 1
      report(.appended(index, result(index, .append(band))))
    case .finish(let index):
      if fails(index, .finish) { return report(.finished(index, .failure(.finish))) }
      progress[index].ending = "finished"
      progress[index].stage = .ended
      report(.finished(index, .success(())))
    case .end(let index, _):
      progress[index].stage = .ended
      report(.ended(index))
    case .deliver(let index, let delivery):
      deliveriesInHand -= 1
      if delivery == .last { progress[index].isDelivered = true }
      report(.delivered(index, delivery, goesOn: true))
    case .help(let id, _): report(.helped(id))
    }
  }

  private mutating func completeOpen(_ index: Int) {
    if fails(index, .open) {
      progress[index].isServed = false
      return report(.opened(index, .failure(.open)))
    }
    guard !items[index].isSkipped else {
      progress[index].stage = .ended
      progress[index].ending = "skipped"
      return report(.opened(index, .success(nil)))
    }
    progress[index].stage = .opened
    report(.opened(index, .success(items[index].memory)))
  }

  private mutating func fails(_ index: Int, _ fault: Fault) -> Bool {
    guard items[index].fault == fault else { return false }
    progress[index].failures.append(fault)
    if options.stopsAtFailure { isStopped = true }
    return true
  }

  private mutating func result(_ index: Int, _ fault: Fault) -> Result<Void, Fault> {
    fails(index, fault) ? .failure(fault) : .success(())
  }

  private mutating func report(_ report: Plan.Report) {
    guard let index = schedule.report(report) else { return }
    expect(progress[index].ending != nil, "only what has ended is done")
    expect(!progress[index].isDone, "an item is done once")
    progress[index].isDone = true
  }
}

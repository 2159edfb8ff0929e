/// Chooses the next task for a thread: a stage of an item.
///
/// It is a value without threads and locks. A free thread calls `next`, performs the task, then
/// reports it. Tasks can run in parallel, and their reports can come in any order.
///
/// The tasks in order of preference:
/// 1. A stage that completes something (release, append, finish, end).
/// 2. A delivery.
/// 3. Help for a thread that waits for it.
/// 4. A band of the oldest item.
/// 5. `prepare` of the oldest opened item, if there is memory for it.
/// 6. `open` of the next item, if fewer than `jobs` items are in progress.
/// 7. Help with a band that another thread is working on.
///
/// So near the end of an item, its threads move to the next items. At the end of the run, all
/// threads share the last bands.
struct Schedule<Band, Failure: Error> {
  /// A task for a thread.
  enum Task {
    case open(Int)
    case prepare(Int)
    case makeBand(Int, band: Int)
    case releaseInputs(Int)
    case append(Int, Band)
    case finish(Int)
    case end(Int, Failure?)
    case deliver(Int, Turns.Delivery)
    case help(CrewOffers.ID, Crew.Body)
  }

  /// The result of a task.
  enum Report {
    case opened(Int, Result<Int?, Failure>)
    case prepared(Int, Result<Int, Failure>)
    case madeBand(Int, band: Int, Result<Band, Failure>)
    case releasedInputs(Int, Result<Void, Failure>)
    case appended(Int, Result<Void, Failure>)
    case finished(Int, Result<Void, Failure>)
    case ended(Int)
    case delivered(Int, Turns.Delivery, goesOn: Bool)
    case helped(CrewOffers.ID)
  }

  /// An available task. Positions are indices in `items`.
  private enum Choice {
    case end(position: Int)
    case serve(position: Int, Bands<Band, Failure>.Due)
    case deliver(Int, Turns.Delivery)
    case help
    case band(position: Int)
    case prepare(position: Int, memory: Int)
    case open
  }

  let options: ScheduleOptions
  let count: Int
  /// The bodies that wait for helpers.
  var crews = CrewOffers()
  /// The first item that has not begun.
  private(set) var nextIndex = 0
  /// Whether the run was stopped. Items that have not begun, or have bands that have not begun, are
  /// then abandoned.
  private(set) var isStopped = false
  private var items: [ScheduleItem<Band, Failure>] = []
  private var memoryInUse = 0
  private var turns: Turns?

  /// - Parameter count: The number of items, numbered from 0.
  init(count: Int, options: ScheduleOptions) {
    self.count = count
    self.options = options
    if case .inOrder = options.order { turns = Turns() }
  }

  /// Whether all started items are done and no more will start.
  var isDone: Bool {
    items.isEmpty && (isStopped || nextIndex == count) && (turns?.head ?? nextIndex) == nextIndex
  }

  /// Whether `next` has a task.
  var hasTask: Bool { choice != nil }

  /// Returns whether an item has bands that have not begun.
  func hasBands(_ index: Int) -> Bool {
    items.contains { item in
      guard item.index == index, case .banding(let bands) = item.state else { return false }
      return bands.hasBands(isStopped: isStopped)
    }
  }

  /// Starts no more items, and abandons items with bands that have not begun.
  mutating func stop() { isStopped = true }

  // MARK: Tasks

  /// Returns the next task, or `nil` if there is no task until another one is reported.
  mutating func next() -> Task? {
    switch choice {
    case nil: return nil
    case .end(let position):
      let index = items[position].index
      switch items[position].state {
      case .failed(let failure, let memory):
        items[position].state = .ending(memory: memory)
        return .end(index, failure)
      default:
        items[position].state = .ending(memory: 0)
        return .end(index, nil)
      }
    case .serve(let position, let due): return serve(position, due)
    case .deliver(let index, let delivery):
      turns?.begin(delivery)
      return .deliver(index, delivery)
    case .help: return crews.join().map { .help($0.id, $0.body) }
    case .band(let position):
      let band = withBands(at: position) { $0.begin() }
      return .makeBand(items[position].index, band: band)
    case .prepare(let position, let memory):
      memoryInUse += memory
      items[position].state = .preparing(memory: memory)
      return .prepare(items[position].index)
    case .open:
      items.append(ScheduleItem(index: nextIndex))
      nextIndex += 1
      return .open(nextIndex - 1)
    }
  }

  private var choice: Choice? {
    ownChoice ?? (crews.hasOpenOffer(forIdle: true) ? .help : nil)
  }

  /// The next task, before a thread is treated as idle.
  private var ownChoice: Choice? {
    for position in items.indices {
      switch items[position].state {
      case .failed: return .end(position: position)
      case .opened where isStopped: return .end(position: position)
      case .banding(let bands):
        if let due = bands.due(isStopped: isStopped) { return .serve(position: position, due) }
      default: break
      }
    }
    if let (index, delivery) = turns?.due { return .deliver(index, delivery) }
    if crews.hasOpenOffer(forIdle: false) { return .help }
    if isStopped { return nil }
    for position in items.indices {
      guard case .banding(let bands) = items[position].state,
        bands.mayBegin(isStopped: false, mostWaiting: options.mostWaitingBands)
      else { continue }
      return .band(position: position)
    }
    if let (position, memory) = admitted { return .prepare(position: position, memory: memory) }
    guard nextIndex < count, items.count < options.jobs else { return nil }
    if let turns, case .inOrder(let lookAhead) = options.order {
      guard nextIndex - turns.head < max(1, lookAhead) else { return nil }
    }
    return .open
  }

  /// The oldest opened item for which there is memory. An item that does not need memory does not
  /// wait.
  private var admitted: (position: Int, memory: Int)? {
    var isFirst = true
    for position in items.indices {
      guard case .opened(let memory) = items[position].state else { continue }
      if memory == 0 { return (position, 0) }
      guard isFirst else { continue }
      // Subtract, because a sum could overflow.
      if memoryInUse == 0 || memory <= options.memory - memoryInUse { return (position, memory) }
      isFirst = false
    }
    return nil
  }

  private mutating func serve(_ position: Int, _ due: Bands<Band, Failure>.Due) -> Task {
    let index = items[position].index
    switch due {
    case .release:
      withBands(at: position) { $0.beginRelease() }
      return .releaseInputs(index)
    case .append: return .append(index, withBands(at: position) { $0.beginAppend() })
    case .finish:
      items[position].state = .finishing(memory: withBands(at: position) { $0.memory })
      return .finish(index)
    case .end:
      let (memory, error) = withBands(at: position) { ($0.memory, $0.error) }
      items[position].state = .ending(memory: memory)
      return .end(index, error)
    }
  }

  // MARK: Reports

  /// Records the result of a task.
  ///
  /// - Returns: The item that is now done, or `nil`.
  mutating func report(_ report: Report) -> Int? {
    switch report {
    case .opened(let index, .success(let memory)):
      guard let memory else { return leave(index) }
      update(index, to: .opened(memory: max(0, memory)))
    case .opened(let index, .failure(let error)):
      fail(index, error, memory: 0)
    case .prepared(let index, let result):
      guard case .preparing(let memory) = items[position(index)].state else {
        preconditionFailure("an item is prepared once")
      }
      switch result {
      case .success(let count):
        update(index, to: .banding(Bands(memory: memory, count: count)))
      case .failure(let error): fail(index, error, memory: memory)
      }
    case .madeBand(let index, let band, let result):
      note(result)
      withBands(at: position(index)) { $0.made(band, result) }
    case .releasedInputs(let index, let result):
      note(result)
      withBands(at: position(index)) { $0.released(result) }
    case .appended(let index, let result):
      note(result)
      withBands(at: position(index)) { $0.didAppend(result) }
    case .finished(let index, let result):
      guard case .finishing(let memory) = items[position(index)].state else {
        preconditionFailure("an item is finished once")
      }
      switch result {
      case .success: return leave(index, memory: memory)
      case .failure(let error): fail(index, error, memory: memory)
      }
    case .ended(let index):
      guard case .ending(let memory) = items[position(index)].state else {
        preconditionFailure("an item ends once")
      }
      return leave(index, memory: memory)
    case .delivered(let index, let delivery, let goesOn):
      if !goesOn { isStopped = true }
      turns?.end(delivery)
      return delivery == .last ? index : nil
    case .helped(let id): crews.left(id)
    }
    return nil
  }

  // MARK: Released inputs

  /// Counts an item's memory a second time while its inputs are freed, because the item can end
  /// before that.
  mutating func holdMemory(of index: Int) -> Int {
    guard case .banding(let bands) = items[position(index)].state else {
      preconditionFailure("inputs are released while an item has bands")
    }
    // A sum could overflow.
    let held = min(bands.memory, Int.max - memoryInUse)
    memoryInUse += held
    return held
  }

  /// Records that the inputs were freed.
  mutating func returnMemory(_ bytes: Int) { memoryInUse -= bytes }

  // MARK: Deliveries

  /// Records that an item has something to deliver before its end.
  mutating func announce(_ index: Int) { turns?.announce(index) }

  /// Begins a delivery of an item in progress. Returns false if another item comes first, or if the
  /// item has not announced anything.
  mutating func beginDelivery(of index: Int) -> Bool {
    guard let due = turns?.due, due.index == index, due.delivery == .part else { return false }
    turns?.begin(.part)
    return true
  }

  // MARK: Parts

  private func position(_ index: Int) -> Int {
    guard let position = items.firstIndex(where: { $0.index == index }) else {
      preconditionFailure("only items in flight are reported")
    }
    return position
  }

  private mutating func update(_ index: Int, to state: ScheduleItem<Band, Failure>.State) {
    items[position(index)].state = state
  }

  private mutating func fail(_ index: Int, _ error: Failure, memory: Int) {
    if options.stopsAtFailure { isStopped = true }
    update(index, to: .failed(error, memory: memory))
  }

  private mutating func note<Success>(_ result: Result<Success, Failure>) {
    if options.stopsAtFailure, case .failure = result { isStopped = true }
  }

  /// Changes bands in place. They are removed during the change, so that Swift does not copy them.
  private mutating func withBands<R>(
    at position: Int, _ body: (inout Bands<Band, Failure>) -> R
  ) -> R {
    guard case .banding(var bands) = items[position].state else {
      preconditionFailure("only prepared items have bands")
    }
    items[position].state = .opening
    defer { items[position].state = .banding(bands) }
    return body(&bands)
  }

  /// Removes an item that has ended and frees its memory.
  private mutating func leave(_ index: Int, memory: Int = 0) -> Int? {
    items.remove(at: position(index))
    memoryInUse -= memory
    guard turns != nil else { return index }
    turns?.itemEnded(index)
    return nil
  }
}

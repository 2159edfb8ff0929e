/// Decides what threads do: which stage of which item comes next.
///
/// A value without threads and locks. Whoever is free calls `next` and does the task; when it is
/// done, reports it. Tasks may be done at the same time and reported in any order.
///
/// In order of preference a task is: a stage that ends something (release, append, finish, end),
/// a delivery, help for a thread that waits for it, a band of the oldest item, `prepare` of the
/// oldest opened item if its memory may be had, `open` of the next item if fewer than `jobs` are in
/// flight, a share of a band in hand. So toward the end of one item the threads leave one after another for the next ones, and
/// at the end of all they share its last bands.
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

  /// The outcome of a task.
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

  /// A task that can be had; positions are those in `items`.
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
  /// Bodies that wait for helpers.
  var crews = CrewOffers()
  /// The first item that has not begun.
  private(set) var nextIndex = 0
  /// Whether items that have not begun, or whose bands have not, are given up.
  private(set) var isStopped = false
  private var items: [ScheduleItem<Band, Failure>] = []
  private var memoryInUse = 0
  private var turns: Turns?

  /// - Parameter count: Items, numbered from 0.
  init(count: Int, options: ScheduleOptions) {
    self.count = count
    self.options = options
    if case .inOrder = options.order { turns = Turns() }
  }

  /// Whether all items that began are done and no more begin.
  var isDone: Bool {
    items.isEmpty && (isStopped || nextIndex == count) && (turns?.head ?? nextIndex) == nextIndex
  }

  /// Whether `next` has a task to give.
  var hasTask: Bool { choice != nil }

  /// Whether an item has bands that have not begun.
  func hasBands(_ index: Int) -> Bool {
    items.contains { item in
      guard item.index == index, case .banding(let bands) = item.state else { return false }
      return bands.hasBands(isStopped: isStopped)
    }
  }

  /// Begins no more items; gives up those whose bands have not all begun.
  mutating func stop() { isStopped = true }

  // MARK: Tasks

  /// The next task; nil if there is none until another is reported.
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

  /// What a thread does before it counts as idle.
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

  /// The oldest opened item, if its memory may be had. One that needs none does not queue.
  private var admitted: (position: Int, memory: Int)? {
    var isFirst = true
    for position in items.indices {
      guard case .opened(let memory) = items[position].state else { continue }
      if memory == 0 { return (position, 0) }
      guard isFirst else { continue }
      // Subtracted, because a sum may overflow.
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

  /// Takes note of what became of a task.
  ///
  /// - Returns: The item that is done by this; nil if none is.
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

  /// Counts an item's memory once more, for inputs that are being let go of while the item may end.
  mutating func holdMemory(of index: Int) -> Int {
    guard case .banding(let bands) = items[position(index)].state else {
      preconditionFailure("inputs are released while an item has bands")
    }
    // A sum may overflow.
    let held = min(bands.memory, Int.max - memoryInUse)
    memoryInUse += held
    return held
  }

  /// The inputs are gone.
  mutating func returnMemory(_ bytes: Int) { memoryInUse -= bytes }

  // MARK: Deliveries

  /// Notes that an item has something to deliver before it ends.
  mutating func announce(_ index: Int) { turns?.announce(index) }

  /// Begins a delivery of an item that is under way; false if it is not its turn, or nothing is there.
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

  /// Changes bands in place: they are taken out meanwhile, so that nothing is copied.
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

  /// An item has ended and gives its memory back.
  private mutating func leave(_ index: Int, memory: Int = 0) -> Int? {
    items.remove(at: position(index))
    memoryInUse -= memory
    guard turns != nil else { return index }
    turns?.itemEnded(index)
    return nil
  }
}

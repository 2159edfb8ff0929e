/// An item in flight.
struct ScheduleItem<Band, Failure: Error> {
  /// Where an item stands, with what counts there. Memory is in bytes.
  enum State {
    /// `open` runs.
    case opening
    /// It waits until so much memory may be had.
    case opened(memory: Int)
    /// `prepare` runs.
    case preparing(memory: Int)
    /// Its bands are made and appended.
    case banding(Bands<Band, Failure>)
    /// `finish` runs.
    case finishing(memory: Int)
    /// `end` is due, with the failure or, if nil, because the run was stopped.
    case failed(Failure?, memory: Int)
    /// `end` runs.
    case ending(memory: Int)
  }

  let index: Int
  var state = State.opening
}

/// The bands of an item on their way.
struct Bands<Band, Failure: Error> {
  /// The work that one thread at a time does beside the bands.
  enum Service {
    case none
    case releasing
    case appending
  }

  /// A stage that is due.
  enum Due {
    case release
    case append
    case finish
    case end
  }

  let memory: Int
  let count: Int
  /// Bands that some thread has taken.
  private(set) var begun = 0
  /// Bands that a thread has in hand.
  private var inHand = 0
  /// Finished bands that have not been appended.
  private var waiting: [Int: Band] = [:]
  private var appended = 0
  private var holdsInputs: Bool
  private var service = Service.none
  /// The failure of the lowest band; that of `releaseInputs` counts as behind them all.
  private var failure: (band: Int, error: Failure)?

  init(memory: Int, count: Int) {
    self.memory = memory
    self.count = count
    holdsInputs = count > 0
  }

  var error: Failure? { failure?.error }

  /// Whether bands are left that may be begun.
  func hasBands(isStopped: Bool) -> Bool { !isStopped && failure == nil && begun < count }

  /// Whether a thread may begin a band now.
  func mayBegin(isStopped: Bool, mostWaiting: Int) -> Bool {
    hasBands(isStopped: isStopped) && waiting.count < mostWaiting
  }

  /// The work due besides bands; nil if there is none, or while another thread does it.
  func due(isStopped: Bool) -> Due? {
    guard service == .none else { return nil }
    if failure != nil || (isStopped && begun < count) { return inHand == 0 ? .end : nil }
    if holdsInputs, begun == count, inHand == 0 { return .release }
    if waiting[appended] != nil { return .append }
    return appended == count ? .finish : nil
  }

  mutating func begin() -> Int {
    begun += 1
    inHand += 1
    return begun - 1
  }

  mutating func made(_ band: Int, _ result: Result<Band, Failure>) {
    inHand -= 1
    switch result {
    case .success(let made): waiting[band] = made
    case .failure(let error): fail(band, error)
    }
    // After a failure nothing is appended, so nothing needs to lie in memory.
    if failure != nil { waiting = [:] }
  }

  mutating func beginRelease() { service = .releasing }

  mutating func released(_ result: Result<Void, Failure>) {
    service = .none
    holdsInputs = false
    if case .failure(let error) = result { fail(count, error) }
  }

  mutating func beginAppend() -> Band {
    guard let band = waiting.removeValue(forKey: appended) else {
      preconditionFailure("a band is appended when it is there")
    }
    service = .appending
    return band
  }

  mutating func didAppend(_ result: Result<Void, Failure>) {
    service = .none
    if case .failure(let error) = result { fail(appended, error) }
    appended += 1
  }

  private mutating func fail(_ band: Int, _ error: Failure) {
    if let failure, failure.band <= band { return }
    failure = (band, error)
  }
}

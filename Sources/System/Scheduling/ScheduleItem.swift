/// An item in progress.
struct ScheduleItem<Band, Failure: Error> {
  /// The state of an item, with its data. Memory is in bytes.
  enum State {
    /// `open` runs.
    case opening
    /// The item waits until this much memory is available.
    case opened(memory: Int)
    /// `prepare` runs.
    case preparing(memory: Int)
    /// Bands are made and appended.
    case banding(Bands<Band, Failure>)
    /// `finish` runs.
    case finishing(memory: Int)
    /// `end` is due, with the error, or with `nil` because the run was stopped.
    case failed(Failure?, memory: Int)
    /// `end` runs.
    case ending(memory: Int)
  }

  let index: Int
  var state = State.opening
}

/// The bands of an item in progress.
struct Bands<Band, Failure: Error> {
  /// The work that only one thread does at the same time, in parallel with the bands.
  enum Service {
    case none
    case releasing
    case appending
  }

  /// A stage that can run now.
  enum Due {
    case release
    case append
    case finish
    case end
  }

  let memory: Int
  let count: Int
  /// The number of bands that threads have started.
  private(set) var begun = 0
  /// The number of bands that threads are working on.
  private var inHand = 0
  /// Finished bands that were not appended yet.
  private var waiting: [Int: Band] = [:]
  private var appended = 0
  private var holdsInputs: Bool
  private var service = Service.none
  /// The error of the first band that failed, by its number. An error of `releaseInputs` comes
  /// after all bands.
  private var failure: (band: Int, error: Failure)?

  init(memory: Int, count: Int) {
    self.memory = memory
    self.count = count
    holdsInputs = count > 0
  }

  var error: Failure? { failure?.error }

  /// Returns whether there are bands that can begin.
  func hasBands(isStopped: Bool) -> Bool { !isStopped && failure == nil && begun < count }

  /// Returns whether a thread can begin a band now.
  func mayBegin(isStopped: Bool, mostWaiting: Int) -> Bool {
    hasBands(isStopped: isStopped) && waiting.count < mostWaiting
  }

  /// Returns the next stage, or `nil` if there is none or another thread is running one.
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
    // After a failure, no band is appended, so free the waiting bands.
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

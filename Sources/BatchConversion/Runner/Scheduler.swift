internal import Pixels
internal import Platform

/// Runs photos on a few threads so that none of them waits while there is work.
///
/// A free thread takes a band of the oldest photo that has one to give; only where none has, it opens and decodes the
/// next photo, as far as `jobs` and memory allow. So at the end of one photo the threads part one after another
/// to decode the next ones, and no more than `jobs` photos are in memory.
/// The bands of a photo are appended in order by whichever thread completes the next one.
final class Scheduler<Work: StagedWork>: @unchecked Sendable {
  /// One photo in flight. All of it is guarded by the monitor.
  private final class Photo {
    enum Phase {
      case opening
      /// Opened, and waiting for memory.
      case opened
      case preparing
      case developing
      case ended
    }
    let work: Work
    var phase = Phase.opening
    var memory = 0
    var holdsMemory = false
    var bandCount = 0
    var nextBand = 0
    var bandsOut = 0
    var pending: [Int: Work.Band] = [:]
    var nextToAppend = 0
    /// Somebody appends, finishes or releases.
    var isBusy = false
    var holdsPixels = false
    var failure: StageFailure?

    init(_ work: Work) { self.work = work }
  }

  /// Work that threads with nothing else to do may join. Guarded by the monitor.
  private final class SharedWork: @unchecked Sendable {
    let body: @Sendable () -> Void
    var helpers = 0

    init(_ body: @escaping @Sendable () -> Void) { self.body = body }
  }

  private enum Task {
    case help(SharedWork)
    case open(Photo)
    case prepare(Photo)
    case band(Photo, Int)
    case end(Photo)
  }

  /// What a thread keeps between bands of one photo.
  private struct Bench {
    var photo: Photo?
    var scratch: Work.Scratch?
  }

  private let jobs: Int
  private let memoryLimit: Int
  private let count: Int
  private let make: @Sendable (Int) -> Work
  private let monitor = Monitor()

  private var nextIndex = 0
  private var inFlight: [Photo] = []
  private var sharedWork: [SharedWork] = []
  private var reservedMemory = 0
  private var finished: [Work] = []
  private var isStopped = false
  private var threads: [WorkerThread] = []

  /// - Parameters:
  ///   - jobs: Threads, and the most photos in flight.
  ///   - memoryLimit: Bytes for all photos in flight; one photo alone is always let in.
  ///   - make: The work of index 0 ..< count; called on a worker when its turn has come.
  init(
    jobs: Int, memoryLimit: Int, count: Int, make: @escaping @Sendable (Int) -> Work
  ) {
    self.jobs = max(1, jobs)
    self.memoryLimit = memoryLimit
    self.count = count
    self.make = make
  }

  /// Starts the threads. Where the system gives fewer than asked for, those do.
  func start() {
    let needed = count == 0 ? 0 : jobs
    for _ in 0..<needed {
      guard let thread = WorkerThread({ [self] in work() }) else { break }
      threads.append(thread)
    }
    precondition(needed == 0 || !threads.isEmpty, "the system gives no thread at all")
  }

  /// Takes no new work; bands under way end, and photos that are not all made are given up.
  func stop() {
    monitor.locked {
      isStopped = true
      monitor.broadcast()
    }
  }

  /// The photos that ended since the last call: waits for one, at most `seconds`; nil after the last.
  func takeFinished(seconds: Double?) -> [Work]? {
    monitor.lock()
    defer { monitor.unlock() }
    if finished.isEmpty && !isDone {
      if let seconds { monitor.wait(seconds: seconds) } else { monitor.wait() }
    }
    if finished.isEmpty && isDone { return nil }
    defer { finished = [] }
    return finished
  }

  /// Waits for the threads to end.
  func join() {
    for thread in threads { thread.join() }
    threads = []
  }

  /// Photos whose turn has not come.
  var notStarted: Range<Int> { monitor.locked { nextIndex..<count } }

  private var isDone: Bool { inFlight.isEmpty && (isStopped || nextIndex == count) }

  // MARK: Work, without the lock

  private func work() {
    var bench = Bench()
    monitor.lock()
    while true {
      if let task = takeTask() {
        perform(task, &bench)
      } else if isDone {
        break
      } else {
        // Nor does a thread that waits keep pixels. Dropping them takes the lock away for a moment, so look again.
        if bench.photo != nil {
          unlocked { bench = Bench() }
        } else {
          monitor.wait()
        }
      }
    }
    monitor.unlock()
  }

  /// Called and left under the lock.
  private func perform(_ task: Task, _ bench: inout Bench) {
    switch task {
    case .help(let shared):
      unlocked { shared.body() }
      // It returned, so nothing is left of it to take.
      sharedWork.removeAll { $0 === shared }
      shared.helpers -= 1
      monitor.broadcast()
    case .open(let photo):
      open(photo)
    case .prepare(let photo):
      // Scratch refers to the pixels of its photo, which shall be gone before the next ones come.
      unlocked { bench = Bench() }
      prepare(photo)
    case .band(let photo, let index): makeBand(index, of: photo, &bench)
    case .end(let photo): settle(photo)
    }
  }

  /// The next thing to do, in order of preference.
  private func takeTask() -> Task? {
    // First, because a thread waits for its end.
    if let shared = sharedWork.first {
      shared.helpers += 1
      return .help(shared)
    }
    for photo in inFlight where photo.phase == .developing {
      if isStopped && photo.nextBand < photo.bandCount && photo.bandsOut == 0 && !photo.isBusy {
        return .end(photo)
      }
      guard !isStopped, photo.failure == nil, photo.nextBand < photo.bandCount,
        photo.pending.count < Self.pendingPerJob * jobs
      else { continue }
      defer {
        photo.nextBand += 1
        photo.bandsOut += 1
      }
      return .band(photo, photo.nextBand)
    }
    // One that is busy is being given up; to ask for that again would spin under the lock.
    for photo in inFlight where photo.phase == .opened && !photo.isBusy {
      if isStopped { return .end(photo) }
      guard reservedMemory == 0 || reservedMemory + photo.memory <= memoryLimit else { break }
      photo.phase = .preparing
      photo.holdsMemory = true
      reservedMemory += photo.memory
      return .prepare(photo)
    }
    guard !isStopped, nextIndex < count, inFlight.count < jobs else { return nil }
    let photo = Photo(make(nextIndex))
    nextIndex += 1
    inFlight.append(photo)
    return .open(photo)
  }

  /// Encoded bands that may wait for an earlier one, for each thread.
  private static var pendingPerJob: Int { 4 }

  private func open(_ photo: Photo) {
    monitor.unlock()
    let result = Result { () throws(StageFailure) in try photo.work.open() }
    monitor.lock()
    switch result {
    case .success(nil):
      complete(photo)
    case .success(let memory?):
      photo.memory = memory
      photo.phase = .opened
      monitor.broadcast()
    case .failure(let failure):
      photo.failure = failure
      settle(photo)
    }
  }

  /// Runs a body on this thread and on those that come free meanwhile. Called without the lock.
  private func runTogether(_ body: @escaping @Sendable () -> Void) {
    let shared = SharedWork(body)
    monitor.locked {
      sharedWork.append(shared)
      monitor.broadcast()
    }
    body()
    monitor.locked {
      sharedWork.removeAll { $0 === shared }
      while shared.helpers > 0 { monitor.wait() }
    }
  }

  private func prepare(_ photo: Photo) {
    monitor.unlock()
    let result = Result { () throws(StageFailure) in
      try photo.work.prepare { [self] in runTogether($0) }
    }
    monitor.lock()
    photo.phase = .developing
    photo.holdsPixels = true
    switch result {
    case .success(let bands): photo.bandCount = bands
    case .failure(let failure): photo.failure = failure
    }
    settle(photo)
    monitor.broadcast()
  }

  private func makeBand(_ index: Int, of photo: Photo, _ bench: inout Bench) {
    monitor.unlock()
    if bench.photo !== photo { bench = Bench(photo: photo, scratch: photo.work.makeScratch()) }
    let scratch = bench.scratch!
    let result = Result { () throws(StageFailure) in
      try photo.work.makeBand(index, scratch: scratch)
    }
    monitor.lock()
    photo.bandsOut -= 1
    switch result {
    case .success(let band): photo.pending[index] = band
    case .failure(let failure): photo.failure = photo.failure ?? failure
    }
    if photo.nextBand == photo.bandCount { bench = Bench() }
    settle(photo)
  }

  /// Does what is due on a photo besides bands: release, append, finish, end. Under the lock.
  private func settle(_ photo: Photo) {
    guard !photo.isBusy, photo.phase != .ended else { return }
    photo.isBusy = true
    defer { photo.isBusy = false }
    while photo.failure == nil {
      if photo.holdsPixels, photo.bandCount > 0, photo.nextBand == photo.bandCount,
        photo.bandsOut == 0
      {
        photo.holdsPixels = false
        attempt(photo) { () throws(StageFailure) in try photo.work.releasePixels() }
      } else if let band = photo.pending.removeValue(forKey: photo.nextToAppend) {
        attempt(photo) { () throws(StageFailure) in try photo.work.append(band) }
        photo.nextToAppend += 1
        monitor.broadcast()
      } else {
        break
      }
    }
    if photo.failure == nil, photo.bandCount > 0, photo.nextToAppend == photo.bandCount {
      attempt(photo) { () throws(StageFailure) in try photo.work.finish() }
      if photo.failure == nil {
        complete(photo)
        return
      }
    }
    let isGivenUp = isStopped && (photo.bandCount == 0 || photo.nextBand < photo.bandCount)
    guard photo.failure != nil || isGivenUp, photo.bandsOut == 0 else { return }
    photo.pending = [:]
    let failure = photo.failure
    unlocked { photo.work.end(failure) }
    complete(photo)
  }

  private func complete(_ photo: Photo) {
    photo.phase = .ended
    inFlight.removeAll { $0 === photo }
    if photo.holdsMemory { reservedMemory -= photo.memory }
    finished.append(photo.work)
    monitor.broadcast()
  }

  private func attempt(_ photo: Photo, _ body: () throws(StageFailure) -> Void) {
    // Told under the lock: other threads look whether the photo has failed.
    var failure: StageFailure?
    unlocked {
      do throws(StageFailure) { try body() } catch { failure = error }
    }
    if let failure { photo.failure = failure }
  }

  private func unlocked(_ body: () -> Void) {
    monitor.unlock()
    body()
    monitor.lock()
  }
}

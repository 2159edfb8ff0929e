import Foundation
import Synchronization
import Testing

@testable import BromideSystem

/// Work with numbers. The bands are their indices, and the file is the list of appended bands.
private final class FakeWork: StagedWork, @unchecked Sendable {
  typealias Failure = FakeFailure

  enum FakeFault: Sendable {
    case open, prepare, band, append, finish, nothingToDo
  }

  /// State that all items of a run share.
  final class World: Sendable {
    struct State {
      var memoryInUse = 0
      var mostMemory = 0
      var inFlight = 0
      var mostInFlight = 0
    }
    let state = Mutex(State())
    let bandsMade = Atomic<Int>(0)
    let onBand = Mutex<(@Sendable (Int) -> Void)?>(nil)
  }

  let index: Int
  let bands: Int
  let fault: FakeFault?
  let memory: Int
  let world: World
  private(set) var file: [Int] = []
  private(set) var ending = "none"
  private let writers = Atomic<Int>(0)

  init(_ index: Int, bands: Int, fault: FakeFault? = nil, memory: Int = 1, world: World) {
    self.index = index
    self.bands = bands
    self.fault = fault
    self.memory = memory
    self.world = world
  }

  func open() throws(FakeFailure) -> Int? {
    world.state.withLock {
      $0.inFlight += 1
      $0.mostInFlight = max($0.mostInFlight, $0.inFlight)
    }
    if fault == .open { throw FakeFailure("open") }
    if fault == .nothingToDo {
      ending = "skipped"
      leave(holdsMemory: false)
      return nil
    }
    return memory
  }

  func prepare(_ context: StageContext) throws(FakeFailure) -> Int {
    world.state.withLock {
      $0.memoryInUse += memory
      $0.mostMemory = max($0.mostMemory, $0.memoryInUse)
    }
    if fault == .prepare { throw FakeFailure("prepare") }
    return bands
  }

  func makeScratch() -> Int { 0 }

  func makeBand(_ index: Int, scratch: Int) throws(FakeFailure) -> Int {
    world.bandsMade.add(1, ordering: .relaxed)
    if let act = world.onBand.withLock({ $0 }) { act(self.index) }
    // Uneven times make bands end out of order.
    if (index * 7 + self.index) % 5 == 0 { Thread.sleep(forTimeInterval: 0.0005) }
    if fault == .band && index == bands / 2 { throw FakeFailure("band") }
    return index
  }

  func append(_ band: Int) throws(FakeFailure) {
    #expect(writers.add(1, ordering: .relaxed).newValue == 1)
    file.append(band)
    writers.subtract(1, ordering: .relaxed)
    if fault == .append && band == bands / 2 { throw FakeFailure("append") }
  }

  func finish() throws(FakeFailure) {
    if fault == .finish { throw FakeFailure("finish") }
    ending = "finished"
    leave(holdsMemory: true)
  }

  func end(_ failure: FakeFailure?) {
    // Long enough for another thread to look for work meanwhile.
    Thread.sleep(forTimeInterval: 0.002)
    #expect(ending == "none")
    ending = failure.map { "failed: \($0.reason)" } ?? "interrupted"
    leave(holdsMemory: fault != .open)
  }

  private func leave(holdsMemory: Bool) {
    world.state.withLock {
      $0.inFlight -= 1
      if holdsMemory { $0.memoryInUse -= memory }
    }
  }
}

struct FakeFailure: Error, Equatable {
  let reason: String
  init(_ reason: String) { self.reason = reason }
}

@Suite struct SchedulerTests {
  /// Runs to the end; the items in the order of their indices.
  private func run(
    jobs: Int, count: Int, memoryLimit: Int = 1000,
    make: @escaping @Sendable (Int) -> FakeWork
  ) -> [FakeWork] {
    let scheduler = Scheduler<FakeWork>(
      count: count, options: ScheduleOptions(jobs: jobs, memory: memoryLimit), make: make)
    scheduler.start()
    var all: [FakeWork] = []
    while let ended = scheduler.takeFinished(seconds: nil) { all += ended }
    scheduler.join()
    return all.sorted { $0.index < $1.index }
  }

  @Test(arguments: [1, 2, 3, 8], [0, 1, 2, 25])
  func everyBandIsAppendedOnceAndInOrder(jobs: Int, count: Int) {
    let world = FakeWork.World()
    let done = run(jobs: jobs, count: count) {
      FakeWork($0, bands: 1 + $0 * 3 % 40, world: world)
    }
    #expect(done.map(\.index) == Array(0..<count))
    for work in done {
      #expect(work.ending == "finished")
      #expect(work.file == Array(0..<work.bands))
    }
    #expect(world.state.withLock { $0.mostInFlight } <= jobs)
  }

  @Test(arguments: [1, 2, 8])
  func oneFailureStopsNoOther(jobs: Int) {
    let world = FakeWork.World()
    let faults: [FakeWork.FakeFault?] = [
      nil, .open, .prepare, nil, .band, .append, .finish, .nothingToDo, nil,
    ]
    let done = run(jobs: jobs, count: 45) {
      FakeWork($0, bands: 12, fault: faults[$0 % faults.count], world: world)
    }
    let expected = [
      "finished", "failed: open", "failed: prepare", "finished", "failed: band", "failed: append",
      "failed: finish", "skipped", "finished",
    ]
    #expect(done.map(\.ending) == (0..<45).map { expected[$0 % expected.count] })
    #expect(world.state.withLock { $0.memoryInUse } == 0)
    #expect(world.state.withLock { $0.inFlight } == 0)
  }

  @Test func memoryBoundsItemsInFlightButLetsOneIn() {
    let world = FakeWork.World()
    let done = run(jobs: 8, count: 30, memoryLimit: 250) {
      FakeWork($0, bands: 5, memory: $0 == 7 ? 10_000 : 100, world: world)
    }
    #expect(done.allSatisfy { $0.ending == "finished" })
    // Two at once fit; the large one runs alone.
    #expect(world.state.withLock { $0.mostMemory } == 10_000)
    let small = FakeWork.World()
    _ = run(jobs: 8, count: 30, memoryLimit: 250) {
      FakeWork($0, bands: 5, memory: 100, world: small)
    }
    #expect(small.state.withLock { $0.mostMemory } <= 200)
  }

  @Test(arguments: [1, 2, 8])
  func stoppingEndsRunningBandsAndStartsNoOthers(jobs: Int) {
    let world = FakeWork.World()
    // More than a loaded machine does before the stop.
    let count = 5000
    let scheduler = Scheduler<FakeWork>(
      count: count, options: ScheduleOptions(jobs: jobs, memory: 1000)
    ) {
      FakeWork($0, bands: 30, world: world)
    }
    world.onBand.withLock { $0 = { index in if index == 3 { scheduler.stop() } } }
    scheduler.start()
    var all: [FakeWork] = []
    while let ended = scheduler.takeFinished(seconds: 0.01) { all += ended }
    scheduler.join()
    world.onBand.withLock { $0 = nil }
    #expect(all.count + scheduler.notStarted.count == count)
    #expect(all.contains { $0.ending == "interrupted" })
    #expect(all.allSatisfy { $0.ending == "interrupted" || $0.file.count == 30 })
    #expect(world.bandsMade.load(ordering: .relaxed) < 30 * count)
    #expect(!scheduler.notStarted.isEmpty)
  }

  /// Items that wait for memory are given up by one thread each, while the others leave it the lock.
  @Test func stoppingGivesUpItemsThatWaitForMemory() {
    let ended = DispatchSemaphore(value: 0)
    let isSound = Mutex(false)
    Thread.detachNewThread {
      let world = FakeWork.World()
      let scheduler = Scheduler<FakeWork>(
        count: 20, options: ScheduleOptions(jobs: 4, memory: 10)
      ) {
        FakeWork($0, bands: 1, memory: 10, world: world)
      }
      world.onBand.withLock {
        $0 = { _ in
          Thread.sleep(forTimeInterval: 0.02)
          scheduler.stop()
        }
      }
      scheduler.start()
      var all: [FakeWork] = []
      while let ended = scheduler.takeFinished(seconds: nil) { all += ended }
      scheduler.join()
      world.onBand.withLock { $0 = nil }
      isSound.withLock {
        $0 = all.count == 4 && all.count { $0.ending == "interrupted" } == 3
      }
      ended.signal()
    }
    // A thread that spins under the lock would never let the others end.
    #expect(ended.wait(timeout: .now() + 60) == .success)
    #expect(isSound.withLock { $0 })
  }

  /// The coordinator hears that time has passed, though no item is done.
  @Test func waitingForItemsEndsInTime() {
    let world = FakeWork.World()
    let scheduler = Scheduler<FakeWork>(count: 1, options: ScheduleOptions(jobs: 1)) {
      FakeWork($0, bands: 1, world: world)
    }
    let mayEnd = DispatchSemaphore(value: 0)
    world.onBand.withLock { $0 = { _ in mayEnd.wait() } }
    scheduler.start()
    #expect(scheduler.takeFinished(seconds: 0.01)?.count == 0)
    mayEnd.signal()
    #expect(scheduler.takeFinished(seconds: nil)?.count == 1)
    #expect(scheduler.takeFinished(seconds: nil) == nil)
    scheduler.join()
    world.onBand.withLock { $0 = nil }
  }
}

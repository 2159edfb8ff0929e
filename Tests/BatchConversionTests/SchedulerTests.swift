import Foundation
import RawDecoding
import Synchronization
import Testing

@testable import BatchConversion
@testable import Outputs

/// A photo of numbers: its bands are their own indices, its file the list of those appended.
private final class FakeWork: StagedWork, @unchecked Sendable {
  enum Fault: Sendable {
    case open, prepare, band, append, finish, nothingToDo
  }

  /// What all photos of a run share.
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
  let fault: Fault?
  let memory: Int
  let world: World
  private(set) var file: [Int] = []
  private(set) var ending = "none"
  private let writers = Atomic<Int>(0)

  init(_ index: Int, bands: Int, fault: Fault? = nil, memory: Int = 1, world: World) {
    self.index = index
    self.bands = bands
    self.fault = fault
    self.memory = memory
    self.world = world
  }

  func open() throws(StageFailure) -> Int? {
    world.state.withLock {
      $0.inFlight += 1
      $0.mostInFlight = max($0.mostInFlight, $0.inFlight)
    }
    if fault == .open { throw StageFailure(.open, "open") }
    if fault == .nothingToDo {
      ending = "skipped"
      leave(holdsMemory: false)
      return nil
    }
    return memory
  }

  func prepare(crew: @escaping Unpacking.Crew) throws(StageFailure) -> Int {
    world.state.withLock {
      $0.memoryInUse += memory
      $0.mostMemory = max($0.mostMemory, $0.memoryInUse)
    }
    if fault == .prepare { throw StageFailure(.decode, "prepare") }
    return bands
  }

  func makeScratch() -> Int { 0 }

  func makeBand(_ index: Int, scratch: Int) throws(StageFailure) -> Int {
    world.bandsMade.add(1, ordering: .relaxed)
    if let act = world.onBand.withLock({ $0 }) { act(self.index) }
    // Uneven times make bands end out of order.
    if (index * 7 + self.index) % 5 == 0 { Thread.sleep(forTimeInterval: 0.0005) }
    if fault == .band && index == bands / 2 { throw StageFailure(.develop, "band") }
    return index
  }

  func releasePixels() {}

  func append(_ band: Int) throws(StageFailure) {
    #expect(writers.add(1, ordering: .relaxed).newValue == 1)
    file.append(band)
    writers.subtract(1, ordering: .relaxed)
    if fault == .append && band == bands / 2 { throw StageFailure(.write, "append") }
  }

  func finish() throws(StageFailure) {
    if fault == .finish { throw StageFailure(.write, "finish") }
    ending = "finished"
    leave(holdsMemory: true)
  }

  func end(_ failure: StageFailure?) {
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

@Suite struct SchedulerTests {
  /// Runs to the end; the photos in the order of their indices.
  private func run(
    jobs: Int, count: Int, memoryLimit: Int = 1000, during: ((Scheduler<FakeWork>) -> Void)? = nil,
    make: @escaping @Sendable (Int) -> FakeWork
  ) -> [FakeWork] {
    let scheduler = Scheduler<FakeWork>(
      jobs: jobs, memoryLimit: memoryLimit, count: count, make: make)
    scheduler.start()
    during?(scheduler)
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
    let faults: [FakeWork.Fault?] = [
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

  @Test func memoryBoundsPhotosInFlightButLetsOneIn() {
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
  func stoppingEndsBandsUnderWayAndTakesNoMore(jobs: Int) {
    let world = FakeWork.World()
    let scheduler = Scheduler<FakeWork>(jobs: jobs, memoryLimit: 1000, count: 50) {
      FakeWork($0, bands: 30, world: world)
    }
    world.onBand.withLock { $0 = { index in if index == 3 { scheduler.stop() } } }
    scheduler.start()
    var all: [FakeWork] = []
    while let ended = scheduler.takeFinished(seconds: 0.01) { all += ended }
    scheduler.join()
    world.onBand.withLock { $0 = nil }
    #expect(all.count + scheduler.notStarted.count == 50)
    #expect(all.contains { $0.ending == "interrupted" })
    #expect(all.allSatisfy { $0.ending == "interrupted" || $0.file.count == 30 })
    #expect(world.bandsMade.load(ordering: .relaxed) < 30 * 50)
    #expect(!scheduler.notStarted.isEmpty)
  }

  /// Photos that wait for memory are given up by one thread each, while the others leave it the lock.
  @Test func stoppingGivesUpPhotosThatWaitForMemory() {
    let ended = DispatchSemaphore(value: 0)
    let isSound = Mutex(false)
    Thread.detachNewThread {
      let world = FakeWork.World()
      let scheduler = Scheduler<FakeWork>(jobs: 4, memoryLimit: 10, count: 20) {
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
}

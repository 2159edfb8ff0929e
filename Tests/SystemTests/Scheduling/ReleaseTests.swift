import Dispatch
import Synchronization
import Testing

@testable import BromideSystem

/// Inputs that an item releases before its last bands are appended.
@Suite struct ReleaseTests {
  /// Inputs whose letting go takes until their item is finished.
  private final class SlowInputs: Sendable {
    let isFinished: DispatchSemaphore
    let wasInTime: Mutex<Bool?>

    init(_ isFinished: DispatchSemaphore) {
      self.isFinished = isFinished
      wasInTime = Mutex(nil)
    }
  }

  /// Waits for the end of its item when it is released.
  private final class Inputs: Sendable {
    let shared: SlowInputs

    init(_ shared: SlowInputs) { self.shared = shared }

    deinit {
      let result = shared.isFinished.wait(timeout: .now() + 60)
      shared.wasInTime.withLock { $0 = result == .success }
    }
  }

  private final class Work: StagedWork, @unchecked Sendable {
    typealias Failure = FakeFailure
    private var inputs: Inputs?
    private var released: Inputs?
    private let shared: SlowInputs

    init(_ shared: SlowInputs) { self.shared = shared }

    func open() throws(FakeFailure) -> Int? { 1 }

    func prepare(_ context: StageContext) throws(FakeFailure) -> Int {
      inputs = Inputs(shared)
      return 3
    }

    func makeBand(_ index: Int, scratch: Void) throws(FakeFailure) -> Int { index }

    func releaseInputs() throws(FakeFailure) {
      released = inputs
      inputs = nil
    }

    func takeReleased() -> (any AnyObject & Sendable)? {
      defer { released = nil }
      return released
    }

    func append(_ band: Int) throws(FakeFailure) {}

    func finish() throws(FakeFailure) { shared.isFinished.signal() }
  }

  /// Another thread appends and finishes meanwhile.
  @Test func itemsEndWhileTheirInputsAreReleased() {
    let shared = SlowInputs(DispatchSemaphore(value: 0))
    let scheduler = Scheduler<Work>(count: 1, options: ScheduleOptions(jobs: 2, memory: 10)) { _ in
      Work(shared)
    }
    scheduler.start()
    while scheduler.takeFinished(seconds: nil) != nil {}
    scheduler.join()
    #expect(shared.wasInTime.withLock { $0 } == true)
  }

  /// Until the inputs are released, other items cannot use their memory, although the item has
  /// ended.
  @Test func memoryIsFreeWhenInputsAreGone() {
    var schedule = Schedule<Int, FakeFailure>(
      count: 2, options: ScheduleOptions(jobs: 2, memory: 10))
    func isPrepare(_ task: Schedule<Int, FakeFailure>.Task?) -> Bool {
      if case .prepare(1) = task { true } else { false }
    }
    _ = schedule.next()
    _ = schedule.report(.opened(0, .success(8)))
    _ = schedule.next()
    _ = schedule.report(.prepared(0, .success(1)))
    _ = schedule.next()
    _ = schedule.next()
    _ = schedule.report(.opened(1, .success(8)))
    _ = schedule.report(.madeBand(0, band: 0, .success(7)))
    _ = schedule.next()
    let held = schedule.holdMemory(of: 0)
    _ = schedule.report(.releasedInputs(0, .success(())))
    _ = schedule.next()
    _ = schedule.report(.appended(0, .success(())))
    _ = schedule.next()
    #expect(schedule.report(.finished(0, .success(()))) == 0)
    #expect(!schedule.hasTask)
    schedule.returnMemory(held)
    #expect(isPrepare(schedule.next()))
  }
}

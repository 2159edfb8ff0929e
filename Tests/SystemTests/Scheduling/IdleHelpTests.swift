import Foundation
import Synchronization
import Testing

@testable import BromideSystem

/// Help that only threads with nothing else to do give.
@Suite struct IdleHelpTests {
  /// A task's name: its stage, its item and its band.
  private static func name(_ task: Schedule<Int, Never>.Task?) -> String {
    switch task {
    case nil: "none"
    case .open(let index): "open \(index)"
    case .prepare(let index): "prepare \(index)"
    case .makeBand(let index, let band): "band \(index).\(band)"
    case .help: "help"
    default: "other"
    }
  }

  @Test func bandsAndItemsComeFirst() {
    var schedule = Schedule<Int, Never>(count: 2, options: ScheduleOptions(jobs: 2))
    var tasks: [String] = []
    func take() { tasks.append(Self.name(schedule.next())) }
    take()
    _ = schedule.report(.opened(0, .success(0)))
    take()
    _ = schedule.report(.prepared(0, .success(2)))
    take()
    let id = schedule.crews.add({}, helpers: 1, isForIdle: true)
    for _ in 0..<2 { take() }
    _ = schedule.report(.opened(1, .success(nil)))
    for _ in 0..<2 { take() }
    #expect(tasks == ["open 0", "prepare 0", "band 0.0", "band 0.1", "open 1", "help", "none"])
    schedule.crews.left(id)
    schedule.crews.close(id)
    let isRemoved = schedule.crews.remove(id)
    #expect(isRemoved)
  }

  @Test func otherHelpComesFirst() {
    var offers = CrewOffers()
    let late = offers.add({}, helpers: 1, isForIdle: true)
    let early = offers.add({}, helpers: 1)
    let joined = (0..<3).map { _ in offers.join()?.id }
    #expect(joined == [early, late, nil])
  }

  /// A picture of one band, whose pieces must meet.
  private final class Band: StagedWork, @unchecked Sendable {
    let inside = Atomic<Int>(0)
    private var crew = Crew.alone
    private(set) var pieces: [Bool] = []

    func open() throws(Never) -> Int? { 0 }

    func prepare(_ context: StageContext) throws(Never) -> Int {
      crew = context.idleCrew
      return 1
    }

    /// Whether each of two pieces saw the other one at work.
    func makeBand(_ index: Int, scratch: Void) throws(Never) -> [Bool] {
      let end = Date.now + 60
      return crew.map([0, 1]) { _ in
        self.inside.add(1, ordering: .sequentiallyConsistent)
        while self.inside.load(ordering: .sequentiallyConsistent) < 2, Date.now < end {
          Thread.sleep(forTimeInterval: 0.0001)
        }
        return self.inside.load(ordering: .sequentiallyConsistent) == 2
      }
    }

    func append(_ band: [Bool]) throws(Never) { pieces += band }
  }

  @Test func idleThreadsShareTheLastBand() {
    let works = Scheduler<Band>(count: 1, options: ScheduleOptions(jobs: 2)) { _ in Band() }.run()
    #expect(works.map(\.pieces) == [[true, true]])
  }
}

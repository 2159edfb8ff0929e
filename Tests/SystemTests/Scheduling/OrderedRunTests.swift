import Foundation
import Synchronization
import Testing

@testable import BromideSystem

/// Items that threads finish in any order are delivered in theirs.
@Suite struct OrderedRunTests {
  /// Says words while it works.
  private final class Speaker: StagedWork, @unchecked Sendable {
    /// State that all items of a run share.
    final class Stage: Sendable {
      let message = Mutex<[String]>([])
      let speaking = Atomic<Int>(0)
      /// Deliveries: one for each item, and one for each announcement that was heard at once.
      let delivered = Atomic<Int>(0)
      /// Items between one that begins and the first that is not delivered.
      let mostAhead = Atomic<Int>(0)
      /// Nothing is heard after this item.
      let last = Atomic<Int>(.max)
    }

    let index: Int
    let stage: Stage
    let body: @Sendable (Speaker, StageContext) throws(FakeFailure) -> Void
    private let words = Mutex<[String]>([])
    private(set) var ending = "finished"

    init(
      _ index: Int, _ stage: Stage,
      _ body: @escaping @Sendable (Speaker, StageContext) throws(FakeFailure) -> Void
    ) {
      self.index = index
      self.stage = stage
      self.body = body
    }

    func emit(_ word: String, _ context: StageContext) {
      words.withLock { $0.append("\(index)\(word)") }
      context.announce()
    }

    func open() throws(FakeFailure) -> Int? {
      let ahead = index - stage.delivered.load(ordering: .sequentiallyConsistent)
      stage.mostAhead.max(ahead, ordering: .relaxed)
      return 0
    }

    func prepare(_ context: StageContext) throws(FakeFailure) -> Int {
      try body(self, context)
      return 0
    }

    func end(_ failure: FakeFailure?) { ending = failure?.reason ?? "stopped" }

    func deliver() -> Bool {
      #expect(stage.speaking.add(1, ordering: .relaxed).newValue == 1)
      let now = words.withLock { words in
        defer { words = [] }
        return words
      }
      stage.message.withLock { $0 += now }
      stage.delivered.add(1, ordering: .sequentiallyConsistent)
      stage.speaking.subtract(1, ordering: .relaxed)
      return index < stage.last.load(ordering: .relaxed)
    }
  }

  private func run(
    count: Int, jobs: Int, lookAhead: Int, stopsAtFailure: Bool = false, _ stage: Speaker.Stage,
    _ body: @escaping @Sendable (Speaker, StageContext) throws(FakeFailure) -> Void
  ) -> [Speaker] {
    let options = ScheduleOptions(
      jobs: jobs, order: .inOrder(lookAhead: lookAhead), stopsAtFailure: stopsAtFailure)
    return Scheduler<Speaker>(count: count, options: options) { Speaker($0, stage, body) }.run()
  }

  @Test(arguments: [1, 2, 5], [1, 2, 7, .max])
  func messagesAreInOrder(jobs: Int, lookAhead: Int) {
    let stage = Speaker.Stage()
    let done = run(count: 300, jobs: jobs, lookAhead: lookAhead, stage) {
      speaker, context throws(FakeFailure) in
      speaker.emit("a", context)
      // Slow ones let others run ahead.
      if speaker.index % 37 == 0 { Thread.sleep(forTimeInterval: 0.001) }
      speaker.emit("b", context)
      if speaker.index % 50 == 49 { throw FakeFailure("left out") }
    }
    #expect(done.map(\.index) == Array(0..<300))
    #expect(stage.message.withLock { $0 } == (0..<300).flatMap { ["\($0)a", "\($0)b"] })
    #expect(done.allSatisfy { ($0.ending == "left out") == ($0.index % 50 == 49) })
  }

  /// A run inside of another one borrows its threads.
  @Test(arguments: [1, 4])
  func aRunMayUseTheThreadsOfACrew(threads: Int) {
    let stage = Speaker.Stage()
    let options = ScheduleOptions(jobs: 3, order: .inOrder(lookAhead: 5))
    let done = Scheduler<Speaker>(count: 50, options: options) { index in
      Speaker(index, stage) { speaker, context in
        let sum = Mutex(0)
        context.crew.forEach(
          10, makeScratch: {}, work: { piece, _ in sum.withLock { $0 += piece } })
        speaker.emit(" \(sum.withLock { $0 })", context)
      }
    }.run(on: Crew(threads: threads))
    #expect(done.map(\.index) == Array(0..<50))
    #expect(stage.message.withLock { $0 } == (0..<50).map { "\($0) 45" })
  }

  @Test(arguments: [1, 3])
  func noItemBeginsTooFarAhead(lookAhead: Int) {
    let stage = Speaker.Stage()
    let done = run(count: 100, jobs: 5, lookAhead: lookAhead, stage) { speaker, _ in
      if speaker.index % 10 == 0 { Thread.sleep(forTimeInterval: 0.002) }
    }
    #expect(done.count == 100)
    #expect(stage.delivered.load(ordering: .relaxed) == 100)
    #expect(stage.mostAhead.load(ordering: .relaxed) < lookAhead)
  }

  /// The first item is heard while it works; the second when the first has ended.
  @Test func theOldestItemIsHeardAtOnce() {
    let stage = Speaker.Stage()
    let heard = Mutex<[Int]>([])
    let secondHasSpoken = DispatchSemaphore(value: 0)
    _ = run(count: 2, jobs: 2, lookAhead: .max, stage) { speaker, context in
      if speaker.index == 1 {
        speaker.emit("a", context)
        secondHasSpoken.signal()
        return
      }
      #expect(secondHasSpoken.wait(timeout: .now() + 60) == .success)
      for word in ["a", "b", "c"] {
        speaker.emit(word, context)
        heard.withLock { $0.append(stage.message.withLock { $0 }.count) }
      }
    }
    #expect(heard.withLock { $0 } == [1, 2, 3])
    #expect(stage.message.withLock { $0 } == ["0a", "0b", "0c", "1a"])
  }

  @Test(arguments: [1, 4])
  func fullReceiverStopsTheRun(jobs: Int) {
    let stage = Speaker.Stage()
    stage.last.store(10, ordering: .relaxed)
    let done = run(count: 1000, jobs: jobs, lookAhead: 8, stage) { speaker, context in
      speaker.emit("a", context)
    }
    #expect((11...19).contains(done.count))
    #expect(done.map(\.index) == Array(0..<done.count))
  }

  @Test(arguments: [1, 4])
  func failureStopsTheRunOnRequest(jobs: Int) {
    let stage = Speaker.Stage()
    let done = run(count: 1000, jobs: jobs, lookAhead: .max, stopsAtFailure: true, stage) {
      speaker, _ throws(FakeFailure) in
      if speaker.index == 5 { throw FakeFailure("five") }
      if speaker.index > 5 { Thread.sleep(forTimeInterval: 0.001) }
    }
    #expect(done.contains { $0.ending == "five" })
    #expect(done.count < 1000)
    #expect(done.allSatisfy { $0.index == 5 || ["finished", "stopped"].contains($0.ending) })
  }
}

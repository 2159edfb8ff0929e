import Foundation
import Synchronization
import Testing

@testable import BromideSystem

@Suite struct CrewTests {
  @Test(arguments: [1, 2, 5], [0, 1, 2, 200])
  func everyPieceIsDoneOnce(jobs: Int, count: Int) {
    let done = Mutex([Int](repeating: 0, count: count))
    let scratches = Atomic<Int>(0)
    Crew(threads: jobs).forEach(
      count, makeScratch: { scratches.add(1, ordering: .relaxed) },
      work: { piece, _ in done.withLock { $0[piece] += 1 } })
    #expect(done.withLock { $0 } == [Int](repeating: 1, count: count))
    #expect(scratches.load(ordering: .relaxed) <= min(jobs, count))
  }

  @Test(arguments: [1, 2, 5])
  func resultsKeepTheOrderOfTheElements(jobs: Int) {
    let elements = Array(0..<300)
    let made = Crew(threads: jobs).map(elements) { element in
      if element % 40 == 0 { Thread.sleep(forTimeInterval: 0.001) }
      return "\(element)"
    }
    #expect(made == elements.map { "\($0)" })
    let mapped = Crew(threads: jobs).map(300, makeScratch: {}, work: { piece, _ in piece * 2 })
    #expect(mapped == elements.map { $0 * 2 })
  }

  @Test func skippedItemsAreMissing() {
    let requested = Atomic<Int>(0)
    let isStopped = { @Sendable in requested.add(1, ordering: .relaxed).newValue > 4 }
    let made = Crew.alone.map(Array(0..<10), until: isStopped) { $0 }
    #expect(made == [0, 1, 2, 3, nil, nil, nil, nil, nil, nil])
  }

  @Test(arguments: [1, 4])
  func theLowestFailureIsThrown(jobs: Int) {
    let begun = Atomic<Int>(0)
    let failure = #expect(throws: FakeFailure.self) {
      try Crew(threads: jobs).forEach(
        1000, makeScratch: {},
        work: { piece, _ throws(FakeFailure) in
          begun.add(1, ordering: .relaxed)
          // Piece 20 fails, and the pieces that run at the same time also fail.
          if piece >= 20 {
            Thread.sleep(forTimeInterval: piece == 20 ? 0.005 : 0)
            throw FakeFailure("\(piece)")
          }
        })
    }
    #expect(failure == FakeFailure("20"))
    #expect(begun.load(ordering: .relaxed) < 1000)
  }

  /// Two threads must meet in the body for it to return.
  @Test func freeThreadsJoin() {
    let inside = Atomic<Int>(0)
    let isMet = Atomic<Bool>(false)
    let end = Date.now + 60
    let crew = Crew(threads: 3)
    crew {
      inside.add(1, ordering: .sequentiallyConsistent)
      while inside.load(ordering: .sequentiallyConsistent) < 2, Date.now < end {
        Thread.sleep(forTimeInterval: 0.0001)
      }
      if inside.load(ordering: .sequentiallyConsistent) >= 2 {
        isMet.store(true, ordering: .relaxed)
      }
    }
    let haveMet = isMet.load(ordering: .relaxed)
    #expect(haveMet)
  }

  @Test(arguments: [0, 1, 2]) func noMoreThreadsJoinThanMay(helpers: Int) {
    let calls = Atomic<Int>(0)
    let crew = Crew(threads: 8)
    crew(atMost: helpers) {
      calls.add(1, ordering: .relaxed)
      Thread.sleep(forTimeInterval: 0.02)
    }
    #expect((1...helpers + 1).contains(calls.load(ordering: .relaxed)))
  }

  @Test func aCrewReturnsAfterItsHelpers() {
    let crew = Crew(threads: 4)
    for _ in 0..<200 {
      let running = Atomic<Int>(0)
      let next = Atomic<Int>(0)
      crew {
        running.add(1, ordering: .relaxed)
        while next.add(1, ordering: .relaxed).newValue < 20 {}
        Thread.sleep(forTimeInterval: 0.00005)
        running.subtract(1, ordering: .relaxed)
      }
      #expect(running.load(ordering: .relaxed) == 0)
    }
  }

  @Test func scratchHasASingleUserAndIsReused() {
    final class Scratch: @unchecked Sendable { let users = Atomic<Int>(0) }
    let made = Atomic<Int>(0)
    let pool = ScratchPool {
      made.add(1, ordering: .relaxed)
      return Scratch()
    }
    let users = Crew(threads: 4).map(Array(0..<500)) { _ -> Int in
      pool.withScratch { scratch -> Int in
        defer { scratch.users.subtract(1, ordering: .relaxed) }
        return scratch.users.add(1, ordering: .relaxed).newValue
      }
    }
    #expect(users == Array(repeating: 1, count: 500))
    #expect((1...4).contains(made.load(ordering: .relaxed)))
  }
}

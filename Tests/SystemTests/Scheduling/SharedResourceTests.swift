import Foundation
import Synchronization
import Testing

@testable import BromideSystem

@Suite struct SharedResourceTests {
  @Test(arguments: [1, 2, 8])
  func itIsOpenedOnceAndClosedAfterItsLastUse(jobs: Int) {
    let opened = Atomic<Int>(0)
    let closed = Atomic<Int>(0)
    let isOpen = Atomic<Bool>(false)
    let resource = SharedResource<Int, FakeFailure>(
      uses: 100,
      open: { _ throws(FakeFailure) in
        opened.add(1, ordering: .relaxed)
        Thread.sleep(forTimeInterval: 0.002)
        isOpen.store(true, ordering: .sequentiallyConsistent)
        return 42
      },
      close: { value in
        #expect(value == 42)
        closed.add(1, ordering: .relaxed)
        isOpen.store(false, ordering: .sequentiallyConsistent)
      })
    let values = Crew(threads: jobs).map(Array(0..<100)) { _ in
      let value = try? resource.value()
      let wasOpen = isOpen.load(ordering: .sequentiallyConsistent)
      resource.endUse()
      return wasOpen ? value : nil
    }
    #expect(values == Array(repeating: 42, count: 100))
    #expect(opened.load(ordering: .relaxed) == 1)
    #expect(closed.load(ordering: .relaxed) == 1)
    resource.close()
    #expect(closed.load(ordering: .relaxed) == 1)
  }

  @Test func aFailureIsRemembered() {
    let opened = Atomic<Int>(0)
    let resource = SharedResource<Int, FakeFailure>(
      uses: 20,
      open: { _ throws(FakeFailure) in
        opened.add(1, ordering: .relaxed)
        throw FakeFailure("gone")
      }, close: { _ in Issue.record("closed, but never open") })
    let failures = Crew(threads: 4).map(Array(0..<20)) { _ -> FakeFailure? in
      defer { resource.endUse() }
      do throws(FakeFailure) {
        _ = try resource.value()
        return nil
      } catch { return error }
    }
    #expect(failures == Array(repeating: FakeFailure("gone"), count: 20))
    #expect(opened.load(ordering: .relaxed) == 1)
    resource.close()
  }

  @Test func unusedResourceIsNotOpened() {
    let resource = SharedResource<Int, Never>(
      uses: 1, open: { _ in fatalError() }, close: { _ in Issue.record("closed") })
    resource.endUse()
    resource.close()
  }

  @Test func closingEarlyClosesOpenResources() throws {
    let closed = Atomic<Int>(0)
    let resource = SharedResource<Int, Never>(
      uses: 5, open: { _ in 1 }, close: { _ in closed.add(1, ordering: .relaxed) })
    _ = resource.value()
    resource.close()
    resource.close()
    #expect(closed.load(ordering: .relaxed) == 1)
  }

  /// All threads request the resource. Waiting threads and the crew's threads help.
  @Test(arguments: [2, 4])
  func waitingThreadsHelpToOpen(jobs: Int) {
    for _ in 0..<50 {
      let calls = Atomic<Int>(0)
      let resource = SharedResource<Int, Never>(
        uses: jobs,
        open: { crew in
          let next = Atomic<Int>(0)
          let end = Date.now + 60
          crew {
            calls.add(1, ordering: .sequentiallyConsistent)
            // Every waiting thread must arrive. Otherwise this would not end.
            while calls.load(ordering: .sequentiallyConsistent) < 2, Date.now < end {}
            while next.add(1, ordering: .relaxed).newValue < 100 {}
          }
          return next.load(ordering: .relaxed)
        }, close: { _ in })
      let made = Crew(threads: jobs).map(Array(0..<jobs)) { _ in resource.value() }
      #expect(Set(made).count == 1)
      #expect(calls.load(ordering: .relaxed) >= 2)
    }
  }
}

@Suite struct RoundsTests {
  @Test(arguments: [1, 2, 6], [[], [0], [5], [3, 0, 7], [0, 64, 1, 64, 0]])
  func everyTileIsCreatedOnceAndInTheOrderOfRounds(threads: Int, tiles: [Int]) {
    let rounds = Rounds(tiles)
    let made = Mutex<[Rounds.Tile]>([])
    let inHand = Mutex<[Int]>([])
    let overlaps = Atomic<Int>(0)
    let total = tiles.reduce(0, +)
    let seen = Crew(threads: threads).map(Array(0..<threads)) { _ in
      rounds.finish { tile in
        inHand.withLock { rounds in
          if rounds.contains(where: { $0 != tile.round }) { overlaps.add(1, ordering: .relaxed) }
          rounds.append(tile.round)
        }
        if tile.tile % 16 == 3 { Thread.sleep(forTimeInterval: 0.0005) }
        made.withLock { $0.append(tile) }
        inHand.withLock { rounds in
          if let place = rounds.firstIndex(of: tile.round) { rounds.remove(at: place) }
        }
      }
      // Everybody returns after the last tile.
      return made.withLock { $0.count }
    }
    #expect(seen == Array(repeating: total, count: threads))
    #expect(overlaps.load(ordering: .relaxed) == 0)
    let all = tiles.indices.flatMap { round in
      (0..<tiles[round]).map { Rounds.Tile(round: round, tile: $0) }
    }
    #expect(Set(made.withLock { $0 }) == Set(all))
    #expect(made.withLock { $0.count } == total)
    #expect(made.withLock { $0.map(\.round) } == all.map(\.round))
  }
}

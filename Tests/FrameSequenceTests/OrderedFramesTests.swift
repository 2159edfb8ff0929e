import PNGCoding
import Pixels
import Synchronization
import SystemPackage
import Testing

@testable import FrameSequence
@testable import Scheduling

/// Frames that threads finish in any order come out in theirs.
@Suite struct OrderedFramesTests {
  @Test(arguments: [1, 2, 7])
  func orderAndBoundHold(capacity: Int) {
    let written = Mutex<[Int]>([])
    let waiting = Atomic<Int>(0)
    let most = Atomic<Int>(0)
    let order = OrderedFrames<Int, FrameError>(capacity: capacity) { frame throws(FrameError) in
      waiting.subtract(1, ordering: .relaxed)
      written.withLock { $0.append(frame) }
    }
    let failure: FrameError? = FrameWorkers.run(
      count: 500, threads: 5, makeScratch: {},
      work: { place, _ in
        // Slow ones let others run ahead; every 50th is left out.
        if place % 37 == 0 { for i in 0..<20_000 where i % 50 == -1 { return .unsupported("") } }
        do throws(FrameError) {
          if place % 50 == 49 {
            try order.put(nil, at: place)
          } else {
            let now = waiting.add(1, ordering: .relaxed).newValue
            most.max(now, ordering: .relaxed)
            try order.put(place, at: place)
          }
          return nil
        } catch { return error }
      })
    #expect(failure == nil)
    #expect(written.withLock { $0 } == (0..<500).filter { $0 % 50 != 49 })
    // Those that wait for room count too: one for each thread.
    #expect(most.load(ordering: .relaxed) <= capacity + 5)
  }

  @Test func aFailureToWriteReachesEverybody() {
    let order = OrderedFrames<Int, FrameError>(capacity: 2) { frame throws(FrameError) in
      if frame == 10 { throw .write(.io(path: FilePath("x"), operation: "write", code: 28)) }
    }
    let failed = Atomic<Int>(0)
    let _: FrameError? = FrameWorkers.run(
      count: 40, threads: 4, makeScratch: {},
      work: { place, _ in
        do throws(FrameError) { try order.put(place, at: place) } catch {
          failed.add(1, ordering: .relaxed)
        }
        return nil
      })
    // The frame behind the tenth may be handed in while that one is being written, so before it failed.
    #expect((29...30).contains(failed.load(ordering: .relaxed)))
  }
}

import BromideServer
import BromideSystem
import Synchronization
import TestSupport
import Testing

@Suite struct MemoryGateTests {
  private static let request = ServedRequest("GET", "/")

  /// The memory that work announces.
  private final class Tally: Sendable {
    private let state = Mutex((used: 0, most: 0, calls: 0))

    var most: Int { state.withLock { $0.most } }
    var calls: Int { state.withLock { $0.calls } }

    func add(_ bytes: Int) {
      state.withLock { state in
        state.used += bytes
        state.most = max(state.most, state.used)
        state.calls += 1
      }
    }
  }

  /// Many threads, and never more than the limit at once.
  @Test func workStaysBelowTheLimit() {
    let gate = MemoryGate(limit: 100)
    let tally = Tally()
    let threads = (0..<8).compactMap { thread in
      WorkerThread {
        for round in 0..<50 {
          let bytes = 10 + (thread * 31 + round * 17) % 70
          try? gate.with(bytes, for: Self.request) { () throws(Rejection) in
            tally.add(bytes)
            tally.add(-bytes)
          }
        }
      }
    }
    for thread in threads { thread.join() }
    #expect(tally.calls == threads.count * 100)
    #expect(tally.most > 0 && tally.most <= 100)
    #expect(gate.bytes == 0)
  }

  @Test func workThatNeverFitsIsRejected() {
    let gate = MemoryGate(limit: 100_000_000)
    let photo = MemoryGate.Photo(key: "a", bytes: 99_000_000)
    // The compiler crashes for closures with typed errors here.
    #expect(throws: Rejection(413, "not enough memory: needs 199 MB, --memory allows 100 MB")) {
      try gate.with(100_000_000, photo: photo, for: Self.request) {}
    }
    #expect(throws: Rejection.self) { try gate.with(.max, photo: photo, for: Self.request) {} }
    #expect(gate.bytes == 0)
  }

  /// A photo that two pieces of work use takes its memory once; another photo waits, and is rejected after a time.
  @Test func aPhotoCountsOnce() throws {
    let gate = MemoryGate(limit: 100, waitSeconds: 0)
    let photo = MemoryGate.Photo(key: "a", bytes: 60)
    try gate.with(10, photo: photo, for: Self.request) { () throws(Rejection) in
      try gate.with(10, photo: photo, for: Self.request) { #expect(gate.bytes == 80) }
      #expect(gate.bytes == 70)
      let other = MemoryGate.Photo(key: "b", bytes: 60)
      do throws(Rejection) {
        try gate.with(0, photo: other, for: Self.request) {}
        Issue.record("two photos do not fit")
      } catch { #expect(error.status == 503) }
    }
    #expect(gate.bytes == 0)
  }

  /// A client that has disconnected does not wait, although there is time.
  @Test func goneClientsDoNotWait() throws {
    let gate = MemoryGate(limit: 100, waitSeconds: 1e9)
    var gone = Self.request
    gone.isNeeded = { false }
    try gate.with(60, for: Self.request) { () throws(Rejection) -> Void in
      #expect(throws: Rejection.unwanted) { try gate.with(60, for: gone) {} }
    }
    // The queue is empty.
    try gate.with(100, for: Self.request) {}
  }
}

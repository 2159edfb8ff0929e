internal import Platform

/// Lets threads wait until so much memory may be had beside what others have; one thread always may.
package final class MemoryGate: Sendable {
  private let monitor = Monitor()
  private let limit: Int
  private let state = State()

  private final class State: @unchecked Sendable {
    var taken = 0
  }

  package init(limit: Int) { self.limit = limit }

  package func reserving<R, E: Error>(_ bytes: Int, _ body: () throws(E) -> R) throws(E) -> R {
    monitor.lock()
    while state.taken > 0, state.taken + bytes > limit { monitor.wait() }
    state.taken += bytes
    monitor.unlock()
    defer {
      monitor.locked {
        state.taken -= bytes
        monitor.broadcast()
      }
    }
    return try body()
  }
}

internal import BromideSystem

/// Pieces of work that all threads need done: whoever needs them takes part until the last is done.
final class SharedWork: Sendable {
  private let monitor = Monitor()
  private let count: Int
  private nonisolated(unsafe) var begun = 0
  private nonisolated(unsafe) var done = 0

  /// - Parameter count: The number of pieces.
  init(count: Int) { self.count = count }

  /// Does the pieces that nobody has begun, and waits for those of others. Each piece is done once, whoever calls.
  func help(_ body: (Int) -> Void) {
    while let piece = next() {
      body(piece)
      monitor.locked {
        unsafe done += 1
        if unsafe done == count { monitor.broadcast() }
      }
    }
    monitor.locked { while unsafe done < count { monitor.wait() } }
  }

  private func next() -> Int? {
    monitor.locked {
      guard unsafe begun < count else { return nil }
      unsafe begun += 1
      return unsafe begun - 1
    }
  }
}

internal import BromideSystem

/// Pieces of work with a result that several threads need. Each of these threads helps until all
/// pieces are done.
final class SharedWork: Sendable {
  private let monitor = Monitor()
  private let count: Int
  private nonisolated(unsafe) var begun = 0
  private nonisolated(unsafe) var done = 0

  /// - Parameter count: The number of pieces.
  init(count: Int) { self.count = count }

  /// Does the pieces that have not started, and waits for the others. Each piece is done once.
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

internal import BromideSystem

/// The thread that ends the server waits for this signal.
final class StopSignal: @unchecked Sendable {
  private let monitor = Monitor()
  // The monitor guards this.
  private var hasCome = false

  /// Prepares this process for serving.
  ///
  /// Call this before creating threads, because threads inherit the blocked signals.
  static func begin() -> StopSignal {
    ignoreWritingSignals()
    occupyClosedStreams()
    Machine.returnLargeBlocks()
    let stop = StopSignal()
    Interruption.watch(cleaningBy: {}, { stop.come() })
    return stop
  }

  private func come() {
    monitor.locked {
      hasCome = true
      monitor.broadcast()
    }
  }

  func wait() {
    monitor.locked { while !hasCome { monitor.wait() } }
  }
}

internal import Platform

/// Waited for by the thread that ends the server.
final class StopSignal: @unchecked Sendable {
  private let monitor = Monitor()
  // Guarded by the monitor.
  private var hasCome = false

  /// Prepares this process for serving, before any thread is made: threads inherit which signals are blocked.
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

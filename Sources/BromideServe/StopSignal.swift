internal import Platform

/// Waited for by the thread that ends the server.
final class StopSignal: @unchecked Sendable {
  private let monitor = Monitor()
  // Guarded by the monitor.
  private var hasCome = false

  func come() {
    monitor.locked {
      hasCome = true
      monitor.broadcast()
    }
  }

  func wait() {
    monitor.locked { while !hasCome { monitor.wait() } }
  }
}

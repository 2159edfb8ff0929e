internal import BromideLibc
internal import CBromideSystem

/// A thread that runs until this process ends, to start programs.
///
/// If a program is set to end with its parent (`prctl` with `PR_SET_PDEATHSIG`), the system ends it
/// when the thread that started it ends. So these calls need a thread that does not end early
/// (`bromide_outlast`).
final class LastingThread: Sendable {
  static let shared = LastingThread()

  /// The waiting bodies. Use it with the monitor locked.
  private final class Queue: @unchecked Sendable {
    let monitor = Monitor()
    var bodies: [@Sendable () -> Void] = []
  }

  /// A value that one thread sets and another one reads, with the monitor locked.
  private final class Slot<Value: Sendable>: @unchecked Sendable {
    var value: Value?
  }

  private let queue = Queue()
  /// Whether the system could create the thread.
  private let isThere: Bool

  private init() {
    let queue = queue
    let thread = WorkerThread {
      // The main thread or the thread of `Interruption` handles these signals.
      var signals = sigset_t()
      unsafe sigemptyset(&signals)
      for signal in [SIGINT, SIGTERM, SIGHUP, SIGQUIT] { unsafe sigaddset(&signals, signal) }
      unsafe pthread_sigmask(SIG_BLOCK, &signals, nil)
      bromide_outlast()
      queue.monitor.lock()
      while true {
        while !queue.bodies.isEmpty { queue.bodies.removeFirst()() }
        queue.monitor.broadcast()
        queue.monitor.wait()
      }
    }
    isThere = thread != nil
  }

  /// Runs a short body on that thread and waits for its end. If there is no such thread, uses the
  /// calling thread. The system does not end the programs that such a body starts.
  func perform<Value: Sendable>(_ body: @escaping @Sendable () -> Value) -> Value {
    guard isThere else { return body() }
    let slot = Slot<Value>()
    queue.monitor.lock()
    defer { queue.monitor.unlock() }
    queue.bodies.append { slot.value = body() }
    queue.monitor.broadcast()
    while true {
      if let value = slot.value { return value }
      queue.monitor.wait()
    }
  }
}

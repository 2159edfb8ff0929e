#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Glibc
#endif

/// A thread that lasts as long as this process, for calls whose effect ends with the thread that makes them: the system ends
/// a program with the thread that started it, where that was asked for (`prctl` with `PR_SET_PDEATHSIG`).
final class LastingThread: Sendable {
  static let shared = LastingThread()

  /// Bodies that wait for their turn, under the monitor's lock.
  private final class Queue: @unchecked Sendable {
    let monitor = Monitor()
    var bodies: [@Sendable () -> Void] = []
  }

  /// A value that one thread sets and another one takes, under the monitor's lock.
  private final class Slot<Value: Sendable>: @unchecked Sendable {
    var value: Value?
  }

  private let queue = Queue()
  /// Whether the system had a thread to give.
  private let isThere: Bool

  private init() {
    let queue = queue
    let thread = WorkerThread {
      // They are the main thread's, or that of `Interruption`.
      var signals = sigset_t()
      unsafe sigemptyset(&signals)
      for signal in [SIGINT, SIGTERM, SIGHUP, SIGQUIT] { unsafe sigaddset(&signals, signal) }
      unsafe pthread_sigmask(SIG_BLOCK, &signals, nil)
      queue.monitor.lock()
      while true {
        while !queue.bodies.isEmpty { queue.bodies.removeFirst()() }
        queue.monitor.broadcast()
        queue.monitor.wait()
      }
    }
    isThere = thread != nil
  }

  /// Runs a short body on that thread and waits for its end; on the calling thread where there is no other.
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

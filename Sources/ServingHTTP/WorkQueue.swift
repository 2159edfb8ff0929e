internal import Platform

/// Threads that answer requests in the order in which they come.
///
/// They have the stack that LibRaw needs, which those of an event loop or of Dispatch have not.
final class WorkQueue: @unchecked Sendable {
  private let monitor = Monitor()
  private let mostWaiting: Int
  // Guarded by the monitor.
  private var waiting: [@Sendable () -> Void] = []
  private var first = 0
  private var isEnding = false
  private var threads: [WorkerThread] = []

  /// - Parameters:
  ///   - threads: At least one.
  ///   - mostWaiting: Pieces of work that may wait.
  init(threads count: Int, mostWaiting: Int) {
    self.mostWaiting = mostWaiting
    for _ in 0..<max(1, count) {
      guard let thread = WorkerThread({ [self] in work() }) else { break }
      threads.append(thread)
    }
  }

  /// Takes a piece of work; false if too many wait.
  func add(_ work: @escaping @Sendable () -> Void) -> Bool {
    monitor.locked {
      guard !isEnding, waiting.count - first < mostWaiting, !threads.isEmpty else { return false }
      waiting.append(work)
      monitor.broadcast()
      return true
    }
  }

  /// Does what waits, and ends the threads.
  func end() {
    let threads = monitor.locked {
      isEnding = true
      monitor.broadcast()
      defer { self.threads = [] }
      return self.threads
    }
    for thread in threads { thread.join() }
  }

  private func work() {
    while let next = next() { next() }
  }

  private func next() -> (@Sendable () -> Void)? {
    monitor.locked {
      while first == waiting.count {
        if isEnding { return nil }
        waiting.removeAll(keepingCapacity: true)
        first = 0
        monitor.wait()
      }
      first += 1
      return waiting[first - 1]
    }
  }
}

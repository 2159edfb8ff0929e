internal import Platform
internal import Synchronization

/// A few threads that take numbered pieces of work, each the next one there is.
public enum FrameWorkers {
  /// Does the pieces 0 ..< count; returns when all are done, or after the first failure when those in hand are.
  ///
  /// - Parameters:
  ///   - threads: At least 1. Where the system gives fewer, those do; the caller's own always works.
  ///   - makeScratch: Called once on each thread.
  ///   - work: One piece; nil where it went well.
  /// - Returns: The failure of the lowest piece that has one.
  public static func run<Scratch, Failure: Sendable>(
    count: Int, threads: Int, makeScratch: @escaping @Sendable () -> Scratch,
    work: @escaping @Sendable (Int, Scratch) -> Failure?
  ) -> Failure? {
    let state = State<Failure>(count: count)
    let body: @Sendable () -> Void = {
      let scratch = makeScratch()
      while let piece = state.next() {
        if let failure = work(piece, scratch) { state.fail(piece, failure) }
      }
    }
    let others = (1..<max(1, min(threads, count))).compactMap { _ in WorkerThread(body) }
    body()
    for other in others { other.join() }
    return state.failure
  }

  private final class State<Failure: Sendable>: Sendable {
    private struct Values {
      var next = 0
      var failures: [Int: Failure] = [:]
    }
    private let count: Int
    private let values = Mutex(Values())

    init(count: Int) { self.count = count }

    func next() -> Int? {
      values.withLock { values in
        guard values.next < count, values.failures.isEmpty else { return nil }
        values.next += 1
        return values.next - 1
      }
    }

    func fail(_ piece: Int, _ failure: Failure) {
      values.withLock { $0.failures[piece] = failure }
    }

    var failure: Failure? {
      values.withLock { values in values.failures.min { $0.key < $1.key }?.value }
    }
  }
}

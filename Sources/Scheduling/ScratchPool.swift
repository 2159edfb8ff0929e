internal import Platform

/// Working memory that one thread at a time uses and the next takes over, because making it takes time.
package final class ScratchPool<Scratch>: @unchecked Sendable {
  private let make: @Sendable () -> Scratch
  private let monitor = Monitor()
  /// Guarded by the monitor. What was used last is taken first: it may still be in a cache.
  private var free: [Scratch] = []

  /// - Parameter make: Makes another one when all are in use.
  package init(_ make: @escaping @Sendable () -> Scratch) { self.make = make }

  /// Runs a body with scratch that nobody else uses meanwhile.
  package func withScratch<R, Failure: Error>(
    _ body: (Scratch) throws(Failure) -> R
  ) throws(Failure) -> R {
    let scratch = monitor.locked { free.popLast() } ?? make()
    defer { monitor.locked { free.append(scratch) } }
    return try body(scratch)
  }
}

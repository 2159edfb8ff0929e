/// Scratch memory that threads reuse, because creating it takes time. One thread uses it at the
/// same time.
package final class ScratchPool<Scratch>: @unchecked Sendable {
  private let make: @Sendable () -> Scratch
  private let monitor = Monitor()
  /// The monitor protects this list. The last used memory is taken first, because it could still be
  /// in a cache.
  private var free: [Scratch] = []

  /// - Parameter make: Creates another one when all are in use.
  package init(_ make: @escaping @Sendable () -> Scratch) { self.make = make }

  /// Runs a body with scratch memory that no other thread uses during the call.
  package func withScratch<R, Failure: Error>(
    _ body: (Scratch) throws(Failure) -> R
  ) throws(Failure) -> R {
    let scratch = monitor.locked { free.popLast() } ?? make()
    defer { monitor.locked { free.append(scratch) } }
    return try body(scratch)
  }
}

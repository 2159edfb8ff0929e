internal import BromideSystem

#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Glibc
#endif

/// A thread with a large stack that nobody waits for.
enum DetachedThread {
  /// Runs a body.
  ///
  /// - Returns: False if the system does not give a thread; the body has not run then.
  static func run(_ body: @escaping @Sendable () -> Void) -> Bool {
    let thread = WorkerThread {
      // Nobody joins it.
      pthread_detach(pthread_self())
      body()
    }
    return thread != nil
  }
}

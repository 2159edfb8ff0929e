internal import BromideLibc
internal import BromideSystem

/// A detached thread with a large stack.
enum DetachedThread {
  /// Runs a body.
  ///
  /// - Returns: `false` if the system cannot create a thread. In this case, the body does not run.
  static func run(_ body: @escaping @Sendable () -> Void) -> Bool {
    let thread = WorkerThread {
      // The thread is not joined.
      pthread_detach(pthread_self())
      body()
    }
    return thread != nil
  }
}

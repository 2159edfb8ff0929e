internal import BromideSystem

extension Engine {
  /// Runs a body on a thread with a stack of 8 MiB, and waits for it. LibRaw needs up to 1 MB of
  /// stack.
  ///
  /// - Returns: `false` if the system cannot create a thread. In this case, the body does not run.
  package static func onDeepStack(_ body: () -> Void) -> Bool {
    withoutActuallyEscaping(body) { body in
      let work = Work(body)
      guard let thread = WorkerThread({ work.run() }) else { return false }
      thread.join()
      return true
    }
  }

  /// A body that another thread runs while the caller waits.
  private struct Work: @unchecked Sendable {
    let run: () -> Void
    init(_ run: @escaping () -> Void) { self.run = run }
  }
}

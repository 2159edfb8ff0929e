internal import BromideLibc

/// A thread with a stack of 8 MiB, like a main thread.
///
/// LibRaw needs up to a megabyte of stack while it unpacks. A Dispatch thread has only half a
/// megabyte.
@safe
package final class WorkerThread {
  private var thread: pthread_t
  private static let stackBytes = 8 << 20

  private final class Body {
    let run: @Sendable () -> Void
    init(_ run: @escaping @Sendable () -> Void) { self.run = run }
  }

  /// Starts the thread, or returns `nil` if the system cannot create it. The corresponding C
  /// function is `pthread_create`.
  package init?(_ run: @escaping @Sendable () -> Void) {
    guard !InjectedFailures.occurs(.thread) else { return nil }
    // Allocate the C type, because its initialiser belongs to the C module that the compiler loaded
    // first.
    let attributes = UnsafeMutablePointer<pthread_attr_t>.allocate(capacity: 1)
    defer { unsafe attributes.deallocate() }
    unsafe pthread_attr_init(attributes)
    defer { unsafe pthread_attr_destroy(attributes) }
    unsafe pthread_attr_setstacksize(attributes, Self.stackBytes)
    let body = unsafe Unmanaged.passRetained(Body(run))
    #if canImport(Darwin)
      var started: pthread_t?
      let code = unsafe pthread_create(
        &started, attributes,
        { context in
          unsafe Unmanaged<Body>.fromOpaque(context).takeRetainedValue().run()
          return nil
        }, body.toOpaque())
      guard code == 0, let started = unsafe started else {
        unsafe body.release()
        return nil
      }
      unsafe thread = started
    #else
      var started = pthread_t()
      let code = unsafe pthread_create(
        &started, attributes,
        { context in
          unsafe Unmanaged<Body>.fromOpaque(context!).takeRetainedValue().run()
          return nil
        }, body.toOpaque())
      guard code == 0 else {
        unsafe body.release()
        return nil
      }
      thread = started
    #endif
  }

  /// Waits for the thread's end. Call it once. The corresponding C function is `pthread_join`.
  package func join() {
    #if canImport(Darwin)
      unsafe pthread_join(thread, nil)
    #else
      pthread_join(thread, nil)
    #endif
  }
}

#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Glibc
#endif

/// A thread of our own.
///
/// LibRaw keeps up to a megabyte on the stack while it unpacks, which the half megabyte of a Dispatch thread
/// does not hold; this one has eight, as a main thread.
@safe
package final class WorkerThread {
  private var thread: pthread_t
  private static let stackBytes = 8 << 20

  private final class Body {
    let run: @Sendable () -> Void
    init(_ run: @escaping @Sendable () -> Void) { self.run = run }
  }

  /// Starts the thread; nil where the system has none to give. The corresponding C function is `pthread_create`.
  package init?(_ run: @escaping @Sendable () -> Void) {
    guard !Refusals.strikes(.thread) else { return nil }
    // Memory of its own, because the initialiser of the C type belongs to whichever C module the
    // compiler met first.
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

  /// Waits for its end. Call it once. The corresponding C function is `pthread_join`.
  package func join() {
    #if canImport(Darwin)
      unsafe pthread_join(thread, nil)
    #else
      pthread_join(thread, nil)
    #endif
  }
}

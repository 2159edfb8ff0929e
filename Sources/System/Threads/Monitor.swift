internal import BromideLibc

/// A lock with a condition variable. (Synchronization's `Mutex` does not have a condition.)
@safe
package final class Monitor: @unchecked Sendable {
  private let mutex: UnsafeMutablePointer<pthread_mutex_t>
  private let condition: UnsafeMutablePointer<pthread_cond_t>

  package init() {
    unsafe mutex = .allocate(capacity: 1)
    unsafe condition = .allocate(capacity: 1)
    unsafe pthread_mutex_init(mutex, nil)
    unsafe pthread_cond_init(condition, nil)
  }

  deinit {
    unsafe pthread_cond_destroy(condition)
    unsafe pthread_mutex_destroy(mutex)
    unsafe condition.deallocate()
    unsafe mutex.deallocate()
  }

  package func lock() { unsafe pthread_mutex_lock(mutex) }

  package func unlock() { unsafe pthread_mutex_unlock(mutex) }

  /// Runs `body` with the lock held.
  package func locked<R>(_ body: () -> R) -> R {
    lock()
    defer { unlock() }
    return body()
  }

  /// Releases the lock until a thread calls `broadcast`. Call it with the lock held.
  package func wait() { unsafe pthread_cond_wait(condition, mutex) }

  /// Waits like `wait`, but at most `seconds`. Call it with the lock held.
  package func wait(seconds: Double) {
    var now = timespec()
    unsafe clock_gettime(CLOCK_REALTIME, &now)
    let nanoseconds = Double(now.tv_nsec) + seconds * 1e9
    now.tv_sec += Int(nanoseconds / 1e9)
    now.tv_nsec = Int(nanoseconds.truncatingRemainder(dividingBy: 1e9))
    unsafe pthread_cond_timedwait(condition, mutex, &now)
  }

  /// Wakes all waiting threads. Call it with the lock held.
  package func broadcast() { unsafe pthread_cond_broadcast(condition) }
}

// Reports Swift's Mutex to the thread sanitizer on Linux. scripts/sanitize loads this library before each program.
//
// Code inlined into Bromide takes a free lock, and the sanitizer sees it. But if the lock is busy, the thread waits in the
// standard library, which is not instrumented. Without this library, the sanitizer would report a race.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdint.h>

// Functions of the sanitizer's runtime, or NULL in programs without it.
void __tsan_acquire(void *) __attribute__((weak));
void __tsan_release(void *) __attribute__((weak));

// Methods of Synchronization._MutexHandle. The handle is Swift's context.
#define METHOD __attribute__((swiftcall)) void
#define SELF __attribute__((swift_context)) void *mutex
#define LOCK "$s15Synchronization12_MutexHandleV9_lockSlowyys6UInt32VF"
#define UNLOCK "$s15Synchronization12_MutexHandleV11_unlockSlowyyF"

METHOD lock(uint32_t thread, SELF) __asm__(LOCK);
METHOD unlock(SELF) __asm__(UNLOCK);

METHOD lock(uint32_t thread, SELF) {
  __typeof__(&lock) const next = (__typeof__(&lock))dlsym(RTLD_NEXT, LOCK);
  next(thread, mutex);
  if (__tsan_acquire) __tsan_acquire(mutex);
}

METHOD unlock(SELF) {
  __typeof__(&unlock) const next = (__typeof__(&unlock))dlsym(RTLD_NEXT, UNLOCK);
  if (__tsan_release) __tsan_release(mutex);
  next(mutex);
}

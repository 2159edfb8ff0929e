// Tells the thread sanitizer of Swift's Mutex, on Linux: loaded before the programs that scripts/sanitize tests.
//
// A lock that is free is taken by code inlined into ours, which the sanitizer sees. One that is not is waited for inside
// the standard library, which is not instrumented: what follows would look like a race with what came before.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdint.h>

// Of the sanitizer's runtime; NULL in programs without it.
void __tsan_acquire(void *) __attribute__((weak));
void __tsan_release(void *) __attribute__((weak));

// Methods of Synchronization._MutexHandle, which they take as Swift's context.
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

#if defined(__linux__)
#define _GNU_SOURCE
#endif
#include "bromide_host.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <unistd.h>

#include "bromide.h"

static atomic_int running;
static atomic_bool is_broken;

// Whether this thread forked the process. Swift's locks keep the number of each thread, and a fork changes it. If the thread then waits
// for a lock, the process dies or waits forever.
static _Thread_local bool has_forked;

static void after_fork(void) {
  has_forked = true;
  if (atomic_load(&running) > 0) atomic_store(&is_broken, true);
}

// When the library is loaded, because a program can fork before its first call, such as a server that loads Python modules first.
__attribute__((constructor)) static void watch_forks(void) { pthread_atfork(NULL, NULL, after_fork); }

bool bromide_host_enter(bromide_host_state *host) {
  if (atomic_load(&is_broken)) return false;
  atomic_fetch_add(&running, 1);
  fegetenv(&host->arithmetic);
  fesetenv(FE_DFL_ENV);
  return true;
}

void bromide_host_leave(const bromide_host_state *host) {
  fesetenv(&host->arithmetic);
  atomic_fetch_sub(&running, 1);
}

#if defined(__GLIBC__)
// The highest address of the main thread's stack.
extern void *__libc_stack_end;

// A main thread's stack grows up to its limit. To find its position, the C library would read /proc. Other memory is at least 128 MB
// below it, also without a limit.
static size_t main_stack(uintptr_t here) {
  struct rlimit limit;
  if (getrlimit(RLIMIT_STACK, &limit) != 0) return 0;
  const size_t most = limit.rlim_cur < 64 << 20 ? (size_t)limit.rlim_cur : 64 << 20;
  const uintptr_t top = (uintptr_t)__libc_stack_end;
  return here > top || top - here > most ? 0 : (most - (top - here)) / 2;
}
#endif

size_t bromide_host_stack(void) {
  if (has_forked) return 0;
#if defined(__GLIBC__)
  pthread_attr_t attributes;
  const uintptr_t here = (uintptr_t)&attributes;
  if (gettid() == getpid()) return main_stack(here);
  if (pthread_getattr_np(pthread_self(), &attributes) != 0) return 0;
  void *lowest = NULL;
  size_t size = 0;
  const int failed = pthread_attr_getstack(&attributes, &lowest, &size);
  pthread_attr_destroy(&attributes);
  const uintptr_t start = (uintptr_t)lowest;
  return failed || here < start || here - start > size ? 0 : here - start;
#else
  return 0;
#endif
}

uint32_t bromide_abi(void) { return BROMIDE_ABI; }

void bromide_free(void *memory) { free(memory); }

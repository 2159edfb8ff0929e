#if defined(__linux__)
#define _GNU_SOURCE
#include <malloc.h>
#include <sched.h>
#include <sys/syscall.h>
#endif

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/resource.h>
#if defined(__linux__) || defined(__APPLE__)
#include <sys/xattr.h>
#endif
#include <unistd.h>

#include "CPlatform.h"

int bromide_allowed_processors(void) {
#if defined(__linux__)
  cpu_set_t allowed;
  if (sched_getaffinity(0, sizeof allowed, &allowed) == 0) return CPU_COUNT(&allowed);
#endif
  return 0;
}

void bromide_return_blocks(int threshold) {
#if defined(__GLIBC__)
  mallopt(M_MMAP_THRESHOLD, threshold);
#else
  (void)threshold;
#endif
}

#if defined(__GLIBC__)
/// Grows the stack now. Without addresses, growing it later would end the process.
static __attribute__((noinline)) void grow_stack(void) {
  enum { STACK = 1 << 20, PAGE = 4096 };
  volatile char room[STACK];
  for (size_t i = STACK; i >= PAGE; i -= PAGE) room[i - PAGE] = 0;
}
#endif

int bromide_share_scarce_heap(size_t spare) {
#if defined(__GLIBC__)
  struct rlimit limit;
  if (getrlimit(RLIMIT_AS, &limit) != 0 || limit.rlim_cur == RLIM_INFINITY) return 0;
  mallopt(M_ARENA_MAX, 1);
  // Keep freed memory at the end of the heap.
  mallopt(M_TRIM_THRESHOLD, INT_MAX);
  // Try the total amount first, because a stack that cannot grow does not return an error.
  const size_t all = spare + spare / 2;
  void *tried = mmap(NULL, all, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (tried == MAP_FAILED) return -1;
  munmap(tried, all);
  grow_stack();
  // Allocate pieces that are too small for separate mappings. Each links to the previous one.
  enum { PIECE = 64 << 10 };
  void **last = NULL;
  for (size_t taken = 0; taken < spare; taken += PIECE) {
    void **piece = malloc(PIECE);
    if (piece == NULL) break;
    *piece = last;
    last = piece;
  }
  while (last != NULL) {
    void **piece = last;
    last = *piece;
    free(piece);
  }
#else
  (void)spare;
#endif
  return 0;
}

/// Returns whether an error means that the file system does not support a call or a filter blocks
/// it.
static int is_missing(int error) {
  return error == EINVAL || error == ENOSYS || error == ENOTSUP || error == EOPNOTSUPP || error == EPERM;
}

/// Creates an empty file with the new name, then replaces it. Of two processes, only one can create
/// the name. If the process is killed between the two calls, the empty file remains.
static int rename_over_own(const char *from, const char *to) {
  const int taken = open(to, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0600);
  if (taken < 0) return -1;
  close(taken);
  if (rename(from, to) == 0) return 0;
  const int error = errno;
  unlink(to);
  errno = error;
  return -1;
}

int bromide_rename_new(const char *from, const char *to) {
#if defined(__APPLE__)
  if (renamex_np(from, to, RENAME_EXCL) == 0) return 0;
  if (!is_missing(errno)) return -1;
#elif defined(SYS_renameat2)
  // RENAME_NOREPLACE is 1. Some C libraries lack the function and its constants.
  if (syscall(SYS_renameat2, AT_FDCWD, from, AT_FDCWD, to, 1) == 0) return 0;
  if (!is_missing(errno)) return -1;
#endif
  // File systems without the flag, mostly on networks, can have hard links. FAT and exFAT support
  // neither.
  if (link(from, to) == 0) return unlink(from);
  if (!is_missing(errno) && errno != EMLINK && errno != EXDEV) return -1;
  return rename_over_own(from, to);
}

int bromide_set_mark(const char *path, const void *bytes, size_t count) {
#if defined(__APPLE__)
  return setxattr(path, "bromide.photo", bytes, count, 0, XATTR_NOFOLLOW);
#elif defined(__linux__)
  return lsetxattr(path, "user.bromide.photo", bytes, count, 0);
#else
  (void)path, (void)bytes, (void)count;
  errno = ENOTSUP;
  return -1;
#endif
}

long bromide_mark(const char *path, void *bytes, size_t capacity) {
#if defined(__APPLE__)
  return getxattr(path, "bromide.photo", bytes, capacity, 0, XATTR_NOFOLLOW);
#elif defined(__linux__)
  return lgetxattr(path, "user.bromide.photo", bytes, capacity);
#else
  (void)path, (void)bytes, (void)capacity;
  errno = ENOTSUP;
  return -1;
#endif
}

void bromide_begin_writing(int descriptor) {
#if defined(__linux__)
  sync_file_range(descriptor, 0, 0, SYNC_FILE_RANGE_WRITE);
#else
  (void)descriptor;
#endif
}

int bromide_terminal_size(int descriptor, int *columns, int *lines) {
  struct winsize size;
  if (ioctl(descriptor, TIOCGWINSZ, &size) != 0) return -1;
  *columns = size.ws_col;
  *lines = size.ws_row;
  return 0;
}

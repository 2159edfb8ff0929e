// LibRaw as other programs use it.
#include "CPeers.h"

#if __has_include(<libraw/libraw.h>)
#include <libraw/libraw.h>
#include <time.h>

static double now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

double peer_libraw_unpack_seconds(const char *path) {
  libraw_data_t *raw = libraw_init(0);
  if (!raw) return -1;
  double seconds = -1;
  if (libraw_open_file(raw, path) == 0) {
    const double start = now();
    if (libraw_unpack(raw) == 0) seconds = now() - start;
  }
  libraw_close(raw);
  return seconds;
}

int peer_libraw_unpack(const char *path) {
  libraw_data_t *raw = libraw_init(0);
  if (!raw) return 0;
  int is_unpacked = libraw_open_file(raw, path) == 0 && libraw_unpack(raw) == 0;
  libraw_close(raw);
  return is_unpacked;
}
#else
double peer_libraw_unpack_seconds(const char *path) {
  (void)path;
  return -1;
}

int peer_libraw_unpack(const char *path) {
  (void)path;
  return 0;
}
#endif

// LibRaw as other programs use it.
#include "CPeers.h"

#if __has_include(<libraw/libraw.h>)
#include <libraw/libraw.h>

int peer_libraw_unpack(const char *path) {
  libraw_data_t *raw = libraw_init(0);
  if (!raw) return 0;
  int is_unpacked = libraw_open_file(raw, path) == 0 && libraw_unpack(raw) == 0;
  libraw_close(raw);
  return is_unpacked;
}
#else
int peer_libraw_unpack(const char *path) {
  (void)path;
  return 0;
}
#endif

// The size in a lossless JPEG's header.
#include "ljpeg.h"

#include <stdlib.h>

bool bromide_ljpeg_shape(
    const bromide_raw_source *source, uint64_t offset, uint32_t *row, uint32_t *rows) {
  uint8_t *const bytes = calloc(1, kMostHeader + BROMIDE_UNPACK_PADDING);
  if (!bytes) return false;
  struct ljpeg_header header;
  const uint64_t left = offset < source->size ? source->size - offset : 0;
  const size_t needed = (size_t)(left < kMostHeader ? left : kMostHeader);
  const size_t size = source->read(source->context, offset, bytes, needed);
  const bool ok = size > 0 && ljpeg_read_header(bytes, size, &header);
  if (ok) {
    *row = header.width * header.components;
    *rows = header.height;
  }
  free(bytes);
  return ok;
}

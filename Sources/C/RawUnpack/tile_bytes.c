// Reads the coded bytes of one tile.
#include "tile_bytes.h"

#include <stdlib.h>

bool tile_bytes_read(
    struct tile_bytes *tile, const bromide_raw_source *source, const bromide_raw_tiles *tiles, uint32_t index,
    uint64_t most) {
  const uint64_t offset = tiles->offsets[index], recorded = tiles->sizes[index];
  if (offset >= source->size) return false;
  const uint64_t left = source->size - offset;
  const uint64_t some = recorded < left ? recorded : left, count = some < most ? some : most;
  if (count == 0) return false;
  if (count > tile->capacity) {
    free(tile->bytes);
    tile->bytes = malloc(count);
    tile->capacity = tile->bytes ? count : 0;
    if (!tile->bytes) return false;
  }
  tile->count = count;
  return source->read(source->context, offset, tile->bytes, count) == count;
}

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

size_t tile_bytes_inflate(
    struct tile_bytes *tile, const bromide_raw_source *source, const bromide_raw_tiles *tiles, uint32_t index,
    struct libdeflate_decompressor *inflater, uint8_t *out, size_t capacity) {
  // Incompressible bytes need 5 more bytes per 65535. Bytes after a stream are ignored.
  const uint64_t most = capacity + capacity / 1024 + 1024;
  if (!tile_bytes_read(tile, source, tiles, index, most)) return 0;
  size_t got;
  const enum libdeflate_result result =
      libdeflate_zlib_decompress(inflater, tile->bytes, tile->count, out, capacity, &got);
  return result == LIBDEFLATE_SUCCESS ? got : 0;
}

// The coded bytes of one tile, in memory that grows with the largest tile.
#pragma once

#include "CDeflate.h"
#include "CRawUnpack.h"

/// Initialise it with zeros. The caller must free `bytes`.
struct tile_bytes {
  uint8_t *bytes;
  size_t count, capacity;
};

/// Reads the bytes of a tile, at most `most`. Returns false if the tile is empty or memory
/// is missing.
bool tile_bytes_read(
    struct tile_bytes *, const bromide_raw_source *, const bromide_raw_tiles *, uint32_t index, uint64_t most);

/// Reads the deflated bytes of a tile, and inflates at most `capacity` bytes. Returns their number,
/// or 0 if there are more, or none, or there is not enough memory.
size_t tile_bytes_inflate(
    struct tile_bytes *, const bromide_raw_source *, const bromide_raw_tiles *, uint32_t index,
    struct libdeflate_decompressor *, uint8_t *out, size_t capacity);

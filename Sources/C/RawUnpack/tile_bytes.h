// The coded bytes of one tile, in memory that grows with the largest tile.
#pragma once

#include "CRawUnpack.h"

/// Initialise it with zeros. The caller must free `bytes`.
struct tile_bytes {
  uint8_t *bytes;
  size_t count, capacity;
};

/// Reads the bytes of a tile, at most `most`. Returns false if there are no bytes or there is not
/// enough memory.
bool tile_bytes_read(
    struct tile_bytes *, const bromide_raw_source *, const bromide_raw_tiles *, uint32_t index, uint64_t most);

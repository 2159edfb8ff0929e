// The coded bytes of one tile at a time, in memory that grows with the largest.
#ifndef BROMIDE_TILE_BYTES_H
#define BROMIDE_TILE_BYTES_H
#include "CRawUnpack.h"

/// Begins as zeros. Whoever reads frees `bytes`.
struct tile_bytes {
  uint8_t *bytes;
  size_t count, capacity;
};

/// Reads a tile's bytes: as many as the file states and has, and not more than `most`. Returns false
/// if there are none, or no memory for them.
bool tile_bytes_read(
    struct tile_bytes *, const bromide_raw_source *, const bromide_raw_tiles *, uint32_t index, uint64_t most);

#endif

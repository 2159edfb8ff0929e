// The tiles of a picture, which threads decode one by one.
#pragma once

#include "CRawUnpack.h"

#include <stdatomic.h>

/// Initialise it with zeros.
struct tile_grid {
  /// The tiles of a row, and the tiles to decode.
  uint32_t across, count;
  /// The numbers of the tiles to decode, or NULL for all.
  uint32_t *chosen;
  atomic_uint next;
  atomic_bool failed;
};

/// The part of a tile in the picture, in pixels.
struct tile_place {
  uint32_t x, y, width, height;
};

/// Sets `across` and `count`. Returns whether the tiles cover the picture and are not more than
/// cameras write.
bool tile_grid_set(struct tile_grid *, const bromide_raw_job *, const bromide_raw_tiles *);

struct tile_place tile_grid_place(
    const struct tile_grid *, const bromide_raw_job *, const bromide_raw_tiles *, uint32_t index);

/// Decodes tiles in a thread until there are no more, or one fails in any thread. A thread that is
/// not ready fails.
void tile_grid_run(
    struct tile_grid *, bool is_ready, bool (*decode)(void *worker, uint32_t index), void *worker);

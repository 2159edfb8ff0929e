// Divides a picture into tiles, and gives them to threads.
#include "tile_grid.h"

enum {
  /// More tiles than cameras write. Damaged files can contain larger numbers.
  kMostTiles = 1 << 20,
};

bool tile_grid_set(
    struct tile_grid *grid, const bromide_raw_job *job, const bromide_raw_tiles *tiles) {
  if (job->width == 0 || job->height == 0 || tiles->width == 0 || tiles->height == 0) return false;
  const uint64_t across = (job->width - 1) / tiles->width + 1;
  const uint64_t down = (job->height - 1) / tiles->height + 1;
  if (across * down > kMostTiles || across * down > tiles->count) return false;
  grid->across = (uint32_t)across;
  grid->count = (uint32_t)(across * down);
  return true;
}

struct tile_place tile_grid_place(
    const struct tile_grid *grid, const bromide_raw_job *job, const bromide_raw_tiles *tiles,
    uint32_t index) {
  const uint32_t x = index % grid->across * tiles->width, y = index / grid->across * tiles->height;
  const uint32_t right = job->width - x, below = job->height - y;
  return (struct tile_place){
      .x = x,
      .y = y,
      .width = right < tiles->width ? right : tiles->width,
      .height = below < tiles->height ? below : tiles->height,
  };
}

void tile_grid_run(
    struct tile_grid *grid, bool is_ready, bool (*decode)(void *worker, uint32_t index),
    void *worker) {
  while (is_ready && !atomic_load_explicit(&grid->failed, memory_order_relaxed)) {
    const uint32_t index = atomic_fetch_add(&grid->next, 1);
    if (index >= grid->count) return;
    is_ready = decode(worker, grid->chosen ? grid->chosen[index] : index);
  }
  if (!is_ready) atomic_store(&grid->failed, true);
}

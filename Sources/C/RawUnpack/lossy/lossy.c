// Tiles of lossy JPEG in DNGs, decoded with libjpeg. Each thread decodes one tile at the same time.
#include "CJPEG.h"
#include "CRawUnpack.h"

#include <stdatomic.h>
#include <stdlib.h>

#include "../tile_bytes.h"

enum {
  /// More tiles than cameras write. Damaged files can contain larger numbers.
  kMostTiles = 1 << 20,
  /// JPEG's largest width and height.
  kMostSize = 65535,
  /// The maximum bytes of a tile for each of its samples. Larger tiles are not read. Noise takes
  /// two.
  kMostBytes = 4,
  /// The maximum additional bytes of a tile.
  kMostHeader = 256 * 1024,
  /// The limit of libjpeg's memory, which contains a few rows.
  kMostMemory = 256 * 1024 * 1024,
};

struct lossy {
  const bromide_raw_job *job;
  const bromide_raw_lossy *format;
  uint32_t across, count;
  atomic_uint next;
  atomic_bool failed;
};

/// The scratch memory of a thread, and the tile that it decodes.
struct worker {
  const struct lossy *lossy;
  struct tile_bytes coded;
  uint8_t *row;
  size_t x, y, width;
};

/// Writes the pixels of a row that are in the picture.
static void write_row(void *context, uint32_t row, const uint8_t *rgb) {
  const struct worker *worker = context;
  const bromide_raw_job *job = worker->lossy->job;
  const uint16_t(*values)[256] = worker->lossy->format->values;
  uint16_t *out = job->samples + (worker->y + row) * job->stride + 4 * worker->x;
  for (size_t i = 0; i < worker->width; i++, rgb += 3, out += 4) {
    out[0] = values[0][rgb[0]];
    out[1] = values[1][rgb[1]];
    out[2] = values[2][rgb[2]];
  }
}

/// Decodes a JPEG, which must have the tile's size. Returns false if it is damaged.
static bool decode_jpeg(struct worker *worker, struct bromide_jpeg *jpeg) {
  const struct lossy *lossy = worker->lossy;
  const bromide_raw_tiles *tiles = &lossy->format->tiles;
  if (!bromide_jpeg_read_header(jpeg)) return false;
  struct bromide_jpeg_facts facts;
  bromide_jpeg_facts(jpeg, &facts);
  const size_t left = lossy->job->height - worker->y;
  const size_t height = left < tiles->height ? left : tiles->height;
  if (facts.components != 3 || facts.is_progressive) return false;
  if (facts.width != tiles->width || facts.height < height || facts.height > tiles->height)
    return false;
  return bromide_jpeg_read_rows(jpeg, (uint32_t)height, worker->row, write_row, worker);
}

static bool decode_tile(struct worker *worker, uint32_t index) {
  const struct lossy *lossy = worker->lossy;
  const bromide_raw_tiles *tiles = &lossy->format->tiles;
  worker->x = (size_t)(index % lossy->across) * tiles->width;
  worker->y = (size_t)(index / lossy->across) * tiles->height;
  const size_t left = lossy->job->width - worker->x;
  worker->width = left < tiles->width ? left : tiles->width;
  const uint64_t most = kMostHeader + 3ull * kMostBytes * tiles->width * tiles->height;
  if (!tile_bytes_read(&worker->coded, &lossy->job->source, tiles, index, most)) return false;
  struct bromide_jpeg *const jpeg = bromide_jpeg_open(worker->coded.bytes, worker->coded.count, kMostMemory);
  if (!jpeg) return false;
  const bool ok = decode_jpeg(worker, jpeg);
  bromide_jpeg_close(jpeg);
  return ok;
}

static void run_tiles(void *argument) {
  struct lossy *lossy = argument;
  struct worker worker = {.lossy = lossy, .row = malloc((size_t)lossy->format->tiles.width * 3)};
  bool ok = worker.row != NULL;
  while (ok && !atomic_load_explicit(&lossy->failed, memory_order_relaxed)) {
    const uint32_t index = atomic_fetch_add(&lossy->next, 1);
    if (index >= lossy->count) break;
    ok = decode_tile(&worker, index);
  }
  if (!ok) atomic_store(&lossy->failed, true);
  free(worker.coded.bytes);
  free(worker.row);
}

/// Returns whether tiles cover the picture.
static bool is_regular(const bromide_raw_job *job, const bromide_raw_tiles *tiles) {
  if (job->width == 0 || job->height == 0 || job->stride < 4 * (size_t)job->width) return false;
  if (tiles->width == 0 || tiles->width > kMostSize) return false;
  if (tiles->height == 0 || tiles->height > kMostSize) return false;
  const uint64_t across = (job->width - 1) / tiles->width + 1;
  const uint64_t down = (job->height - 1) / tiles->height + 1;
  return across * down <= kMostTiles && across * down <= tiles->count;
}

bool bromide_unpack_lossy(const bromide_raw_job *job, const bromide_raw_lossy *format) {
  if (!is_regular(job, &format->tiles)) return false;
  struct lossy lossy = {
      .job = job, .format = format, .across = (job->width - 1) / format->tiles.width + 1};
  lossy.count = lossy.across * ((job->height - 1) / format->tiles.height + 1);
  bromide_raw_together(&job->crew, run_tiles, &lossy);
  return !atomic_load(&lossy.failed);
}

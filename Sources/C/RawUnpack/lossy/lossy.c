// Tiles of lossy JPEG in DNGs, decoded with libjpeg. Each thread decodes one tile at the same time.
#include "CJPEG.h"
#include "CRawUnpack.h"

#include <stdlib.h>

#include "../tile_bytes.h"
#include "../tile_grid.h"

enum {
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
  struct tile_grid grid;
};

/// The scratch memory of a thread, and the tile that it decodes.
struct worker {
  const struct lossy *lossy;
  struct tile_bytes coded;
  uint8_t *row;
  struct tile_place place;
};

/// Writes the pixels of a row that are in the picture.
static void write_row(void *context, uint32_t row, const uint8_t *rgb) {
  const struct worker *worker = context;
  const bromide_raw_job *job = worker->lossy->job;
  const uint16_t(*values)[256] = worker->lossy->format->values;
  const struct tile_place *place = &worker->place;
  uint16_t *out = job->samples + ((size_t)place->y + row) * job->stride + 4 * (size_t)place->x;
  for (size_t i = 0; i < place->width; i++, rgb += 3, out += 4) {
    out[0] = values[0][rgb[0]];
    out[1] = values[1][rgb[1]];
    out[2] = values[2][rgb[2]];
  }
}

/// Decodes a JPEG, which must have the tile's size. Returns false if it is damaged.
static bool decode_jpeg(struct worker *worker, struct bromide_jpeg *jpeg) {
  const bromide_raw_tiles *tiles = &worker->lossy->format->tiles;
  if (!bromide_jpeg_read_header(jpeg)) return false;
  struct bromide_jpeg_facts facts;
  bromide_jpeg_facts(jpeg, &facts);
  const uint32_t height = worker->place.height;
  if (facts.components != 3 || facts.is_progressive) return false;
  if (facts.width != tiles->width || facts.height < height || facts.height > tiles->height)
    return false;
  return bromide_jpeg_read_rows(jpeg, height, worker->row, write_row, worker);
}

static bool decode_tile(void *context, uint32_t index) {
  struct worker *worker = context;
  const struct lossy *lossy = worker->lossy;
  const bromide_raw_tiles *tiles = &lossy->format->tiles;
  worker->place = tile_grid_place(&lossy->grid, lossy->job, tiles, index);
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
  tile_grid_run(&lossy->grid, worker.row != NULL, decode_tile, &worker);
  free(worker.coded.bytes);
  free(worker.row);
}

bool bromide_unpack_lossy(const bromide_raw_job *job, const bromide_raw_lossy *format) {
  const bromide_raw_tiles *tiles = &format->tiles;
  struct lossy lossy = {.job = job, .format = format};
  if (!tile_grid_set(&lossy.grid, job, tiles)) return false;
  if (job->stride < 4 * (size_t)job->width) return false;
  if (tiles->width > kMostSize || tiles->height > kMostSize) return false;
  bromide_raw_together(&job->crew, run_tiles, &lossy);
  return !atomic_load(&lossy.grid.failed);
}

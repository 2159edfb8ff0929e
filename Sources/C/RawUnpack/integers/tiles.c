// Tiles of integers, unchanged or deflated. Each thread decodes one tile at the same time.
#include "CDeflate.h"
#include "CRawUnpack.h"

#include <stdlib.h>

#include "../tile_bytes.h"
#include "../tile_grid.h"

enum {
  /// The bytes by which a tile can exceed four times the picture's bytes.
  kSpareTile = 16 << 20,
};

struct integers {
  const bromide_raw_job *job;
  const bromide_raw_integers *format;
  struct tile_grid grid;
  /// The samples and bytes of a tile's row.
  size_t row, row_bytes;
};

/// The scratch memory of a thread.
struct worker {
  const struct integers *integers;
  struct libdeflate_decompressor *inflater;
  struct tile_bytes coded;
  /// A tile's bytes, for deflated samples.
  uint8_t *bytes;
};

void bromide_add_up_numbers(
    uint8_t *row, size_t count, size_t size, size_t distance, bool is_big_endian) {
  for (size_t i = distance; i < count; i++) {
    uint8_t *const number = row + i * size;
    const uint8_t *const before = row + (i - distance) * size;
    unsigned carry = 0;
    for (size_t k = 0; k < size; k++) {
      const size_t at = is_big_endian ? size - 1 - k : k;
      carry += (unsigned)number[at] + before[at];
      number[at] = (uint8_t)carry;
      carry >>= 8;
    }
  }
}

/// Returns the tile's bytes: all of its rows, or at least the rows in the picture. Returns NULL if
/// there are fewer.
static uint8_t *read_tile(struct worker *worker, uint32_t index, size_t needed, size_t capacity) {
  const struct integers *integers = worker->integers;
  const bromide_raw_source *source = &integers->job->source;
  const bromide_raw_tiles *tiles = &integers->format->tiles;
  struct tile_bytes *coded = &worker->coded;
  if (!integers->format->is_deflated)
    return tile_bytes_read(coded, source, tiles, index, capacity) && coded->count >= needed
               ? coded->bytes : NULL;
  const size_t got =
      tile_bytes_inflate(coded, source, tiles, index, worker->inflater, worker->bytes, capacity);
  return got == needed || got == capacity ? worker->bytes : NULL;
}

/// Unpacks samples from a row's bits.
static void unpack_row(
    const bromide_raw_integers *format, const uint8_t *bytes, size_t count, uint16_t *out) {
  const uint32_t bits = format->bits;
  if (bits == 8) {
    for (size_t i = 0; i < count; i++) out[i] = bytes[i];
  } else if (bits == 16) {
    const size_t high = format->is_big_endian ? 0 : 1;
    for (size_t i = 0; i < count; i++)
      out[i] = (uint16_t)(bytes[2 * i + high] << 8 | bytes[2 * i + 1 - high]);
  } else {
    uint32_t held = 0, buffer = 0;
    for (size_t i = 0; i < count; i++) {
      for (; held < bits; held += 8) buffer = buffer << 8 | *bytes++;
      held -= bits;
      out[i] = (uint16_t)(buffer >> held & ((1u << bits) - 1));
    }
  }
  if (format->curve)
    for (size_t i = 0; i < count; i++) out[i] = format->curve[out[i]];
}

static bool decode_tile(void *context, uint32_t index) {
  struct worker *worker = context;
  const struct integers *integers = worker->integers;
  const bromide_raw_job *job = integers->job;
  const bromide_raw_integers *format = integers->format;
  const struct tile_place place = tile_grid_place(&integers->grid, job, &format->tiles, index);
  const size_t x = (size_t)place.x * format->samples, count = (size_t)place.width * format->samples;
  const size_t row_bytes = integers->row_bytes;
  uint8_t *const bytes =
      read_tile(worker, index, row_bytes * place.height, row_bytes * format->tiles.height);
  if (!bytes) return false;
  for (size_t r = 0; r < place.height; r++) {
    if (format->distance > 0)
      bromide_add_up_numbers(
          bytes + r * row_bytes, integers->row, format->bits / 8,
          (size_t)format->distance * format->samples, format->is_big_endian);
    unpack_row(format, bytes + r * row_bytes, count, job->samples + (place.y + r) * job->stride + x);
  }
  return true;
}

static void run_tiles(void *argument) {
  struct integers *integers = argument;
  const bromide_raw_integers *format = integers->format;
  struct worker worker = {.integers = integers};
  bool ok = true;
  if (format->is_deflated) {
    worker.inflater = libdeflate_alloc_decompressor();
    worker.bytes = malloc(integers->row_bytes * format->tiles.height);
    ok = worker.inflater && worker.bytes;
  }
  tile_grid_run(&integers->grid, ok, decode_tile, &worker);
  libdeflate_free_decompressor(worker.inflater);
  free(worker.coded.bytes);
  free(worker.bytes);
}

/// Returns whether tiles do not exceed the picture by much.
static bool is_regular(const bromide_raw_job *job, const bromide_raw_integers *format) {
  const bromide_raw_tiles *tiles = &format->tiles;
  if (format->bits < 8 || format->bits > 16) return false;
  if (format->distance > 0 && format->bits != 8 && format->bits != 16) return false;
  if (format->samples < 1 || format->samples > 4) return false;
  if (job->stride < (size_t)job->width * format->samples) return false;
  const uint64_t pixel = 2 * format->samples;
  const uint64_t most = 4 * pixel * job->width * job->height + kSpareTile;
  if (most > SIZE_MAX / 16 || tiles->width > most / pixel) return false;
  return tiles->height <= most / (tiles->width * pixel);
}

bool bromide_unpack_integers(const bromide_raw_job *job, const bromide_raw_integers *format) {
  struct integers integers = {
      .job = job,
      .format = format,
      .row = (size_t)format->tiles.width * format->samples,
  };
  if (!tile_grid_set(&integers.grid, job, &format->tiles) || !is_regular(job, format)) return false;
  integers.row_bytes = (integers.row * format->bits + 7) / 8;
  bromide_raw_together(&job->crew, run_tiles, &integers);
  return !atomic_load(&integers.grid.failed);
}

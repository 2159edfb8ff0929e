// Tiles of integers, unchanged or deflated. Each thread decodes one tile at the same time.
#include "CDeflate.h"
#include "CRawUnpack.h"

#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include "../tile_bytes.h"

enum {
  /// More tiles than cameras write. Damaged files can contain larger numbers.
  kMostTiles = 1 << 20,
  /// The bytes by which a tile can exceed four times the picture's bytes.
  kSpareTile = 16 << 20,
};

struct integers {
  const bromide_raw_job *job;
  const bromide_raw_integers *format;
  uint32_t across, count;
  /// The samples and bytes of a tile's row.
  size_t row, row_bytes;
  atomic_uint next;
  atomic_bool failed;
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
  // Incompressible bytes need 5 more bytes per 65535. Bytes after a stream are ignored.
  const uint64_t most = capacity + capacity / 1024 + 1024;
  if (!tile_bytes_read(coded, source, tiles, index, most)) return NULL;
  size_t got;
  const bool ok = libdeflate_zlib_decompress(
                      worker->inflater, coded->bytes, coded->count, worker->bytes, capacity,
                      &got) == LIBDEFLATE_SUCCESS;
  return ok && (got == needed || got == capacity) ? worker->bytes : NULL;
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

static bool decode_tile(struct worker *worker, uint32_t index) {
  const struct integers *integers = worker->integers;
  const bromide_raw_job *job = integers->job;
  const bromide_raw_integers *format = integers->format;
  const size_t y = (size_t)(index / integers->across) * format->tiles.height;
  const size_t x = (size_t)(index % integers->across) * integers->row;
  const size_t picture = (size_t)job->width * format->samples;
  const size_t count = picture - x < integers->row ? picture - x : integers->row;
  const size_t left = job->height - y;
  const size_t rows = left < format->tiles.height ? left : format->tiles.height;
  const size_t row_bytes = integers->row_bytes;
  uint8_t *const bytes =
      read_tile(worker, index, row_bytes * rows, row_bytes * format->tiles.height);
  if (!bytes) return false;
  for (size_t r = 0; r < rows; r++) {
    if (format->distance > 0)
      bromide_add_up_numbers(
          bytes + r * row_bytes, integers->row, format->bits / 8,
          (size_t)format->distance * format->samples, format->is_big_endian);
    unpack_row(format, bytes + r * row_bytes, count, job->samples + (y + r) * job->stride + x);
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
  while (ok && !atomic_load_explicit(&integers->failed, memory_order_relaxed)) {
    const uint32_t index = atomic_fetch_add(&integers->next, 1);
    if (index >= integers->count) break;
    ok = decode_tile(&worker, index);
  }
  if (!ok) atomic_store(&integers->failed, true);
  libdeflate_free_decompressor(worker.inflater);
  free(worker.coded.bytes);
  free(worker.bytes);
}

/// Returns whether tiles cover the picture and do not exceed it by much.
static bool is_regular(const bromide_raw_job *job, const bromide_raw_integers *format) {
  const bromide_raw_tiles *tiles = &format->tiles;
  if (format->bits < 8 || format->bits > 16) return false;
  if (format->distance > 0 && format->bits != 8 && format->bits != 16) return false;
  if (format->samples < 1 || format->samples > 4) return false;
  if (job->width == 0 || job->height == 0 || tiles->width == 0 || tiles->height == 0) return false;
  if (job->stride < (size_t)job->width * format->samples) return false;
  const uint64_t pixel = 2 * format->samples;
  const uint64_t most = 4 * pixel * job->width * job->height + kSpareTile;
  if (most > SIZE_MAX / 16 || tiles->width > most / pixel) return false;
  if (tiles->height > most / (tiles->width * pixel)) return false;
  const uint64_t across = (job->width - 1) / tiles->width + 1;
  const uint64_t down = (job->height - 1) / tiles->height + 1;
  return across * down <= kMostTiles && across * down <= tiles->count;
}

bool bromide_unpack_integers(const bromide_raw_job *job, const bromide_raw_integers *format) {
  if (!is_regular(job, format)) return false;
  struct integers integers = {
      .job = job,
      .format = format,
      .across = (job->width - 1) / format->tiles.width + 1,
      .row = (size_t)format->tiles.width * format->samples,
  };
  integers.row_bytes = (integers.row * format->bits + 7) / 8;
  integers.count = integers.across * ((job->height - 1) / format->tiles.height + 1);
  bromide_raw_together(&job->crew, run_tiles, &integers);
  return !atomic_load(&integers.failed);
}

// Tiles of deflated numbers. Each thread inflates one tile at the same time. When all numbers are
// known, they become integers.
//
// _DEFAULT_SOURCE is for madvise and posix_memalign, which strict C hides.
#define _DEFAULT_SOURCE
#include "CDeflate.h"
#include "CRawUnpack.h"
#include "floats.h"

#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#include "../tile_bytes.h"

enum {
  /// More tiles than cameras write. Damaged files can contain larger numbers.
  kMostTiles = 1 << 20,
  /// The bytes by which a tile can exceed four times the picture's bytes.
  kSpareTile = 16 << 20,
  kLargePage = 2 << 20,
};

struct floats {
  const bromide_raw_job *job;
  const bromide_raw_floats *format;
  uint32_t across, count;
  /// The samples and bytes of a tile's row.
  size_t row, row_bytes;
  /// The numbers of the picture if they have more than 16 bits. Otherwise, they are in the job's
  /// samples.
  uint32_t *numbers;
  atomic_uint next;
  /// The bits of the largest number.
  atomic_uint largest;
  atomic_bool failed;
};

/// The scratch memory of a thread.
struct worker {
  struct floats *floats;
  struct libdeflate_decompressor *inflater;
  struct tile_bytes deflated;
  uint8_t *bytes, *row;
  /// Room for the numbers of a row outside the picture.
  uint32_t *beyond;
};

/// Reads or inflates a tile. Returns false if it does not contain `needed` bytes.
static bool inflate_tile(struct worker *worker, uint32_t index, size_t needed, size_t capacity) {
  const struct floats *floats = worker->floats;
  if (floats->format->is_plain) {
    struct tile_bytes *plain = &worker->deflated;
    if (!tile_bytes_read(plain, &floats->job->source, &floats->format->tiles, index, capacity)) return false;
    if (plain->count < needed) return false;
    memcpy(worker->bytes, plain->bytes, plain->count);
    return true;
  }
  // Incompressible bytes need 5 more bytes per 65535. Bytes after a stream are ignored.
  const uint64_t most = capacity + capacity / 1024 + 1024;
  struct tile_bytes *deflated = &worker->deflated;
  if (!tile_bytes_read(deflated, &floats->job->source, &floats->format->tiles, index, most)) return false;
  size_t got;
  return libdeflate_zlib_decompress(
             worker->inflater, deflated->bytes, deflated->count, worker->bytes, capacity, &got) ==
             LIBDEFLATE_SUCCESS &&
         (floats->format->fits_white ? got == needed || got == capacity : got >= needed);
}

static void note_largest(struct floats *floats, uint32_t bits) {
  unsigned known = atomic_load(&floats->largest);
  while (bits > known && !atomic_compare_exchange_weak(&floats->largest, &known, bits)) {
  }
}

/// Joins samples of a row to numbers. Returns the largest.
static uint32_t join(const struct worker *worker, size_t first, size_t count, void *out) {
  const uint8_t *planes = worker->row + first;
  const size_t plane = worker->floats->row;
  switch (worker->floats->format->bits) {
  case 16: return floats_join_16(planes, plane, count, out);
  case 24: return floats_join_24(planes, plane, count, out);
  default: return floats_join_32(planes, plane, count, out);
  }
}

static bool decode_tile(struct worker *worker, uint32_t index) {
  struct floats *floats = worker->floats;
  const bromide_raw_job *job = floats->job;
  const bromide_raw_floats *format = floats->format;
  const size_t y = (size_t)(index / floats->across) * format->tiles.height;
  const size_t x = (size_t)(index % floats->across) * floats->row;
  const size_t picture = (size_t)job->width * format->samples;
  const size_t count = picture - x < floats->row ? picture - x : floats->row;
  const size_t left = job->height - y;
  const size_t rows = left < format->tiles.height ? left : format->tiles.height;
  const size_t capacity = floats->row_bytes * format->tiles.height;
  if (!inflate_tile(worker, index, floats->row_bytes * rows, capacity)) return false;
  uint32_t largest = 0;
  for (size_t r = 0; r < rows; r++) {
    uint8_t *const bytes = worker->bytes + r * floats->row_bytes;
    if (format->bit_distance > 0)
      bromide_add_up_numbers(
          bytes, floats->row, format->bits / 8, (size_t)format->bit_distance * format->samples,
          format->is_big_endian);
    if (format->distance == 0)
      floats_split(bytes, floats->row, format->bits / 8, format->is_big_endian, worker->row);
    else
      floats_add_up(
          bytes, floats->row_bytes, format->is_bytewise ? 1 : format->distance * format->samples,
          worker->row);
    void *const out = format->bits == 16 ? (void *)(job->samples + (y + r) * job->stride + x)
                                         : (void *)(floats->numbers + (y + r) * picture + x);
    const uint32_t inside = join(worker, 0, count, out);
    // Like LibRaw, include numbers outside the right edge.
    const uint32_t outside = join(worker, count, floats->row - count, worker->beyond);
    largest = inside > largest ? inside : largest;
    largest = outside > largest ? outside : largest;
  }
  note_largest(floats, largest);
  return largest != 0xffffffff;
}

static void run_tiles(void *argument) {
  struct floats *floats = argument;
  const size_t capacity = floats->row_bytes * floats->format->tiles.height;
  struct worker worker = {
      .floats = floats,
      .inflater = libdeflate_alloc_decompressor(),
      .bytes = malloc(capacity + kRowSlack),
      .row = malloc(floats->row_bytes + kRowSlack),
      .beyond = malloc(floats->row * sizeof *worker.beyond),
  };
  bool ok = worker.inflater && worker.bytes && worker.row && worker.beyond;
  while (ok && !atomic_load_explicit(&floats->failed, memory_order_relaxed)) {
    const uint32_t index = atomic_fetch_add(&floats->next, 1);
    if (index >= floats->count) break;
    ok = decode_tile(&worker, index);
  }
  if (!ok) atomic_store(&floats->failed, true);
  libdeflate_free_decompressor(worker.inflater);
  free(worker.deflated.bytes);
  free(worker.bytes);
  free(worker.row);
  free(worker.beyond);
}

/// Returns whether tiles cover the picture and do not exceed it by much.
static bool is_regular(const bromide_raw_job *job, const bromide_raw_floats *format) {
  const bromide_raw_tiles *tiles = &format->tiles;
  const uint32_t bits = format->bits, samples = format->samples, distance = format->distance;
  if (bits != 16 && bits != 24 && bits != 32) return false;
  if (samples < 1 || samples > 4) return false;
  if (distance > 2 && distance != 4) return false;
  if (format->bit_distance > 0 && (distance > 0 || bits == 24)) return false;
  if (job->width == 0 || job->height == 0 || tiles->width == 0 || tiles->height == 0) return false;
  // For rows of other widths, the prediction is not specified. LibRaw skips their end.
  if (distance > 0 && tiles->width % distance != 0) return false;
  const uint64_t pixel = samples * bits / 8, most = (uint64_t)job->width * job->height * pixel;
  if (most > SIZE_MAX / 16 || tiles->width > SIZE_MAX / 16 / pixel) return false;
  const uint64_t row = tiles->width * pixel;
  if (row > 4 * most + kSpareTile || tiles->height > (4 * most + kSpareTile) / row) return false;
  const uint64_t across = (job->width - 1) / tiles->width + 1;
  const uint64_t down = (job->height - 1) / tiles->height + 1;
  return across * down <= kMostTiles && across * down <= tiles->count;
}

/// Returns memory for all numbers, in large pages if the system supports them. Each byte is written
/// and read once, and with single pages, this took a quarter of the total time. The caller must
/// free it.
static uint32_t *memory_for_numbers(size_t bytes) {
  void *memory = NULL;
  if (posix_memalign(&memory, kLargePage, bytes) != 0) return NULL;
#ifdef MADV_HUGEPAGE
  // If the system rejects this, it uses small pages.
  madvise(memory, bytes, MADV_HUGEPAGE);
#endif
  return memory;
}

bool bromide_unpack_floats(
    const bromide_raw_job *job, const bromide_raw_floats *format, bromide_raw_float_scale *result) {
  if (!is_regular(job, format)) return false;
  struct floats floats = {
      .job = job,
      .format = format,
      .across = (job->width - 1) / format->tiles.width + 1,
      .row = (size_t)format->tiles.width * format->samples,
  };
  floats.count = floats.across * ((job->height - 1) / format->tiles.height + 1);
  floats.row_bytes = floats.row * (format->bits / 8);
  bool ok = true;
  if (format->bits > 16) {
    floats.numbers = memory_for_numbers(
        (size_t)job->width * job->height * format->samples * sizeof *floats.numbers);
    ok = floats.numbers != NULL;
  }
  if (ok) {
    bromide_raw_together(&job->crew, run_tiles, &floats);
    ok = !atomic_load(&floats.failed);
    const uint32_t bits = atomic_load(&floats.largest);
    const float largest = floats.numbers ? floats_of_bits(bits) : floats_of_half((uint16_t)bits);
    if (ok) *result = floats_finish(job, format->samples, floats.numbers, largest, format->white, format->fits_white);
  }
  free(floats.numbers);
  return ok;
}

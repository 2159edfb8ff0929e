// Tiles of deflated numbers. Each thread inflates one tile at the same time. When all numbers are
// known, they become integers.
//
// _DEFAULT_SOURCE is for madvise and posix_memalign, which strict C hides.
#define _DEFAULT_SOURCE
#include "CDeflate.h"
#include "CRawUnpack.h"
#include "floats.h"

#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#include "../tile_bytes.h"
#include "../tile_grid.h"

enum {
  /// The bytes by which a tile can exceed four times the picture's bytes.
  kSpareTile = 16 << 20,
  kLargePage = 2 << 20,
};

struct floats {
  const bromide_raw_job *job;
  const bromide_raw_floats *format;
  struct tile_grid grid;
  /// The samples and bytes of a tile's row.
  size_t row, row_bytes;
  /// The numbers of the picture if they have more than 16 bits. Otherwise, they are in the job's
  /// samples.
  uint32_t *numbers;
  /// The bits of the largest number.
  atomic_uint largest;
};

/// The scratch memory of a thread.
struct worker {
  struct floats *floats;
  struct libdeflate_decompressor *inflater;
  struct tile_bytes coded;
  uint8_t *bytes, *row;
  /// Room for the numbers of a row outside the picture.
  uint32_t *beyond;
};

/// Reads or inflates a tile. Returns false if it does not contain `needed` bytes.
static bool inflate_tile(struct worker *worker, uint32_t index, size_t needed, size_t capacity) {
  const struct floats *floats = worker->floats;
  const bromide_raw_source *source = &floats->job->source;
  const bromide_raw_tiles *tiles = &floats->format->tiles;
  struct tile_bytes *coded = &worker->coded;
  if (floats->format->is_plain) {
    if (!tile_bytes_read(coded, source, tiles, index, capacity) || coded->count < needed) return false;
    memcpy(worker->bytes, coded->bytes, coded->count);
    return true;
  }
  const size_t got =
      tile_bytes_inflate(coded, source, tiles, index, worker->inflater, worker->bytes, capacity);
  return floats->format->fits_white ? got == needed || got == capacity : got >= needed;
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

static bool decode_tile(void *context, uint32_t index) {
  struct worker *worker = context;
  struct floats *floats = worker->floats;
  const bromide_raw_job *job = floats->job;
  const bromide_raw_floats *format = floats->format;
  const struct tile_place place = tile_grid_place(&floats->grid, job, &format->tiles, index);
  const size_t x = (size_t)place.x * format->samples, count = (size_t)place.width * format->samples;
  const size_t picture = (size_t)job->width * format->samples;
  const size_t capacity = floats->row_bytes * format->tiles.height;
  if (!inflate_tile(worker, index, floats->row_bytes * place.height, capacity)) return false;
  uint32_t largest = 0;
  for (size_t r = 0; r < place.height; r++) {
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
    void *const out = format->bits == 16 ? (void *)(job->samples + (place.y + r) * job->stride + x)
                                         : (void *)(floats->numbers + (place.y + r) * picture + x);
    const uint32_t inside = join(worker, 0, count, out);
    // Like LibRaw, include numbers outside the right edge.
    const uint32_t outside = join(worker, count, floats->row - count, worker->beyond);
    largest = inside > largest ? inside : largest;
    largest = outside > largest ? outside : largest;
  }
  floats_note_largest(&floats->largest, largest);
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
  tile_grid_run(&floats->grid, ok, decode_tile, &worker);
  libdeflate_free_decompressor(worker.inflater);
  free(worker.coded.bytes);
  free(worker.bytes);
  free(worker.row);
  free(worker.beyond);
}

/// Returns whether tiles do not exceed the picture by much.
static bool is_regular(const bromide_raw_job *job, const bromide_raw_floats *format) {
  const bromide_raw_tiles *tiles = &format->tiles;
  const uint32_t bits = format->bits, samples = format->samples, distance = format->distance;
  if (bits != 16 && bits != 24 && bits != 32) return false;
  if (samples < 1 || samples > 4) return false;
  if (distance > 2 && distance != 4) return false;
  if (format->bit_distance > 0 && (distance > 0 || bits == 24)) return false;
  // For rows of other widths, the prediction is not specified. LibRaw skips their end.
  if (distance > 0 && tiles->width % distance != 0) return false;
  const uint64_t pixel = samples * bits / 8, most = (uint64_t)job->width * job->height * pixel;
  if (most > SIZE_MAX / 16 || tiles->width > SIZE_MAX / 16 / pixel) return false;
  const uint64_t row = tiles->width * pixel;
  return row <= 4 * most + kSpareTile && tiles->height <= (4 * most + kSpareTile) / row;
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
  struct floats floats = {
      .job = job,
      .format = format,
      .row = (size_t)format->tiles.width * format->samples,
  };
  if (!tile_grid_set(&floats.grid, job, &format->tiles) || !is_regular(job, format)) return false;
  floats.row_bytes = floats.row * (format->bits / 8);
  bool ok = true;
  if (format->bits > 16) {
    floats.numbers = memory_for_numbers(
        (size_t)job->width * job->height * format->samples * sizeof *floats.numbers);
    ok = floats.numbers != NULL;
  }
  if (ok) {
    bromide_raw_together(&job->crew, run_tiles, &floats);
    ok = !atomic_load(&floats.grid.failed);
    const uint32_t bits = atomic_load(&floats.largest);
    const float largest = floats.numbers ? floats_of_bits(bits) : floats_of_half((uint16_t)bits);
    if (ok) *result = floats_finish(job, format->samples, floats.numbers, largest, format->white, format->fits_white);
  }
  free(floats.numbers);
  return ok;
}

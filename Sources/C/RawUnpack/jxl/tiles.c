// Tiles of JPEG XL in DNGs, decoded with libjxl. Each thread decodes one tile at the same time.
#include "jxl.h"

#include <stdatomic.h>
#include <stdlib.h>

#include "../floats/floats.h"
#include "../tile_bytes.h"
#include "CJXL.h"

enum {
  /// More tiles than cameras write. Damaged files can contain larger numbers.
  kMostTiles = 1 << 20,
  /// The pixels by which a tile can exceed four times the picture's pixels.
  kSparePixels = 1 << 24,
  /// The maximum bytes of a tile for each of its samples. Larger tiles are not read. Noise takes
  /// two.
  kMostBytes = 4,
  /// The maximum additional bytes of a tile.
  kMostHeader = 1 << 20,
};

struct jxl {
  const bromide_raw_job *job;
  const bromide_raw_jxl *format;
  struct jxl_fields rows, columns;
  uint32_t across, count;
  /// The numbers of the tiles to decode, or NULL for all.
  uint32_t *chosen;
  /// The bits of the picture's floating-point numbers, or NULL for integers.
  uint32_t *numbers;
  /// The bits of a coded integer, which must be equal in all tiles, or 0 before the first tile.
  atomic_uint bits;
  /// The bits of the largest number.
  atomic_uint largest;
  atomic_uint next;
  atomic_bool failed;
};

/// The scratch memory of a thread.
struct worker {
  struct jxl *jxl;
  struct tile_bytes coded;
  /// The samples or numbers of a tile.
  void *decoded;
};

static void note_largest(struct jxl *jxl, uint32_t bits) {
  unsigned known = atomic_load(&jxl->largest);
  while (bits > known && !atomic_compare_exchange_weak(&jxl->largest, &known, bits)) {
  }
}

/// Returns whether integers have as many bits in this tile as in the others.
static bool agrees(struct jxl *jxl, unsigned bits) {
  unsigned known = 0;
  return atomic_compare_exchange_strong(&jxl->bits, &known, bits) || known == bits;
}

/// Copies the rows of a tile into the picture, without the parts outside it.
static void place_rows(
    const struct worker *worker, uint32_t x, uint32_t y, uint32_t width, uint32_t height) {
  struct jxl *jxl = worker->jxl;
  const bromide_raw_job *job = jxl->job;
  const uint32_t components = jxl->format->components;
  const size_t row = (size_t)jxl->format->tiles.width * components;
  uint32_t largest = 0;
  for (uint32_t r = 0; r < height; r++) {
    const size_t place = jxl_place(&jxl->rows, y + r);
    if (jxl->numbers) {
      uint32_t *const to = jxl->numbers + place * job->width * components;
      const float *const from = (const float *)worker->decoded + r * row;
      const uint32_t bits = jxl_place_numbers(&jxl->columns, from, x, width, components, to);
      largest = bits > largest ? bits : largest;
    } else {
      const size_t step = components == 3 ? 4 : 1;
      const uint16_t *const from = (const uint16_t *)worker->decoded + r * row;
      jxl_place_samples(
          &jxl->columns, from, x, width, components, step, jxl->format->curve,
          job->samples + place * job->stride);
    }
  }
  note_largest(jxl, largest);
}

/// Scales a tile's samples to the range of the file's levels.
static void set_range(
    const struct worker *worker, size_t count, struct bromide_jxl_integers integers) {
  const bool is_spread = worker->jxl->format->largest >> integers.bits > 0;
  if (!is_spread || integers.are_plain)
    bromide_jxl_narrow(worker->decoded, count, integers.bits);
  if (is_spread && integers.are_plain)
    bromide_jxl_spread(worker->decoded, count, integers.bits);
}

static bool decode_tile(struct worker *worker, uint32_t index) {
  struct jxl *jxl = worker->jxl;
  const bromide_raw_tiles *tiles = &jxl->format->tiles;
  const uint32_t x = index % jxl->across * tiles->width, y = index / jxl->across * tiles->height;
  const uint32_t right = jxl->job->width - x, below = jxl->job->height - y;
  const uint32_t width = right < tiles->width ? right : tiles->width;
  const uint32_t height = below < tiles->height ? below : tiles->height;
  const struct bromide_jxl_form form = {
      .width = tiles->width,
      .least_height = height,
      .height = tiles->height,
      .components = (int)jxl->format->components,
      .has_floats = jxl->numbers != NULL,
  };
  const uint64_t samples = (uint64_t)tiles->width * tiles->height * jxl->format->components;
  const uint64_t most = kMostHeader + kMostBytes * samples;
  if (!tile_bytes_read(&worker->coded, &jxl->job->source, tiles, index, most)) return false;
  struct bromide_jxl_integers integers;
  if (!bromide_jxl_decode(worker->coded.bytes, worker->coded.count, &form, worker->decoded, &integers))
    return false;
  if (!jxl->numbers) {
    if (!agrees(jxl, integers.bits)) return false;
    set_range(worker, (size_t)tiles->width * height * jxl->format->components, integers);
  }
  place_rows(worker, x, y, width, height);
  return true;
}

static void run_tiles(void *argument) {
  struct jxl *jxl = argument;
  const bromide_raw_tiles *tiles = &jxl->format->tiles;
  const size_t sample = jxl->numbers ? sizeof(float) : sizeof(uint16_t);
  struct worker worker = {
      .jxl = jxl,
      .decoded = malloc(sample * tiles->width * tiles->height * jxl->format->components),
  };
  bool ok = worker.decoded != NULL;
  while (ok && !atomic_load_explicit(&jxl->failed, memory_order_relaxed)) {
    const uint32_t index = atomic_fetch_add(&jxl->next, 1);
    if (index >= jxl->count) break;
    ok = decode_tile(&worker, jxl->chosen ? jxl->chosen[index] : index);
  }
  if (!ok) atomic_store(&jxl->failed, true);
  free(worker.coded.bytes);
  free(worker.decoded);
}

/// Returns whether tiles cover the picture and do not exceed it by much.
static bool is_regular(const bromide_raw_job *job, const bromide_raw_jxl *format) {
  const bromide_raw_tiles *tiles = &format->tiles;
  if (format->components != 1 && format->components != 3) return false;
  if (job->width == 0 || job->height == 0 || tiles->width == 0 || tiles->height == 0) return false;
  const uint64_t most = 4ull * job->width * job->height + kSparePixels;
  if (most > SIZE_MAX / 16 || tiles->width > most || tiles->height > most / tiles->width)
    return false;
  const uint64_t across = (job->width - 1) / tiles->width + 1;
  const uint64_t down = (job->height - 1) / tiles->height + 1;
  return across * down <= kMostTiles && across * down <= tiles->count;
}

static bool prepare(struct jxl *jxl, const bromide_raw_job *job, const bromide_raw_jxl *format) {
  if (!is_regular(job, format)) return false;
  jxl->job = job;
  jxl->format = format;
  jxl->across = (job->width - 1) / format->tiles.width + 1;
  jxl->count = jxl->across * ((job->height - 1) / format->tiles.height + 1);
  return jxl_set_fields(&jxl->rows, format->row_fields, job->height) &&
         jxl_set_fields(&jxl->columns, format->column_fields, job->width);
}

/// Selects the needed tiles and the last one in the file, because it is missing from an incomplete
/// file.
static bool choose_tiles(struct jxl *jxl) {
  const bromide_raw_job *job = jxl->job;
  const bromide_raw_tiles *tiles = &jxl->format->tiles;
  if (job->part_count == 0 || jxl->rows.count > 1 || jxl->columns.count > 1) return true;
  uint32_t last = 0;
  for (uint32_t i = 1; i < jxl->count; i++)
    if (tiles->offsets[i] > tiles->offsets[last]) last = i;
  jxl->chosen = bromide_raw_choose(job, tiles->width, tiles->height, last, &jxl->count);
  return jxl->chosen != NULL;
}

bool bromide_raw_has_jxl(void) { return bromide_jxl_is_available(); }

bool bromide_raw_lacks_jxl(void) { return bromide_jxl_is_missing(); }

const char *bromide_raw_jxl_interface(void) { return bromide_jxl_interface(); }

bool bromide_unpack_jxl(const bromide_raw_job *job, const bromide_raw_jxl *format) {
  struct jxl jxl = {0};
  if (!prepare(&jxl, job, format)) return false;
  if (job->stride < (format->components == 3 ? 4 : 1) * (size_t)job->width) return false;
  if (!choose_tiles(&jxl)) return false;
  bromide_raw_together(&job->crew, run_tiles, &jxl);
  free(jxl.chosen);
  return !atomic_load(&jxl.failed);
}

bool bromide_unpack_jxl_floats(
    const bromide_raw_job *job, const bromide_raw_jxl *format, float white,
    bromide_raw_float_scale *result) {
  struct jxl jxl = {0};
  if (!prepare(&jxl, job, format)) return false;
  if (job->stride < format->components * (size_t)job->width) return false;
  jxl.numbers = malloc((size_t)job->width * job->height * format->components * sizeof *jxl.numbers);
  bool ok = jxl.numbers != NULL;
  if (ok) {
    bromide_raw_together(&job->crew, run_tiles, &jxl);
    ok = !atomic_load(&jxl.failed);
  }
  if (ok) {
    const float largest = floats_of_bits(atomic_load(&jxl.largest));
    *result = floats_finish(job, format->components, jxl.numbers, largest, white, format->fits_white);
  }
  free(jxl.numbers);
  return ok;
}

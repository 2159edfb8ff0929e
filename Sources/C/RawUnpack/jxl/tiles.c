// Tiles of JPEG XL in DNGs, decoded with libjxl. Each thread decodes one tile at the same time.
#include "jxl.h"

#include <stdlib.h>

#include "../floats/floats.h"
#include "../tile_bytes.h"
#include "../tile_grid.h"
#include "CJXL.h"

enum {
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
  struct tile_grid grid;
  /// The bits of the picture's floating-point numbers, or NULL for integers.
  uint32_t *numbers;
  /// The bits of a coded integer, which must be equal in all tiles, or 0 before the first tile.
  atomic_uint bits;
  /// The bits of the largest number.
  atomic_uint largest;
};

/// The scratch memory of a thread.
struct worker {
  struct jxl *jxl;
  struct tile_bytes coded;
  /// The samples or numbers of a tile.
  void *decoded;
};

/// Returns whether integers have as many bits in this tile as in the others.
static bool agrees(struct jxl *jxl, unsigned bits) {
  unsigned known = 0;
  return atomic_compare_exchange_strong(&jxl->bits, &known, bits) || known == bits;
}

/// Copies the rows of a tile into the picture, without the parts outside it.
static void place_rows(const struct worker *worker, struct tile_place tile) {
  struct jxl *jxl = worker->jxl;
  const bromide_raw_job *job = jxl->job;
  const uint32_t components = jxl->format->components;
  const size_t row = (size_t)jxl->format->tiles.width * components;
  uint32_t largest = 0;
  for (uint32_t r = 0; r < tile.height; r++) {
    const size_t place = jxl_place(&jxl->rows, tile.y + r);
    if (jxl->numbers) {
      uint32_t *const to = jxl->numbers + place * job->width * components;
      const float *const from = (const float *)worker->decoded + r * row;
      const uint32_t bits = jxl_place_numbers(&jxl->columns, from, tile.x, tile.width, components, to);
      largest = bits > largest ? bits : largest;
    } else {
      const size_t step = components == 3 ? 4 : 1;
      const uint16_t *const from = (const uint16_t *)worker->decoded + r * row;
      jxl_place_samples(
          &jxl->columns, from, tile.x, tile.width, components, step, jxl->format->curve,
          job->samples + place * job->stride);
    }
  }
  floats_note_largest(&jxl->largest, largest);
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

static bool decode_tile(void *context, uint32_t index) {
  struct worker *worker = context;
  struct jxl *jxl = worker->jxl;
  const bromide_raw_tiles *tiles = &jxl->format->tiles;
  const struct tile_place place = tile_grid_place(&jxl->grid, jxl->job, tiles, index);
  const struct bromide_jxl_form form = {
      .width = tiles->width,
      .least_height = place.height,
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
    set_range(worker, (size_t)tiles->width * place.height * jxl->format->components, integers);
  }
  place_rows(worker, place);
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
  tile_grid_run(&jxl->grid, worker.decoded != NULL, decode_tile, &worker);
  free(worker.coded.bytes);
  free(worker.decoded);
}

/// Returns whether tiles do not exceed the picture by much.
static bool is_regular(const bromide_raw_job *job, const bromide_raw_jxl *format) {
  const bromide_raw_tiles *tiles = &format->tiles;
  if (format->components != 1 && format->components != 3) return false;
  const uint64_t most = 4ull * job->width * job->height + kSparePixels;
  return most <= SIZE_MAX / 16 && tiles->width <= most && tiles->height <= most / tiles->width;
}

static bool prepare(struct jxl *jxl, const bromide_raw_job *job, const bromide_raw_jxl *format) {
  jxl->job = job;
  jxl->format = format;
  return tile_grid_set(&jxl->grid, job, &format->tiles) && is_regular(job, format) &&
         jxl_set_fields(&jxl->rows, format->row_fields, job->height) &&
         jxl_set_fields(&jxl->columns, format->column_fields, job->width);
}

/// Selects the needed tiles and the last one in the file, because it is missing from an incomplete
/// file.
static bool choose_tiles(struct jxl *jxl) {
  const bromide_raw_job *job = jxl->job;
  const bromide_raw_tiles *tiles = &jxl->format->tiles;
  if (job->part_count == 0 || jxl->rows.count > 1 || jxl->columns.count > 1) return true;
  uint32_t last = 0;
  for (uint32_t i = 1; i < jxl->grid.count; i++)
    if (tiles->offsets[i] > tiles->offsets[last]) last = i;
  struct tile_grid *grid = &jxl->grid;
  grid->chosen = bromide_raw_choose(job, tiles->width, tiles->height, last, &grid->count);
  return grid->chosen != NULL;
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
  free(jxl.grid.chosen);
  return !atomic_load(&jxl.grid.failed);
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
    ok = !atomic_load(&jxl.grid.failed);
  }
  if (ok) {
    const float largest = floats_of_bits(atomic_load(&jxl.largest));
    *result = floats_finish(job, format->components, jxl.numbers, largest, white, format->fits_white);
  }
  free(jxl.numbers);
  return ok;
}

// Decodes a tile line by line: the bands' lines, the wavelet's levels, and the samples.
#include "dispatch.h"

#include <stdlib.h>
#include <string.h>

#include "../arena.h"

/// Room after a row for complete vectors and repeated ends, in samples of all planes.
enum { kMargin = 4 * kPlanes + 16 };

/// The bits per sample below which most samples are in runs. Runs are faster plane by plane than in
/// step.
enum { kDenseBits = 1 };

/// A band: its lines, and the coefficients of one line.
struct band {
  struct crx_lines lines;
  struct crx_shape shape;
  /// The steps of each plane. With a table, its level and column shift.
  int32_t steps[kPlanes];
  bool has_line_steps[kPlanes];
  bool has_table_steps;
  struct crx_quantiser quantiser;
  /// The largest step, if steps come from a table.
  uint64_t largest_step;
  uint32_t level, row;
  int32_t *coefficients;
  /// The room before the coefficients for a repeated one.
  uint32_t before;
};

/// A level of the wavelet. It outputs rows with 2× the samples.
struct level {
  uint32_t width, height, row;
  /// The even row to output next and the one after it, and the high rows after each.
  int32_t *even[2], *high[2];
};

struct tile {
  const struct crx_frame *frame;
  const struct crx_tile *header;
  int isa;
  struct crx_table table;
  struct band bands[kMostBands];
  /// The coarsest level comes first.
  struct level levels[kMostLevels];
};

// MARK: Memory

static int32_t *grab_row(struct arena *arena, uint32_t width) {
  return grab(arena, ((size_t)width * kPlanes + kMargin) * sizeof(int32_t));
}

static void prepare_band(struct tile *tile, uint32_t number, struct arena *arena) {
  struct band *band = &tile->bands[number];
  struct crx_lines *lines = &band->lines;
  const uint32_t width = band->shape.width;
  lines->width = width;
  lines->line_bytes = crx_line_bytes(width);
  lines->is_first = true;
  lines->samples = grab_row(arena, width);
  lines->parameters = grab_row(arena, width);
  // The first coefficient is the left neighbour's, or is repeated there.
  const bool is_high = number % 3 == 1 || (number > 0 && number % 3 == 0);
  band->before = is_high && !tile->header->has_left ? kPlanes : 0;
  band->coefficients = grab_row(arena, width + 1);
  const uint32_t levels = tile->frame->format->levels;
  band->level = levels > 0 ? levels - 1 - (number > 0 ? (number - 1) / 3 : 0) : 0;
  uint64_t bytes_of_all = 0;
  for (uint32_t p = 0; p < kPlanes; p++) {
    const struct crx_plane *plane = &tile->header->planes[p];
    const struct crx_band *header = &plane->bands[number];
    const bool is_predicted = number == 0 && plane->is_predicted;
    lines->kinds[p] = !is_predicted ? crx_plain : plane->rounding ? crx_rounded : crx_predicted;
    lines->rounding[p] = plane->rounding;
    lines->is_empty[p] = header->place.size == 0;
    band->has_table_steps = header->has_table_steps;
    band->has_line_steps[p] = header->has_line_steps;
    band->steps[p] = crx_step(header->step_index);
    band->quantiser.multiplier[p] = header->multiplier;
    band->quantiser.base[p] = header->base;
    const uint64_t largest = tile->table.largest[band->level];
    const uint64_t step = header->base + (largest * header->multiplier >> 3);
    if (step > band->largest_step) band->largest_step = step;
    uint8_t *const bytes = grab(arena, crx_stream_capacity(lines->line_bytes, header->place.size));
    bytes_of_all += header->place.size;
    if (!arena->memory) continue;
    crx_open(
        &lines->streams[p], &tile->frame->job->source, header->place, bytes, lines->line_bytes);
    lines->streams[p].step_index = (int32_t)header->step_index;
  }
  const uint64_t samples = (uint64_t)width * band->shape.height * kPlanes;
  lines->is_sparse = bytes_of_all * 8 < samples * kDenseBits;
}

static void prepare(struct tile *tile, uint32_t (*sizes)[2], struct arena *arena) {
  for (uint32_t b = 0; b < tile->frame->bands; b++) prepare_band(tile, b, arena);
  for (uint32_t l = 0; l < tile->frame->format->levels; l++) {
    struct level *level = &tile->levels[l];
    level->width = sizes[l][0];
    level->height = sizes[l][1];
    for (unsigned i = 0; i < 2; i++) {
      level->even[i] = grab_row(arena, level->width);
      level->high[i] = grab_row(arena, level->width);
    }
  }
}

// MARK: Bands

/// Decodes the next line of each plane.
static bool next_line(struct tile *tile, struct band *band) {
  struct crx_lines *lines = &band->lines;
  for (uint32_t p = 0; p < kPlanes; p++) {
    if (lines->is_empty[p]) continue;
    if (!crx_fill(&lines->streams[p], lines->line_bytes)) return false;
    if (!band->has_line_steps[p]) continue;
    if (!crx_read_step(&lines->streams[p])) return false;
    band->steps[p] = crx_step((uint32_t)lines->streams[p].step_index);
  }
  if (!DISPATCH(tile->isa, crx_line, lines)) return false;
  lines->is_first = false;
  return true;
}

/// Returns the coefficients of the next line. If the wavelet needs it, the first one is repeated
/// before the line, and the last one after it.
static int32_t *next_coefficients(struct tile *tile, struct band *band) {
  if (!next_line(tile, band)) return NULL;
  uint64_t largest = band->largest_step;
  for (uint32_t p = 0; p < kPlanes && !band->has_table_steps; p++)
    if ((uint64_t)band->steps[p] > largest) largest = (uint64_t)band->steps[p];
  if (largest > kMostStep || band->lines.all * largest > kMostCoefficient) return NULL;
  int32_t *const first = band->coefficients + band->before;
  if (band->has_table_steps) {
    const struct crx_table *table = &tile->table;
    const int32_t *row = table->steps[band->level] + (size_t)band->row * table->width;
    DISPATCH(
        tile->isa, crx_scale_by, band->lines.samples, &band->shape, row, 2 - band->level,
        &band->quantiser, first);
  } else {
    DISPATCH(tile->isa, crx_scale, band->lines.samples, band->shape.width, band->steps, first);
  }
  band->row++;
  const size_t four = kPlanes * sizeof(int32_t);
  if (band->before) memcpy(band->coefficients, first, four);
  int32_t *const end = first + (size_t)band->shape.width * kPlanes;
  memcpy(end, end - kPlanes, four);
  return band->coefficients;
}

// MARK: Levels

static int32_t *next_row(struct tile *tile, uint32_t number);

static void swap(int32_t **rows) {
  int32_t *const first = rows[0];
  rows[0] = rows[1];
  rows[1] = first;
}

/// Combines a row from the low and high halves of its width.
static bool join(struct tile *tile, uint32_t number, int32_t *low, struct band *high, int32_t *out) {
  const struct level *level = &tile->levels[number];
  int32_t *const coefficients = next_coefficients(tile, high);
  if (!low || !coefficients) return false;
  const bool has_next = tile->header->has_right && level->width % 2 == 0;
  const uint32_t evens = (level->width + 1) / 2 + has_next;
  DISPATCH(
      tile->isa, crx_join, low, coefficients, evens, level->width, has_next, out);
  return true;
}

static bool join_low(struct tile *tile, uint32_t number, int32_t *out) {
  int32_t *const low =
      number > 0 ? next_row(tile, number - 1) : next_coefficients(tile, &tile->bands[0]);
  return low && join(tile, number, low, &tile->bands[3 * number + 1], out);
}

static bool join_high(struct tile *tile, uint32_t number, int32_t *out) {
  int32_t *const low = next_coefficients(tile, &tile->bands[3 * number + 2]);
  return low && join(tile, number, low, &tile->bands[3 * number + 3], out);
}

/// Returns the next output row of a level, which the caller can change, or NULL if the data are
/// irregular.
static int32_t *next_row(struct tile *tile, uint32_t number) {
  struct level *level = &tile->levels[number];
  const int isa = tile->isa;
  int32_t **even = level->even, **high = level->high;
  const uint32_t row = level->row++, width = level->width;
  if (row % 2 == 1) {
    swap(even);
    swap(high);
    return high[1];
  }
  if (row == 0) {
    if (!join_low(tile, number, even[0]) || !join_high(tile, number, high[0])) return NULL;
    DISPATCH(isa, crx_lift_even, even[0], high[0], high[0], width);
  }
  const bool has_next = row + 2 < level->height;
  if (has_next) {
    const bool has_high = row + 3 < level->height;
    if (!join_low(tile, number, even[1])) return NULL;
    if (has_high && !join_high(tile, number, high[1])) return NULL;
    DISPATCH(isa, crx_lift_even, even[1], high[0], high[has_high], width);
  }
  // The odd row replaces its high row.
  if (row + 1 < level->height) DISPATCH(isa, crx_lift_odd, high[0], even[0], even[has_next], width);
  return even[0];
}

// MARK: The tile

static bool decode(struct tile *tile) {
  const bromide_raw_crx *format = tile->frame->format;
  const bromide_raw_job *job = tile->frame->job;
  for (uint32_t y = 0; y < tile->header->height; y++) {
    const int32_t *row;
    if (format->levels == 0) {
      if (!next_line(tile, &tile->bands[0])) return false;
      row = tile->bands[0].lines.samples;
    } else {
      row = next_row(tile, format->levels - 1);
      if (!row) return false;
    }
    uint16_t *const top =
        job->samples + 2 * (size_t)(tile->header->y + y) * job->stride + 2 * (size_t)tile->header->x;
    uint16_t *const bottom = top + job->stride;
    uint16_t *const rows[2] = {format->layout & 2 ? bottom : top, format->layout & 2 ? top : bottom};
    DISPATCH(tile->isa, crx_samples, format, row, tile->header->width, rows);
  }
  return true;
}

bool crx_decode_tile(const struct crx_frame *frame, const struct crx_tile *header) {
  struct tile tile = {.frame = frame, .header = header, .isa = frame->job->isa};
  struct crx_shape shapes[kMostBands];
  uint32_t sizes[kMostLevels][2];
  if (!crx_shapes(frame, header, shapes, sizes)) return false;
  for (uint32_t b = 0; b < frame->bands; b++) tile.bands[b].shape = shapes[b];
  if (header->has_table && frame->format->levels > 0 &&
      !crx_read_table(frame, header, &tile.table)) {
    free(tile.table.memory);
    return false;
  }
  struct arena arena = {NULL, 0};
  prepare(&tile, sizes, &arena);
  arena = (struct arena){calloc(1, arena.used), 0};
  bool is_sound = false;
  if (arena.memory) {
    prepare(&tile, sizes, &arena);
    is_sound = decode(&tile);
  }
  free(arena.memory);
  free(tile.table.memory);
  return is_sound;
}

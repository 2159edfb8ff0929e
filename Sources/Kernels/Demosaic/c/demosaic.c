// The parts of the demosaic without vectors: memory layout, mirrored edges, levels of a row, and
// the choice of the variant.
#include "demosaic_strip.h"

#include <string.h>

enum {
  /// Number of prepared sets of levels, and their rows: blacks and scales of the two halves.
  LEVEL_SETS = 4,
  LEVEL_ROWS = 4,
  /// Floats and samples in a cache line.
  LINE = 64 / sizeof(float),
  LINE_SAMPLES = 64 / sizeof(uint16_t),
};

/// Floats from one scratch row to the next. It is an odd number of cache lines, so that rows in the
/// same column use different cache sets (162 ms with 1024 floats, otherwise 75).
static ptrdiff_t row_floats(int kernel, ptrdiff_t width, ptrdiff_t reach) {
  ptrdiff_t half_columns = kernel == BROMIDE_HALF ? width
    : MARGIN + (kernel == BROMIDE_CELLS ? width : (width + 1) / 2) + reach;
  ptrdiff_t lines = (half_columns + LINE - 1) / LINE + 2 * PADDING / LINE;
  return (lines | 1) * LINE;
}

/// Number of half-plane rows in a kernel's rings. See rcd_body.h, simple_body.h and cells_body.h.
static ptrdiff_t ring_rows(int kernel) {
  switch (kernel) {
  case BROMIDE_ALIGNED:
  case BROMIDE_RCD: return 232;
  case BROMIDE_CELLS: return 34;
  case BROMIDE_BILINEAR: return 8;
  default: return 1;
  }
}

size_t bromide_demosaic_scratch_bytes(int kernel, ptrdiff_t width) {
  ptrdiff_t rows = ring_rows(kernel) + LEVEL_SETS * LEVEL_ROWS + 1;
  return (size_t)(rows * row_floats(kernel, width, MOVED_REACH)) * sizeof(float);
}

void bromide_demosaic_begin(
  bromide_demosaic *strip, int kernel, const bromide_mosaic *mosaic, ptrdiff_t x, ptrdiff_t y,
  ptrdiff_t width, void *scratch) {
  strip->mosaic = *mosaic;
  strip->kernel = kernel;
  strip->x = x;
  strip->y = y;
  strip->width = width;
  strip->next = y;
  strip->row_floats = row_floats(kernel, width, moves_colour(strip) ? MOVED_REACH : REACH);
  strip->rows = scratch;
  strip->levels = strip->rows + ring_rows(kernel) * strip->row_floats;
  strip->gathered = (uint16_t *)(strip->levels + LEVEL_SETS * LEVEL_ROWS * strip->row_floats);
  for (int i = 0; i < LEVEL_SETS; i++) strip->levels_of[i] = -1;
}

/// Returns the position inside 0 ..< size that mirrors `position` around the outermost samples,
/// repeatedly if needed. The parity is unchanged.
static ptrdiff_t mirrored(ptrdiff_t position, ptrdiff_t size) {
  if (position >= 0 && position < size) return position;
  ptrdiff_t period = 2 * (size - 1);
  // Usually once, without a division. Divisions took 1 % of a development.
  ptrdiff_t once = position < 0 ? -position : period - position;
  if (once >= 0 && once < size) return once;
  ptrdiff_t rest = position % period;
  if (rest < 0) rest += period;
  return rest < size ? rest : period - rest;
}

static float gain_at(const bromide_mosaic *mosaic, ptrdiff_t x, ptrdiff_t y) {
  int dx = (x ^ mosaic->red_x) & 1, dy = (y ^ mosaic->red_y) & 1;
  return mosaic->gain[dx + dy];
}

/// The gain included in the levels. Opcodes come before gains.
static float level_gain(const bromide_mosaic *mosaic, ptrdiff_t x, ptrdiff_t y) {
  return mosaic->opcodes.count > 0 ? 1 : gain_at(mosaic, x, y);
}

/// Returns gain divided by the distance from black to white. A distance below one step is treated
/// as one.
static float scale_for(float gain, float white, float black) {
  float range = white - black;
  return (float)((double)gain / (range > 0 ? (double)range : 1.0));
}

/// Returns blacks and scales of row y (inside the picture) for every half column, in the strip's
/// memory. Patterns with 1, 2 or 4 rows are prepared once per strip. Other patterns add 60 % to the
/// time of RCD.
static const float *prepared_levels(
  bromide_demosaic *strip, ptrdiff_t y, ptrdiff_t base, ptrdiff_t count) {
  const bromide_mosaic *mosaic = &strip->mosaic;
  ptrdiff_t pattern_y = y % mosaic->black_height;
  // The gains alternate with the parity of y, which is not known from the row of an odd pattern.
  ptrdiff_t row = mosaic->black_height % 2 == 0 ? pattern_y : 2 * pattern_y + (y & 1);
  int set = (int)(row % LEVEL_SETS);
  float *prepared = strip->levels + set * LEVEL_ROWS * strip->row_floats;
  if (row == strip->levels_of[set]) return prepared;
  strip->levels_of[set] = row;
  const float *pattern = mosaic->black + pattern_y * mosaic->black_width;
  ptrdiff_t column = 0, expected = -1;
  for (ptrdiff_t i = 0; i < 2 * count; i++) {
    ptrdiff_t x = mirrored(base + i, mosaic->width);
    // Divides only if the column does not follow the previous one.
    column = x == expected ? column + 1 : x % mosaic->black_width;
    if (column == mosaic->black_width) column = 0;
    expected = x + 1;
    float *half = prepared + (i & 1) * 2 * strip->row_floats + i / 2;
    half[0] = pattern[column];
    half[strip->row_floats] = scale_for(level_gain(mosaic, x, y), mosaic->white, pattern[column]);
  }
  return prepared;
}

void bromide_prefetch_row(
  const bromide_demosaic *strip, ptrdiff_t y, ptrdiff_t base, ptrdiff_t count) {
  const bromide_mosaic *mosaic = &strip->mosaic;
  if (y < 0 || y >= mosaic->height) return;
  const uint16_t *samples = mosaic->samples + y * mosaic->stride;
  ptrdiff_t end = base + 2 * count < mosaic->width ? base + 2 * count : mosaic->width;
  for (ptrdiff_t x = base < 0 ? 0 : base; x < end; x += LINE_SAMPLES) {
    __builtin_prefetch(samples + x);
  }
}

/// Returns the samples of row y (inside the picture) with repairs. Uses the strip's memory if there
/// are repairs.
static const uint16_t *repaired(
  bromide_demosaic *strip, const uint16_t *samples, ptrdiff_t y, ptrdiff_t base, ptrdiff_t end) {
  const bromide_mosaic *mosaic = &strip->mosaic;
  const ptrdiff_t width = mosaic->width;
  const int32_t first = mosaic->repairs.rows[y], last = mosaic->repairs.rows[y + 1];
  if (first == last) return samples;
  uint16_t *gathered = strip->gathered;
  if (samples != gathered) {
    memcpy(gathered, samples, sizeof(uint16_t) * (size_t)(end - base));
  }
  for (int32_t i = first; i < last; i++) {
    const bromide_repair repair = mosaic->repairs.all[i];
    if (repair.x >= base && repair.x < end) gathered[repair.x - base] = repair.value;
    for (ptrdiff_t x = base; x < 0; x++) {
      if (mirrored(x, width) == repair.x) gathered[x - base] = repair.value;
    }
    for (ptrdiff_t x = width; x < end; x++) {
      if (mirrored(x, width) == repair.x) gathered[x - base] = repair.value;
    }
  }
  return gathered;
}

void bromide_mirror_columns(
  const bromide_demosaic *strip, const sample_row *row, float *const halves[2], ptrdiff_t count) {
  const ptrdiff_t width = strip->mosaic.width, end = row->base + 2 * count;
  for (ptrdiff_t x = row->base; x < end; x++) {
    // Only columns outside repeat others.
    if (x >= 0 && x < width) x = width;
    if (x >= end) return;
    const ptrdiff_t from = mirrored(x, width) - row->base, to = x - row->base;
    if (from >= 0 && from < 2 * count) halves[to & 1][to / 2] = halves[to & 1][from / 2];
  }
}

sample_row bromide_sample_row(
  bromide_demosaic *strip, ptrdiff_t y, ptrdiff_t base, ptrdiff_t count) {
  const bromide_mosaic *mosaic = &strip->mosaic;
  y = mirrored(y, mosaic->height);
  const uint16_t *samples = mosaic->samples + y * mosaic->stride;
  sample_row row = {
    .samples = samples + base, .y = y, .base = base,
    .gain = {gain_at(mosaic, base, y), gain_at(mosaic, base + 1, y)}};
  ptrdiff_t end = base + 2 * count;
  // The columns inside the picture.
  ptrdiff_t first = base < 0 ? 0 : base, last = end < mosaic->width ? end : mosaic->width;
  if (base < 0 || end > mosaic->width) {
    uint16_t *gathered = strip->gathered;
    for (ptrdiff_t x = base; x < first; x++) {
      gathered[x - base] = samples[mirrored(x, mosaic->width)];
    }
    memcpy(gathered + (first - base), samples + first, sizeof(uint16_t) * (size_t)(last - first));
    for (ptrdiff_t x = last; x < end; x++) {
      gathered[x - base] = samples[mirrored(x, mosaic->width)];
    }
    row.samples = gathered;
  }
  if (mosaic->repairs.rows) row.samples = repaired(strip, row.samples, y, base, end);
  if (mosaic->black_width <= 2) {
    const float *pattern = mosaic->black + (y % mosaic->black_height) * mosaic->black_width;
    for (int i = 0; i < 2; i++) {
      float black = pattern[((base + i) & 1) % mosaic->black_width];
      row.half[i] = (levels){
        .black = black,
        .scale = scale_for(level_gain(mosaic, base + i, y), mosaic->white, black),
      };
    }
    return row;
  }
  const float *prepared = prepared_levels(strip, y, base, count);
  for (int i = 0; i < 2; i++) {
    const float *half = prepared + i * 2 * strip->row_floats;
    row.half[i] = (levels){.blacks = half, .scales = half + strip->row_floats};
  }
  return row;
}

void bromide_aligned_samples(
  const bromide_mosaic *mosaic, ptrdiff_t x, ptrdiff_t y, ptrdiff_t count, const float *row,
  float factor, uint16_t *samples) {
  const float *blacks = mosaic->black + y % mosaic->black_height * mosaic->black_width;
  const float gains[2] = {gain_at(mosaic, x, y), gain_at(mosaic, x + 1, y)};
  ptrdiff_t column = x % mosaic->black_width;
  for (ptrdiff_t i = 0; i < count; i++) {
    const float black = blacks[column], range = mosaic->white - black;
    const float sample = (row[i] / gains[i & 1] * (range > 0 ? range : 1) + black) * factor + 0.5f;
    samples[i] = (uint16_t)(sample < 0 ? 0 : sample > 65535 ? 65535 : sample);
    if (++column == mosaic->black_width) column = 0;
  }
}

void bromide_demosaic_row(
  int isa, bromide_demosaic *strip, float *red, float *green, float *blue) {
  DISPATCH(isa, bromide_demosaic_row, strip, red, green, blue);
}

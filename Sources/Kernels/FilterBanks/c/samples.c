// The parts of the filter banks without vectors: memory, mirrored edges, levels of a row, and the
// choice of the variant.
#include "banks_internal.h"

#include <string.h>

enum {
  /// Floats in a cache line.
  LINE = 64 / sizeof(float),
};

/// Columns stored on either side of a rectangle: at least the reach, in whole periods on the left.
static ptrdiff_t margin_of(int period) { return period == 2 ? 14 : 12; }

/// Places of a plane.
static ptrdiff_t places(int kind, int period, ptrdiff_t width) {
  const ptrdiff_t margin = margin_of(period), sites = kind == BROMIDE_BANKS_HALF ? 2 * width : width;
  const ptrdiff_t columns = margin + (period - 1) + sites + margin;
  return ((columns + period - 1) / period + LINE - 1) / LINE * LINE;
}

/// Floats in a row of planes, with an odd number of cache lines.
static ptrdiff_t row_floats(int period, ptrdiff_t count) {
  return (((ptrdiff_t)period * (count + GAP) + GAP) / LINE | 1) * LINE;
}

size_t bromide_banks_scratch_bytes(int kind, int period, int rounds, ptrdiff_t width) {
  const ptrdiff_t row = row_floats(period, places(kind, period, width));
  const ptrdiff_t rows = bank_ring_rows(kind, rounds) + 2 * PERIOD + 2;
  return (size_t)(rows * row) * sizeof(float) + sizeof(bank_plan);
}

/// Returns the first position from `from`, in steps of `step`, whose row or column has a lone
/// green.
static ptrdiff_t axis(
  const bromide_bank_mosaic *m, ptrdiff_t from, ptrdiff_t step, int is_row) {
  for (ptrdiff_t i = from;; i += step) {
    for (int j = 0; j < m->period; j++) {
      if (is_row ? bromide_is_lone_green(m, i, j) : bromide_is_lone_green(m, j, i)) return i;
    }
  }
}

void bromide_banks_begin(
  bromide_banks *strip, int kind, int rounds, const bromide_bank_mosaic *mosaic, ptrdiff_t x,
  ptrdiff_t y, ptrdiff_t width, void *scratch) {
  const int n = mosaic->period;
  const ptrdiff_t column = kind == BROMIDE_BANKS_HALF ? 2 * x : x;
  strip->mosaic = *mosaic;
  strip->kind = kind;
  strip->rounds = rounds;
  strip->x = x;
  strip->y = y;
  strip->width = width;
  strip->next = y;
  strip->base = column / n * n - margin_of(n);
  strip->count = places(kind, n, width);
  strip->plane_floats = strip->count + GAP;
  strip->row_floats = row_floats(n, strip->count);
  strip->first_row = axis(mosaic, 0, 1, 1);
  strip->last_row = axis(mosaic, mosaic->plain.height - 1, -1, 1);
  strip->first_column = axis(mosaic, 0, 1, 0);
  strip->last_column = axis(mosaic, mosaic->plain.width - 1, -1, 0);
  strip->plan = scratch;
  strip->rows = (float *)(strip->plan + 1);
  strip->levels = strip->rows + bank_ring_rows(kind, rounds) * strip->row_floats;
  strip->line = strip->levels + 2 * PERIOD * strip->row_floats;
  strip->gathered = (uint16_t *)(strip->line + strip->row_floats);
  for (int i = 0; i < PERIOD; i++) strip->levels_of[i] = -1;
  bromide_bank_make_plan(strip);
}

/// Returns the position inside 0 ..< size that mirrors `position` around `first` and `last`,
/// repeatedly if needed.
static ptrdiff_t mirrored(ptrdiff_t position, ptrdiff_t size, ptrdiff_t first, ptrdiff_t last) {
  while (position < 0 || position >= size) {
    position = 2 * (position < 0 ? first : last) - position;
  }
  return position;
}

static ptrdiff_t mirrored_column(const bromide_banks *s, ptrdiff_t x) {
  return mirrored(x, s->mosaic.plain.width, s->first_column, s->last_column);
}

/// Returns blacks and scales for a row of the mosaic. They are computed once for each row of the
/// patterns.
static const float *prepared_levels(bromide_banks *s, ptrdiff_t y) {
  const bromide_mosaic *m = &s->mosaic.plain;
  const ptrdiff_t n = s->mosaic.period;
  ptrdiff_t rows = m->black_height;
  while (rows % n != 0) rows += m->black_height;
  const ptrdiff_t row = y % rows;
  const int set = (int)(row % PERIOD);
  float *blacks = s->levels + 2 * set * s->row_floats, *scales = blacks + s->row_floats;
  if (s->levels_of[set] == row) return blacks;
  s->levels_of[set] = row;
  const float *pattern = m->black + y % m->black_height * m->black_width;
  for (ptrdiff_t i = 0; i < s->count * n; i++) {
    const ptrdiff_t x = mirrored_column(s, s->base + i);
    const float black = pattern[x % m->black_width], range = m->white - black;
    // Opcodes come before gains.
    const float gain = m->opcodes.count > 0 ? 1 : m->gain[colour_of(&s->mosaic, y, x)];
    blacks[i] = black;
    scales[i] = (float)((double)gain / (range > 0 ? (double)range : 1.0));
  }
  return blacks;
}

/// Applies repairs to the gathered samples of row y.
static void repair(bromide_banks *s, ptrdiff_t y, ptrdiff_t columns) {
  const bromide_repairs *repairs = &s->mosaic.plain.repairs;
  const ptrdiff_t width = s->mosaic.plain.width, end = s->base + columns;
  for (int32_t i = repairs->rows[y]; i < repairs->rows[y + 1]; i++) {
    const bromide_repair one = repairs->all[i];
    if (one.x >= s->base && one.x < end) s->gathered[one.x - s->base] = one.value;
    for (ptrdiff_t x = s->base; x < 0; x++) {
      if (mirrored_column(s, x) == one.x) s->gathered[x - s->base] = one.value;
    }
    for (ptrdiff_t x = width; x < end; x++) {
      if (mirrored_column(s, x) == one.x) s->gathered[x - s->base] = one.value;
    }
  }
}

/// Prefetches the samples of the row after next. A strip's row covers about half a page, which is
/// too little for the processor to recognise a pattern.
static void prefetch(const bromide_banks *s, ptrdiff_t y) {
  const bromide_mosaic *m = &s->mosaic.plain;
  if (y < 0 || y >= m->height) return;
  const ptrdiff_t end = s->base + s->count * s->mosaic.period;
  const uint16_t *samples = m->samples + y * m->stride;
  for (ptrdiff_t x = s->base < 0 ? 0 : s->base; x < (end < m->width ? end : m->width);
       x += 64 / (ptrdiff_t)sizeof *samples) {
    __builtin_prefetch(samples + x);
  }
}

bank_samples bromide_bank_samples(bromide_banks *s, ptrdiff_t y) {
  const bromide_mosaic *m = &s->mosaic.plain;
  const ptrdiff_t columns = s->count * s->mosaic.period, end = s->base + columns;
  prefetch(s, y + 2);
  y = mirrored(y, m->height, s->first_row, s->last_row);
  const uint16_t *samples = m->samples + y * m->stride;
  const int repairs = m->repairs.rows && m->repairs.rows[y] != m->repairs.rows[y + 1];
  bank_samples row = {.samples = samples + s->base, .y = y};
  if (s->base < 0 || end > m->width || repairs) {
    const ptrdiff_t first = s->base < 0 ? 0 : s->base, last = end < m->width ? end : m->width;
    for (ptrdiff_t x = s->base; x < first; x++) {
      s->gathered[x - s->base] = samples[mirrored_column(s, x)];
    }
    memcpy(
      s->gathered + (first - s->base), samples + first, sizeof(uint16_t) * (size_t)(last - first));
    for (ptrdiff_t x = last; x < end; x++) {
      s->gathered[x - s->base] = samples[mirrored_column(s, x)];
    }
    if (repairs) repair(s, y, columns);
    row.samples = s->gathered;
  }
  row.blacks = prepared_levels(s, y);
  row.scales = row.blacks + s->row_floats;
  return row;
}

void bromide_bank_mirror_line(bromide_banks *s) {
  const ptrdiff_t columns = s->count * s->mosaic.period, width = s->mosaic.plain.width;
  for (ptrdiff_t i = 0; i < columns; i++) {
    const ptrdiff_t x = s->base + i;
    if (x >= 0 && x < width) continue;
    const ptrdiff_t from = mirrored_column(s, x) - s->base;
    if (from >= 0 && from < columns) s->line[i] = s->line[from];
  }
}

void bromide_banks_row(int isa, bromide_banks *strip, float *red, float *green, float *blue) {
  DISPATCH(isa, bromide_banks_row, strip, red, green, blue);
}

// The sums over one block of sites. See lateral.h for the interface, and
// Sources/Kernels/Lateral/LateralBlocks.swift for the formulas.
//
// With s = [1 4 6 4 1]/16 along rows and columns, the band-pass is h = b − s(s(b)) for b =
// s(√value). Columns of a window are stored from −16, where 0 is the block's first column, and rows
// from −10. So all vectors are within rows of 64 floats, and blocks of one picture can use the same
// scratch memory in any order. For X-Trans, cells replace sites, and their values are gathered
// first.
#pragma clang fp contract(off)

#include "../../Demosaic/c/vectors_body.h"

enum {
  BLOCK = BROMIDE_LATERAL_BLOCK,
  /// Floats in a row of a window, and its first column.
  ROW = 64,
  START = 16,
  /// Rows around a block: for the shift with its taps and the slopes, for s, and for s twice.
  AROUND = 4,
  S = 2,
  SS = 4,
  WINDOW_ROWS = BLOCK + 2 * (AROUND + S + SS),
  SUMS = 10,
};

INLINE vf window(const float *rows, ptrdiff_t row, ptrdiff_t column) {
  return load(rows + row * ROW + START + column);
}

/// LANES samples of every second column, starting here.
INLINE vf every_second(const uint16_t *samples) {
  return __builtin_convertvector((vi)(*(const loose_vu *)samples & 0xffff), vf);
}

INLINE vf root(vf sum, float black, float scale) {
  return __builtin_elementwise_sqrt(larger((sum - black) * scale, (vf){0}) + 1e-3f);
}

/// √(c + 10⁻³) at a site.
INLINE vf colour_root(const bromide_lateral_lattice *l, const uint16_t *site) {
  return root(every_second(site), l->black, l->scale);
}

/// √(mean of the four green neighbours + 10⁻³).
INLINE vf green_root(const bromide_lateral_lattice *l, const uint16_t *site) {
  vf adjacent = every_second(site - 1) + every_second(site + 1);
  vf sum = adjacent + (every_second(site - l->stride) + every_second(site + l->stride));
  return root(0.25f * sum, l->green_black, l->green_scale);
}

/// s, along a row or, `step` floats apart, down a column.
INLINE vf five(const float *here, const ptrdiff_t step) {
  vf second = load(here - 2 * step) + load(here + 2 * step);
  vf first = load(here - step) + load(here + step);
  return 0.0625f * ((second + 4 * first) + 6 * load(here));
}

/// s twice, along a row or, `step` floats apart, down a column: [1 8 28 56 70 56 28 8 1]/256.
INLINE vf nine(const float *here, const ptrdiff_t step) {
  vf fourth = load(here - 4 * step) + load(here + 4 * step);
  vf third = load(here - 3 * step) + load(here + 3 * step);
  vf second = load(here - 2 * step) + load(here + 2 * step);
  vf first = load(here - step) + load(here + step);
  return (1.0f / 256) * (((fourth + 8 * third) + (28 * second + 56 * first)) + 70 * load(here));
}

/// Rounds n columns up to whole vectors.
#define WHOLE(n) (((n) + LANES - 1) / LANES * LANES)

/// The roots of rows −around − S − SS ..< BLOCK + around + S + SS and of as many columns.
INLINE void roots(
  const bromide_lateral_lattice *l, const uint16_t *first, const int is_green, const int around,
  float *to) {
  const int wide = WHOLE(around + SS + S), tall = BLOCK + 2 * (around + SS + S);
  for (int y = 0; y < tall; y++) {
    const uint16_t *site = first + (y - around - S - SS) * 2 * l->stride;
    for (int x = -wide; x < BLOCK + wide; x += LANES) {
      vf value = is_green ? green_root(l, site + 2 * x) : colour_root(l, site + 2 * x);
      store(to + y * ROW + START + x, value);
    }
  }
}

/// The roots for cells. `parity` belongs to the block's first cell. Sums of samples are exact in
/// floats.
INLINE void cell_roots(
  const bromide_lateral_cells *l, const uint16_t *first, int parity, const int is_green,
  const int around, float *sums, float *to) {
  const int wide = WHOLE(around + SS + S), tall = BLOCK + 2 * (around + SS + S);
  const ptrdiff_t stride = l->stride;
  for (int y = 0; y < tall; y++) {
    const int row = y - around - S - SS;
    const uint16_t *site = first + row * 3 * stride - 3 * wide;
    float *here = sums + START - wide;
    if (is_green) {
      for (int x = 0; x < BLOCK + 2 * wide; x++, site += 3) {
        int corners = site[-stride - 1] + site[-stride + 1] + site[stride - 1] + site[stride + 1];
        here[x] = (float)(4 * site[0] + corners);
      }
    } else {
      // Left and right, above and below, and so on.
      const ptrdiff_t even = (row + wide + parity) % 2 == 0 ? 1 : stride, odd = 1 + stride - even;
      for (int x = 0; x < BLOCK + 2 * wide; x += 2, site += 6) {
        here[x] = (float)(site[-even] + site[even]);
        here[x + 1] = (float)(site[3 - odd] + site[3 + odd]);
      }
    }
    for (int x = -wide; x < BLOCK + wide; x += LANES) {
      vf sum = load(sums + START + x);
      vf value = is_green ? root(0.125f * sum, l->green_black, l->green_scale)
                          : root(0.5f * sum, l->black, l->scale);
      store(to + y * ROW + START + x, value);
    }
  }
}

/// Band-passes the roots of rows −around ..< BLOCK + around and as many columns. The result is in
/// the rows of `passed` from row 0, which contain the roots at the start. `around` is a constant.
/// Each step processes all rows, because a load that overlaps two pending stores stalls.
INLINE void band_pass(const int around, float *passed, float *other) {
  const int rows = BLOCK + 2 * around, tall = rows + 2 * SS;
  const int wide = WHOLE(around + SS + S), edge = WHOLE(around);
  // b, down the columns and along the rows.
  for (int y = 0; y < tall; y++) {
    for (int x = -wide; x < BLOCK + wide; x += LANES) {
      store(other + y * ROW + START + x, five(passed + (y + S) * ROW + START + x, ROW));
    }
  }
  for (int y = 0; y < tall; y++) {
    for (int x = -wide; x < BLOCK + wide; x += LANES) {
      store(passed + y * ROW + START + x, five(other + y * ROW + START + x, 1));
    }
  }
  // Applies s twice, along the rows and down the columns, and subtracts.
  for (int y = 0; y < tall; y++) {
    for (int x = -edge; x < BLOCK + edge; x += LANES) {
      store(other + y * ROW + START + x, nine(passed + y * ROW + START + x, 1));
    }
  }
  for (int y = 0; y < rows; y++) {
    for (int x = -edge; x < BLOCK + edge; x += LANES) {
      vf broad = nine(other + (y + SS) * ROW + START + x, ROW);
      store(passed + y * ROW + START + x, window(passed, y + SS, x) - broad);
    }
  }
}

/// Weights of the samples at −1, 0, 1 and 2 of a Catmull-Rom spline at t, 0 ≤ t < 1.
INLINE void spline(float t, float w[4]) {
  w[0] = 0.5f * t * ((2 - t) * t - 1);
  w[1] = 0.5f * (t * t * (3 * t - 5) + 2);
  w[2] = 0.5f * t * ((4 - 3 * t) * t + 1);
  w[3] = 0.5f * t * t * (t - 1);
}

INLINE vf weighed(const float w[4], vf a, vf b, vf c, vf d) {
  return (w[0] * a + w[1] * b) + (w[2] * c + w[3] * d);
}

/// Reads `from` (rows from −AROUND) at an offset of (u, v) sites, for rows and columns −1 … BLOCK
/// of `to`. The rows of `to` begin at −1.
INLINE void shifted(const float *from, float u, float v, float *along, float *to) {
  int ux = (int)(u + 4) - 4, vy = (int)(v + 4) - 4;
  float wx[4], wy[4];
  spline(u - (float)ux, wx);
  spline(v - (float)vy, wy);
  for (int y = 0; y < BLOCK + 5; y++) {
    const float *row = from + (y + vy - 2 + AROUND) * ROW + START + ux;
    for (int x = -WHOLE(1); x < BLOCK + WHOLE(1); x += LANES) {
      const float *a = row + x;
      store(along + y * ROW + START + x,
            weighed(wx, load(a - 1), load(a), load(a + 1), load(a + 2)));
    }
  }
  for (int y = 0; y < BLOCK + 2; y++) {
    for (int x = -WHOLE(1); x < BLOCK + WHOLE(1); x += LANES) {
      store(to + y * ROW + START + x,
            weighed(wy, window(along, y, x), window(along, y + 1, x), window(along, y + 2, x),
                    window(along, y + 3, x)));
    }
  }
}

/// Weights of the samples at −2 … 3 of the polynomial through them at t, 0 ≤ t < 1.
INLINE void polynomial(float t, float w[6]) {
  const float a = t + 2, b = t + 1, c = t - 1, d = t - 2, e = t - 3;
  w[0] = (-1.0f / 120) * (b * t) * (c * d * e);
  w[1] = (1.0f / 24) * (a * t) * (c * d * e);
  w[2] = (-1.0f / 12) * (a * b) * (c * d * e);
  w[3] = (1.0f / 12) * (a * b) * (t * d * e);
  w[4] = (-1.0f / 24) * (a * b) * (t * c * e);
  w[5] = (1.0f / 120) * (a * b) * (t * c * d);
}

INLINE vf weighed_six(const float w[6], const float *here, const ptrdiff_t step) {
  vf outer = w[0] * load(here - 2 * step) + w[5] * load(here + 3 * step);
  vf middle = w[1] * load(here - step) + w[4] * load(here + 2 * step);
  return (outer + middle) + (w[2] * load(here) + w[3] * load(here + step));
}

/// Reads cells at an offset −1 ≤ u, v < 1. Their band is closer to the limit of their pitch, and
/// the spline would overestimate shifts by 6 %.
INLINE void shifted_cells(const float *from, float u, float v, float *along, float *to) {
  const int ux = (int)(u + 1) - 1, vy = (int)(v + 1) - 1;
  float wx[6], wy[6];
  polynomial(u - (float)ux, wx);
  polynomial(v - (float)vy, wy);
  for (int y = 0; y < BLOCK + 7; y++) {
    const float *row = from + (y + vy - 3 + AROUND) * ROW + START + ux;
    for (int x = -WHOLE(1); x < BLOCK + WHOLE(1); x += LANES)
      store(along + y * ROW + START + x, weighed_six(wx, row + x, 1));
  }
  for (int y = 0; y < BLOCK + 2; y++) {
    for (int x = -WHOLE(1); x < BLOCK + WHOLE(1); x += LANES)
      store(to + y * ROW + START + x, weighed_six(wy, along + (y + 2) * ROW + START + x, ROW));
  }
}

typedef uint16_t codes __attribute__((vector_size(2 * LANES)));
typedef uint16_t loose_codes __attribute__((vector_size(2 * LANES), aligned(2), may_alias));

/// Whether a sample of some columns and rows is above `least`.
static int is_clipped(const uint16_t *first, ptrdiff_t stride, int columns, int rows, int least) {
  codes most = {0};
  for (int y = 0; y < rows; y++) {
    const uint16_t *row = first + y * stride;
    for (int x = 0; x < columns; x += LANES) {
      codes here = *(const loose_codes *)(row + x);
      most = __builtin_elementwise_max(most, here);
    }
  }
  int any = 0;
  for (int i = 0; i < LANES; i++) any |= most[i] > least;
  return any;
}

/// A block with the sites that spoil it: 4 on every side.
enum { WIDE = BLOCK + 8 };

static int mark_all(float *marks) {
  for (int i = 0; i < BLOCK * BLOCK; i++) marks[i] = 1;
  return BLOCK * BLOCK;
}

/// Marks sites as 1, or as 0 if a site within 4 is bright. Returns the number of ones.
static int mark_spread(uint8_t rows[WIDE][WIDE], float *marks) {
  int count = 0;
  for (int y = 0; y < BLOCK; y++) {
    uint8_t column[WIDE] = {0};
    for (int k = 0; k < 9; k++) {
      for (int x = 0; x < WIDE; x++) column[x] |= rows[y + k][x];
    }
    for (int x = 0; x < BLOCK; x++) {
      int bright = 0;
      for (int k = 0; k < 9; k++) bright |= column[x + k];
      marks[y * BLOCK + x] = bright ? 0 : 1;
      count += !bright;
    }
  }
  return count;
}

/// Marks the cells of a block.
static int mark_cells(
  const bromide_lateral_cells *l, const uint16_t *first, int parity, float *marks) {
  const ptrdiff_t stride = l->stride;
  const int least = l->clipped < l->green_clipped ? l->clipped : l->green_clipped;
  if (!is_clipped(first - 13 * stride - 16, stride, 3 * BLOCK + 32, 3 * WIDE, least))
    return mark_all(marks);
  uint8_t rows[WIDE][WIDE];
  for (int y = 0; y < WIDE; y++) {
    const uint16_t *site = first + (y - 4) * 3 * stride - 12;
    for (int x = 0; x < WIDE; x++, site += 3) {
      const ptrdiff_t step = (x + y + parity) % 2 == 0 ? 1 : stride;
      int bright = (site[-step] > l->clipped) | (site[step] > l->clipped);
      bright |= site[0] > l->green_clipped;
      bright |= (site[-stride - 1] > l->green_clipped) | (site[-stride + 1] > l->green_clipped);
      bright |= (site[stride - 1] > l->green_clipped) | (site[stride + 1] > l->green_clipped);
      rows[y][x] = (uint8_t)bright;
    }
  }
  return mark_spread(rows, marks);
}

/// Marks sites as 1, or as 0 if a sample within 4 sites is clipped. Returns the number of ones.
static int mark(const bromide_lateral_lattice *l, const uint16_t *first, float *marks) {
  const ptrdiff_t step = 2 * l->stride;
  const int least = l->clipped < l->green_clipped ? l->clipped : l->green_clipped;
  if (!is_clipped(first - 9 * l->stride - 16, l->stride, 2 * BLOCK + 32, 2 * BLOCK + 17, least))
    return mark_all(marks);
  uint8_t rows[WIDE][WIDE];
  for (int y = 0; y < WIDE; y++) {
    const uint16_t *site = first + (y - 4) * step - 8;
    for (int x = 0; x < WIDE; x++, site += 2) {
      int bright = site[0] > l->clipped;
      bright |= site[-1] > l->green_clipped;
      bright |= site[1] > l->green_clipped;
      bright |= site[-l->stride] > l->green_clipped;
      bright |= site[l->stride] > l->green_clipped;
      rows[y][x] = (uint8_t)bright;
    }
  }
  return mark_spread(rows, marks);
}

/// Computes the sums of a block from band-passed green and colour. Slopes are `slope` times
/// differences of green.
INLINE void add_up(
  const float *marks, int count, const float *green, const float *colour, const float slope,
  bromide_lateral_sums *sums) {
  // Sums by columns, because the order of additions must not depend on LANES.
  float totals[SUMS][BLOCK];
  for (int x = 0; x < BLOCK; x += LANES) {
    vf t[SUMS] = {{0}};
    for (int y = 0; y < BLOCK; y++) {
      vf m = load(marks + y * BLOCK + x), c = window(colour, y, x) * m;
      vf g = window(green, y + 1, x) * m;
      vf gx = slope * (window(green, y + 1, x + 1) - window(green, y + 1, x - 1)) * m;
      vf gy = slope * (window(green, y + 2, x) - window(green, y, x)) * m;
      t[0] += g * g;
      t[1] += g * gx;
      t[2] += g * gy;
      t[3] += gx * gx;
      t[4] += gx * gy;
      t[5] += gy * gy;
      t[6] += c * g;
      t[7] += c * gx;
      t[8] += c * gy;
      t[9] += c * c;
    }
    for (int k = 0; k < SUMS; k++) store(totals[k] + x, t[k]);
  }
  float *out = &sums->gg;
  for (int k = 0; k < SUMS; k++) {
    float sum = 0;
    for (int x = 0; x < BLOCK; x++) sum += totals[k][x];
    out[k] = sum;
  }
  sums->count = (float)count;
}

void ENTRY(
  const bromide_lateral_lattice *lattice, ptrdiff_t column, ptrdiff_t row, float shift_x,
  float shift_y, float *scratch, bromide_lateral_sums *sums) {
  const bromide_lateral_lattice l = *lattice;
  const uint16_t *first = l.samples + 2 * row * l.stride + 2 * column;
  // First, as it reads nearly all samples without waiting for any.
  float marks[BLOCK * BLOCK];
  const int count = mark(&l, first, marks);
  // Rows are read up to two floats before their beginning.
  float *passed = scratch + START, *low = passed + WINDOW_ROWS * ROW, *colour = low + WINDOW_ROWS * ROW;
  roots(&l, first, 1, AROUND, passed);
  band_pass(AROUND, passed, low);
  // Along the rows into `colour`, then down the columns into `low`.
  shifted(passed, 0.5f * shift_x, 0.5f * shift_y, colour, low);
  float *spare = passed;
  roots(&l, first, 0, 0, colour);
  band_pass(0, colour, spare);
  add_up(marks, count, low, colour, 0.25f, sums);
}

void CELLS_ENTRY(
  const bromide_lateral_cells *cells, ptrdiff_t column, ptrdiff_t row, float shift_x,
  float shift_y, float *scratch, bromide_lateral_sums *sums) {
  const bromide_lateral_cells l = *cells;
  const uint16_t *first = l.samples + 3 * row * l.stride + 3 * column;
  const int parity = (int)((column + row + l.parity) & 1);
  float marks[BLOCK * BLOCK];
  const int count = mark_cells(&l, first, parity, marks);
  float *passed = scratch + START, *low = passed + WINDOW_ROWS * ROW, *colour = low + WINDOW_ROWS * ROW;
  float *gathered = colour + WINDOW_ROWS * ROW;
  cell_roots(&l, first, parity, 1, AROUND, gathered, passed);
  band_pass(AROUND, passed, low);
  shifted_cells(passed, (1.0f / 3) * shift_x, (1.0f / 3) * shift_y, colour, low);
  float *spare = passed;
  cell_roots(&l, first, parity, 0, 0, gathered, colour);
  band_pass(0, colour, spare);
  add_up(marks, count, low, colour, 1.0f / 6, sums);
}

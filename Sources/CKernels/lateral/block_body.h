// The sums of one block of sites; see lateral.h for the interface, and
// Sources/Kernels/LateralReference.swift for the formulas.
//
// With s = [1 4 6 4 1]/16 along rows and columns, the band-pass is h = b − s(s(b)) of b = s(√value).
// Columns of a window are stored from −16 on, where 0 is the block's first; rows from −10 on. So all
// vectors lie within rows of 64 floats, and blocks of one picture in any order share the scratch.
#pragma clang fp contract(off)

#include "../demosaic/vectors_body.h"

enum {
  BLOCK = BROMIDE_LATERAL_BLOCK,
  /// Floats in a row of a window, and the column at which it begins.
  ROW = 64,
  START = 16,
  /// Rows around a block: of the shift with its taps and the slopes, and of s and of s twice.
  AROUND = 4,
  S = 2,
  SS = 4,
  WINDOW_ROWS = BLOCK + 2 * (AROUND + S + SS),
  SUMS = 10,
};

INLINE vf window(const float *rows, ptrdiff_t row, ptrdiff_t column) {
  return load(rows + row * ROW + START + column);
}

/// LANES samples of every second column from here on.
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
  vf beside = every_second(site - 1) + every_second(site + 1);
  vf sum = beside + (every_second(site - l->stride) + every_second(site + l->stride));
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

/// Whole vectors that hold n columns.
#define WHOLE(n) (((n) + LANES - 1) / LANES * LANES)

/// The band-passed roots of rows −around ..< BLOCK + around and of as many columns, into the rows
/// of `passed` from row 0 on. `is_green` and `around` are constants. Each step runs over all rows,
/// as a load that spans two stores in flight waits.
INLINE void band_pass(
  const bromide_lateral_lattice *l, const uint16_t *first, const int is_green, const int around,
  float *passed, float *other) {
  const int rows = BLOCK + 2 * around, tall = rows + 2 * SS;
  const int wide = WHOLE(around + SS + S), edge = WHOLE(around);
  for (int y = 0; y < tall + 2 * S; y++) {
    const uint16_t *site = first + (y - around - S - SS) * 2 * l->stride;
    for (int x = -wide; x < BLOCK + wide; x += LANES) {
      vf value = is_green ? green_root(l, site + 2 * x) : colour_root(l, site + 2 * x);
      store(passed + y * ROW + START + x, value);
    }
  }
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
  // s twice of it, along the rows and down the columns, and the difference.
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

/// Reads `from` (rows from −AROUND on) at (u, v) sites further on: rows and columns −1 … BLOCK of
/// `to`, whose rows begin at −1.
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

typedef uint16_t codes __attribute__((vector_size(2 * LANES)));
typedef uint16_t loose_codes __attribute__((vector_size(2 * LANES), aligned(2), may_alias));

/// Whether a sample of the block, or within 4 sites of it, is above `least`.
static int is_clipped(const uint16_t *first, ptrdiff_t stride, int least) {
  codes most = {0};
  for (int y = -9; y < 2 * BLOCK + 8; y++) {
    const uint16_t *row = first + y * stride - 16;
    for (int x = 0; x < 2 * BLOCK + 32; x += LANES) {
      codes here = *(const loose_codes *)(row + x);
      most = __builtin_elementwise_max(most, here);
    }
  }
  int any = 0;
  for (int i = 0; i < LANES; i++) any |= most[i] > least;
  return any;
}

/// Marks sites as 1, and 0 where a sample within 4 sites is clipped; returns how many are 1.
static int mark(const bromide_lateral_lattice *l, const uint16_t *first, float *marks) {
  enum { WIDE = BLOCK + 8 };
  const ptrdiff_t step = 2 * l->stride;
  const int least = l->clipped < l->green_clipped ? l->clipped : l->green_clipped;
  if (!is_clipped(first, l->stride, least)) {
    for (int i = 0; i < BLOCK * BLOCK; i++) marks[i] = 1;
    return BLOCK * BLOCK;
  }
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
  band_pass(&l, first, 1, AROUND, passed, low);
  // Along the rows into `colour`, then down the columns into `low`.
  shifted(passed, 0.5f * shift_x, 0.5f * shift_y, colour, low);
  const float *green = low;
  float *spare = passed;
  band_pass(&l, first, 0, 0, colour, spare);
  // By columns, as the order of additions must not depend on LANES.
  float totals[SUMS][BLOCK];
  for (int x = 0; x < BLOCK; x += LANES) {
    vf t[SUMS] = {{0}};
    for (int y = 0; y < BLOCK; y++) {
      vf m = load(marks + y * BLOCK + x), c = window(colour, y, x) * m;
      vf g = window(green, y + 1, x) * m;
      vf gx = 0.25f * (window(green, y + 1, x + 1) - window(green, y + 1, x - 1)) * m;
      vf gy = 0.25f * (window(green, y + 2, x) - window(green, y, x)) * m;
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

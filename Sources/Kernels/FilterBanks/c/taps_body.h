// Sums over the taps of a filter, along all directions at once.

/// Vectors per pass over the taps. This is the number of sums that fit in the registers. Loads of
/// places, which cross cache lines, then take half the time of the multiplications.
#define TOGETHER (LANES == 16 ? 4 : 2)

/// Columns of a row that all filters process before the next columns.
#ifndef CHUNK
#define CHUNK 256
#endif

/// Rows of a filter's planes, from 3 rows above (index 0) on.
typedef struct {
  const float *down[7];
} plane_rows;

enum { UP = 3 };

/// Finds the addresses of the first and second places of a filter's taps.
INLINE void find_taps(
  const bank *b, const plane_rows *planes, const int is_single, const float **at, const float **second) {
  for (int k = 0; k < taps_of(b); k++) {
    const placed_tap *tap = &b->taps[k];
    const plane_rows *plane = &planes[is_single ? 0 : tap->plane];
    at[k] = plane->down[tap->down + UP] + tap->offset;
    second[k] = plane->down[tap->second_down + UP] + tap->second_offset;
  }
}

/// The three kinds of taps.
enum { EQUAL, MIRRORED, SINGLE };

/// Adds the taps `from` ..< `to`, all of one kind, a constant.
INLINE void add_taps(
  const bank *b, int from, int to, const int kind, const float *const *at, const float *const *second,
  ptrdiff_t i, const int vectors, const int directions, vf sums[DIRECTIONS][4]) {
  for (int k = from; k < to; k++) {
    const float *first = at[k] + i, *other = second[k] + i, *factors = b->taps[k].factors;
#pragma clang loop unroll(full)
    for (int v = 0; v < vectors; v++) {
      const vf a = load(first + v * LANES), c = kind == SINGLE ? a : load(other + v * LANES);
      const vf sum = kind == SINGLE ? a : a + c, apart = kind == MIRRORED ? a - c : sum;
#pragma clang loop unroll(full)
      for (int u = 0; u < directions; u++) sums[u][v] += (u < 3 ? sum : apart) * factors[u];
    }
  }
}

/// Sums `vectors` vectors from place i along `directions` directions, both constants. With four
/// directions, the results are for rows, columns and both diagonals.
INLINE void sum_taps(
  const bank *b, const float *const *at, const float *const *second, ptrdiff_t i, const int vectors,
  const int directions, vf sums[DIRECTIONS][4]) {
  for (int u = 0; u < directions; u++) {
    for (int v = 0; v < vectors; v++) sums[u][v] = (vf){0};
  }
  const int mirrored = b->equal, single = b->equal + b->mirrored;
  add_taps(b, 0, mirrored, EQUAL, at, second, i, vectors, directions, sums);
  add_taps(b, mirrored, single, MIRRORED, at, second, i, vectors, directions, sums);
  add_taps(b, single, taps_of(b), SINGLE, at, second, i, vectors, directions, sums);
  for (int v = 0; v < vectors && directions == DIRECTIONS; v++) {
    const vf both = sums[2][v], apart = sums[3][v];
    sums[2][v] = both + apart;
    sums[3][v] = both - apart;
  }
}

/// The weights of directions with these energies: their inverse squares, divided by their sum.
INLINE void weigh(const vf e[DIRECTIONS], vf weights[DIRECTIONS]) {
  // Uses a common denominator, so that one division is enough.
  const vf hv = e[0] * e[1], pq = e[2] * e[3];
  const vf a = e[1] * pq, b = e[0] * pq, c = hv * e[3], d = hv * e[2];
  const vf aa = a * a, bb = b * b, cc = c * c, dd = d * d;
  const vf share = 1 / ((aa + bb) + (cc + dd));
  weights[0] = aa * share;
  weights[1] = bb * share;
  weights[2] = cc * share;
  weights[3] = dd * share;
}

/// Computes green at red or blue sites of one plane, places 0 ..< n, from smoothed raw energies.
INLINE void green_bank(
  const bank *b, const plane_rows *x, const float *const *energies, const int is_bayer, ptrdiff_t n,
  float *out) {
  const float *at[MOST_TAPS], *second[MOST_TAPS];
  const int directions = is_bayer ? 2 : DIRECTIONS;
  const vf least = splat(1e-4f);
  find_taps(b, x, 1, at, second);
#define STEP(vectors) \
  { \
    vf sums[DIRECTIONS][4]; \
    sum_taps(b, at, second, i, vectors, directions, sums); \
    for (int v = 0; v < vectors; v++) { \
      const ptrdiff_t p = i + v * LANES; \
      vf e[DIRECTIONS], w[DIRECTIONS]; \
      for (int u = 0; u < directions; u++) e[u] = load(energies[u] + p) + least; \
      if (is_bayer) { \
        const vf h = e[1] * e[1], down = e[0] * e[0]; \
        store(out + p, (h * sums[0][v] + down * sums[1][v]) / (h + down)); \
      } else { \
        weigh(e, w); \
        store( \
          out + p, (w[0] * sums[0][v] + w[1] * sums[1][v]) + (w[2] * sums[2][v] + w[3] * sums[3][v])); \
      } \
    } \
  }
  ptrdiff_t i = 0;
  for (; i + TOGETHER * LANES <= n; i += TOGETHER * LANES) STEP(TOGETHER)
  for (; i < n; i += LANES) STEP(1)
#undef STEP
}

/// A filter for one plane of one row, with known weights.
typedef struct {
  const bank *filter;
  const float *at[MOST_TAPS], *second[MOST_TAPS], *weights[DIRECTIONS];
  float *out;
} placed_bank;

/// Computes the places `from` ..< `to`.
INLINE void colour_bank(const placed_bank *b, ptrdiff_t from, ptrdiff_t to) {
#define STEP(vectors) \
  { \
    vf sums[DIRECTIONS][4]; \
    sum_taps(b->filter, b->at, b->second, i, vectors, DIRECTIONS, sums); \
    for (int v = 0; v < vectors; v++) { \
      const ptrdiff_t p = i + v * LANES; \
      const vf hv = load(b->weights[0] + p) * sums[0][v] + load(b->weights[1] + p) * sums[1][v]; \
      const vf pq = load(b->weights[2] + p) * sums[2][v] + load(b->weights[3] + p) * sums[3][v]; \
      store(b->out + p, hv + pq); \
    } \
  }
  ptrdiff_t i = from;
  for (; i + TOGETHER * LANES <= to; i += TOGETHER * LANES) STEP(TOGETHER)
  for (; i < to; i += LANES) STEP(1)
#undef STEP
}

/// Applies all filters of a row to a few columns per step, so that their shared data stays in the
/// L1 cache.
INLINE void colour_banks(const placed_bank *banks, int count, ptrdiff_t n) {
  for (ptrdiff_t from = 0; from < n; from += CHUNK) {
    const ptrdiff_t to = from + CHUNK < n ? from + CHUNK : n;
    for (int k = 0; k < count; k++) colour_bank(&banks[k], from, to);
  }
}

/// Computes a plain average.
INLINE void mean_bank(const bank *b, const plane_rows *x, ptrdiff_t n, float *out) {
  const float *at[MOST_TAPS], *second[MOST_TAPS];
  find_taps(b, x, 1, at, second);
  for (ptrdiff_t i = 0; i < n; i += LANES) {
    vf sum = {0};
    for (int k = 0; k < b->single; k++) sum += load(at[k] + i) * b->taps[k].factors[0];
    store(out + i, sum);
  }
}

// Sums over the taps of a filter, along all directions at once.

/// Vectors that one visit to the taps serves: as many sums as fit the registers. Loads of places,
/// which cross cache lines, are then half of what multiplications take.
#define TOGETHER (LANES == 16 ? 4 : 2)

/// Rows of a filter's planes, by how many rows down, from −3 on.
typedef struct {
  const float *down[7];
} plane_rows;

enum { UP = 3 };

/// Where the taps of a filter lie.
INLINE void find_taps(const bank *b, const plane_rows *planes, const int is_single, const float **at) {
  for (int k = 0; k < b->count; k++) {
    const placed_tap *tap = &b->taps[k];
    at[k] = planes[is_single ? 0 : tap->plane].down[tap->down + UP] + tap->offset;
  }
}

/// Sums of `vectors` vectors from place i on along `directions` directions, both constants.
INLINE void sum_taps(
  const bank *b, const float *const *at, ptrdiff_t i, const int vectors, const int directions,
  vf sums[DIRECTIONS][4]) {
  for (int u = 0; u < directions; u++) {
    for (int v = 0; v < vectors; v++) sums[u][v] = (vf){0};
  }
  for (int k = 0; k < b->count; k++) {
    const float *from = at[k] + i, *factors = b->taps[k].factors;
#pragma clang loop unroll(full)
    for (int v = 0; v < vectors; v++) {
      const vf value = load(from + v * LANES);
#pragma clang loop unroll(full)
      for (int u = 0; u < directions; u++) sums[u][v] += value * factors[u];
    }
  }
}

/// The weights of directions with these energies: their inverse squares, divided by their sum.
INLINE void weigh(const vf e[DIRECTIONS], vf weights[DIRECTIONS]) {
  // Over a common denominator, so that one division does.
  const vf hv = e[0] * e[1], pq = e[2] * e[3];
  const vf a = e[1] * pq, b = e[0] * pq, c = hv * e[3], d = hv * e[2];
  const vf aa = a * a, bb = b * b, cc = c * c, dd = d * d;
  const vf share = 1 / ((aa + bb) + (cc + dd));
  weights[0] = aa * share;
  weights[1] = bb * share;
  weights[2] = cc * share;
  weights[3] = dd * share;
}

/// Green at red or blue sites of one plane, places 0 ..< n, from smoothed raw energies.
INLINE void green_bank(
  const bank *b, const plane_rows *x, const float *const *energies, const int is_bayer, ptrdiff_t n,
  float *out) {
  const float *at[MOST_TAPS];
  const int directions = is_bayer ? 2 : DIRECTIONS;
  const vf least = splat(1e-4f);
  find_taps(b, x, 1, at);
#define STEP(vectors) \
  { \
    vf sums[DIRECTIONS][4]; \
    sum_taps(b, at, i, vectors, directions, sums); \
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

/// Any other filter of one plane, blended by known weights.
INLINE void colour_bank(
  const bank *b, const plane_rows *planes, const int is_single, const float *const *weights,
  ptrdiff_t n, float *out) {
  const float *at[MOST_TAPS];
  find_taps(b, planes, is_single, at);
#define STEP(vectors) \
  { \
    vf sums[DIRECTIONS][4]; \
    sum_taps(b, at, i, vectors, DIRECTIONS, sums); \
    for (int v = 0; v < vectors; v++) { \
      const ptrdiff_t p = i + v * LANES; \
      const vf hv = load(weights[0] + p) * sums[0][v] + load(weights[1] + p) * sums[1][v]; \
      const vf pq = load(weights[2] + p) * sums[2][v] + load(weights[3] + p) * sums[3][v]; \
      store(out + p, hv + pq); \
    } \
  }
  ptrdiff_t i = 0;
  for (; i + TOGETHER * LANES <= n; i += TOGETHER * LANES) STEP(TOGETHER)
  for (; i < n; i += LANES) STEP(1)
#undef STEP
}

/// A plain average.
INLINE void mean_bank(const bank *b, const plane_rows *x, ptrdiff_t n, float *out) {
  const float *at[MOST_TAPS];
  find_taps(b, x, 1, at);
  for (ptrdiff_t i = 0; i < n; i += LANES) {
    vf sum = {0};
    for (int k = 0; k < b->count; k++) sum += load(at[k] + i) * b->taps[k].factors[0];
    store(out + i, sum);
  }
}

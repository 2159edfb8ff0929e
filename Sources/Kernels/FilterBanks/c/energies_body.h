// Measures the change of the mosaic and planes along directions. `n` is the period, a constant.

/// The planes of a row and their neighbours: column j − BESIDE of the period at `at[j]`.
enum { ADJACENT = 3 };
typedef struct {
  const float *at[PERIOD + 2 * ADJACENT];
} columns;

INLINE columns columns_of(const bromide_banks *s, const float *row, const int n) {
  columns c;
  for (int j = 0; j < n + 2 * ADJACENT; j++) {
    const int column = j - ADJACENT + 2 * n;
    c.at[j] = row + column % n * s->plane_floats + column / n - 2;
  }
  return c;
}

/// The differences in `vectors` vectors, a constant, starting at place i.
INLINE void sum_pairs(
  const pair_bank *b, const float *const *first, const float *const *second, ptrdiff_t i,
  const int vectors, float *out) {
  vf sums[4] = {{0}};
  for (int k = 0; k < b->count; k++) {
    const float *from = first[k] + i, *to = second[k] + i;
    const vf factor = splat(b->pairs[k].factor);
    for (int v = 0; v < vectors; v++) {
      const vf d = load(from + v * LANES) - load(to + v * LANES);
      sums[v] += d * d * factor;
    }
  }
  for (int v = 0; v < vectors; v++) store(out + i + v * LANES, sums[v]);
}

/// Squared differences between sites of the same colour in row y, along each direction.
INLINE void raw_energies(bromide_banks *s, ptrdiff_t y, const int n) {
  const int phase = (int)(((y % n) + n) % n);
  const float *rows[7];
  for (int k = 0; k < 7; k++) rows[k] = ring_row(s, X_RING, X_ROWS, y + k - UP);
  for (int u = 0; u < DIRECTIONS; u++) {
    float *row = ring_row(s, ENERGY_RING + u * ENERGY_ROWS, ENERGY_ROWS, y);
    for (int j = 0; j < n; j++) {
      const pair_bank *b = &s->plan->pairs[u][phase * PERIOD + j];
      float *out = row + j * s->plane_floats;
      const float *first[5], *second[5];
      for (int k = 0; k < b->count; k++) {
        first[k] = rows[b->pairs[k].down_a + UP] + b->pairs[k].offset_a;
        second[k] = rows[b->pairs[k].down_b + UP] + b->pairs[k].offset_b;
      }
      ptrdiff_t i = 0;
      for (; i + TOGETHER * LANES <= s->count; i += TOGETHER * LANES) {
        sum_pairs(b, first, second, i, TOGETHER, out);
      }
      for (; i < s->count; i += LANES) sum_pairs(b, first, second, i, 1, out);
    }
  }
}

/// ½(a + c) − ¼(l + 2m + r) with a and c one step, l and r two steps from m.
INLINE vf high_pass(vf l, vf a, vf m, vf c, vf r) {
  return 0.5f * (a + c) - 0.25f * ((l + r) + 2 * m);
}

/// For a Bayer mosaic: the change of the difference between green and colour, along rows and
/// columns.
INLINE void bayer_energies(bromide_banks *s, ptrdiff_t y) {
  const int n = 2;
  float *along = ring_row(s, ENERGY_RING + 4 * ENERGY_ROWS, ENERGY_ROWS, y);
  float *across = ring_row(s, ENERGY_RING + 5 * ENERGY_ROWS, ENERGY_ROWS, y);
  const columns here = columns_of(s, ring_row(s, X_RING, X_ROWS, y), n);
  const float *rows[7];
  for (int k = 0; k < 7; k++) rows[k] = ring_row(s, X_RING, X_ROWS, y + k - UP);
  for (int j = 0; j < n; j++) {
    const float *const *at = here.at + j;
    const ptrdiff_t plane = j * s->plane_floats;
    for (ptrdiff_t i = 0; i < s->count; i += LANES) {
      vf a[7], b[7];
      for (int k = 0; k < 7; k++) {
        a[k] = load(at[k] + i);
        b[k] = load(rows[k] + plane + i);
      }
      vf *const axes[2] = {a, b};
      for (int axis = 0; axis < 2; axis++) {
        const vf *v = axes[axis];
        const vf before = high_pass(v[0], v[1], v[2], v[3], v[4]);
        const vf middle = high_pass(v[1], v[2], v[3], v[4], v[5]);
        const vf after = high_pass(v[2], v[3], v[4], v[5], v[6]);
        // High-passes of neighbours have opposite signs.
        const vf slope = before - after, bend = (before + after) + 2 * middle;
        store((axis ? across : along) + plane + i, slope * slope + bend * bend);
      }
    }
  }
}

/// Smooths the raw energies of row y by [1 2 3 2 1]/9 along rows and columns.
INLINE void smooth_energies(bromide_banks *s, ptrdiff_t y, const int n) {
  const int phase = (int)(((y % n) + n) % n), count = n == 2 ? 6 : DIRECTIONS;
  float *sums = ring_row(s, SCRATCH_RING, 1, 0);
  for (int u = 0; u < count; u++) {
    const float *rows[5];
    for (int k = 0; k < 5; k++) {
      rows[k] = ring_row(s, ENERGY_RING + u * ENERGY_ROWS, ENERGY_ROWS, y + k - 2);
    }
    float *out = ring_row(s, SMOOTH_RING + u * SMOOTH_ROWS, SMOOTH_ROWS, y);
    for (ptrdiff_t i = -GAP; i < s->row_floats - GAP; i += LANES) {
      const vf outer = load(rows[0] + i) + load(rows[4] + i);
      const vf inner = load(rows[1] + i) + load(rows[3] + i);
      store(sums + i, outer + 2 * inner + 3 * load(rows[2] + i));
    }
    const columns c = columns_of(s, sums, n);
    vf inverse[PERIOD];
    for (int j = 0; j < n; j++) {
      inverse[j] = splat(
        u < DIRECTIONS ? s->plan->inverses[u][phase * PERIOD + j] / 81 : 1.0f / 81);
    }
    for (ptrdiff_t i = 0; i < s->count; i += LANES) {
      vf v[PERIOD + 4];
      for (int j = 0; j < n + 4; j++) v[j] = load(c.at[j + ADJACENT - 2] + i);
      for (int j = 0; j < n; j++) {
        const vf sum = (v[j] + v[j + 4]) + 2 * (v[j + 1] + v[j + 3]) + 3 * v[j + 2];
        store(out + j * s->plane_floats + i, sum * inverse[j]);
      }
    }
  }
}

INLINE vf square(vf a) { return a * a; }

/// The squared differences of planes in row y along each direction, summed over both sides.
///
/// - Parameters:
///   - rings: The first row of each plane's ring, which has `rows` rows. `count` (1 or 3) is a
///     constant. Planes after the first have a weight of four.
INLINE void changes(
  bromide_banks *s, ptrdiff_t y, const int n, const int *rings, const int rows, const int count,
  int to) {
  columns above[3], here[3], below[3];
  for (int k = 0; k < count; k++) {
    above[k] = columns_of(s, ring_row(s, rings[k], rows, y - 1), n);
    here[k] = columns_of(s, ring_row(s, rings[k], rows, y), n);
    below[k] = columns_of(s, ring_row(s, rings[k], rows, y + 1), n);
  }
  float *out[DIRECTIONS];
  for (int u = 0; u < DIRECTIONS; u++) {
    out[u] = ring_row(s, to + u * CHANGE_ROWS, CHANGE_ROWS, y);
  }
  for (int j = 0; j < n; j++) {
    for (ptrdiff_t i = 0; i < s->count; i += LANES) {
      vf sums[DIRECTIONS] = {{0}};
      for (int k = 0; k < count; k++) {
        const float *const *a = above[k].at + ADJACENT + j, *const *b = below[k].at + ADJACENT + j;
        const float *const *m = here[k].at + ADJACENT + j;
        const vf f = load(m[0] + i);
        const vf h = square(load(m[-1] + i) - f) + square(load(m[1] + i) - f);
        const vf v = square(load(a[0] + i) - f) + square(load(b[0] + i) - f);
        const vf p = square(load(a[-1] + i) - f) + square(load(b[1] + i) - f);
        const vf q = square(load(a[1] + i) - f) + square(load(b[-1] + i) - f);
        const vf all[DIRECTIONS] = {h, v, p, q};
        for (int u = 0; u < DIRECTIONS; u++) sums[u] += k == 0 ? all[u] : 4 * all[u];
      }
      for (int u = 0; u < DIRECTIONS; u++) store(out[u] + j * s->plane_floats + i, sums[u]);
    }
  }
}

/// Computes the weights of row y from changes, smoothed by [1 2 1]/4 along rows and columns. Also
/// uses raw energies unless `is_round`. The planes and the result use the scratch ring.
INLINE void weights(bromide_banks *s, ptrdiff_t y, const int n, int from, const int is_round) {
  columns c[DIRECTIONS];
  const float *raw[DIRECTIONS];
  for (int u = 0; u < DIRECTIONS; u++) {
    const float *a = ring_row(s, from + u * CHANGE_ROWS, CHANGE_ROWS, y - 1);
    const float *m = ring_row(s, from + u * CHANGE_ROWS, CHANGE_ROWS, y);
    const float *b = ring_row(s, from + u * CHANGE_ROWS, CHANGE_ROWS, y + 1);
    float *sums = ring_row(s, SCRATCH_RING + 4 + u, 1, 0);
    for (ptrdiff_t i = -GAP; i < s->row_floats - GAP; i += LANES) {
      store(sums + i, (load(a + i) + load(b + i)) + 2 * load(m + i));
    }
    c[u] = columns_of(s, sums, n);
    raw[u] = ring_row(s, SMOOTH_RING + u * SMOOTH_ROWS, SMOOTH_ROWS, y);
  }
  for (int j = 0; j < n; j++) {
    for (ptrdiff_t i = 0; i < s->count; i += LANES) {
      vf e[DIRECTIONS], w[DIRECTIONS];
      for (int u = 0; u < DIRECTIONS; u++) {
        const float *const *at = c[u].at + ADJACENT + j;
        const vf sum = (load(at[-1] + i) + load(at[1] + i)) + 2 * load(at[0] + i);
        e[u] = sum * (u < 2 ? 1.0f / 16 : 1.0f / 32) + 3e-5f;
        if (!is_round) e[u] += 2 * load(raw[u] + j * s->plane_floats + i);
      }
      weigh(e, w);
      for (int u = 0; u < DIRECTIONS; u++) {
        store(ring_row(s, SCRATCH_RING + u, 1, 0) + j * s->plane_floats + i, w[u]);
      }
    }
  }
}

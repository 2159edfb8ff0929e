// The passes of the filter banks, row by row. `n` is the period, a constant.

/// Added before the root, so that noise around 0 stays even, and its root.
static const float offset = 0.005f, root = 0.0707106781f;

/// Levels row y, as x = √(max(m, 0) + c) − √c + min(m, 0)/(2√c) if `is_root`, a constant.
INLINE void level(bromide_banks *s, ptrdiff_t y, const int n, const int is_root) {
  const bank_samples row = bromide_bank_samples(s, y);
  const bromide_mosaic *m = &s->mosaic.plain;
  const ptrdiff_t columns = s->count * n;
  const int corrects = m->opcodes.count > 0;
  const vf ceiling = splat(corrects ? 1 : m->ceiling), zero = {0};
  float *line = s->line;
  typedef uint16_t samples_vector __attribute__((vector_size(2 * LANES), aligned(2)));
  for (ptrdiff_t i = 0; i < columns; i += LANES) {
    const vf sample = __builtin_convertvector(*(const samples_vector *)(row.samples + i), vf);
    vf value = smaller((sample - load(row.blacks + i)) * load(row.scales + i), ceiling);
    if (corrects) value = larger(value, zero);
    store(line + i, value);
  }
  if (corrects) {
    const bromide_opcode_run run = {
      .values = line, .count = (int32_t)columns, .x = (int32_t)s->base, .step = 1,
      .y = (int32_t)row.y, .middle = 0.5f, .white = 1, .ceiling = 1};
    for (ptrdiff_t i = 0; i < m->opcodes.count; i++) opcode_apply(m->opcodes.all + i, &run);
    for (ptrdiff_t i = 0; i < columns; i++) {
      const float value = line[i] * m->gain[colour_of(&s->mosaic, y, s->base + i)];
      line[i] = value < m->ceiling ? value : m->ceiling;
    }
    bromide_bank_mirror_line(s);
  }
  if (is_root) {
    for (ptrdiff_t i = 0; i < columns; i += LANES) {
      const vf v = load(line + i);
      store(line + i, __builtin_elementwise_sqrt(larger(v, zero) + offset)
              + (smaller(v, zero) * (0.5f / root) - root));
    }
  }
  part(s, n, line, ring_row(s, X_RING, X_ROWS, y));
}

/// Rows of a ring from 3 above to 3 below y.
INLINE plane_rows rows_around(const bromide_banks *s, int first, int rows, ptrdiff_t y) {
  plane_rows r;
  for (int k = 0; k < 7; k++) r.down[k] = ring_row(s, first, rows, y + k - UP);
  return r;
}

INLINE int phase_of(ptrdiff_t y, const int n) { return (int)(((y % n) + n) % n); }

/// Pass 1: green of row y, and colour − green at red and blue sites.
INLINE void first_green(bromide_banks *s, ptrdiff_t y, const int n) {
  const plane_rows x = rows_around(s, X_RING, X_ROWS, y);
  float *greens = ring_row(s, GREEN_RING, GREEN_ROWS, y);
  float *differences = ring_row(s, DIFFERENCE_RING, GREEN_ROWS, y);
  const int first = n == 2 ? DIRECTIONS : 0;
  for (int j = 0; j < n; j++) {
    const bank *b = &s->plan->green[phase_of(y, n) * PERIOD + j];
    const ptrdiff_t plane = j * s->plane_floats;
    const float *own = x.down[UP] + plane;
    float *green = greens + plane, *difference = differences + plane;
    if (taps_of(b) == 0) {
      for (ptrdiff_t i = 0; i < s->count; i += LANES) store(green + i, load(own + i));
      continue;
    }
    const float *energies[DIRECTIONS];
    for (int u = 0; u < (n == 2 ? 2 : DIRECTIONS); u++) {
      energies[u] = ring_row(s, SMOOTH_RING + (first + u) * SMOOTH_ROWS, SMOOTH_ROWS, y) + plane;
    }
    green_bank(b, &x, energies, n == 2, s->count, green);
    for (ptrdiff_t i = 0; i < s->count; i += LANES) {
      store(difference + i, load(own + i) - load(green + i));
    }
  }
}

/// Sets the weights for the planes of one column.
INLINE void weights_of(const bromide_banks *s, ptrdiff_t plane, const float *out[DIRECTIONS]) {
  for (int u = 0; u < DIRECTIONS; u++) out[u] = ring_row(s, SCRATCH_RING + u, 1, 0) + plane;
}

/// The first row of a pass's rings. Pass 0 has the colours before rounds.
INLINE int pass_ring(int pass) { return PASS_RING + pass * PASS_ROWS; }

/// Pass 2: red and blue − green of row y.
INLINE void first_colours(bromide_banks *s, ptrdiff_t y, const int n) {
  weights(s, y, n, pass_ring(0), 0);
  const plane_rows d = rows_around(s, DIFFERENCE_RING, GREEN_ROWS, y);
  placed_bank banks[2 * PERIOD];
  int count = 0;
  for (int c = 0; c < 2; c++) {
    float *row = ring_row(s, pass_ring(0) + COLOUR_PART + c * COLOUR_ROWS, COLOUR_ROWS, y);
    for (int j = 0; j < n; j++) {
      const bank *b = &s->plan->colour[c][phase_of(y, n) * PERIOD + j];
      const ptrdiff_t plane = j * s->plane_floats;
      if (taps_of(b) > 0) {
        placed_bank *placed = &banks[count++];
        placed->filter = b;
        placed->out = row + plane;
        weights_of(s, plane, placed->weights);
        find_taps(b, &d, 1, placed->at, placed->second);
      } else {
        const float *own = d.down[UP] + plane;
        for (ptrdiff_t i = 0; i < s->count; i += LANES) store(row + plane + i, load(own + i));
      }
    }
  }
  colour_banks(banks, count, s->count);
}

/// Three values in order.
typedef struct {
  vf low, middle, high;
} sorted;

INLINE sorted sort(vf a, vf b, vf c) {
  const vf least = smaller(a, b), most = larger(a, b), rest = larger(least, c);
  return (sorted){smaller(least, c), smaller(most, rest), larger(most, rest)};
}

/// The median of nine, from three sorted columns.
INLINE vf median(sorted a, sorted b, sorted c) {
  const vf low = larger(larger(a.low, b.low), c.low), high = smaller(smaller(a.high, b.high), c.high);
  const vf middle = sort(a.middle, b.middle, c.middle).middle;
  return sort(low, middle, high).middle;
}

/// Pass 3: the medians of colour − green in row y.
INLINE void medians(bromide_banks *s, ptrdiff_t y, const int n, int ring, float *out) {
  columns rows[3];
  for (int k = 0; k < 3; k++) {
    rows[k] = columns_of(s, ring_row(s, ring, COLOUR_ROWS, y + k - 1), n);
  }
  for (ptrdiff_t i = 0; i < s->count; i += LANES) {
    sorted all[PERIOD + 2];
    for (int j = 0; j < n + 2; j++) {
      const int at = j + ADJACENT - 1;
      all[j] = sort(load(rows[0].at[at] + i), load(rows[1].at[at] + i), load(rows[2].at[at] + i));
    }
    for (int j = 0; j < n; j++) {
      store(out + j * s->plane_floats + i, median(all[j], all[j + 1], all[j + 2]));
    }
  }
}

/// Green of row y from colours − green. `out` starts with them. All planes belong to one row.
INLINE void own_green(
  bromide_banks *s, ptrdiff_t y, const int n, const float *red, const float *blue, float *green) {
  const float *x = ring_row(s, X_RING, X_ROWS, y);
  for (int j = 0; j < n; j++) {
    const int own = s->mosaic.colours[phase_of(y, n) * n + j];
    const ptrdiff_t plane = j * s->plane_floats;
    const float *c = (own == 0 ? red : blue) + plane;
    for (ptrdiff_t i = 0; i < s->count; i += LANES) {
      const vf value = load(x + plane + i);
      store(green + plane + i, own == 1 ? value : value - load(c + i));
    }
  }
}

/// Pass 4: the colours of round `round` in row y, red in `out[0]` and blue in `out[1]`.
INLINE void round_colours(
  bromide_banks *s, ptrdiff_t y, const int n, int round, float *const out[2]) {
  weights(s, y, n, pass_ring(round + 1), 1);
  const int from = pass_ring(round) + MEDIAN_PART;
  plane_rows planes[3];
  for (int k = 0; k < 3; k++) {
    planes[k] = rows_around(s, from + k * MEDIAN_ROWS, MEDIAN_ROWS, y);
  }
  placed_bank banks[2 * PERIOD];
  for (int c = 0; c < 2; c++) {
    for (int j = 0; j < n; j++) {
      const ptrdiff_t plane = j * s->plane_floats;
      placed_bank *placed = &banks[c * n + j];
      placed->filter = &s->plan->round[round][c][phase_of(y, n) * PERIOD + j];
      placed->out = out[c] + plane;
      weights_of(s, plane, placed->weights);
      find_taps(placed->filter, planes, 0, placed->at, placed->second);
    }
  }
  colour_banks(banks, 2 * n, s->count);
}

/// Pass 5: a finished row from colours − green, back in linear light.
INLINE void finish(
  bromide_banks *s, ptrdiff_t y, const int n, const float *red, const float *blue,
  float *const out[3]) {
  float *planes[3];
  for (int k = 0; k < 3; k++) planes[k] = ring_row(s, OUT_RING + k, 1, 0);
  own_green(s, y, n, red, blue, planes[1]);
  const float *x = ring_row(s, X_RING, X_ROWS, y);
  for (int j = 0; j < n; j++) {
    const int own = s->mosaic.colours[phase_of(y, n) * n + j];
    const ptrdiff_t plane = j * s->plane_floats;
    for (ptrdiff_t i = plane; i < plane + s->count; i += LANES) {
      const vf green = load(planes[1] + i), here = load(x + i);
      store(planes[0] + i, own == 0 ? here : green + load(red + i));
      store(planes[2] + i, own == 2 ? here : green + load(blue + i));
    }
  }
  for (int k = 0; k < 3; k++) {
    weave(s, n, planes[k], s->line);
    const float *line = s->line + (s->x - s->base);
    for (ptrdiff_t i = 0; i < s->width; i += 16) {
      for (int v = 0; v < 16; v += LANES) {
        const vf p = larger(load(line + i + v), (vf){0});
        store(out[k] + i + v, p * (p + 2 * root));
      }
    }
  }
}

/// Computes everything that row t needs, some rows ahead. Stages skip rows that the rectangle's
/// first row, `top`, does not need.
INLINE void advance(bromide_banks *s, ptrdiff_t t, ptrdiff_t top, const int n) {
  const int rounds = s->rounds, c = rounds == 0 ? 1 : 3 * rounds;
  const int first = c + (n == 2 ? 8 : 7);
#define FROM_TOP(ahead) if (t + (ahead) >= top - (ahead))
  FROM_TOP(first) level(s, t + first, n, 1);
  FROM_TOP(c + 5) {
    raw_energies(s, t + c + 5, n);
    if (n == 2) bayer_energies(s, t + c + 5);
  }
  FROM_TOP(c + 3) {
    smooth_energies(s, t + c + 3, n);
    first_green(s, t + c + 3, n);
  }
  const int green[1] = {GREEN_RING};
  FROM_TOP(c + 1) changes(s, t + c + 1, n, green, GREEN_ROWS, 1, pass_ring(0));
  FROM_TOP(c) first_colours(s, t + c, n);
  for (int r = 0; r < rounds; r++) {
    const int ahead = 3 * (rounds - r) - 1;
    const int from = pass_ring(r) + COLOUR_PART, to = pass_ring(r) + MEDIAN_PART;
    // Green comes first, because changes weight it once and colours four times.
    const int rings[3] = {to + 2 * MEDIAN_ROWS, to, to + MEDIAN_ROWS};
    FROM_TOP(ahead) {
      float *rows[3];
      for (int k = 0; k < 3; k++) rows[k] = ring_row(s, to + k * MEDIAN_ROWS, MEDIAN_ROWS, t + ahead);
      for (int k = 0; k < 2; k++) medians(s, t + ahead, n, from + k * COLOUR_ROWS, rows[k]);
      own_green(s, t + ahead, n, rows[0], rows[1], rows[2]);
    }
    FROM_TOP(ahead - 1) changes(s, t + ahead - 1, n, rings, MEDIAN_ROWS, 3, pass_ring(r + 1));
    if (r + 1 == rounds) continue;
    FROM_TOP(ahead - 2) {
      float *colours[2];
      for (int k = 0; k < 2; k++) {
        colours[k] = ring_row(
          s, pass_ring(r + 1) + COLOUR_PART + k * COLOUR_ROWS, COLOUR_ROWS, t + ahead - 2);
      }
      round_colours(s, t + ahead - 2, n, r, colours);
    }
  }
#undef FROM_TOP
}

INLINE void banks_next(bromide_banks *s, const int n, float *red, float *green, float *blue) {
  const ptrdiff_t t = s->next++;
  const ptrdiff_t warm = t == s->y ? 2 * (3 * s->rounds + 9) : 0;
  for (ptrdiff_t y = t - warm; y <= t; y++) advance(s, y, s->y, n);
  float *const out[3] = {red, green, blue};
  // Colours − green of the row, in memory that the weights no longer need.
  float *const colours[2] = {
    ring_row(s, SCRATCH_RING + 4, 1, 0), ring_row(s, SCRATCH_RING + 5, 1, 0)};
  if (s->rounds > 0) {
    round_colours(s, t, n, s->rounds - 1, colours);
  } else {
    for (int k = 0; k < 2; k++) {
      medians(s, t, n, pass_ring(0) + COLOUR_PART + k * COLOUR_ROWS, colours[k]);
    }
  }
  finish(s, t, n, colours[0], colours[1], out);
}

/// Computes a row of plain averages for X-Trans.
static void means_row(bromide_banks *s, float *red, float *green, float *blue) {
  const int n = PERIOD, is_half = s->kind == BROMIDE_BANKS_HALF;
  const ptrdiff_t t = is_half ? 2 * s->next : s->next, below = is_half ? 2 : 1;
  const ptrdiff_t from = s->next == s->y ? t - 1 : t + (is_half ? 1 : below);
  s->next++;
  for (ptrdiff_t y = from; y <= t + below; y++) level(s, y, n, 0);
  const plane_rows x = rows_around(s, X_RING, X_ROWS, t);
  float *const out[3] = {red, green, blue};
  const int step = is_half ? 2 : 1;
  for (int k = 0; k < 3; k++) {
    for (int j = 0; j < n; j += step) {
      const bank *b = &s->plan->mean[k][phase_of(t, n) * PERIOD + j];
      mean_bank(b, &x, s->count, ring_row(s, OUT_RING, 1, 0) + j / step * s->plane_floats);
    }
    if (is_half) weave(s, n / 2, ring_row(s, OUT_RING, 1, 0), s->line);
    else weave(s, n, ring_row(s, OUT_RING, 1, 0), s->line);
    const float *line = s->line + (is_half ? s->x - s->base / 2 : s->x - s->base);
    for (ptrdiff_t i = 0; i < s->width; i += 16) {
      for (int v = 0; v < 16; v += LANES) {
        store(out[k] + i + v, larger(load(line + i + v), (vf){0}));
      }
    }
  }
}

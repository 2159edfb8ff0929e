// Lateral colour: shifts red and blue to match RCD's green, between steps 3 and 5. See rcd_body.h.
//
// ρ(q) = (c(q) + δ)/(G(q + s) + δ) at the sites q of a colour is the ratio of the two at the
// position q + s. c'(p) = (G(p) + δ)·ρ(p − s) − δ, interpolated between the four nearest ratios. A
// ratio with a clipped c or G is not usable. It is stored as 0, and c(p) replaces its share.

/// δ: ratios of darker values tend to 1.
static const float lateral_dark = 0.02f;

/// Runs of half columns in row y. Each run is inside one block of shifts.
typedef struct {
  /// The shift of the first run, and the number of further runs to its right and left.
  const bromide_lateral_move *moves;
  /// The first half column of the first run, and its block.
  ptrdiff_t start, block;
} run_row;

enum { RUN = BROMIDE_LATERAL_RUN / 2 };

/// Returns the runs of row y from half column `first`. `moves` is null if the colour is not
/// shifted.
INLINE run_row runs_of(const bromide_demosaic *s, ptrdiff_t y, ptrdiff_t first) {
  const bromide_lateral_moves *all = &s->mosaic.lateral;
  const bromide_lateral_move *moves = is_red_row(s, y) ? all->red : all->blue;
  ptrdiff_t row = y < 0 ? 0 : y / BROMIDE_LATERAL_RUN;
  if (row >= all->rows) row = all->rows - 1;
  // Half of column base + 2i + p, counted from the origin, is i + pair.
  ptrdiff_t pair = (s->x - 2 * MARGIN + other_parity(s, y)) >> 1;
  ptrdiff_t block = (first + pair) >> 4;
  return (run_row){moves ? moves + row * all->columns : moves, block * RUN - pair, block};
}

/// Returns the shift of a block, or of the nearest one inside the picture.
INLINE const bromide_lateral_move *move_of(
  const bromide_demosaic *s, const run_row *runs, ptrdiff_t block) {
  ptrdiff_t last = s->mosaic.lateral.columns - 1;
  return runs->moves + (block < 0 ? 0 : block > last ? last : block);
}

/// Returns the balanced value that starts clipping for a colour.
INLINE vf clip_of(const bromide_demosaic *s, int colour) {
  float gain = 0.98f * s->mosaic.gain[colour], ceiling = 0.999f * s->mosaic.ceiling;
  return splat(gain < ceiling ? gain : ceiling);
}

/// Weights four consecutive values with a spline.
INLINE vf spline(const float w[4], vf a, vf b, vf c, vf d) {
  return (w[0] * a + w[1] * b) + (w[2] * c + w[3] * d);
}

/// ρ of rows y and, if `count` is 2, y + 2 at the sites of their colour. Both rows must have the
/// same shifts. They share two of four rows of splines. `count` is a constant at each call.
INLINE void ratios_of(bromide_demosaic *s, ptrdiff_t y, ptrdiff_t n, const run_row runs, const int count) {
  const int p = other_parity(s, y);
  const vf clip = clip_of(s, is_red_row(s, y) ? 0 : 2), green_clip = clip_of(s, 1);
  // Green of rows y − 5 to y + 5 or y + 7, in even and in odd columns.
  enum { FAR = 5 };
  const float *planes[2 * FAR + 3][2];
  for (int k = 0; k < 2 * (FAR + count) - 1; k++) {
    int parity = other_parity(s, y + k - FAR);
    planes[k][parity] = row_of(s, ring_long_green, y + k - FAR);
    planes[k][1 - parity] = row_of(s, ring_g, y + k - FAR);
  }
  ptrdiff_t block = runs.block;
  for (ptrdiff_t start = runs.start; start < n; start += RUN, block++) {
    const bromide_lateral_move *m = move_of(s, &runs, block);
    // Columns m->green_x − 1 and + 1 are in one plane, and their neighbours in the other.
    const int first = p + m->green_x - 1, second = first + 1;
    const ptrdiff_t i0 = start + (first >> 1), i1 = start + (second >> 1);
    const float *const(*rows)[2] = planes + m->green_y + FAR - 1;
    for (ptrdiff_t i = 0; i < RUN; i += LANES) {
      vf g[6];
      for (int j = 0; j < 2 + 2 * count; j++) {
        const float *a = rows[j][first & 1] + i0 + i, *b = rows[j][second & 1] + i1 + i;
        g[j] = spline(m->along, load(a), load(b), load(a + 1), load(b + 1));
      }
      for (int k = 0; k < count; k++) {
        const float *o = row_of(s, ring_o, y + 2 * k) + start + i;
        float *out = row_of(s, ring_ratio, y + 2 * k) + start + i;
        const vf *down = g + 2 * k;
        vf green = larger(spline(m->down, down[0], down[1], down[2], down[3]), (vf){0});
        vf c = load(o), ratio = (c + lateral_dark) / (green + lateral_dark);
        store(out, choose((c < clip) & (green < green_clip), ratio, (vf){0}));
      }
    }
  }
}

/// ρ of BATCH rows from y.
static void ratios(bromide_demosaic *s, ptrdiff_t y, ptrdiff_t n) {
  if ((y - MOVED_RATIOS_AHEAD - s->y) % BATCH != 0) return;
  for (ptrdiff_t row = y; row < y + 2; row++) {
    const run_row here = runs_of(s, row, MARGIN - 8), below = runs_of(s, row + 2, MARGIN - 8);
    if (!here.moves) continue;
    if (here.moves == below.moves) {
      ratios_of(s, row, n, here, 2);
    } else {
      ratios_of(s, row, n, here, 1);
      ratios_of(s, row + 2, n, below, 1);
    }
  }
}

/// Between a and b.
INLINE vf mixed(vf a, vf b, float share) { return a + share * (b - a); }

/// Whether all lanes are above 0.
INLINE int all_above_zero(vf v) { return !__builtin_reduce_or((vi)(v <= 0)); }

/// Returns 1 for usable ratios, 0 for others.
INLINE vf is_known(vf ratio) { return choose(ratio > 0, splat(1), (vf){0}); }

/// c' of row y.
static void moved_colour(bromide_demosaic *s, ptrdiff_t y, ptrdiff_t n) {
  const float *o = row_of(s, ring_o, y), *green = row_of(s, ring_long_green, y);
  float *out = row_of(s, ring_moved, y);
  const run_row runs = runs_of(s, y, MARGIN - 6);
  if (!runs.moves) {
    for (ptrdiff_t i = 0; i < n; i += LANES) store(out + i, load(o + i));
    return;
  }
  ptrdiff_t block = runs.block;
  for (ptrdiff_t start = runs.start; start < n; start += RUN, block++) {
    const bromide_lateral_move *m = move_of(s, &runs, block);
    const float *above = row_of(s, ring_ratio, y + 2 * m->ratio_y) + m->ratio_x;
    const float *below = row_of(s, ring_ratio, y + 2 * m->ratio_y + 2) + m->ratio_x;
    for (ptrdiff_t i = start; i < start + RUN; i += LANES) {
      vf a = load(above + i), b = load(above + i + 1), c = load(below + i), d = load(below + i + 1);
      vf ratio = mixed(mixed(a, b, m->share_x), mixed(c, d, m->share_x), m->share_y);
      vf g = load(green + i) + lateral_dark;
      // The same sum as below if all four are known, which most are.
      if (all_above_zero(smaller(smaller(a, b), smaller(c, d)))) {
        store(out + i, larger(g * ratio - lateral_dark, (vf){0}));
        continue;
      }
      vf known = mixed(mixed(is_known(a), is_known(b), m->share_x),
                       mixed(is_known(c), is_known(d), m->share_x), m->share_y);
      vf value = g * ratio - lateral_dark * known + (1 - known) * load(o + i);
      store(out + i, larger(value, (vf){0}));
    }
  }
}

// The two plain kernels: bilinear, and one pixel for each 2×2 cell.

/// Rows between the current row and the prefetched row. Without prefetching, half takes twice the
/// time.
enum { PREFETCHED = 2 };

static const ring plain_g = {0, 3}, plain_o = {4, 3};

/// Means of the nearest sites. `red_row` and `p` are constants at each call.
INLINE void bilinear_finish(
  bromide_demosaic *s, ptrdiff_t y, const int red_row, const int p,
  float *red, float *green, float *blue) {
  const int q = 1 - p;
  trio g = trio_of(s, plain_g, y, 1), o = trio_of(s, plain_o, y, 1);
  const float *gp = g.here + p, *oq = o.here + q, *corner0 = o.above + p, *corner2 = o.below + p;
  float *own_out = red_row ? red : blue, *far_out = red_row ? blue : red;
  for (ptrdiff_t x = 0; x < s->width; x += 2 * LANES) {
    ptrdiff_t i = MARGIN + x / 2, left = s->width - x;
    vf o_own = load(o.here + i), g_own = load(g.here + i);
    vf edges = (load(g.above + i) + load(g.below + i)) + (load(gp + i - 1) + load(gp + i));
    vf corners = (load(corner0 + i - 1) + load(corner0 + i))
      + (load(corner2 + i - 1) + load(corner2 + i));
    vf o_green = 0.25f * edges, o_far = 0.25f * corners;
    vf own = 0.5f * (load(oq + i - 1) + load(oq + i));
    vf far = 0.5f * (load(o.above + i) + load(o.below + i));
    store_pairs(own_out + x, p ? own : o_own, p ? o_own : own, left);
    store_pairs(green + x, p ? g_own : o_green, p ? o_green : g_own, left);
    store_pairs(far_out + x, p ? far : o_far, p ? o_far : far, left);
  }
}

static void bilinear_row(bromide_demosaic *s, float *red, float *green_row, float *blue) {
  ptrdiff_t target = s->next++;
  ptrdiff_t n = half_columns(s, 1);
  for (ptrdiff_t y = target == s->y ? target - 1 : target + 1; y <= target + 1; y++) {
    bromide_prefetch_row(s, y + PREFETCHED, s->x - 2 * MARGIN, n);
    sample_row row = bromide_sample_row(s, y, s->x - 2 * MARGIN, n);
    float *g = row_of(s, plain_g, y), *o = row_of(s, plain_o, y);
    int p = other_parity(s, y);
    level_row(s, &row, p ? g : o, p ? o : g, n);
  }
  int p = other_parity(s, target);
  if (is_red_row(s, target)) {
    if (p) bilinear_finish(s, target, 1, 1, red, green_row, blue);
    else bilinear_finish(s, target, 1, 0, red, green_row, blue);
  } else {
    if (p) bilinear_finish(s, target, 0, 1, red, green_row, blue);
    else bilinear_finish(s, target, 0, 0, red, green_row, blue);
  }
}

/// Levels red and blue to the output. The second green uses scratch memory.
static void half_row(bromide_demosaic *s, float *red, float *green, float *blue) {
  ptrdiff_t y = 2 * s->next++;
  ptrdiff_t n = (s->width + LANES - 1) / LANES * LANES;
  float *other_green = s->rows;
  for (int i = 0; i < 2; i++) {
    bromide_prefetch_row(s, y + i + PREFETCHED, 2 * s->x, n);
    sample_row row = bromide_sample_row(s, y + i, 2 * s->x, n);
    float *g = i == 0 ? green : other_green, *o = is_red_row(s, y + i) ? red : blue;
    // The parity starts at an even column, because a cell begins there.
    int p = (s->mosaic.red_x ^ (i ^ s->mosaic.red_y)) & 1;
    level_row(s, &row, p ? g : o, p ? o : g, n);
  }
  for (ptrdiff_t i = 0; i < n; i += LANES) {
    store(green + i, 0.5f * (load(green + i) + load(other_green + i)));
  }
}

// One pixel for each 2×2 cell, with every colour at the cell's middle, for pictures that are
// reduced a lot. See DemosaicReference+Cells.swift.
//
// Three filters of even length process a row of sites across. Rows of their results give the bands
// of a row of cells: light, and the parts that alternate across, down, and both ways.

/// Half of each filter, starting at the middle: for light, and for all alternating parts.
static const float light0 = 0.475f, light1 = 0.075f, light2 = -0.05f;
static const float band0 = 0.375f, band1 = 0.125f;
/// Added to both unevennesses, so that even fields weight both bands equally.
static const float cells_even = 1e-6f;

/// Rows of sites filtered across: light, means, and alternation of neighbours. Then bands of cells.
static const ring cell_light = {0, 7}, cell_mean = {8, 7}, cell_change = {16, 7};
static const ring cell_across = {24, 3}, cell_down = {28, 3};
/// The levelled sites of one row: even and odd columns.
static const ring cell_even = {32, 0}, cell_odd = {33, 0};

/// Number of half columns for a row of cells, starting at the margin's first.
INLINE ptrdiff_t cell_columns(const bromide_demosaic *s) {
  ptrdiff_t n = MARGIN + s->width + 2;
  return (n + LANES - 1) / LANES * LANES;
}

/// Levels row y of the sites and filters it across.
INLINE void cell_sites(bromide_demosaic *s, ptrdiff_t y, ptrdiff_t n) {
  bromide_prefetch_row(s, y + PREFETCHED, 2 * (s->x - MARGIN), n);
  sample_row row = bromide_sample_row(s, y, 2 * (s->x - MARGIN), n);
  float *even = row_of(s, cell_even, y), *odd = row_of(s, cell_odd, y);
  level_row(s, &row, even, odd, n);
  float *light = row_of(s, cell_light, y), *mean = row_of(s, cell_mean, y);
  float *change = row_of(s, cell_change, y);
  for (ptrdiff_t i = MARGIN - LANES; i < n; i += LANES) {
    vf e = load(even + i), o = load(odd + i), e_next = load(even + i + 1), o_last = load(odd + i - 1);
    vf far = load(even + i - 1) + load(odd + i + 1);
    store(light + i, (light0 * (e + o) + light1 * (e_next + o_last)) + light2 * far);
    vf evens = band0 * e + band1 * e_next, odds = band0 * o + band1 * o_last;
    store(mean + i, evens + odds);
    store(change + i, evens - odds);
  }
}

/// The bands of the cells in row y that separate red from blue.
INLINE void cell_bands(bromide_demosaic *s, ptrdiff_t y, ptrdiff_t n) {
  const float *c[4], *m[4];
  for (int k = 0; k < 4; k++) {
    c[k] = row_of(s, cell_change, 2 * y - 1 + k);
    m[k] = row_of(s, cell_mean, 2 * y - 1 + k);
  }
  float *across = row_of(s, cell_across, y), *down = row_of(s, cell_down, y);
  for (ptrdiff_t i = MARGIN - LANES; i < n; i += LANES) {
    store(across + i, band0 * (load(c[1] + i) + load(c[2] + i))
      + band1 * (load(c[0] + i) + load(c[3] + i)));
    store(down + i, (band0 * load(m[1] + i) + band1 * load(m[3] + i))
      - (band0 * load(m[2] + i) + band1 * load(m[0] + i)));
  }
}

INLINE vf squared(vf v) { return v * v; }

/// The difference between a band and its neighbours.
INLINE vf cell_unevenness(trio band, vf here, ptrdiff_t i) {
  vf adjacent = squared(here - load(band.here + i - 1)) + squared(here - load(band.here + i + 1));
  vf over = squared(here - load(band.above + i)) + squared(here - load(band.below + i));
  return (adjacent + over) + cells_even;
}

static void cells_row(bromide_demosaic *s, float *red, float *green, float *blue) {
  const ptrdiff_t target = s->next++, n = cell_columns(s);
  const int starts = target == s->y;
  for (ptrdiff_t y = 2 * target + (starts ? -3 : 3); y <= 2 * target + 4; y++) cell_sites(s, y, n);
  for (ptrdiff_t y = target + (starts ? -1 : 1); y <= target + 1; y++) cell_bands(s, y, n);
  // A cell begins at an even column and row.
  const float across_sign = s->mosaic.red_x ? -1 : 1, down_sign = s->mosaic.red_y ? -1 : 1;
  const float both_sign = across_sign * down_sign;
  const float *l[6], *c[4];
  for (int k = 0; k < 6; k++) l[k] = row_of(s, cell_light, 2 * target - 2 + k);
  for (int k = 0; k < 4; k++) c[k] = row_of(s, cell_change, 2 * target - 1 + k);
  const trio across = trio_of(s, cell_across, target, 1), down = trio_of(s, cell_down, target, 1);
  const vf zero = {0};
  for (ptrdiff_t x = 0; x < s->width; x += LANES) {
    const ptrdiff_t i = MARGIN + x;
    vf light = (light0 * (load(l[2] + i) + load(l[3] + i))
      + light1 * (load(l[1] + i) + load(l[4] + i))) + light2 * (load(l[0] + i) + load(l[5] + i));
    vf both = (band0 * load(c[1] + i) + band1 * load(c[3] + i))
      - (band0 * load(c[2] + i) + band1 * load(c[0] + i));
    vf h = load(across.here + i), v = load(down.here + i);
    vf uneven_h = cell_unevenness(across, h, i), uneven_v = cell_unevenness(down, v, i);
    // Half of red minus blue, from the band that detail disturbs less.
    vf colour = 2 * (across_sign * (h * uneven_v) + down_sign * (v * uneven_h))
      / (uneven_h + uneven_v);
    vf apart = both_sign * both, middle = light + apart;
    store(red + x, larger(middle + colour, zero));
    store(green + x, larger(light - apart, zero));
    store(blue + x, larger(middle - colour, zero));
  }
}

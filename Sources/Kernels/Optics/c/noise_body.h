// Noise reduction for colour, on means of 2×2 and 4×4 pixels, and for luminance.

// Computes colour differences of 2×2 cells, and the noise variances of colour and luminance.
void NAME(cells)(CELLS_PARAMETERS) {
  for (ptrdiff_t x = 0; x < count; x += LANES) {
    lanes_f mean[3];
    for (int c = 0; c < 3; c++) {
      lanes_f a = load(top[c] + 2 * x) + load(low[c] + 2 * x);
      lanes_f b = load(top[c] + 2 * x + LANES) + load(low[c] + 2 * x + LANES);
      mean[c] = 0.25f * pair_sums(a, b);
    }
    store(cells + x, mean[0] - mean[1]);
    store(cells + plane + x, mean[2] - mean[1]);
    const float *v = settings->chroma_variance;
    store(cells + 2 * plane + x, v[0] + (v[1] * mean[0] + v[2] * mean[1] + v[3] * mean[2]));
    v = settings->luma_variance;
    if (settings->luma) {
      store(cells + 3 * plane + x, v[0] + (v[1] * mean[0] + v[2] * mean[1] + v[3] * mean[2]));
    }
  }
  for (int p = 0; p < 3; p++) extend(cells + p * plane, count);
}

INLINE lanes_f spline_down(const float *const *rows, ptrdiff_t at) {
  return (load(rows[0] + at) + load(rows[4] + at)) + 4.0f * (load(rows[1] + at) + load(rows[3] + at))
    + 6.0f * load(rows[2] + at);
}

#define SPLINE_ALONG(l, step) \
  ((ADJACENT(l, 2 * (step)) + 4.0f * ADJACENT(l, step) + 6.0f * (l).here) * (1 / 256.0f))
#define FIVE_ALONG(l) (ADJACENT(l, 2) + ADJACENT(l, 1) + (l).here)

// Computes one level of the à-trous transform for two planes, with [1 4 6 4 1]/16 along rows and
// columns: the smooth values, the details, and the energy of both planes over 5 columns. For this
// energy, the row's details continue beyond its edges.
#define LEVEL(step) \
  lanes_line a = {spline_down(rows, -2 * LANES), spline_down(rows, -LANES), spline_down(rows, 0)}; \
  lanes_line b = { \
    spline_down(rows, rows_plane - 2 * LANES), spline_down(rows, rows_plane - LANES), \
    spline_down(rows, rows_plane)}; \
  lanes_line squares = {0.0f, 0.0f, 0.0f}; \
  for (ptrdiff_t x = -LANES; x < count + LANES; x += LANES) { \
    lanes_f smooth_a = SPLINE_ALONG(a, step), smooth_b = SPLINE_ALONG(b, step); \
    lanes_f detail_a = load(rows[2] + x) - smooth_a; \
    lanes_f detail_b = load(rows[2] + rows_plane + x) - smooth_b; \
    squares = moved(squares, detail_a * detail_a + detail_b * detail_b); \
    if (x >= LANES) store(detail + 2 * detail_plane + x - LANES, FIVE_ALONG(squares)); \
    if (x >= 0) { \
      store(smooth + x, smooth_a); \
      store(smooth + smooth_plane + x, smooth_b); \
      store(detail + x, detail_a); \
      store(detail + detail_plane + x, detail_b); \
    } \
    a = moved(a, spline_down(rows, x + 2 * LANES)); \
    b = moved(b, spline_down(rows, rows_plane + x + 2 * LANES)); \
  }

void NAME(smooth)(SMOOTH_PARAMETERS) {
  if (step == 1) {
    LEVEL(1)
  } else {
    LEVEL(2)
  }
  extend(smooth, count);
  extend(smooth + smooth_plane, count);
}

// Computes a level for one plane and any step. Details repeat beyond the edges.
void NAME(smooth_luma)(SMOOTH_LUMA_PARAMETERS) {
  for (ptrdiff_t x = -OPTICS_PAD; x < count + OPTICS_PAD; x += LANES) {
    store(line + x, spline_down(rows, x));
  }
  for (ptrdiff_t x = 0; x < count; x += LANES) {
    const float *t = line + x;
    lanes_f sum = (load(t - 2 * step) + load(t + 2 * step))
      + 4.0f * (load(t - step) + load(t + step)) + 6.0f * load(t);
    sum = sum * (1 / 256.0f);
    lanes_f rest = load(rows[2] + x) - sum;
    store(squares + x, rest * rest);
    store(smooth + x, sum);
    store(detail + x, rest);
  }
  extend(squares, count);
  for (ptrdiff_t x = 0; x < count; x += LANES) {
    const float *t = squares + x;
    store(detail + detail_plane + x,
      (load(t - 2) + load(t + 2)) + (load(t - 1) + load(t + 1)) + load(t));
  }
  extend(smooth, count);
}

// Computes means of 2×2 cells for both colour differences and the variance.
void NAME(quarters)(QUARTERS_PARAMETERS) {
  for (int p = 0; p < 3; p++) {
    float *mean = quarters + p * plane;
    for (ptrdiff_t x = 0; x < count; x += LANES) {
      lanes_f a = load(top[p] + 2 * x) + load(low[p] + 2 * x);
      lanes_f b = load(top[p] + 2 * x + LANES) + load(low[p] + 2 * x + LANES);
      store(mean + x, 0.25f * pair_sums(a, b));
    }
    extend(mean, count);
  }
}

INLINE lanes_f energy_at(const float *const *rows, ptrdiff_t x) {
  return (load(rows[0] + x) + load(rows[4] + x)) + (load(rows[1] + x) + load(rows[3] + x))
    + load(rows[2] + x);
}

void NAME(quarter_change)(QUARTER_CHANGE_PARAMETERS) {
  for (ptrdiff_t x = 0; x < count; x += LANES) {
    lanes_f share = noise_share(factor * load(variance + x), energy_at(energy, x));
    store(change + x, -share * load(detail + x));
    store(change + plane + x, -share * load(detail + detail_plane + x));
  }
  extend(change, count);
  extend(change + plane, count);
}

// The change of the cells' colour differences by all their details.
void NAME(change)(CHANGE_PARAMETERS) {
  lanes_doubling slow[2] = {
    doubling(near_row, far_row), doubling(near_row + quarter_plane, far_row + quarter_plane)};
  for (ptrdiff_t x = 0; x < count; x += 2 * LANES) {
    lanes_pair sums[2] = {doubled_at(&slow[0], x / 2), doubled_at(&slow[1], x / 2)};
    for (int i = 0; i < 2; i++) {
      const ptrdiff_t at = x + i * LANES;
      if (at >= count) break;
      lanes_f noise = load(variance + at);
      lanes_f first = noise_share(factors[0] * noise, energy_at(energies, at));
      lanes_f second = noise_share(factors[1] * noise, energy_at(energies + 5, at));
      for (int p = 0; p < 2; p++) {
        lanes_f lost = first * load(details[0] + p * planes[0] + at)
          + second * load(details[1] + p * planes[1] + at);
        store(change + p * plane + at, (i == 0 ? sums[p].low : sums[p].high) - lost);
      }
    }
    for (int p = 0; p < 2; p++) pass(&slow[p], x / 2);
  }
  extend(change, count);
  extend(change + plane, count);
}

// A plane of cells, doubled to the upper or the lower row of a pair.
INLINE lanes_doubling cells_of(
  const float *const *rows, ptrdiff_t plane, int plane_index, int row) {
  return doubling(rows[1] + plane_index * plane, rows[2 * row] + plane_index * plane);
}

// Computes the detail of colour differences that the cells lack, for one plane and row.
INLINE lanes_pair fine_of(
  const float *const *pixel, int plane, lanes_pair smooth, ptrdiff_t x) {
  const float *color = pixel[2 * plane], *green = pixel[1];
  return (lanes_pair){load(color + x) - load(green + x) - smooth.low,
    load(color + x + LANES) - load(green + x + LANES) - smooth.high};
}

// Computes the energy of this detail per cell, from two rows.
void NAME(fine)(FINE_PARAMETERS) {
  lanes_doubling smooth[4];
  for (int i = 0; i < 4; i++) smooth[i] = cells_of(cells, cells_plane, i % 2, i / 2);
  for (ptrdiff_t x = 0; x < count; x += LANES) {
    lanes_f sums[4];
    for (int i = 0; i < 4; i++) {
      lanes_pair fine =
        fine_of(i < 2 ? top : low, i % 2, doubled_at(&smooth[i], x), 2 * x);
      sums[i] = pair_sums(fine.low * fine.low, fine.high * fine.high);
    }
    store(energy + x, (sums[0] + sums[1]) + (sums[2] + sums[3]));
    for (int i = 0; i < 4; i++) pass(&smooth[i], x);
  }
  extend(energy, count);
}

INLINE lanes_f energies_down(const float *const *energy, ptrdiff_t x) {
  return (load(energy[0] + x) + load(energy[2] + x)) + 2.0f * load(energy[1] + x);
}

// Removes the noise in the fine and coarse colour differences from one row of a pair. Luminance (R
// + 2G + B)/4 is unchanged. Both rows lose the same fraction of fine detail. The first row stores
// the share for the second in place of the variance, which is no longer needed.
INLINE void finish_row(FINISH_PARAMETERS, const int row) {
  float *const *pixel = row == 0 ? top : low;
  const lanes_f zero = 0.0f;
  lanes_line sums = {zero, zero, zero};
  if (row == 0) {
    sums = (lanes_line){
      energies_down(energy, -LANES), energies_down(energy, 0), energies_down(energy, LANES)};
  }
  lanes_doubling smooth[2], coarse[2];
  for (int p = 0; p < 2; p++) {
    smooth[p] = cells_of(cells, cells_plane, p, row);
    coarse[p] = cells_of(change, change_plane, p, row);
  }
  for (ptrdiff_t x = 0; x < count; x += LANES) {
    lanes_f noise = load(variance + x);
    if (row == 0) {
      noise = noise_share(factor * noise, ADJACENT(sums, 1) + 2.0f * sums.here);
      store(variance + x, noise);
      sums = moved(sums, energies_down(energy, x + 2 * LANES));
    }
    lanes_f lost[2] = {LOW_PAIRS(noise, noise), HIGH_PAIRS(noise, noise)};
    lanes_pair fine[2], slow[2];
    for (int p = 0; p < 2; p++) {
      fine[p] = fine_of((const float *const *)pixel, p, doubled_at(&smooth[p], x), 2 * x);
      slow[p] = doubled_at(&coarse[p], x);
    }
    for (int i = 0; i < 2; i++) {
      ptrdiff_t at = 2 * x + i * LANES;
      lanes_f r = (i == 0 ? slow[0].low : slow[0].high)
        - lost[i] * (i == 0 ? fine[0].low : fine[0].high);
      lanes_f b = (i == 0 ? slow[1].low : slow[1].high)
        - lost[i] * (i == 0 ? fine[1].low : fine[1].high);
      lanes_f g = 0.25f * (r + b);
      store(pixel[0] + at, at_least(load(pixel[0] + at) + (r - g), zero));
      store(pixel[1] + at, at_least(load(pixel[1] + at) - g, zero));
      store(pixel[2] + at, at_least(load(pixel[2] + at) + (b - g), zero));
    }
    for (int p = 0; p < 2; p++) pass(&smooth[p], x);
    for (int p = 0; p < 2; p++) pass(&coarse[p], x);
  }
}

// One row after the other: the values of both do not fit into the registers.
void NAME(finish)(FINISH_PARAMETERS) {
  finish_row(factor, energy, variance, cells, cells_plane, change, change_plane, count, top, low, 0);
  // If the number of rows is odd, the last has no row below it.
  if (top[0] == low[0]) return;
  finish_row(factor, energy, variance, cells, cells_plane, change, change_plane, count, top, low, 1);
}

// Removes luminance noise in the details from a row's pixels.
void NAME(luma)(LUMA_PARAMETERS) {
  const lanes_f zero = 0.0f;
  const ptrdiff_t cells = (count + 1) / 2;
  for (ptrdiff_t x = 0; x < cells; x += LANES) {
    lanes_f v = load(variance + x);
    for (int half = 0; half < 2; half++) {
      ptrdiff_t at = 2 * x + half * LANES;
      if (at >= count) break;
      lanes_f noise = half == 0 ? LOW_PAIRS(v, v) : HIGH_PAIRS(v, v);
      lanes_f sum = zero;
      for (int level = 0; level < 4; level++) {
        lanes_f share =
          noise_share(factors[level] * noise, energy_at(energies + 5 * level, at));
        sum = sum + share * load(details[level] + at);
      }
      store(red + at, at_least(load(red + at) - sum, zero));
      store(green + at, at_least(load(green + at) - sum, zero));
      store(blue + at, at_least(load(blue + at) - sum, zero));
    }
  }
}

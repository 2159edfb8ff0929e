// The steps between the sliding transforms of three scales: means, changes from a coarser scale,
// and finally the colour that 2×2 means lack.

// Computes luminance and colour differences of 2×2 cells.
void NAME(light_cells)(LIGHT_CELLS_PARAMETERS) {
  for (ptrdiff_t x = 0; x < count; x += LANES) {
    lanes_f mean[3];
    for (int c = 0; c < 3; c++) {
      lanes_f a = load(top[c] + 2 * x) + load(low[c] + 2 * x);
      lanes_f b = load(top[c] + 2 * x + LANES) + load(low[c] + 2 * x + LANES);
      mean[c] = 0.25f * pair_sums(a, b);
    }
    store(cells + x, 0.25f * (mean[0] + mean[2]) + 0.5f * mean[1]);
    store(cells + plane + x, mean[0] - mean[1]);
    store(cells + 2 * plane + x, mean[2] - mean[1]);
  }
  for (int p = 0; p < 3; p++) extend(cells + p * plane, count);
}

INLINE lanes_line line_of(const float *near_row, const float *far_row) {
  return (lanes_line){blended(near_row, far_row, -LANES), blended(near_row, far_row, 0),
    blended(near_row, far_row, LANES)};
}

INLINE lanes_line next_line(lanes_line l, const float *near_row, const float *far_row, ptrdiff_t x) {
  return moved(l, blended(near_row, far_row, x + 2 * LANES));
}

// A row and a change of half its size.
void NAME(raise)(RAISE_PARAMETERS) {
  lanes_line change = line_of(near_row, far_row);
  for (ptrdiff_t x = 0; x < (count + 1) / 2; x += LANES) {
    lanes_pair here = doubled(change);
    store(to + 2 * x, load(from + 2 * x) + here.low);
    store(to + 2 * x + LANES, load(from + 2 * x + LANES) + here.high);
    change = next_line(change, near_row, far_row, x);
  }
  extend(to, count);
}

// How a row of quarters has changed.
void NAME(settle)(SETTLE_PARAMETERS) {
  for (ptrdiff_t x = 0; x < count; x += LANES) {
    store(change + x, sum_scale * load(sums + x) - load(before + x));
  }
  extend(change, count);
}

// A row of cells: luminance, both differences and how they follow luminance, both variances, and luminance's change.
void NAME(settle_cells)(SETTLE_CELLS_PARAMETERS) {
  const lanes_f zero = 0.0f, most = 4.0f, least = -4.0f, dark = 0.01f;
  const float *v = settings->luma_form, *w = settings->color_form;
  for (ptrdiff_t x = 0; x < count; x += LANES) {
    lanes_f y = sum_scale * load(sums + x);
    lanes_f r = sum_scale * load(sums + sums_plane + x);
    lanes_f b = sum_scale * load(sums + 2 * sums_plane + x);
    lanes_f over = reciprocal(at_least(y, dark));
    store(cells + x, y);
    store(cells + plane + x, r);
    store(cells + 2 * plane + x, b);
    store(cells + 3 * plane + x, at_most(at_least(r * over, least), most));
    store(cells + 4 * plane + x, at_most(at_least(b * over, least), most));
    store(cells + 5 * plane + x, at_least(v[0] + (v[1] * y + v[2] * r + v[3] * b), zero));
    store(cells + 6 * plane + x, at_least(w[0] + (w[1] * y + w[2] * r + w[3] * b), zero));
    store(cells + 7 * plane + x, y - load(before + x));
  }
  for (int p = 0; p < 8; p++) extend(cells + p * plane, count);
}

// Computes 1 over the variance of blocks of 4×4 cells. Block j begins at cell j − 3.
void NAME(block_scales)(BLOCK_SCALES_PARAMETERS) {
  for (ptrdiff_t j = 0; j < blocks; j += LANES) {
    lanes_f sum = 0.0f;
    for (int i = 0; i < 4; i++) {
      const float *v = rows[i] + j;
      sum = sum + ((load(v) + load(v - 1)) + (load(v - 2) + load(v - 3)));
    }
    store(scale + j, reciprocal(at_least(sum * (1 / 16.0f), (lanes_f)LEAST_VARIANCE)));
  }
}

// Computes one row of a pair: luminance, both differences predicted from luminance and the cells,
// and the rest of the differences.
INLINE void rest_row(
  float sum_scale, const float *sums, const float *const *pixel, const float *const *cells, ptrdiff_t cells_plane,
  const float *const *plain, ptrdiff_t plain_plane, ptrdiff_t count, float *rest,
  ptrdiff_t rest_plane, float *energy, const int low) {
  const int far = low ? 2 : 0;
  for (int p = 0; p < 2; p++) {
    const float *near_row = cells[1], *far_row = cells[far];
    const float *plain_near = plain[1] + (p + 1) * plain_plane;
    const float *plain_far = plain[far] + (p + 1) * plain_plane;
    const ptrdiff_t color = (p + 1) * cells_plane, slope = (p + 3) * cells_plane;
    lanes_line lights = line_of(near_row, far_row);
    lanes_line colors = line_of(near_row + color, far_row + color);
    lanes_line slopes = line_of(near_row + slope, far_row + slope);
    lanes_line before = line_of(plain_near, plain_far);
    for (ptrdiff_t x = 0; x < count; x += LANES) {
      lanes_pair l = doubled(lights), c = doubled(colors), s = doubled(slopes), o = doubled(before);
      lanes_f square[2];
      for (int i = 0; i < 2; i++) {
        const ptrdiff_t at = 2 * x + i * LANES;
        lanes_f y = sum_scale * load(sums + at);
        lanes_f predicted = (i == 0 ? s.low : s.high) * (y - (i == 0 ? l.low : l.high));
        lanes_f had = load(pixel[2 * p] + at) - load(pixel[1] + at);
        lanes_f adjacent = (had - (i == 0 ? o.low : o.high)) - predicted;
        if (p == 0) store(rest + at, y);
        store(rest + (p + 1) * rest_plane + at, (i == 0 ? c.low : c.high) + predicted);
        store(rest + (p + 3) * rest_plane + at, adjacent);
        square[i] = adjacent * adjacent;
      }
      lanes_f sum = pair_sums(square[0], square[1]);
      store(energy + x, p == 0 && !low ? sum : load(energy + x) + sum);
      lights = next_line(lights, near_row, far_row, x);
      colors = next_line(colors, near_row + color, far_row + color, x);
      slopes = next_line(slopes, near_row + slope, far_row + slope, x);
      before = next_line(before, plain_near, plain_far, x);
    }
  }
}

void NAME(rest)(REST_PARAMETERS) {
  rest_row(sum_scale, top_sums, top, cells, cells_plane, plain, plain_plane, count, top_rest, rest_plane,
    energy, 0);
  rest_row(sum_scale, low_sums, low, cells, cells_plane, plain, plain_plane, count, low_rest, rest_plane,
    energy, 1);
  extend(energy, count);
}

// Computes the pixels of one row, including the rest of their colour that exceeds the noise.
void NAME(join)(JOIN_PARAMETERS) {
  const lanes_f zero = 0.0f;
  for (ptrdiff_t x = 0; x < count; x += LANES) {
    lanes_f sum = 0.0f;
    for (int i = 0; i < 3; i++) {
      const float *e = energy[i] + x;
      sum = sum + ((load(e - 1) + load(e + 1)) + load(e));
    }
    lanes_f lost = noise_share(factor * load(variance + x), sum);
    lanes_f kept_share = (lanes_f)1.0f - lost;
    lanes_f shares[2] = {LOW_PAIRS(kept_share, kept_share), HIGH_PAIRS(kept_share, kept_share)};
    for (int i = 0; i < 2; i++) {
      const ptrdiff_t at = 2 * x + i * LANES;
      if (at >= 2 * count) break;
      const float *from = rest + at;
      lanes_f r = load(from + rest_plane) + shares[i] * load(from + 3 * rest_plane);
      lanes_f b = load(from + 2 * rest_plane) + shares[i] * load(from + 4 * rest_plane);
      lanes_f g = load(from) - 0.25f * (r + b);
      store(pixel[0] + at, at_least(g + r, zero));
      store(pixel[1] + at, at_least(g, zero));
      store(pixel[2] + at, at_least(g + b, zero));
    }
  }
}

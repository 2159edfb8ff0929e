// Noise reduction of pictures that were made much smaller. Rounding is equal on every instruction set.
#pragma clang fp contract(off)

// The planes of a tile.
typedef struct {
  ptrdiff_t stride, rows, width;
  // A row with its edges repeated on both sides.
  float *line;
} tile_form;

INLINE const float *row_at(const tile_form *t, const float *plane, ptrdiff_t y) {
  return plane + (y < 0 ? 0 : y < t->rows ? y : t->rows - 1) * t->stride;
}

INLINE void repeat_edges(const tile_form *t, ptrdiff_t reach) {
  for (ptrdiff_t i = 1; i <= reach; i++) {
    t->line[-i] = t->line[0];
    t->line[t->width - 1 + i] = t->line[t->width - 1];
  }
}

// Some rows of a tile.
typedef struct {
  ptrdiff_t from, to;
} tile_rows;

// Rows and as many around them as a step reads, within the tile.
INLINE tile_rows grown(const tile_form *t, tile_rows rows, ptrdiff_t reach) {
  const ptrdiff_t from = rows.from - reach, to = rows.to + reach;
  return (tile_rows){from < 0 ? 0 : from, to > t->rows ? t->rows : to};
}

// Rows of a plane smoothed by [1 4 6 4 1]/16 along rows and columns, with taps `step` pixels apart.
static void smooth_plane(
  const tile_form *t, tile_rows rows, const float *in, ptrdiff_t step, float *out) {
  float *line = t->line;
  for (ptrdiff_t y = rows.from; y < rows.to; y++) {
    const float *a = row_at(t, in, y - 2 * step), *b = row_at(t, in, y - step);
    const float *c = row_at(t, in, y), *d = row_at(t, in, y + step);
    const float *e = row_at(t, in, y + 2 * step);
    for (ptrdiff_t x = 0; x < t->width; x += LANES) {
      lanes_f sum = (load(a + x) + load(e + x)) + 4.0f * (load(b + x) + load(d + x))
        + 6.0f * load(c + x);
      store(line + x, sum * (1 / 16.0f));
    }
    repeat_edges(t, 2 * step);
    for (ptrdiff_t x = 0; x < t->width; x += LANES) {
      const float *l = line + x;
      lanes_f sum = (load(l - 2 * step) + load(l + 2 * step))
        + 4.0f * (load(l - step) + load(l + step)) + 6.0f * load(l);
      store(out + y * t->stride + x, sum * (1 / 16.0f));
    }
  }
}

// Adds the details between two levels to `sum`, without the fraction that noise explains: their
// mean square E among 5×5 pixels, compared with `factor` times the variance.
static void add_details(
  const tile_form *t, tile_rows rows, const float *level, const float *smooth,
  const float *variance, float factor, float *squares, float *sum) {
  float *line = t->line;
  const tile_rows around = grown(t, rows, 2);
  for (ptrdiff_t y = around.from; y < around.to; y++) {
    const ptrdiff_t row = y * t->stride;
    for (ptrdiff_t x = 0; x < t->width; x += LANES) {
      lanes_f d = load(level + row + x) - load(smooth + row + x);
      store(line + x, d * d);
    }
    repeat_edges(t, 2);
    for (ptrdiff_t x = 0; x < t->width; x += LANES) {
      const float *l = line + x;
      store(
        squares + row + x,
        (load(l - 2) + load(l + 2)) + (load(l - 1) + load(l + 1)) + load(l));
    }
  }
  const lanes_f zero = 0.0f, least = 1e-30f;
  for (ptrdiff_t y = rows.from; y < rows.to; y++) {
    const ptrdiff_t row = y * t->stride;
    const float *a = row_at(t, squares, y - 2), *b = row_at(t, squares, y - 1);
    const float *c = row_at(t, squares, y), *d = row_at(t, squares, y + 1);
    const float *e = row_at(t, squares, y + 2);
    for (ptrdiff_t x = 0; x < t->width; x += LANES) {
      lanes_f energy = (load(a + x) + load(e + x)) + (load(b + x) + load(d + x)) + load(c + x);
      lanes_f noise = load(variance + row + x) * (25.0f * factor);
      lanes_f share = at_least(1.0f - noise / at_least(energy, least), zero);
      lanes_f detail = load(level + row + x) - load(smooth + row + x);
      store(sum + row + x, load(sum + row + x) + detail * share);
    }
  }
}

// Reduces the noise of rows of a plane in place. Each level is smoothed where the next ones read it.
static void reduce_plane(
  const tile_form *t, tile_rows rows, float *plane, const float *variance, const float *factors,
  int levels, float *first, float *second, float *squares, float *sum) {
  const ptrdiff_t start = rows.from * t->stride, end = rows.to * t->stride;
  memset(sum + start, 0, sizeof(float) * (size_t)(end - start));
  const float *level = plane;
  for (int i = 0; i < levels; i++) {
    float *smooth = i % 2 == 0 ? first : second;
    // Two rows for the squares, and 2 · 2^j for each level j that follows.
    const ptrdiff_t reach = 2 + ((ptrdiff_t)2 << levels) - ((ptrdiff_t)4 << i);
    smooth_plane(t, grown(t, rows, reach), level, (ptrdiff_t)1 << i, smooth);
    add_details(t, rows, level, smooth, variance, factors[i], squares, sum);
    level = smooth;
  }
  for (ptrdiff_t i = start; i < end; i += LANES) {
    store(plane + i, load(sum + i) + load(level + i));
  }
}

INLINE lanes_f variance_at(const float v[4], lanes_rgb p) {
  const lanes_f zero = 0.0f;
  return at_least(v[0] + v[1] * p.r + v[2] * p.g + v[3] * p.b, zero);
}

void NAME(output_noise_tile)(
  const bromide_output_noise *noise, float *planes, ptrdiff_t stride, ptrdiff_t rows,
  ptrdiff_t width, ptrdiff_t from, ptrdiff_t to, float *scratch) {
  const ptrdiff_t plane = stride * rows;
  const tile_form t = {
    .stride = stride, .rows = rows, .width = width,
    .line = scratch + BROMIDE_OUTPUT_PLANES * plane + OUTPUT_PADDING};
  float *red = planes, *luma = planes + plane, *blue = planes + 2 * plane;
  float *of_red = scratch, *of_blue = scratch + plane, *of_luma = scratch + 2 * plane;
  float *first = scratch + 3 * plane, *second = first + plane, *squares = second + plane;
  float *sum = squares + plane;
  const tile_rows needed = {from, to};
  const lanes_f zero = 0.0f;
  // R − G, (R + 2G + B)/4 and B − G take the places of red, green and blue.
  for (ptrdiff_t i = 0; i < plane; i += LANES) {
    lanes_f r = load(red + i), g = load(luma + i), b = load(blue + i);
    store(red + i, r - g);
    store(luma + i, 0.25f * (r + b) + 0.5f * g);
    store(blue + i, b - g);
  }
  smooth_plane(&t, needed, red, 1, first);
  smooth_plane(&t, needed, luma, 1, second);
  smooth_plane(&t, needed, blue, 1, sum);
  for (ptrdiff_t i = from * stride; i < to * stride; i += LANES) {
    lanes_f c = load(first + i), d = load(sum + i);
    lanes_f g = load(second + i) - 0.25f * (c + d);
    lanes_rgb p = {at_least(g + c, zero), at_least(g, zero), at_least(g + d, zero)};
    store(of_red + i, variance_at(noise->red_variance, p));
    store(of_blue + i, variance_at(noise->blue_variance, p));
    store(of_luma + i, variance_at(noise->luma_variance, p));
  }
  const int levels = BROMIDE_OUTPUT_COLOUR_LEVELS;
  reduce_plane(&t, needed, red, of_red, noise->colour_factors, levels, first, second, squares, sum);
  reduce_plane(&t, needed, blue, of_blue, noise->colour_factors, levels, first, second, squares, sum);
  if (noise->luma) {
    reduce_plane(
      &t, needed, luma, of_luma, noise->luma_factors, BROMIDE_OUTPUT_LUMA_LEVELS, first, second, squares,
      sum);
  }
  for (ptrdiff_t i = from * stride; i < to * stride; i += LANES) {
    lanes_f c = load(red + i), d = load(blue + i), g = load(luma + i) - 0.25f * (c + d);
    store(red + i, g + c);
    store(luma + i, g);
    store(blue + i, g + d);
  }
}

// Measures the colour of bright light on cells of the sensor. HighlightCells.swift has the
// formulas. Eight quads form a row of a cell, so vectors have eight lanes and sums have the same
// order on every instruction set.
#pragma clang fp contract(off)
// All functions with these vectors are inlined, so their calling convention does not matter.
#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Wpsabi"

enum {
  CELL_QUADS = BROMIDE_HIGHLIGHT_CELL / 2,
  /// Samples ahead that are fetched: eight rows at once are too many for the processor to see a pattern. 0.85 ms for 24
  /// megapixels, 1.5 to 2 without.
  AHEAD = 512,
};

typedef float quad_f __attribute__((ext_vector_type(8)));
typedef int32_t quad_i __attribute__((ext_vector_type(8)));
typedef uint32_t quad_u __attribute__((ext_vector_type(8)));

INLINE quad_f more(quad_f a, quad_f b) { return a > b ? a : b; }
INLINE quad_f quad_unit(quad_f v) {
  const quad_f zero = 0.0f, one = 1.0f;
  v = more(v, zero);
  return v < one ? v : one;
}

typedef struct {
  quad_f weight, r, g, b;
} cell_sums;

// Adds eight quads, each with a weight that rises with brightness and falls to 0 as the brightest
// site `most` saturates.
INLINE void add_quads(cell_sums *sums, quad_f r, quad_f g, quad_f b, quad_f most) {
  quad_f weight = (1.0f - quad_unit((most - 0.95f) * 25.0f))
    * quad_unit((more(more(r, g), b) - 0.6f) * (1 / 0.3f));
  sums->weight += weight;
  sums->r += weight * r;
  sums->g += weight * g;
  sums->b += weight * b;
}

INLINE float total(quad_f v) {
  return ((v[0] + v[4]) + (v[2] + v[6])) + ((v[1] + v[5]) + (v[3] + v[7]));
}

// The values of the two sites in one row, for eight quads.
INLINE void site_values(
  const uint16_t *row, const float *black, const float *scale, quad_f *left, quad_f *right) {
  const quad_f zero = 0.0f;
  quad_u pairs;
  memcpy(&pairs, row, sizeof pairs);
  quad_f even = __builtin_convertvector((quad_i)(pairs & 0xffff), quad_f);
  quad_f odd = __builtin_convertvector((quad_i)(pairs >> 16), quad_f);
  *left = more((even - black[0]) * scale[0], zero);
  *right = more((odd - black[1]) * scale[1], zero);
}

typedef uint16_t cell_codes __attribute__((ext_vector_type(2 * CELL_QUADS)));

// Most rows do not contain bright samples. Comparing codes finds this without a conversion.
INLINE int is_dim(const bromide_highlight_samples *m, const uint16_t *row, cell_codes least) {
  cell_codes above, below;
  memcpy(&above, row, sizeof above);
  memcpy(&below, row + m->stride, sizeof below);
  return __builtin_reduce_or(__builtin_elementwise_max(above, below) >= least) == 0;
}

// A lower bound for the codes of sites with light above 0.6: one less than 0.6 of the smallest
// range of the four sites, which covers rounding.
INLINE cell_codes least_bright(const bromide_highlight_samples *m) {
  float least = 65535.0f;
  for (int i = 0; i < 4; i++) {
    float code = m->black[i] + 0.6f / m->scale[i] - 1.0f;
    if (code < least) least = code;
  }
  return (cell_codes)(uint16_t)(least > 0.0f ? least : 0.0f);
}

INLINE void add_mosaic_row(
  cell_sums *sums, const bromide_highlight_samples *m, const uint16_t *row) {
  quad_f site[4];
  site_values(row, m->black, m->scale, &site[0], &site[1]);
  site_values(row + m->stride, m->black + 2, m->scale + 2, &site[2], &site[3]);
  quad_f most = more(more(site[0], site[1]), more(site[2], site[3]));
  quad_i bright = most > (quad_f)0.6f;
  if (__builtin_reduce_or(bright) == 0) return;
  const int red = m->red;
  add_quads(sums, site[red], 0.5f * (site[red ^ 1] + site[red ^ 2]), site[3 - red], most);
}

INLINE void add_linear_row(
  cell_sums *sums, const bromide_highlight_samples *m, const uint16_t *row, ptrdiff_t quads) {
  quad_f r = 0.0f, g = 0.0f, b = 0.0f;
  for (ptrdiff_t i = 0; i < quads; i++) {
    const uint16_t *pixel = row + 6 * i;
    r[i] = (float)pixel[0] * m->scale[0];
    g[i] = (float)pixel[1] * m->scale[1];
    b[i] = (float)pixel[2] * m->scale[2];
  }
  add_quads(sums, r, g, b, more(more(r, g), b));
}

void NAME(highlight_cells)(
  const bromide_highlight_samples *samples, ptrdiff_t row, float *sums) {
  const bromide_highlight_samples m = *samples;
  const ptrdiff_t quad_rows = m.height / 2, quad_columns = m.width / 2;
  const ptrdiff_t first = row * CELL_QUADS;
  const ptrdiff_t end = first + CELL_QUADS < quad_rows ? first + CELL_QUADS : quad_rows;
  const cell_codes least = least_bright(samples);
  for (ptrdiff_t x = 0; x < quad_columns; x += CELL_QUADS) {
    cell_sums cell = {0.0f, 0.0f, 0.0f, 0.0f};
    const ptrdiff_t quads = quad_columns - x < CELL_QUADS ? quad_columns - x : CELL_QUADS;
    for (ptrdiff_t y = first; y < end; y += 2) {
      const uint16_t *at = m.samples + 2 * y * m.stride + 2 * x * (m.is_linear ? 3 : 1);
      __builtin_prefetch(at + AHEAD);
      __builtin_prefetch(at + m.stride + AHEAD);
      if (m.is_linear) {
        add_linear_row(&cell, &m, at, quads);
      } else if (quads == CELL_QUADS) {
        if (!is_dim(&m, at, least)) add_mosaic_row(&cell, &m, at);
      } else {
        // Outside the edge, the light of sites is 0.
        uint16_t edge[2 * BROMIDE_HIGHLIGHT_CELL] = {0};
        memcpy(edge, at, sizeof *at * (size_t)(2 * quads));
        memcpy(edge + BROMIDE_HIGHLIGHT_CELL, at + m.stride, sizeof *at * (size_t)(2 * quads));
        bromide_highlight_samples narrow = m;
        narrow.stride = BROMIDE_HIGHLIGHT_CELL;
        add_mosaic_row(&cell, &narrow, edge);
      }
    }
    sums[0] = total(cell.weight);
    sums[1] = total(cell.r);
    sums[2] = total(cell.g);
    sums[3] = total(cell.b);
    sums += 4;
  }
}

#pragma clang diagnostic pop

void NAME(weighted_sums)(
  const float *values, size_t step, const float *weights, size_t taps, size_t count,
  float *sums) {
  for (size_t x = 0; x < count; x += LANES) {
    lanes_f sum = 0.0f;
    for (size_t i = 0; i < taps; i++) sum += weights[i] * load(values + x + i * step);
    store(sums + x, sum);
  }
}

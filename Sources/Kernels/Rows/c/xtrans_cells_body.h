// Measures the colour of bright light on cells of an X-Trans sensor. HighlightCells.swift has the
// formulas. As with quads, eight groups of 3×3 sites form a row of a cell, so vectors have eight
// lanes and sums have the same order on every instruction set.
#pragma clang fp contract(off)
#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Wpsabi"

/// Table columns of a row: the even or odd columns of a cell. Their values repeat after three, and
/// loads start at any of three.
enum { XTRANS_PLACES = 12 };

/// The values of a row of the pattern at even and odd columns.
typedef struct {
  float black[2][XTRANS_PLACES], scale[2][XTRANS_PLACES], is_color[3][2][XTRANS_PLACES];
} xtrans_line;

INLINE quad_f quad_load(const float *p) {
  quad_f v;
  memcpy(&v, p, sizeof v);
  return v;
}

/// The values of sites in a row and, if `is_odd`, in the column after each.
INLINE quad_f xtrans_values(quad_u pairs, const xtrans_line *line, int is_odd, ptrdiff_t place) {
  const quad_u sites = is_odd ? pairs >> 16 : pairs & 0xffff;
  return (__builtin_convertvector((quad_i)sites, quad_f) - quad_load(line->black[is_odd] + place))
    * quad_load(line->scale[is_odd] + place);
}

INLINE void add_xtrans_row(
  cell_sums *sums, const bromide_xtrans_samples *m, const xtrans_line lines[6], ptrdiff_t x,
  ptrdiff_t y) {
  const quad_f zero = 0.0f;
  const ptrdiff_t place = x % 6 / 2;
  quad_f site[3][3], most = zero;
  for (int j = 0; j < 3; j++) {
    const xtrans_line *line = &lines[(y + j) % 6];
    const uint16_t *row = m->samples + (y + j) * m->stride + x;
    quad_u pairs, next;
    memcpy(&pairs, row, sizeof pairs);
    memcpy(&next, row + 2, sizeof next);
    site[j][0] = xtrans_values(pairs, line, 0, place);
    site[j][1] = xtrans_values(pairs, line, 1, place);
    site[j][2] = xtrans_values(next, line, 0, place + 1);
    most = more(more(more(most, site[j][0]), site[j][1]), site[j][2]);
  }
  // No mean is brighter than the brightest site.
  quad_i counts = (most > (quad_f)0.6f) & (most < (quad_f)0.99f);
  if (__builtin_reduce_or(counts) == 0) return;
  quad_f mean[3];
  for (int color = 0; color < 3; color++) {
    quad_f sum = zero, count = zero;
    for (int j = 0; j < 3; j++) {
      const float(*is_color)[XTRANS_PLACES] = lines[(y + j) % 6].is_color[color];
      const quad_f is[3] = {
        quad_load(is_color[0] + place), quad_load(is_color[1] + place),
        quad_load(is_color[0] + place + 1)};
      sum += (is[0] * site[j][0] + is[1] * site[j][1]) + is[2] * site[j][2];
      count += (is[0] + is[1]) + is[2];
    }
    mean[color] = more(sum / count, zero);
  }
  add_quads(sums, mean[0], mean[1], mean[2], most);
}

void NAME(xtrans_highlight_cells)(
  const bromide_xtrans_samples *samples, ptrdiff_t row, ptrdiff_t cells, float *sums) {
  const bromide_xtrans_samples m = *samples;
  xtrans_line lines[6];
  for (int y = 0; y < 6; y++) {
    for (int place = 0; place < XTRANS_PLACES; place++) {
      for (int odd = 0; odd < 2; odd++) {
        const int site = 6 * y + 2 * (place % 3) + odd;
        lines[y].black[odd][place] = m.black[site];
        lines[y].scale[odd][place] = m.scale[site];
        for (int color = 0; color < 3; color++) {
          lines[y].is_color[color][odd][place] = m.colors[site] == color ? 1.0f : 0.0f;
        }
      }
    }
  }
  for (ptrdiff_t cell = 0; cell < cells; cell++) {
    cell_sums all = {0.0f, 0.0f, 0.0f, 0.0f};
    for (ptrdiff_t y = 0; y < BROMIDE_HIGHLIGHT_CELL; y += 4) {
      add_xtrans_row(
        &all, &m, lines, BROMIDE_HIGHLIGHT_CELL * cell, BROMIDE_HIGHLIGHT_CELL * row + y);
    }
    sums[4 * cell] = total(all.weight);
    sums[4 * cell + 1] = total(all.r);
    sums[4 * cell + 2] = total(all.g);
    sums[4 * cell + 3] = total(all.b);
  }
}

#pragma clang diagnostic pop

// The first search in a row of X-Trans, as in defects_body.h for Bayer. The neighbours with a
// site's colour depend on its column. Each offset that any column of the row needs is read for all
// columns, and masked for the others. The masks repeat after three vectors, because WIDE is 2 or 4
// more than a multiple of six.
enum {
  /// Six columns with their nearest places.
  MOST_OFFSETS = 6 * BROMIDE_XTRANS_NEAREST,
  PHASES = 3,
};

/// The thresholds of the first search, in every lane.
typedef struct {
  int count;
  ptrdiff_t offsets[MOST_OFFSETS];
  codes counts[MOST_OFFSETS][PHASES], floor[PHASES];
  codes least, offset;
  uint16_t slope, bright_slope;
} xtrans_look;

/// Returns the index of an offset, adding it if it is missing.
INLINE int place_of(xtrans_look *l, ptrdiff_t offset) {
  int i = 0;
  while (i < l->count && l->offsets[i] != offset) i++;
  if (i < l->count) return i;
  l->offsets[l->count++] = offset;
  for (int k = 0; k < PHASES; k++) l->counts[i][k] = (codes){0};
  return i;
}

/// Sets up the search in row y. Its first vector begins at column x.
INLINE void xtrans_look_at(
  xtrans_look *l, const bromide_xtrans_defect_search *d, ptrdiff_t x, ptrdiff_t y) {
  l->count = 0;
  l->least = (codes){0} + d->least;
  l->offset = (codes){0} + d->offset;
  l->slope = d->slope;
  l->bright_slope = d->bright_slope;
  int places[6][BROMIDE_XTRANS_NEAREST];
  for (int column = 0; column < 6; column++) {
    for (int i = 0; i < BROMIDE_XTRANS_NEAREST; i++) {
      const bromide_offset o = d->neighbours[y % 6 * 6 + column].same[i];
      places[column][i] = place_of(l, o.y * d->stride + o.x);
    }
  }
  for (int k = 0; k < PHASES; k++) {
    for (int lane = 0; lane < WIDE; lane++) {
      const int column = (int)((x + k * WIDE + lane) % 6);
      l->floor[k][lane] = d->floor[y % 6 * 6 + column];
      for (int i = 0; i < BROMIDE_XTRANS_NEAREST; i++) {
        l->counts[places[column][i]][k][lane] = UINT16_MAX;
      }
    }
  }
}

/// Returns a bit for each sample that needs the second search.
INLINE uint32_t xtrans_stands_out(const xtrans_look *l, int phase, const uint16_t *here) {
  codes most = {0}, fewest = most - 1;
  for (int i = 0; i < l->count; i++) {
    const codes value = codes_at(here + l->offsets[i]), counts = l->counts[i][phase];
    most = __builtin_elementwise_max(most, value & counts);
    fewest = __builtin_elementwise_min(fewest, value | ~counts);
  }
  const codes floor = l->floor[phase];
  codes c = __builtin_elementwise_sub_sat(codes_at(here), floor);
  most = __builtin_elementwise_sub_sat(most, floor);
  fewest = __builtin_elementwise_sub_sat(fewest, floor);
  return marked(c, most, fewest, l->least, l->offset, l->slope, l->bright_slope);
}

ptrdiff_t XTRANS_ENTRY(
  const bromide_xtrans_defect_search *search, ptrdiff_t y, bromide_repair *found) {
  const ptrdiff_t first = BROMIDE_XTRANS_DEFECTS_EDGE, end = search->width - first;
  if (y < first || y >= search->height - first) return 0;
  const uint16_t *row = search->samples + y * search->stride;
  xtrans_look look;
  xtrans_look_at(&look, search, first, y);
  ptrdiff_t count = 0, x = first;
  for (int phase = 0; x + WIDE <= end; x += WIDE, phase = phase == PHASES - 1 ? 0 : phase + 1) {
    for (uint32_t bits = xtrans_stands_out(&look, phase, row + x); bits; bits &= bits - 1) {
      count += bromide_is_xtrans_defect(search, x + __builtin_ctz(bits), y, found + count);
    }
  }
  for (; x < end; x++) count += bromide_is_xtrans_defect(search, x, y, found + count);
  return count;
}

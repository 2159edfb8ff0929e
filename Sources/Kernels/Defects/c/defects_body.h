// The first search: finds the few samples that differ clearly from their four nearest neighbours of
// the same colour. WIDE is the number of samples in a vector.

typedef uint16_t codes __attribute__((vector_size(2 * WIDE)));
typedef uint32_t products __attribute__((vector_size(4 * WIDE)));
typedef uint16_t loose_codes __attribute__((vector_size(2 * WIDE), aligned(2), may_alias));

INLINE codes codes_at(const uint16_t *samples) { return *(const loose_codes *)samples; }

// Widen both factors in the same way, so that clang uses the multiply-high instruction.
INLINE codes high_half(codes a, uint16_t b) {
  const codes factor = (codes){0} + b;
  products wide = __builtin_convertvector(a, products) * __builtin_convertvector(factor, products);
  return __builtin_convertvector(wide >> 16, codes);
}

typedef _Bool marks __attribute__((ext_vector_type(WIDE)));

/// The thresholds of the first search, in every lane.
typedef struct {
  codes floor, least, offset;
  uint16_t slope, bright_slope;
  ptrdiff_t stride;
} look;

INLINE look look_at(const bromide_defect_search *d, ptrdiff_t x, ptrdiff_t y) {
  look l = {
    .least = (codes){0} + d->least, .offset = (codes){0} + d->offset, .slope = d->slope,
    .bright_slope = d->bright_slope, .stride = 2 * d->stride};
  for (int i = 0; i < WIDE; i++) l.floor[i] = d->floor[2 * (y & 1) + ((x + i) & 1)];
  return l;
}

/// Returns a bit for each sample of c that differs clearly from its brightest and darkest
/// neighbours. All values are above black.
INLINE uint32_t marked(
  codes c, codes most, codes fewest, codes least, codes offset, uint16_t slope,
  uint16_t bright_slope) {
  codes dim = __builtin_elementwise_add_sat(least, high_half(most, slope));
  codes bright = __builtin_elementwise_add_sat(offset, high_half(most, bright_slope));
  codes bound = __builtin_elementwise_add_sat(most, __builtin_elementwise_min(dim, bright));
  codes dark = __builtin_elementwise_add_sat(c, least);
  codes out = (codes)(c > bound) | ((codes)(dark < fewest) & (codes)(c < fewest >> 1));
  marks bits = __builtin_convertvector(out, marks);
  uint32_t result = 0;
  __builtin_memcpy(&result, &bits, sizeof bits);
  return result;
}

/// Returns a bit for each sample that needs the second search.
INLINE uint32_t stands_out(const look *l, const uint16_t *here) {
  codes left = codes_at(here - 2), right = codes_at(here + 2);
  codes above = codes_at(here - l->stride), below = codes_at(here + l->stride);
  codes most = __builtin_elementwise_max(
    __builtin_elementwise_max(left, right), __builtin_elementwise_max(above, below));
  codes fewest = __builtin_elementwise_min(
    __builtin_elementwise_min(left, right), __builtin_elementwise_min(above, below));
  codes c = __builtin_elementwise_sub_sat(codes_at(here), l->floor);
  most = __builtin_elementwise_sub_sat(most, l->floor);
  fewest = __builtin_elementwise_sub_sat(fewest, l->floor);
  return marked(c, most, fewest, l->least, l->offset, l->slope, l->bright_slope);
}

ptrdiff_t ENTRY(const bromide_defect_search *search, ptrdiff_t y, bromide_repair *found) {
  const ptrdiff_t first = BROMIDE_DEFECTS_EDGE, end = search->width - BROMIDE_DEFECTS_EDGE;
  if (y < BROMIDE_DEFECTS_EDGE || y >= search->height - BROMIDE_DEFECTS_EDGE) return 0;
  const uint16_t *row = search->samples + y * search->stride;
  const look l = look_at(search, first, y);
  ptrdiff_t count = 0, x = first;
  for (; x + WIDE <= end; x += WIDE) {
    // Prefetches the row that is new: 5.0 ms for 24 megapixels, 7.0 without.
    __builtin_prefetch(row + 2 * search->stride + x + 512);
    for (uint32_t bits = stands_out(&l, row + x); bits; bits &= bits - 1) {
      count += bromide_is_defect(search, x + __builtin_ctz(bits), y, found + count);
    }
  }
  for (; x < end; x++) count += bromide_is_defect(search, x, y, found + count);
  return count;
}

// Resamples a picture at other positions with Catmull-Rom's cubic (Keys 1981, a = −½) in both
// directions.
//
// Neighbouring lanes have source positions about a pixel apart. So a vector of consecutive samples
// contains one tap for most lanes. If a lane's position is o samples further, its four weights come
// o loads later, with zeros before and after. This needs no gather. Adding zero does not change a
// sum, so a pixel does not depend on its neighbours in the vector.
#pragma clang fp contract(off)

// Every variant that supports it fuses explicitly, so that all paths through this file round in the
// same way.
#if LANES > 4 || defined(__aarch64__)
#define FUSED(a, b, c) __builtin_elementwise_fma(a, b, c)
#else
#define FUSED(a, b, c) ((a) * (b) + (c))
#endif

/// Rounds positions down to whole numbers.
INLINE lanes_i floors(lanes_f place) {
#if LANES > 4 || defined(__aarch64__)
  return __builtin_convertvector(__builtin_elementwise_floor(place), lanes_i);
#else
  const lanes_i whole = __builtin_convertvector(place, lanes_i);
  return whole + (__builtin_convertvector(whole, lanes_f) > place);
#endif
}

/// The weights of four samples for positions `t` after the second.
typedef struct {
  lanes_f of[4];
} cubic_weights;

INLINE cubic_weights weights_at(lanes_f t) {
  const lanes_f u = 1.0f - t;
  return (cubic_weights){
    {-0.5f * t * u * u, 1.0f + t * t * (1.5f * t - 2.5f), 1.0f + u * u * (1.5f * u - 2.5f),
     -0.5f * u * t * t}};
}

/// Four or five taps of a vector along one axis.
typedef struct {
  /// Lane 0's first sample. Across, lane i's first sample is i further.
  ptrdiff_t first;
  int count;
  lanes_f weights[5];
} near_taps;

/// Finds the taps if positions are about a sample apart, as nearly all are. Otherwise returns 0.
///
/// `advance` is the regular distance of each lane from lane 0, in samples.
INLINE int find_near_taps(lanes_f place, lanes_i advance, near_taps *taps) {
  const lanes_i whole = floors(place), ahead = whole - advance;
  const cubic_weights w = weights_at(place - __builtin_convertvector(whole, lanes_f));
  const int first = ahead[0];
  const lanes_i other = ahead != first, above = ahead != first + 1, below = ahead != first - 1;
  taps->first = first - 1;
  if (!__builtin_reduce_or(other)) {
    taps->count = 4;
    for (int k = 0; k < 4; k++) taps->weights[k] = w.of[k];
    return 1;
  }
  const int rises = !__builtin_reduce_or(other & above);
  if (!rises && __builtin_reduce_or(other & below)) return 0;
  const lanes_f none = 0.0f;
  const lanes_i shift = rises ? other : ~other;
  taps->first -= !rises;
  taps->count = 5;
  taps->weights[0] = shift ? none : w.of[0];
  for (int k = 1; k < 4; k++) taps->weights[k] = shift ? w.of[k - 1] : w.of[k];
  taps->weights[4] = shift ? w.of[3] : none;
  return 1;
}

#if LANES == 16
#define AFTER(a, b, n) \
  __builtin_shufflevector(a, b, n, n + 1, n + 2, n + 3, n + 4, n + 5, n + 6, n + 7, n + 8, n + 9, \
                          n + 10, n + 11, n + 12, n + 13, n + 14, n + 15)
#endif

/// The sums across one row.
INLINE lanes_f sum_row(const float *line, const near_taps *across, const int columns) {
  const lanes_f *w = across->weights;
  const lanes_f here = load(line);
#if LANES == 16
  // Nearly every load crosses a cache line, which takes two turns. So loaded values are shifted
  // along instead.
  const lanes_f after = load(line + LANES);
  const lanes_f second = AFTER(here, after, 1), third = AFTER(here, after, 2);
  const lanes_f fourth = AFTER(here, after, 3), fifth = AFTER(here, after, 4);
#else
  const lanes_f second = load(line + 1), third = load(line + 2), fourth = load(line + 3);
  const lanes_f fifth = columns == 5 ? load(line + 4) : here;
#endif
  lanes_f sum = FUSED(w[1], second, w[0] * here);
  sum = FUSED(w[2], third, sum);
  sum = FUSED(w[3], fourth, sum);
  return columns == 5 ? FUSED(w[4], fifth, sum) : sum;
}

/// The sums of one plane with numbers of taps that are constants at each call. `rows` begins with the first tap's row.
INLINE lanes_f sum_plane(
  const float *const *rows, ptrdiff_t column, const near_taps *across, const int columns,
  const near_taps *down, const int lines) {
  lanes_f sum = down->weights[0] * sum_row(rows[0] + column, across, columns);
  for (int r = 1; r < lines; r++) {
    sum = FUSED(down->weights[r], sum_row(rows[r] + column, across, columns), sum);
  }
  return sum;
}

/// Places of a vector, in samples from (`left`, `top`).
typedef struct {
  lanes_f across, down;
  ptrdiff_t left, top;
} vector_places;

/// Taps of a vector along one axis.
typedef struct {
  ptrdiff_t first;
  int count;
  lanes_f weights[BROMIDE_WARP_TAPS];
} warp_taps;

/// Finds the taps of any positions, or returns 0 if they are too far apart.
static int find_taps(lanes_f place, lanes_i advance, warp_taps *taps) {
  const lanes_i whole = floors(place), ahead = whole - advance;
  const cubic_weights w = weights_at(place - __builtin_convertvector(whole, lanes_f));
  const int least = __builtin_reduce_min(ahead), most = __builtin_reduce_max(ahead);
  taps->first = least - 1;
  taps->count = most - least + 4;
  if (taps->count > BROMIDE_WARP_TAPS) return 0;
  const lanes_f none = 0.0f;
  const lanes_i shift = ahead - least;
  for (int k = 0; k < taps->count; k++) {
    lanes_f weight = none;
    for (int j = 0; j < 4; j++) weight = shift == k - j ? w.of[j] : weight;
    taps->weights[k] = weight;
  }
  return 1;
}

/// Computes one lane if positions are too far apart. All lanes of a separate vector then have this
/// lane's position.
static float warp_lane(
  const bromide_warp *warp, ptrdiff_t left, ptrdiff_t top, float x, float y, ptrdiff_t plane) {
  warp_taps across, down;
  const lanes_i none = 0;
  find_taps((lanes_f)x, none, &across);
  find_taps((lanes_f)y, none, &down);
  const float *const *rows = warp->rows + (top + down.first);
  float sum = 0;
  for (int r = 0; r < 4; r++) {
    const float *line = rows[r] + (left + across.first + plane);
    float part = across.weights[0][0] * line[0];
    for (int k = 1; k < 4; k++) part = FUSED(across.weights[k][0], line[k], part);
    sum = r == 0 ? down.weights[0][0] * part : FUSED(down.weights[r][0], part, sum);
  }
  return sum;
}

/// Computes the planes into `sums` if positions are about a sample apart across, but use many rows.
/// Returns 0 if they use too many.
static int warp_steep(
  const bromide_warp *warp, const vector_places *places, near_taps across, lanes_f *sums) {
  const lanes_i still = 0;
  warp_taps down;
  if (!find_taps(places->down, still, &down)) return 0;
  if (across.count == 4) across.weights[4] = 0.0f;
  const float *const *rows = warp->rows + (places->top - warp->top + down.first);
  for (int c = 0; c < warp->planes; c++) {
    const ptrdiff_t column = places->left - warp->left + across.first + c * warp->plane;
    lanes_f sum = down.weights[0] * sum_row(rows[0] + column, &across, 5);
    for (int r = 1; r < down.count; r++) {
      sum = FUSED(down.weights[r], sum_row(rows[r] + column, &across, 5), sum);
    }
    sums[c] = sum;
  }
  return 1;
}

/// Computes the planes of any positions into `sums`.
static void warp_far(const bromide_warp *warp, const vector_places *places, lanes_f *sums) {
  const lanes_i lanes = __builtin_convertvector(counted(), lanes_i), still = 0;
  warp_taps across, down;
  const ptrdiff_t top = places->top - warp->top;
  const int near =
    find_taps(places->across, lanes, &across) & find_taps(places->down, still, &down);
  for (int c = 0; c < warp->planes; c++) {
    const ptrdiff_t plane = c * warp->plane - warp->left;
    if (!near) {
      for (int i = 0; i < LANES; i++) {
        sums[c][i] =
          warp_lane(warp, places->left, top, places->across[i], places->down[i], plane);
      }
      continue;
    }
    const float *const *rows = warp->rows + (top + down.first);
    lanes_f sum = 0.0f;
    for (int r = 0; r < down.count; r++) {
      const float *line = rows[r] + (places->left + across.first + plane);
      lanes_f part = across.weights[0] * load(line);
      for (int k = 1; k < across.count; k++) {
        part = FUSED(across.weights[k], load(line + k), part);
      }
      sum = r == 0 ? down.weights[0] * part : FUSED(down.weights[r], part, sum);
    }
    sums[c] = sum;
  }
}

#define SUM_PLANES(columns, lines) \
  for (int c = 0; c < warp->planes; c++) { \
    const lanes_f sum = sum_plane(rows, column + c * warp->plane, &across, columns, &down, lines); \
    store(out + c * step, at_most(at_least(sum, zero), ceiling)); \
  }

/// One vector of each plane.
INLINE void warp_vector(
  const bromide_warp *warp, const vector_places *places, float *out, ptrdiff_t step) {
  const lanes_i lanes = __builtin_convertvector(counted(), lanes_i), still = 0;
  const lanes_f zero = 0.0f, ceiling = warp->ceiling;
  near_taps across, down;
  const int near = find_near_taps(places->across, lanes, &across);
  if (near && find_near_taps(places->down, still, &down)) {
    const float *const *rows = warp->rows + (places->top - warp->top + down.first);
    const ptrdiff_t column = places->left - warp->left + across.first;
    if (down.count == 4) {
      if (across.count == 4) SUM_PLANES(4, 4)
      else SUM_PLANES(5, 4)
    } else {
      if (across.count == 4) SUM_PLANES(4, 5)
      else SUM_PLANES(5, 5)
    }
    return;
  }
  lanes_f sums[3];
  if (!near || !warp_steep(warp, places, across, sums)) warp_far(warp, places, sums);
  for (int c = 0; c < warp->planes; c++) {
    store(out + c * step, at_most(at_least(sums[c], zero), ceiling));
  }
}

void NAME(warp_row)(const bromide_warp *warp, size_t x, size_t count, float *out, ptrdiff_t step) {
  const lanes_i lanes = __builtin_convertvector(counted(), lanes_i);
  const int spacing = warp->spacing;
  const float share = 1 / (float)spacing;
  for (size_t at = x; at < x + count;) {
    const size_t node = at / (size_t)spacing - warp->first_node;
    const size_t start = at / (size_t)spacing * (size_t)spacing;
    const double *px = warp->x + node, *py = warp->y + node;
    // Whole pixels near the node, as the origin for single precision.
    const ptrdiff_t left = (ptrdiff_t)px[0], top = (ptrdiff_t)py[0];
    const float x0 = (float)(px[0] - (double)left - 0.5), y0 = (float)(py[0] - (double)top - 0.5);
    const float dx = (float)(px[1] - px[0]) * share, dy = (float)(py[1] - py[0]) * share;
    const float low_x = (float)(-1 - left), high_x = (float)(warp->width - left);
    const float low_y = (float)(-1 - top), high_y = (float)(warp->height - top);
    const size_t end = start + (size_t)spacing < x + count ? start + (size_t)spacing : x + count;
    for (; at < end; at += LANES) {
      // The next cell overwrites lanes after this cell.
      lanes_i pixels = lanes + (int)(at - start);
      pixels = pixels < spacing ? pixels : spacing - 1;
      const lanes_f p = __builtin_convertvector(pixels, lanes_f);
      const lanes_f wide = FUSED(p, (lanes_f)dx, (lanes_f)x0);
      const lanes_f high = FUSED(p, (lanes_f)dy, (lanes_f)y0);
      // Beyond the edges, pixels repeat.
      const vector_places places = {
        at_most(at_least(wide, (lanes_f)low_x), (lanes_f)high_x),
        at_most(at_least(high, (lanes_f)low_y), (lanes_f)high_y), left, top};
      warp_vector(warp, &places, out + (at - x), step);
    }
    at = end;
  }
}

void NAME(limit_row)(const float *row, float ceiling, size_t count, float *out) {
  const lanes_f zero = 0.0f, most = ceiling;
  for (size_t x = 0; x < count; x += LANES) {
    store(out + x, at_most(at_least(load(row + x), zero), most));
  }
}

#undef FUSED
#undef AFTER
#undef SUM_PLANES

// Pixels that show other places of a picture, by Catmull-Rom's cubic (Keys 1981, a = −½) in both directions.
//
// Neighbours show places that lie about a pixel apart. So a vector of samples from some column on holds one tap of most
// lanes; a lane whose place lies o samples further on has its four weights o loads later, and zeros before and behind.
// No gather is needed, and as adding zero changes nothing, a pixel does not depend on its neighbours in the vector.
#pragma clang fp contract(off)

// Every variant that can fuses by itself, so that all paths through this file round alike.
#if LANES > 4 || defined(__aarch64__)
#define FUSED(a, b, c) __builtin_elementwise_fma(a, b, c)
#else
#define FUSED(a, b, c) ((a) * (b) + (c))
#endif

/// Taps of a vector along one axis.
typedef struct {
  /// The sample of lane 0's first tap: across, that of lane i is i further on.
  ptrdiff_t first;
  int count;
  lanes_f weights[BROMIDE_WARP_TAPS];
} warp_taps;

/// Finds the taps of some places; 0 if they lie too far apart.
///
/// `advance` is the number of samples that every lane is further on without a weight's shift.
INLINE int find_taps(lanes_f place, lanes_i advance, warp_taps *taps) {
  lanes_i whole = __builtin_convertvector(place, lanes_i);
  whole += __builtin_convertvector(whole, lanes_f) > place;
  const lanes_f t = place - __builtin_convertvector(whole, lanes_f), u = 1.0f - t;
  const lanes_f w[4] = {
    -0.5f * t * u * u, 1.0f + t * t * (1.5f * t - 2.5f), 1.0f + u * u * (1.5f * u - 2.5f),
    -0.5f * u * t * t};
  const lanes_i ahead = whole - advance;
  // Of a straight row of places, one end is the least and one the most, but for rounding and the picture's edges.
  int least = ahead[0] < ahead[LANES - 1] ? ahead[0] : ahead[LANES - 1];
  int most = ahead[0] < ahead[LANES - 1] ? ahead[LANES - 1] : ahead[0];
  if (__builtin_reduce_or((ahead < least) | (ahead > most))) {
    least = __builtin_reduce_min(ahead);
    most = __builtin_reduce_max(ahead);
  }
  taps->first = least - 1;
  taps->count = most - least + 4;
  if (taps->count > BROMIDE_WARP_TAPS) return 0;
  if (taps->count == 4) {
    for (int k = 0; k < 4; k++) taps->weights[k] = w[k];
    return 1;
  }
  const lanes_f none = 0.0f;
  const lanes_i shift = ahead - least;
  if (taps->count == 5) {
    taps->weights[0] = shift == 0 ? w[0] : none;
    for (int k = 1; k < 4; k++) taps->weights[k] = shift == 0 ? w[k] : w[k - 1];
    taps->weights[4] = shift == 0 ? none : w[3];
    return 1;
  }
  for (int k = 0; k < taps->count; k++) {
    lanes_f weight = none;
    for (int j = 0; j < 4; j++) weight = shift == k - j ? w[j] : weight;
    taps->weights[k] = weight;
  }
  return 1;
}

/// The sums of one plane. `rows` begins with the first tap's row.
INLINE lanes_f sum_taps(
  const float *const *rows, ptrdiff_t column, const warp_taps *across, int columns,
  const warp_taps *down, int lines) {
  lanes_f sum = 0.0f;
  for (int r = 0; r < lines; r++) {
    const float *line = rows[r] + column;
    lanes_f part = across->weights[0] * load(line);
    for (int k = 1; k < columns; k++) part = FUSED(across->weights[k], load(line + k), part);
    sum = r == 0 ? down->weights[0] * part : FUSED(down->weights[r], part, sum);
  }
  return sum;
}

/// The same, with loops that the compiler unrolls where numbers are the usual ones.
INLINE lanes_f warp_plane(
  const float *const *rows, ptrdiff_t column, const warp_taps *across, const warp_taps *down) {
  if (down->count == 4) {
    if (across->count == 4) return sum_taps(rows, column, across, 4, down, 4);
    if (across->count == 5) return sum_taps(rows, column, across, 5, down, 4);
  } else if (down->count == 5) {
    if (across->count == 4) return sum_taps(rows, column, across, 4, down, 5);
    if (across->count == 5) return sum_taps(rows, column, across, 5, down, 5);
  }
  return sum_taps(rows, column, across, across->count, down, down->count);
}

/// One lane of places that lie too far apart: its own vector, all lanes of which show the same place.
INLINE float warp_lane(
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

void NAME(warp_row)(const bromide_warp *warp, size_t x, size_t count, float *out, ptrdiff_t step) {
  const lanes_i lanes = __builtin_convertvector(counted(), lanes_i);
  const lanes_i still = 0;
  const lanes_f zero = 0.0f, ceiling = warp->ceiling;
  const int spacing = warp->spacing;
  const float share = 1 / (float)spacing;
  for (size_t at = x; at < x + count;) {
    const size_t node = at / (size_t)spacing - warp->first_node;
    const size_t start = at / (size_t)spacing * (size_t)spacing;
    const double *px = warp->x + node, *py = warp->y + node;
    // Whole pixels near the node, from which single precision counts.
    const ptrdiff_t left = (ptrdiff_t)px[0], top = (ptrdiff_t)py[0];
    const float x0 = (float)(px[0] - (double)left - 0.5), y0 = (float)(py[0] - (double)top - 0.5);
    const float dx = (float)(px[1] - px[0]) * share, dy = (float)(py[1] - py[0]) * share;
    const float low_x = (float)(-1 - left), high_x = (float)(warp->width - left);
    const float low_y = (float)(-1 - top), high_y = (float)(warp->height - top);
    const size_t end = start + (size_t)spacing < x + count ? start + (size_t)spacing : x + count;
    for (; at < end; at += LANES) {
      // Lanes behind the cell are written again by the next one.
      lanes_i pixels = lanes + (int)(at - start);
      pixels = pixels < spacing ? pixels : spacing - 1;
      const lanes_f p = __builtin_convertvector(pixels, lanes_f);
      const lanes_f wide = FUSED(p, (lanes_f)dx, (lanes_f)x0);
      const lanes_f high = FUSED(p, (lanes_f)dy, (lanes_f)y0);
      // Beyond the edges they repeat.
      const lanes_f across = at_most(at_least(wide, (lanes_f)low_x), (lanes_f)high_x);
      const lanes_f down = at_most(at_least(high, (lanes_f)low_y), (lanes_f)high_y);
      warp_taps columns, lines;
      const int near = find_taps(across, lanes, &columns) & find_taps(down, still, &lines);
      for (int c = 0; c < warp->planes; c++) {
        const ptrdiff_t plane = c * warp->plane - warp->left;
        lanes_f sum;
        if (near) {
          sum = warp_plane(
            warp->rows + (top - warp->top + lines.first), left + columns.first + plane, &columns,
            &lines);
        } else {
          for (int i = 0; i < LANES; i++) {
            sum[i] = warp_lane(warp, left, top - warp->top, across[i], down[i], plane);
          }
        }
        store(out + c * step + (at - x), at_most(at_least(sum, zero), ceiling));
      }
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

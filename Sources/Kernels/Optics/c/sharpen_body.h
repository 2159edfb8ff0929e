// Capture sharpening of luminance, masked where noise is all there is and where the sensor clipped.

// Computes the luminance of a row, and its closeness to clipping: channels with 1 or more are
// clipped. Returns 0 if no channel is clipped.
int NAME(light)(LIGHT_PARAMETERS) {
  const float *limit = settings->unclipped;
  const lanes_f one = 1.0f;
  lanes_i any = 0;
  for (ptrdiff_t x = 0; x < count; x += LANES) {
    lanes_f r = load(red + x), g = load(green + x), b = load(blue + x);
    store(light + x, 0.25f * (r + b) + 0.5f * g);
    if (clipped) {
      lanes_f near = at_least(at_least(r * limit[0], g * limit[1]), b * limit[2]);
      store(clipped + x, near);
      any |= ~(near < one);
    }
  }
  extend(light, count);
  if (clipped) extend(clipped, count);
  return __builtin_reduce_or(any);
}

INLINE int none_above(lanes_f v, lanes_f limit) {
  return !__builtin_reduce_or(v > limit);
}

/// The largest and the smallest light of three rows, in three neighbouring vectors.
typedef struct {
  lanes_line most, least;
} lanes_range;

INLINE void take_range(lanes_range *l, const float *const *light, ptrdiff_t x) {
  lanes_f before = load(light[2] + x), here = load(light[3] + x), after = load(light[4] + x);
  l->most = moved(l->most, at_least(at_least(before, after), here));
  l->least = moved(l->least, at_most(at_most(before, after), here));
}

/// Light blurred down the columns, and how near to clipping three rows come.
typedef struct {
  lanes_line blurred, clipped;
} lanes_detail;

INLINE void take_detail(
  lanes_detail *l, const float *k, const float *const *light, const float *const *clipped,
  ptrdiff_t x, const int clips) {
  lanes_f before = load(light[2] + x), here = load(light[3] + x), after = load(light[4] + x);
  l->blurred = moved(l->blurred,
    k[0] * here + k[1] * (before + after) + k[2] * (load(light[1] + x) + load(light[5] + x))
      + k[3] * (load(light[0] + x) + load(light[6] + x)));
  if (!clips) return;
  l->clipped = moved(l->clipped,
    at_least(at_least(load(clipped[0] + x), load(clipped[2] + x)), load(clipped[1] + x)));
}

#define LEFT(l) FROM((l).before, (l).here, LANES - 1)
#define RIGHT(l) FROM((l).here, (l).after, 1)

// `light` has 7 rows and `clipped` has 3, around the row. `clips` is whether any of these 3 rows
// has a clipped pixel. It is a constant at each call.
INLINE void sharpen_row(SHARPEN_PARAMETERS) {
  const float k[4] = {
    settings->blur[0], settings->blur[1], settings->blur[2], settings->blur[3]};
  const float amount = settings->sharpening;
  const float v[4] = {settings->rest_variance[0], settings->rest_variance[1],
    settings->rest_variance[2], settings->rest_variance[3]};
  const lanes_f zero = 0.0f, one = 1.0f, quarter = 0.25f, four = 4.0f;
  lanes_range l;
  take_range(&l, light, -LANES);
  take_range(&l, light, 0);
  lanes_detail d = {{zero, zero, zero}, {zero, zero, zero}};
  // The end of the known vectors of `d`. Only vectors above the noise and their neighbours need
  // `d`.
  ptrdiff_t known = -2 * LANES;
  for (ptrdiff_t x = 0; x < count; x += LANES) {
    take_range(&l, light, x + LANES);
    lanes_f r = load(pixel[0] + x), g = load(pixel[1] + x), b = load(pixel[2] + x);
    lanes_f high = at_least(at_least(LEFT(l.most), RIGHT(l.most)), l.most.here);
    lanes_f low = at_most(at_most(LEFT(l.least), RIGHT(l.least)), l.least.here);
    lanes_f range = high - low;
    lanes_f square = range * range, noise = v[0] + (v[1] * r + v[2] * g + v[3] * b);
    if (none_above(square, 25.0f * noise)) {
      store(red + x, r);
      store(green + x, g);
      store(blue + x, b);
      continue;
    }
    if (known != x) {
      take_detail(&d, k, light, clipped, x - LANES, clips);
      take_detail(&d, k, light, clipped, x, clips);
    }
    take_detail(&d, k, light, clipped, x + LANES, clips);
    known = x + LANES;
    lanes_f y = load(light[3] + x);
    lanes_f blur = k[0] * d.blurred.here + k[1] * ADJACENT(d.blurred, 1) + k[2] * ADJACENT(d.blurred, 2)
      + k[3] * ADJACENT(d.blurred, 3);
    lanes_f sharp = y + amount * (y - blur);
    sharp = at_most(at_least(sharp, low - 0.25f * range), high + 0.25f * range);
    // From 5 deviations of the noise to 10.
    lanes_f weight = square * reciprocal(at_least(noise, (lanes_f)1e-30f));
    weight = at_most(at_least((weight - 25.0f) * (1 / 75.0f), zero), one);
    if (clips) {
      lanes_f clip = at_least(at_least(LEFT(d.clipped), RIGHT(d.clipped)), d.clipped.here);
      weight = clip < one ? weight : zero;
    }
    lanes_f ratio = one + weight * (sharp - y) * reciprocal(y + 1e-3f);
    ratio = at_most(at_least(ratio, quarter), four);
    store(red + x, r * ratio);
    store(green + x, g * ratio);
    store(blue + x, b * ratio);
  }
}

void NAME(sharpen)(SHARPEN_PARAMETERS) {
  if (clips) sharpen_row(settings, light, clipped, pixel, count, red, green, blue, 1);
  else sharpen_row(settings, light, clipped, pixel, count, red, green, blue, 0);
}

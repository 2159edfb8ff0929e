// Finds and blends clipped channels of a row. HighlightKernel.swift has the formulas.
#pragma clang fp contract(off)

INLINE lanes_f maximum(lanes_f a, lanes_f b) { return a > b ? a : b; }
INLINE lanes_f unit(lanes_f v) { return at_most(at_least(v, (lanes_f)0.0f), (lanes_f)1.0f); }
INLINE lanes_f mix(lanes_f a, lanes_f b, lanes_f weight) { return a + weight * (b - a); }

// Whether any value is positive.
INLINE int any_positive(lanes_f v) {
  lanes_i positive = v > (lanes_f)0.0f;
  return __builtin_reduce_or(positive) != 0;
}

INLINE lanes_i lane_numbers(void) {
  lanes_i v;
  for (int i = 0; i < LANES; i++) v[i] = i;
  return v;
}

INLINE lanes_rgb saturation(lanes_rgb p, const bromide_highlights *h) {
  return (lanes_rgb){
    unit(p.r * h->slope[0] - h->start), unit(p.g * h->slope[1] - h->start),
    unit(p.b * h->slope[2] - h->start)};
}

INLINE lanes_rgb most_of(lanes_rgb a, lanes_rgb b) {
  return (lanes_rgb){maximum(a.r, b.r), maximum(a.g, b.g), maximum(a.b, b.b)};
}

// Only the largest value of each channel matters, because the share rises with it. The loop uses
// four maxima per channel. With one, each would wait for the previous one (2.1 ms for 24 megapixels
// instead of 0.8).
int NAME(has_clipped)(
  const bromide_highlights *highlights, const float *red, const float *green, const float *blue,
  size_t distance, size_t rows, size_t count) {
  enum { AT_ONCE = 4 };
  const lanes_rgb none = {0.0f, 0.0f, 0.0f};
  lanes_rgb most[AT_ONCE] = {none, none, none, none};
  const lanes_i number = lane_numbers();
  for (size_t y = 0; y < rows; y++) {
    const float *r = red + y * distance, *g = green + y * distance, *b = blue + y * distance;
    size_t x = 0;
    for (; x + AT_ONCE * LANES <= count; x += AT_ONCE * LANES) {
      for (int i = 0; i < AT_ONCE; i++) {
        const size_t at = x + (size_t)i * LANES;
        most[i] = most_of((lanes_rgb){load(r + at), load(g + at), load(b + at)}, most[i]);
      }
    }
    for (; x < count; x += LANES) {
      const lanes_i inside = number < (int32_t)(count - x);
      most[0] = most_of(
        (lanes_rgb){
          inside ? load(r + x) : none.r, inside ? load(g + x) : none.g, inside ? load(b + x) : none.b},
        most[0]);
    }
  }
  lanes_rgb s = saturation(most_of(most_of(most[0], most[1]), most_of(most[2], most[3])), highlights);
  return any_positive(maximum(maximum(s.r, s.g), s.b));
}

// Raises a clipped channel to the mean of the others. If a second one is clipped, moves the colour
// to neutral.
INLINE lanes_rgb blended(lanes_rgb p, lanes_rgb s) {
  lanes_rgb raised = {
    mix(p.r, maximum(p.r, 0.5f * (p.g + p.b)), s.r), mix(p.g, maximum(p.g, 0.5f * (p.r + p.b)), s.g),
    mix(p.b, maximum(p.b, 0.5f * (p.r + p.g)), s.b)};
  lanes_f second = at_least(at_most(s.r, s.g), at_most(maximum(s.r, s.g), s.b));
  lanes_f all = (raised.r + raised.g + raised.b) * (1 / 3.0f);
  return (lanes_rgb){mix(raised.r, all, second), mix(raised.g, all, second), mix(raised.b, all, second)};
}

void NAME(blend_row)(
  const bromide_highlights *highlights, float *red, float *green, float *blue, size_t count) {
  const bromide_highlights h = *highlights;
  for (size_t x = 0; x < count; x += LANES) {
    lanes_rgb p = {load(red + x), load(green + x), load(blue + x)};
    p = blended(p, saturation(p, &h));
    store(red + x, p.r);
    store(green + x, p.g);
    store(blue + x, p.b);
  }
}

// Restores clipped channels; the reference in HighlightKernel.swift states the formulas.
#pragma clang fp contract(off)

INLINE lanes_f mean(lanes_rgb p) { return (p.r + p.g + p.b) * (1 / 3.0f); }
INLINE lanes_f maximum(lanes_f a, lanes_f b) { return a > b ? a : b; }
INLINE lanes_f unit(lanes_f v) { return at_most(at_least(v, (lanes_f)0.0f), (lanes_f)1.0f); }
INLINE lanes_f mix(lanes_f a, lanes_f b, lanes_f weight) { return a + weight * (b - a); }

INLINE lanes_rgb saturation(lanes_rgb p, const bromide_highlights *h) {
  return (lanes_rgb){
    unit(p.r * h->slope[0] - h->start), unit(p.g * h->slope[1] - h->start),
    unit(p.b * h->slope[2] - h->start)};
}

// Raises a clipped channel to the mean of the others; if a second one is clipped, moves the colour
// to neutral.
INLINE lanes_rgb blended(lanes_rgb p, lanes_rgb s) {
  lanes_rgb raised = {
    mix(p.r, maximum(p.r, 0.5f * (p.g + p.b)), s.r), mix(p.g, maximum(p.g, 0.5f * (p.r + p.b)), s.g),
    mix(p.b, maximum(p.b, 0.5f * (p.r + p.g)), s.b)};
  lanes_f second = at_least(at_most(s.r, s.g), at_most(maximum(s.r, s.g), s.b));
  lanes_f all = mean(raised);
  return (lanes_rgb){mix(raised.r, all, second), mix(raised.g, all, second), mix(raised.b, all, second)};
}

INLINE lanes_rgb mix_rgb(lanes_rgb a, lanes_rgb b, lanes_f weight) {
  return (lanes_rgb){mix(a.r, b.r, weight), mix(a.g, b.g, weight), mix(a.b, b.b, weight)};
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

// Whether any value is positive.
INLINE int any_positive(lanes_f v) {
  lanes_i positive = v > (lanes_f)0.0f;
  return __builtin_reduce_or(positive) != 0;
}

// The brightness that the unclipped channels give, if the colour's components are `k` times it.
INLINE lanes_f brightness(lanes_rgb p, lanes_rgb u, lanes_rgb k) {
  const lanes_f share = 0.25f;
  lanes_f most = maximum(maximum(p.r / k.r, p.g / k.g), p.b / k.b);
  return (u.r * p.r + u.g * p.g + u.b * p.b + share * most)
    / (u.r * k.r + u.g * k.g + u.b * k.b + share);
}

// 1 where the rebuilt value explains the clipped one, 0 where it lies far below it.
INLINE lanes_f agreement(lanes_f rebuilt, lanes_f recorded, lanes_f clipped) {
  lanes_f ratio = rebuilt / at_least(recorded, (lanes_f)1e-6f);
  return 1.0f - clipped * (1.0f - unit((ratio - 0.7f) * (1 / 0.3f)));
}

void NAME(reconstruct_row)(
  const bromide_highlights *highlights, float *red, float *green, float *blue, size_t total,
  size_t first, size_t count, float *work, size_t plane) {
  const bromide_highlights h = *highlights;
  const lanes_f one = 1.0f;
  const size_t reach = BROMIDE_HIGHLIGHT_REACH, step = BROMIDE_HIGHLIGHT_STEP;
  // The reliability of each pixel as a sample of the scene's colour, and its product with the
  // values.
  for (size_t x = 0; x < reach; x++) {
    for (int i = 0; i < 4; i++) work[plane * i + x] = 0;
  }
  lanes_f clipped = 0.0f;
  for (size_t x = 0; x < total; x += LANES) {
    lanes_rgb p = {load(red + x), load(green + x), load(blue + x)};
    lanes_rgb s = saturation(p, &h);
    lanes_f most = maximum(maximum(s.r, s.g), s.b);
    lanes_f trust = (1.0f - most) * unit((mean(p) - 0.1f) * (1 / 0.3f));
    clipped = maximum(clipped, most);
    store(work + reach + x, trust);
    store(work + plane + reach + x, trust * p.r);
    store(work + 2 * plane + reach + x, trust * p.g);
    store(work + 3 * plane + reach + x, trust * p.b);
  }
  for (size_t x = reach + total; x < 2 * reach + total + LANES; x++) {
    for (int i = 0; i < 4; i++) work[plane * i + x] = 0;
  }
  if (any_positive(clipped)) {
    // Replaces each value by the sum of the `step` values from it on, so that taps that far apart
    // see every pixel once.
    for (int i = 0; i < 4; i++) {
      for (size_t x = 0; x < 2 * reach + total; x += LANES) {
        float *at = work + plane * i + x;
        lanes_f sum = load(at);
        for (size_t next = 1; next < step; next++) sum += load(at + next);
        store(at, sum);
      }
    }
  }
  for (size_t x = 0; x < count; x += LANES) {
    lanes_rgb p = {load(red + first + x), load(green + first + x), load(blue + first + x)};
    lanes_rgb s = saturation(p, &h);
    lanes_f weight = maximum(maximum(s.r, s.g), s.b);
    if (any_positive(weight)) {
      lanes_f trust = 0.0f;
      lanes_rgb sum = {trust, trust, trust};
      for (size_t tap = 0; tap < (2 * reach + 1) / step; tap++) {
        const float t = highlights->taps[tap];
        const float *at = work + first + x + tap * step;
        trust += t * load(at);
        sum.r += t * load(at + plane);
        sum.g += t * load(at + 2 * plane);
        sum.b += t * load(at + 3 * plane);
      }
      const lanes_rgb u = {one - s.r, one - s.g, one - s.b};
      const lanes_f least = 0.02f;
      lanes_f all = mean(sum) + least;
      lanes_rgb k = {(sum.r + least) / all, (sum.g + least) / all, (sum.b + least) / all};
      lanes_f b = brightness(p, u, k);
      lanes_rgb rebuilt = {
        mix(p.r, maximum(p.r, b * k.r), s.r), mix(p.g, maximum(p.g, b * k.g), s.g),
        mix(p.b, maximum(p.b, b * k.b), s.b)};
      lanes_f agreed = agreement(b * k.r, p.r, s.r) * agreement(b * k.g, p.g, s.g)
        * agreement(b * k.b, p.b, s.b);
      p = mix_rgb(blended(p, s), rebuilt, agreed * (trust / (trust + 0.5f)));
    }
    store(red + x, p.r);
    store(green + x, p.g);
    store(blue + x, p.b);
  }
}

// Filters that depend only on a pixel's colour.
#pragma clang fp contract(fast)

INLINE lanes_rgb positive(lanes_rgb p) {
  const lanes_f zero = 0.0f;
  return (lanes_rgb){at_least(p.r, zero), at_least(p.g, zero), at_least(p.b, zero)};
}

INLINE lanes_f luminance(lanes_rgb p, const float *weights) {
  return weights[0] * p.r + weights[1] * p.g + weights[2] * p.b;
}

void NAME(gain_row)(
  const bromide_gain *gain, float *red, float *green, float *blue, size_t count) {
  const bromide_gain g = *gain;
  const lanes_f least = g.least, most = g.most;
  for (size_t x = 0; x < count; x += LANES) {
    lanes_rgb p = take(red, green, blue, x);
    lanes_f light = at_most(at_least(luminance(positive(p), g.weights), least), most);
    lanes_f factor = look_up(&g.gains, light);
    put((lanes_rgb){p.r * factor, p.g * factor, p.b * factor}, red, green, blue, x);
  }
}

INLINE lanes_rgb cube_roots(lanes_rgb p) {
  return (lanes_rgb){cube_root(p.r), cube_root(p.g), cube_root(p.b)};
}

INLINE lanes_rgb cubes(lanes_rgb p) {
  return (lanes_rgb){p.r * p.r * p.r, p.g * p.g * p.g, p.b * p.b * p.b};
}

// Takes roots through Oklab, where muted colours gain more chroma.
INLINE lanes_rgb with_vibrance(const bromide_chroma *c, lanes_rgb roots) {
  const lanes_f tiny = 1e-24f;
  lanes_rgb lab = map(c->to_lab, roots);
  lanes_f square = lab.g * lab.g + lab.b * lab.b;
  lanes_f muted = at_least(lab.r * lab.r * (c->knee * c->knee), tiny);
  lanes_f factor = 1.0f + c->vibrance * (muted / (muted + square));
  return map(c->from_lab, (lanes_rgb){lab.r, lab.g * factor, lab.b * factor});
}

INLINE void chroma_pixels(
  const bromide_chroma *chroma, int vibrant, float *red, float *green, float *blue, size_t count) {
  const bromide_chroma c = *chroma;
  for (size_t x = 0; x < count; x += LANES) {
    lanes_rgb roots = cube_roots(map(c.to_cones, take(red, green, blue, x)));
    roots = vibrant ? with_vibrance(&c, roots) : map(c.roots, roots);
    put(map(c.from_cones, cubes(roots)), red, green, blue, x);
  }
}

void NAME(chroma_row)(
  const bromide_chroma *chroma, float *red, float *green, float *blue, size_t count) {
  if (chroma->vibrance != 0) chroma_pixels(chroma, 1, red, green, blue, count);
  else chroma_pixels(chroma, 0, red, green, blue, count);
}

// Adds a colour without luminance, mostly at half light. Uses the square root of light, which is
// close to perceived brightness.
void NAME(toning_row)(
  const bromide_toning *toning, float *red, float *green, float *blue, size_t count) {
  const bromide_toning t = *toning;
  const lanes_f zero = 0.0f, one = 1.0f;
  for (size_t x = 0; x < count; x += LANES) {
    lanes_rgb p = take(red, green, blue, x);
    lanes_f light = at_most(at_least(luminance(p, t.weights), zero), one);
    lanes_f bright = __builtin_elementwise_sqrt(light);
    lanes_f share = smooth((bright - t.start) * t.slope);
    lanes_f high = (bright - light) * share;
    lanes_f low = (bright - light) - high;
    p.r = p.r + low * t.shadows[0] + high * t.highlights[0];
    p.g = p.g + low * t.shadows[1] + high * t.highlights[1];
    p.b = p.b + low * t.shadows[2] + high * t.highlights[2];
    put(p, red, green, blue, x);
  }
}

// The lowest octave contains 0. A power's infinite slope at 0 is limited to the first piece.
INLINE lanes_f through(const bromide_octaves *curve, lanes_f v) {
  const lanes_f zero = 0.0f, one = 1.0f;
  const lanes_f first = __builtin_bit_cast(lanes_f, (lanes_i)((127 + curve->lowest) << 23));
  return look_up(curve, at_most(at_least(v, zero), one) + first);
}

void NAME(curve_row)(
  const bromide_curves *curves, float *red, float *green, float *blue, size_t count) {
  const bromide_octaves r = curves->red, g = curves->green, b = curves->blue;
  for (size_t x = 0; x < count; x += LANES) {
    lanes_rgb p = take(red, green, blue, x);
    put((lanes_rgb){through(&r, p.r), through(&g, p.g), through(&b, p.b)}, red, green, blue, x);
  }
}

void NAME(mix_row)(
  const float *color, float amount, float *red, float *green, float *blue, size_t count) {
  const float r = color[0], g = color[1], b = color[2];
  for (size_t x = 0; x < count; x += LANES) {
    lanes_rgb p = take(red, green, blue, x);
    p = (lanes_rgb){
      p.r + amount * (r - p.r), p.g + amount * (g - p.g), p.b + amount * (b - p.b)};
    put(p, red, green, blue, x);
  }
}

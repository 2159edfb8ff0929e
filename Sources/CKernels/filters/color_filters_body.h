// Filters that know nothing but a pixel's colour.
#pragma clang fp contract(fast)

INLINE lanes_rgb positive(lanes_rgb p) {
  const lanes_f zero = 0.0f;
  return (lanes_rgb){at_least(p.r, zero), at_least(p.g, zero), at_least(p.b, zero)};
}

INLINE lanes_f luminance(lanes_rgb p, const float *weights) {
  return weights[0] * p.r + weights[1] * p.g + weights[2] * p.b;
}

void NAME(zones_row)(
  const bromide_zones *zones, float *red, float *green, float *blue, size_t count) {
  const bromide_zones z = *zones;
  const lanes_f least = 1e-9f;
  const float scale = 1 / z.grey;
  for (size_t x = 0; x < count; x += LANES) {
    lanes_rgb p = take(red, green, blue, x);
    lanes_f stops = log2_of(at_least(luminance(positive(p), z.weights), least) * scale);
    lanes_f out = stops * z.contrast;
    for (int i = 0; i < BROMIDE_ZONES; i++) {
      out = out + z.zones[i].amount * smooth((out - z.zones[i].start) * z.zones[i].slope);
    }
    lanes_f gain = exp2_of(out - stops);
    p = (lanes_rgb){p.r * gain, p.g * gain, p.b * gain};
    put(p, red, green, blue, x);
  }
}

// Lightness, a, b in the places of red, green, blue.
INLINE lanes_rgb to_oklab(const bromide_oklab *o, lanes_rgb p) {
  lanes_rgb cones = map(o->to_cones, p);
  return map(o->to_lab, (lanes_rgb){cube_root(cones.r), cube_root(cones.g), cube_root(cones.b)});
}

INLINE lanes_rgb from_oklab(const bromide_oklab *o, lanes_rgb lab) {
  lanes_rgb roots = map(o->from_lab, lab);
  return map(
    o->from_cones, (lanes_rgb){
                     roots.r * roots.r * roots.r, roots.g * roots.g * roots.g,
                     roots.b * roots.b * roots.b});
}

void NAME(chroma_row)(
  const bromide_chroma *chroma, float *red, float *green, float *blue, size_t count) {
  const bromide_chroma c = *chroma;
  const lanes_f tiny = 1e-24f;
  const float knee = c.knee * c.knee;
  for (size_t x = 0; x < count; x += LANES) {
    lanes_rgb p = take(red, green, blue, x);
    lanes_rgb lab = to_oklab(&c.oklab, p);
    lanes_f square = lab.g * lab.g + lab.b * lab.b;
    lanes_f muted = at_least(lab.r * lab.r * knee, tiny);
    lanes_f factor = c.saturation * (1.0f + c.vibrance * (muted / (muted + square)));
    lanes_f a = (c.cosine * lab.g - c.sine * lab.b) * factor;
    lanes_f b = (c.sine * lab.g + c.cosine * lab.b) * factor;
    p = from_oklab(&c.oklab, (lanes_rgb){lab.r, a, b});
    put(p, red, green, blue, x);
  }
}

// A colour without luminance is added, most at half light; light counts as its square root, which is about
// how bright it looks.
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

// Straight between `size` + 1 values over the fourth root, which leaves no power above 1/5 an infinite slope.
// Loads one by one: hardware gathers are slow on processors with the microcode of 2023.
INLINE lanes_f look_up(const float *table, int size, lanes_f v) {
  const lanes_f zero = 0.0f, one = 1.0f;
  v = at_most(at_least(v, zero), one);
  lanes_f root = __builtin_elementwise_sqrt(__builtin_elementwise_sqrt(v));
  lanes_f place = root * (float)size;
  lanes_i index = __builtin_convertvector(place, lanes_i);
  int32_t at[LANES];
  float ends[2][LANES];
  memcpy(at, &index, sizeof index);
  for (int i = 0; i < LANES; i++) {
    ends[0][i] = table[at[i]];
    ends[1][i] = table[at[i] + 1];
  }
  lanes_f low = load(ends[0]), high = load(ends[1]);
  return low + (place - __builtin_convertvector(index, lanes_f)) * (high - low);
}

void NAME(table_row)(
  const float *table, int size, float *red, float *green, float *blue, size_t count) {
  for (size_t x = 0; x < count; x += LANES) {
    lanes_rgb p = take(red, green, blue, x);
    p = (lanes_rgb){
      look_up(table, size, p.r), look_up(table, size, p.g), look_up(table, size, p.b)};
    put(p, red, green, blue, x);
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

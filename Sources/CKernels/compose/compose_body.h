// One pixel's red, green, blue and alpha are the four lanes of a vector.
#pragma clang fp contract(off)

typedef float compose_four __attribute__((ext_vector_type(4)));
typedef uint16_t compose_codes __attribute__((ext_vector_type(4)));

INLINE compose_four compose_load(const float *p) {
  compose_four v;
  memcpy(&v, p, sizeof v);
  return v;
}

// Linear light times 65535².
INLINE compose_four texel(const uint16_t *p) {
  compose_codes codes;
  memcpy(&codes, p, sizeof codes);
  compose_four v = __builtin_convertvector(codes, compose_four);
  return v * v;
}

INLINE float within(float v, float most) {
  v = v > 0.0f ? v : 0.0f;
  return v < most ? v : most;
}

// The mean of the four pixels around a place; beyond the edges lies what is at the edges.
INLINE compose_four bilinear(const bromide_picture_level *level, float u, float v) {
  const float x = within(u * level->ratio - 0.5f, (float)(level->width - 1));
  const float y = within(v * level->ratio - 0.5f, (float)(level->height - 1));
  const int32_t left = (int32_t)x, top = (int32_t)y;
  const size_t right = left + 1 < level->width ? 4 : 0;
  const size_t below = top + 1 < level->height ? 4 * (size_t)level->width : 0;
  const uint16_t *p = level->codes + 4 * ((size_t)top * (size_t)level->width + (size_t)left);
  const float fx = x - (float)left, fy = y - (float)top;
  const compose_four a = texel(p), b = texel(p + right);
  const compose_four c = texel(p + below), d = texel(p + below + right);
  const compose_four upper = a + (b - a) * fx, lower = c + (d - c) * fx;
  return upper + (lower - upper) * fy;
}

void NAME(compose_row)(const bromide_placed_picture *picture, size_t count, float *rgba) {
  const bromide_placed_picture p = *picture;
  const compose_four far = {0.0f, p.width, 0.0f, p.height};
  const compose_four zero = 0.0f, one = 1.0f, half = 0.5f;
  const float strength = p.opacity / (65535.0f * 65535.0f);
  for (size_t i = 0; i < count; i++) {
    const float u = p.u + p.du * (float)i, v = p.v + p.dv * (float)i;
    compose_four edges = ((compose_four){u, u, v, v} - far) * p.scale + half;
    edges = edges > zero ? edges : zero;
    edges = edges < one ? edges : one;
    const float cover = (edges.x - edges.y) * (edges.z - edges.w);
    compose_four light = bilinear(&p.levels[0], u, v);
    if (p.share > 0.0f) light += (bilinear(&p.levels[1], u, v) - light) * p.share;
    light *= cover * strength;
    compose_four result = compose_load(rgba + 4 * i);
    result = result * (1.0f - light.w) + light;
    memcpy(rgba + 4 * i, &result, sizeof result);
  }
}

INLINE void compose_store(float *p, compose_four v) { memcpy(p, &v, sizeof v); }

void NAME(separate_row)(
  const float *rgba, size_t count, float *red, float *green, float *blue, float *alpha) {
  size_t x = 0;
  for (; x + 4 <= count; x += 4) {
    const compose_four p = compose_load(rgba + 4 * x), q = compose_load(rgba + 4 * x + 4);
    const compose_four r = compose_load(rgba + 4 * x + 8), s = compose_load(rgba + 4 * x + 12);
    const compose_four rg = __builtin_shufflevector(p, q, 0, 4, 1, 5);
    const compose_four rg2 = __builtin_shufflevector(r, s, 0, 4, 1, 5);
    const compose_four ba = __builtin_shufflevector(p, q, 2, 6, 3, 7);
    const compose_four ba2 = __builtin_shufflevector(r, s, 2, 6, 3, 7);
    compose_four whole = 1.0f;
    if (alpha != NULL) {
      const compose_four zero = 0.0f, a = __builtin_shufflevector(ba, ba2, 2, 3, 6, 7);
      whole = a > zero ? 1.0f / a : zero;
      compose_store(alpha + x, a);
    }
    compose_store(red + x, __builtin_shufflevector(rg, rg2, 0, 1, 4, 5) * whole);
    compose_store(green + x, __builtin_shufflevector(rg, rg2, 2, 3, 6, 7) * whole);
    compose_store(blue + x, __builtin_shufflevector(ba, ba2, 0, 1, 4, 5) * whole);
  }
  for (; x < count; x++) {
    const float a = rgba[4 * x + 3];
    const float whole = alpha == NULL ? 1.0f : a > 0.0f ? 1.0f / a : 0.0f;
    red[x] = rgba[4 * x] * whole;
    green[x] = rgba[4 * x + 1] * whole;
    blue[x] = rgba[4 * x + 2] * whole;
    if (alpha != NULL) alpha[x] = a;
  }
}

// Draws pictures over a row, PIXELS pixels at a time. A vector contains red, green, blue and alpha
// of each pixel.
//
// First, the positions of a block of pixels in the picture are computed, one value a pixel. Then
// light is gathered. The left and right neighbours of a position are adjacent in a row of the
// picture, so one load of 16 bytes reads both.
#pragma clang fp contract(off)

typedef float compose_pixels __attribute__((ext_vector_type(4 * PIXELS)));
typedef float compose_each __attribute__((ext_vector_type(PIXELS)));

// Pixels of a block: the values computed for them stay in the L1 cache.
#define BLOCK 64

// Positions of a block's pixels in a level: the upper left of four texels, and the distances to the
// others.
typedef struct {
  int32_t at[BLOCK];
  float right[BLOCK], down[BLOCK];
} compose_places;

INLINE float within(float v, float most) {
  v = v > 0.0f ? v : 0.0f;
  return v < most ? v : most;
}

// Beyond the edges, the edge repeats. For a position in the last column or row, left and top are
// the previous texels, with weight 0.
INLINE void find_places(
  const bromide_picture_level *level, const float *u, const float *v, compose_places *places) {
  const float width = (float)level->width, height = (float)level->height;
  for (int i = 0; i < BLOCK; i++) {
    const float x = within(u[i] * level->ratio - 0.5f, width - 1.0f);
    const float y = within(v[i] * level->ratio - 0.5f, height - 1.0f);
    const int32_t left = (int32_t)(x < width - 2.0f ? x : width - 2.0f);
    const int32_t top = (int32_t)within(y, height > 1.0f ? height - 2.0f : 0.0f);
    places->at[i] = top * level->width + left;
    places->right[i] = x - (float)left;
    places->down[i] = y - (float)top;
  }
}

INLINE compose_pixels load_pixels(const float *p) {
  compose_pixels v;
  memcpy(&v, p, sizeof v);
  return v;
}

// Copies one value per pixel to its red, green, blue and alpha.
INLINE compose_pixels spread(const float *p) {
  compose_each v;
  memcpy(&v, p, sizeof v);
  return __builtin_shufflevector(v, v, SPREAD);
}

// Linear light times 65535² of the left or right texels of pairs. With 0x4B00 above it, a code is
// the float 2²³ + code.
#define LIGHT(pairs, side) light_of(__builtin_shufflevector(pairs, (compose_pairs)0x4B00, side))

INLINE compose_pixels light_of(compose_pairs codes) {
  const compose_pixels v = (compose_pixels)codes - 8388608.0f;
  return v * v;
}

// The means of the four texels around each of PIXELS positions.
INLINE compose_pixels bilinear(
  const bromide_picture_level *level, const compose_places *places, size_t i) {
  const size_t below = level->height > 1 ? 4 * (size_t)level->width : 0;
  const compose_pairs upper = load_pairs(level->codes, places->at + i);
  const compose_pairs lower = load_pairs(level->codes + below, places->at + i);
  const compose_pixels right = spread(places->right + i), down = spread(places->down + i);
  const compose_pixels a = LIGHT(upper, LEFT), b = LIGHT(upper, RIGHT);
  const compose_pixels c = LIGHT(lower, LEFT), d = LIGHT(lower, RIGHT);
  const compose_pixels top = a + (b - a) * right, bottom = c + (d - c) * right;
  return top + (bottom - top) * down;
}

// Draws over PIXELS pixels.
INLINE void draw(
  const bromide_placed_picture *picture, const compose_places *first, const compose_places *second,
  const float *share, size_t i, float *rgba) {
  compose_pixels light = bilinear(&picture->levels[0], first, i);
  if (second != NULL) {
    light += (bilinear(&picture->levels[1], second, i) - light) * picture->share;
  }
  light *= spread(share + i);
  compose_pixels result = load_pixels(rgba);
  result = result * (1.0f - __builtin_shufflevector(light, light, ALPHA)) + light;
  memcpy(rgba, &result, sizeof result);
}

void NAME(compose_row)(const bromide_placed_picture *picture, size_t count, float *rgba) {
  const bromide_placed_picture p = *picture;
  const float strength = p.opacity / (65535.0f * 65535.0f);
  const int mixes = p.share > 0.0f;
  float u[BLOCK], v[BLOCK], share[BLOCK];
  compose_places first, second;
  for (size_t start = 0; start < count; start += BLOCK) {
    for (int i = 0; i < BLOCK; i++) {
      const float x = (float)((int32_t)start + i);
      u[i] = p.u + p.du * x;
      v[i] = p.v + p.dv * x;
      const float left = within(u[i] * p.scale + 0.5f, 1.0f);
      const float right = within((u[i] - p.width) * p.scale + 0.5f, 1.0f);
      const float top = within(v[i] * p.scale + 0.5f, 1.0f);
      const float bottom = within((v[i] - p.height) * p.scale + 0.5f, 1.0f);
      share[i] = (left - right) * (top - bottom) * strength;
    }
    find_places(&p.levels[0], u, v, &first);
    if (mixes) find_places(&p.levels[1], u, v, &second);
    const size_t end = count - start < BLOCK ? count - start : BLOCK;
    size_t i = 0;
    for (; i + PIXELS <= end; i += PIXELS) {
      draw(&p, &first, mixes ? &second : NULL, share, i, rgba + 4 * (start + i));
    }
    if (i < end) {
      float rest[4 * PIXELS];
      memcpy(rest, rgba + 4 * (start + i), 4 * (end - i) * sizeof(float));
      draw(&p, &first, mixes ? &second : NULL, share, i, rest);
      memcpy(rgba + 4 * (start + i), rest, 4 * (end - i) * sizeof(float));
    }
  }
}

typedef float compose_four __attribute__((ext_vector_type(4)));

INLINE compose_four compose_load(const float *p) {
  compose_four v;
  memcpy(&v, p, sizeof v);
  return v;
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

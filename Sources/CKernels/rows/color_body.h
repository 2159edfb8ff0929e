// Matrix, tone curve and path to white: the colour steps on LANES pixels in registers. Rounding is equal on every
// instruction set: no contraction, and a true division.
#pragma clang fp contract(off)

INLINE lanes_rgb apply_matrix(lanes_rgb p, const float *m) {
  return (lanes_rgb){
    m[0] * p.r + m[1] * p.g + m[2] * p.b,
    m[3] * p.r + m[4] * p.g + m[5] * p.b,
    m[6] * p.r + m[7] * p.g + m[8] * p.b,
  };
}

// The share of the way to white for the largest component: 0 up to 0.8, 1 from 2 on, smoothstep
// over its logarithm between. ln u = 2·(z + z³/3 + z⁵/5 + …) with z = (u − 1) / (u + 1); u = 1 in
// the middle of the range, where |z| ≤ 0.226, leaves 4e-7.
INLINE lanes_f whiteness(lanes_f most) {
  const lanes_f start = 0.8f, end = 2.0f, zero = 0.0f, one = 1.0f;
  lanes_f u = at_most(at_least(most, start), end) * 0.7905694150420949f;
  lanes_f z = (u - one) / (u + one);
  lanes_f square = z * z;
  lanes_f half = z * (one + square * (1 / 3.0f + square * (1 / 5.0f + square * (1 / 7.0f))));
  // 2 / ln 2.5.
  lanes_f t = at_most(at_least(half * 2.182713335993684f + 0.5f, zero), one);
  t = t * t * (3.0f - 2.0f * t);
  return most > start ? t : zero;
}

// Moves the toned colour of light whose largest component is `most` to white, where that is bright.
INLINE lanes_rgb whiten(lanes_rgb toned, lanes_f most) {
  const lanes_f start = 0.8f;
  lanes_i bright = most > start;
  if (__builtin_reduce_or(bright) == 0) return toned;
  lanes_f share = whiteness(most);
  lanes_f white = at_least(at_least(toned.r, toned.g), toned.b);
  return (lanes_rgb){
    toned.r + share * (white - toned.r), toned.g + share * (white - toned.g),
    toned.b + share * (white - toned.b)};
}

// The smallest component y and the largest x go through f = P/Q; the middle one keeps its relative
// place: out = f(y) + (in − y)·k with k = (f(x) − f(y)) / (x − y). For this f the quotient is a
// polynomial over Q(x)·Q(y), ((ad − bc)·xy + a·(x + y) + b), so grey needs no guard and nothing
// cancels. If x lies beyond `white`, f(x) = 1 and k = (Q(y) − P(y)) / (Q(y)·(x − y)). Either way
// one division serves f(y) and k.
INLINE lanes_rgb apply_tone(lanes_rgb p, const bromide_tone *t, int whitened) {
  const lanes_f zero = 0.0f, one = 1.0f, limit = 1e6f, tiny = 1e-12f;
  p.r = at_most(at_least(p.r, zero), limit);
  p.g = at_most(at_least(p.g, zero), limit);
  p.b = at_most(at_least(p.b, zero), limit);
  lanes_f x = at_least(at_least(p.r, p.g), p.b);
  lanes_f y = at_most(at_most(p.r, p.g), p.b);
  lanes_f numerator = (t->a * y + t->b) * y;
  lanes_f qx = (t->c * x + t->d) * x + one;
  lanes_f qy = (t->c * y + t->d) * y + one;
  lanes_f k = (t->a * t->d - t->b * t->c) * (x * y) + t->a * (x + y) + t->b;
  lanes_i beyond = x > t->white;
  lanes_f factor = beyond ? at_least(x - y, tiny) : qx;
  k = beyond ? qy - numerator : k;
  lanes_f inverse = one / (qy * factor);
  lanes_f base = numerator * factor * inverse;
  k = k * inverse;
  lanes_rgb toned = {
    at_most(base + (p.r - y) * k, one),
    at_most(base + (p.g - y) * k, one),
    at_most(base + (p.b - y) * k, one),
  };
  return whitened ? whiten(toned, x) : toned;
}

// One combination of steps, chosen once a row, with constants that no store can change.
INLINE void color_pixels(
  const float *given_matrix, const bromide_tone *given_tone, int mapped, int toned, int whitened,
  float *red, float *green, float *blue, size_t count) {
  float matrix[9];
  bromide_tone tone;
  for (int i = 0; i < 9 && mapped; i++) matrix[i] = given_matrix[i];
  if (toned) tone = *given_tone;
  for (size_t x = 0; x < count; x += LANES) {
    lanes_rgb p = {load(red + x), load(green + x), load(blue + x)};
    if (mapped) p = apply_matrix(p, matrix);
    if (toned) p = apply_tone(p, &tone, whitened);
    store(red + x, p.r);
    store(green + x, p.g);
    store(blue + x, p.b);
  }
}

void NAME(color_row)(
  const float *matrix, const bromide_tone *tone, float *red, float *green, float *blue,
  size_t count) {
#define COLOR(mapped, toned, whitened) \
  color_pixels(matrix, tone, mapped, toned, whitened, red, green, blue, count)
  if (!tone) {
    if (matrix) COLOR(1, 0, 0);
  } else if (tone->whitens) {
    if (matrix) COLOR(1, 1, 1);
    else COLOR(0, 1, 1);
  } else {
    if (matrix) COLOR(1, 1, 0);
    else COLOR(0, 1, 0);
  }
#undef COLOR
}

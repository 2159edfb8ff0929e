// Matrix and tone curve: the colour steps on LANES pixels in registers. Rounding is equal on every
// instruction set: no contraction, and a true division.
#pragma clang fp contract(off)

INLINE lanes_rgb apply_matrix(lanes_rgb p, const float *m) {
  return (lanes_rgb){
    m[0] * p.r + m[1] * p.g + m[2] * p.b,
    m[3] * p.r + m[4] * p.g + m[5] * p.b,
    m[6] * p.r + m[7] * p.g + m[8] * p.b,
  };
}

// The smallest component y and the largest x go through f = P/Q; the middle one keeps its relative
// place: out = f(y) + (in − y)·k with k = (f(x) − f(y)) / (x − y). For this f the quotient is a
// polynomial over Q(x)·Q(y), ((ad − bc)·xy + a·(x + y) + b), so grey needs no guard and nothing
// cancels. If x lies beyond `white`, f(x) = 1 and k = (Q(y) − P(y)) / (Q(y)·(x − y)). Either way
// one division serves f(y) and k.
INLINE lanes_rgb apply_tone(lanes_rgb p, const bromide_tone *t) {
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
  return (lanes_rgb){
    at_most(base + (p.r - y) * k, one),
    at_most(base + (p.g - y) * k, one),
    at_most(base + (p.b - y) * k, one),
  };
}

// One combination of steps, chosen once a row, with constants that no store can change.
INLINE void color_pixels(
  const float *given_matrix, const bromide_tone *given_tone, int mapped, int toned, float *red,
  float *green, float *blue, size_t count) {
  float matrix[9];
  bromide_tone tone;
  for (int i = 0; i < 9 && mapped; i++) matrix[i] = given_matrix[i];
  if (toned) tone = *given_tone;
  for (size_t x = 0; x < count; x += LANES) {
    lanes_rgb p = {load(red + x), load(green + x), load(blue + x)};
    if (mapped) p = apply_matrix(p, matrix);
    if (toned) p = apply_tone(p, &tone);
    store(red + x, p.r);
    store(green + x, p.g);
    store(blue + x, p.b);
  }
}

void NAME(color_row)(
  const float *matrix, const bromide_tone *tone, float *red, float *green, float *blue,
  size_t count) {
  if (matrix && tone) color_pixels(matrix, tone, 1, 1, red, green, blue, count);
  else if (matrix) color_pixels(matrix, NULL, 1, 0, red, green, blue, count);
  else if (tone) color_pixels(NULL, tone, 0, 1, red, green, blue, count);
}

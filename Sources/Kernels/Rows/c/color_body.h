// Matrix, tone curve and path to white: the colour steps on LANES pixels in registers. Rounding is equal on every
// instruction set: no contraction, and a true division.
#pragma clang fp contract(off)

#include "power_body.h"

INLINE lanes_rgb apply_matrix(lanes_rgb p, const float *m) {
  return (lanes_rgb){
    m[0] * p.r + m[1] * p.g + m[2] * p.b,
    m[3] * p.r + m[4] * p.g + m[5] * p.b,
    m[6] * p.r + m[7] * p.g + m[8] * p.b,
  };
}

// The component between the largest and the smallest one.
INLINE lanes_f middle_of(lanes_rgb p) {
  return at_least(at_most(p.r, p.g), at_most(at_least(p.r, p.g), p.b));
}

// The path to white for light p after the curve. `most` and `least` are its largest and smallest
// components, and `own` is the curve's value for the middle component. PathToWhite.swift has the
// formulas.
INLINE lanes_rgb whiten(
  lanes_rgb p, lanes_rgb toned, lanes_f most, lanes_f least, lanes_f own, const float *weights) {
  const lanes_f start = 0.5f, one = 1.0f;
  // 0 up to one half.
  lanes_f share = 0.5f * eased((stops_of(at_least(most, start)) + 1.0f) * 0.5f);
  toned.r = ((p.r < most) & (p.r > least)) ? toned.r + share * (own - toned.r) : toned.r;
  toned.g = ((p.g < most) & (p.g > least)) ? toned.g + share * (own - toned.g) : toned.g;
  toned.b = ((p.b < most) & (p.b > least)) ? toned.b + share * (own - toned.b) : toned.b;
  lanes_f light = weights[0] * p.r + weights[1] * p.g + weights[2] * p.b;
  lanes_i bright = light > one;
  if (__builtin_reduce_or(bright) == 0) return toned;
  lanes_f way = eased(stops_of(at_least(light, one)) * (1 / 3.0f));
  lanes_f white = at_least(at_least(toned.r, toned.g), toned.b);
  return (lanes_rgb){
    toned.r + way * (white - toned.r), toned.g + way * (white - toned.g),
    toned.b + way * (white - toned.b)};
}

// Returns whether the path to white changes a pixel. `most` has the pixels' largest components.
INLINE int reaches_path(lanes_f most) {
  const lanes_f start = 0.5f;
  lanes_i beyond = most > start;
  return __builtin_reduce_or(beyond) != 0;
}

// The curve's value.
INLINE lanes_f tone_value(const bromide_tone *t, lanes_f v) {
  const lanes_f one = 1.0f;
  lanes_f value = (t->a * v + t->b) * v / ((t->c * v + t->d) * v + one);
  return v > t->white ? one : at_most(value, one);
}

// Maps the smallest component y and the largest x through f = P/Q. The middle one keeps its
// relative position: out = f(y) + (in − y)·k with k = (f(x) − f(y)) / (x − y).
//
// For this f the quotient is a polynomial over Q(x)·Q(y), ((ad − bc)·xy + a·(x + y) + b). So grey
// is not a special case, and the formula does not subtract close numbers. If x is beyond `white`,
// f(x) = 1 and k = (Q(y) − P(y)) / (Q(y)·(x − y)). In both cases, one division gives f(y) and k.
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
  if (!whitened || !reaches_path(x)) return toned;
  return whiten(p, toned, x, y, tone_value(t, middle_of(p)), t->weights);
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

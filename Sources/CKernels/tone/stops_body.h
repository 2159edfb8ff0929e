// Logarithms to base 2 of LANES floats. Rounding is equal on every instruction set: no
// contraction, and a true division.
#pragma clang fp contract(off)

#include "../rows/power_body.h"

// log2 of a normal positive number: its exponent, and for the rest m, within √½…√2, the series of
// the inverse hyperbolic tangent of t = (m − 1)/(m + 1), whose next term is below 4e-8.
INLINE lanes_f stops_of(lanes_f light) {
  const lanes_i root = 0x3f3504f3;
  lanes_i bits = __builtin_bit_cast(lanes_i, light);
  lanes_i exponent = (bits - root) >> 23;
  lanes_f m = __builtin_bit_cast(lanes_f, bits - (exponent << 23));
  lanes_f t = (m - 1.0f) / (m + 1.0f);
  lanes_f square = t * t;
  // 2/ln 2 over 7, 5, 3 and 1.
  lanes_f sum = square * 0.41219858f + 0.57707802f;
  sum = sum * square + 0.96179669f;
  sum = sum * square + 2.88539008f;
  return __builtin_convertvector(exponent, lanes_f) + sum * t;
}

// 0 below 0, 1 above 1, 3t² − 2t³ between.
INLINE lanes_f eased(lanes_f t) {
  const lanes_f zero = 0.0f, one = 1.0f;
  t = at_most(at_least(t, zero), one);
  return t * t * (3.0f - 2.0f * t);
}

// log2 of the weighted sum of the positive components, which is at least `least`.
INLINE lanes_f brightness(lanes_rgb p, const float *weights, float least) {
  const lanes_f zero = 0.0f;
  lanes_f sum = weights[0] * at_least(p.r, zero) + weights[1] * at_least(p.g, zero)
    + weights[2] * at_least(p.b, zero);
  return stops_of(at_least(sum, (lanes_f)least));
}

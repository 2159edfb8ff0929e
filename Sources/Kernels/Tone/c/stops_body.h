// Logarithms to base 2 of LANES floats. Rounding is equal on every instruction set: no
// contraction, and a true division.
#pragma clang fp contract(off)

#include "../../Rows/c/power_body.h"

// log2 of the weighted sum of the positive components, at least `least`.
INLINE lanes_f brightness(lanes_rgb p, const float *weights, float least) {
  const lanes_f zero = 0.0f;
  lanes_f sum = weights[0] * at_least(p.r, zero) + weights[1] * at_least(p.g, zero)
    + weights[2] * at_least(p.b, zero);
  return stops_of(at_least(sum, (lanes_f)least));
}

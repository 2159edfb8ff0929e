// Powers and logarithms of LANES floats. Whether multiplications and additions may be fused is the including
// file's choice.

// 2ˣ for |x| up to 126. The integer part becomes the exponent. The rest, within ±½, enters a series
// with a seventh term below 1.2e-7.
INLINE lanes_f exp2_within(lanes_f x) {
  // Adding and subtracting 1.5 · 2²³ rounds to the nearest integer. SSE2 lacks an instruction for
  // this.
  const lanes_f rounder = 12582912.0f;
  lanes_f shifted = x + rounder;
  lanes_f t = (x - (shifted - rounder)) * 0.6931471805599453f;
  lanes_f sum = t * (1 / 720.0f) + 1 / 120.0f;
  sum = sum * t + 1 / 24.0f;
  sum = sum * t + 1 / 6.0f;
  sum = sum * t + 0.5f;
  sum = sum * t + 1.0f;
  sum = sum * t + 1.0f;
  // The integer is in the lowest bits of the shifted value. The shift discards the bits above.
  lanes_i scale = (__builtin_bit_cast(lanes_i, shifted) + 127) << 23;
  return sum * __builtin_bit_cast(lanes_f, scale);
}

// 2ˣ, with x limited to ±126.
INLINE lanes_f exp2_of(lanes_f x) {
  const lanes_f limit = 126.0f;
  return exp2_within(at_most(at_least(x, -limit), limit));
}

// log2 of a normal positive number: its exponent, plus a series for the rest m, within √½…√2. It is
// the series of the inverse hyperbolic tangent of t = (m − 1)/(m + 1). Its next term is below 4e-8.
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

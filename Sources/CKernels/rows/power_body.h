// Powers of LANES floats. Whether multiplications and additions may be fused is the including file's
// choice.

// 2ˣ for |x| up to 126: the whole part goes into the exponent, and the rest, within ±½, into its
// series, whose seventh term is below 1.2e-7.
INLINE lanes_f exp2_within(lanes_f x) {
  // Adding and subtracting 1.5 · 2²³ rounds to the nearest whole number, for which SSE2 has no
  // instruction.
  const lanes_f rounder = 12582912.0f;
  lanes_f shifted = x + rounder;
  lanes_f t = (x - (shifted - rounder)) * 0.6931471805599453f;
  lanes_f sum = t * (1 / 720.0f) + 1 / 120.0f;
  sum = sum * t + 1 / 24.0f;
  sum = sum * t + 1 / 6.0f;
  sum = sum * t + 0.5f;
  sum = sum * t + 1.0f;
  sum = sum * t + 1.0f;
  // The whole number is in the lowest bits of the shifted one; the bits above fall off.
  lanes_i scale = (__builtin_bit_cast(lanes_i, shifted) + 127) << 23;
  return sum * __builtin_bit_cast(lanes_f, scale);
}

// 2ˣ, with x limited to ±126.
INLINE lanes_f exp2_of(lanes_f x) {
  const lanes_f limit = 126.0f;
  return exp2_within(at_most(at_least(x, -limit), limit));
}

// The discrete cosine transform and quantisation of GROUP adjacent blocks, in 16-bit words. A
// 128-bit lane contains a row of a block.
//
// The algorithm comes from Loeffler, Ligtenberg and Moschytz (ICASSP 1989). It uses the constants
// of libjpeg's jfdctint.c, in units of 2⁻¹³, and its two roundings. Each odd output is a sum of
// four products, which is exact in 32 bits.

/// Words that alternate between two factors.
INLINE words pair(int first, int second) { return set_pair((int)((unsigned)second << 16 | ((unsigned)first & 0xFFFF))); }

/// (a · x + b · y + half) >> shift, of words.
INLINE words rotate(words x, words y, words factors, int shift) {
  const words half = set_pair(1 << (shift - 1));
  return pack(
    shift_right(add32(multiply_pairs(low(x, y), factors), half), shift),
    shift_right(add32(multiply_pairs(high(x, y), factors), half), shift));
}

/// The same of four words.
INLINE words rotate_both(words x, words y, words first, words z, words w, words second, int shift) {
  const words half = set_pair(1 << (shift - 1));
  const words a = add32(multiply_pairs(low(x, y), first), multiply_pairs(low(z, w), second));
  const words b = add32(multiply_pairs(high(x, y), first), multiply_pairs(high(z, w), second));
  return pack(shift_right(add32(a, half), shift), shift_right(add32(b, half), shift));
}

/// One dimension of the transform. The first pass makes values four times as large, and the second
/// reverses this.
INLINE void transform(words v[8], int is_second) {
  const int shift = is_second ? 15 : 11;
  const words sum0 = add16(v[0], v[7]), sum1 = add16(v[1], v[6]);
  const words sum2 = add16(v[2], v[5]), sum3 = add16(v[3], v[4]);
  const words t7 = subtract16(v[0], v[7]), t6 = subtract16(v[1], v[6]);
  const words t5 = subtract16(v[2], v[5]), t4 = subtract16(v[3], v[4]);
  const words outer = add16(sum0, sum3), inner = add16(sum1, sum2);
  const words far = subtract16(sum0, sum3), near = subtract16(sum1, sum2);
  if (is_second) {
    const words two = set16(2);
    v[0] = shift_words_right(add16(add16(outer, inner), two), 2);
    v[4] = shift_words_right(add16(subtract16(outer, inner), two), 2);
  } else {
    v[0] = shift_words_left(add16(outer, inner), 2);
    v[4] = shift_words_left(subtract16(outer, inner), 2);
  }
  v[2] = rotate(far, near, pair(4433 + 6270, 4433), shift);
  v[6] = rotate(far, near, pair(4433, 4433 - 15137), shift);
  // Combines t4, t7 and t5, t6, with z = 9633 − 16069 and z' = 9633 − 3196 for their shared sums.
  v[7] = rotate_both(
    t4, t7, pair(2446 - 7373 + 9633 - 16069, 9633 - 7373), t5, t6, pair(9633, 9633 - 16069), shift);
  v[5] = rotate_both(
    t4, t7, pair(9633, 9633 - 3196), t5, t6, pair(16819 - 20995 + 9633 - 3196, 9633 - 20995), shift);
  v[3] = rotate_both(
    t4, t7, pair(9633 - 16069, 9633), t5, t6, pair(9633 - 20995, 25172 - 20995 + 9633 - 16069), shift);
  v[1] = rotate_both(
    t4, t7, pair(9633 - 7373, 12299 - 7373 + 9633 - 3196), t5, t6, pair(9633 - 3196, 9633), shift);
}

/// Exchanges rows and columns of every block.
INLINE void transpose(words v[8]) {
  words a[8], b[8];
  for (int i = 0; i < 4; i++) {
    a[2 * i] = low(v[2 * i], v[2 * i + 1]);
    a[2 * i + 1] = high(v[2 * i], v[2 * i + 1]);
  }
  for (int i = 0; i < 2; i++) {
    b[4 * i] = low32(a[4 * i], a[4 * i + 2]);
    b[4 * i + 1] = high32(a[4 * i], a[4 * i + 2]);
    b[4 * i + 2] = low32(a[4 * i + 1], a[4 * i + 3]);
    b[4 * i + 3] = high32(a[4 * i + 1], a[4 * i + 3]);
  }
  for (int i = 0; i < 4; i++) {
    v[2 * i] = low64(b[i], b[i + 4]);
    v[2 * i + 1] = high64(b[i], b[i + 4]);
  }
}

/// Transforms and quantises the blocks whose samples, minus 128, begin at `samples`. The result is
/// in zigzag order. `masks` has a bit for every coefficient that is not 0.
INLINE void code_blocks(
  const int16_t *samples, ptrdiff_t stride, const bromide_jpeg_divisors *divisors, int16_t *blocks,
  uint64_t *masks) {
  words v[8];
  for (int y = 0; y < 8; y++) v[y] = load(samples + y * stride);
  transpose(v);
  transform(v, 0);
  transpose(v);
  transform(v, 1);
  for (int y = 0; y < 8; y++) {
    const words half = load_row(divisors->half + 8 * y), factor = load_row(divisors->factor + 8 * y);
    const words scale = load_row(divisors->scale + 8 * y);
    const words quotient =
      multiply_high(multiply_high(add16(absolute(v[y]), half), factor), scale);
    v[y] = with_sign(quotient, v[y]);
  }
  store_zigzag(v, blocks, masks);
}

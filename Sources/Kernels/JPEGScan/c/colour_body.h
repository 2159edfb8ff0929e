// RGB rows to planes of luma and chroma minus 128, as libjpeg converts them: BT.601 factors in units of 2⁻¹⁶, chroma
// rounded down from one half.

/// Luma and chroma of WORDS pixels, minus 128.
typedef struct {
  words y, cb, cr;
} colours;

/// Luma for half a vector of pixels, in 32 bits. Red and green, and blue and green, are in pairs.
INLINE words luma32(words red_green, words blue_green) {
  const words sum = add32(
    multiply_pairs(red_green, pair(19595, 19235)), multiply_pairs(blue_green, pair(7471, 19235)));
  return shift_right(add32(sum, set_pair(32768 - (128 << 16))), 16);
}

/// Chroma for half a vector of pixels. The factor of one half does not fit in 16 bits, but its
/// negative does.
INLINE words chroma32(words red_green, words first, words blue_green, words second) {
  const words sum =
    add32(multiply_pairs(red_green, first), multiply_pairs(blue_green, second));
  return shift_right(subtract32(set_pair(32767), sum), 16);
}

INLINE colours colours_of(const uint8_t *rgb) {
  words red_green[2], blue_green[2];
  load_pairs(rgb, red_green, blue_green);
  const words blue_rg = pair(11059, 21709), blue_b = pair(-32768, 0);
  const words red_rg = pair(-32768, 27439), red_b = pair(5329, 0);
  return (colours){
    pack(luma32(red_green[0], blue_green[0]), luma32(red_green[1], blue_green[1])),
    pack(
      chroma32(red_green[0], blue_rg, blue_green[0], blue_b),
      chroma32(red_green[1], blue_rg, blue_green[1], blue_b)),
    pack(
      chroma32(red_green[0], red_rg, blue_green[0], red_b),
      chroma32(red_green[1], red_rg, blue_green[1], red_b))};
}

/// The rounded means of pairs in two vectors of sums. `bias` alternates from sample to sample,
/// which avoids rounding in one direction only.
INLINE words means_of_pairs(words a, words b, words bias, int shift) {
  const words ones = set16(1);
  return in_order(pack(
    shift_right(add32(multiply_pairs(a, ones), bias), shift),
    shift_right(add32(multiply_pairs(b, ones), bias), shift)));
}

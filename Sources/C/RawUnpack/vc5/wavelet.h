// The wavelet in 16 bits, for values up to `kMostNarrowLow` and `kMostNarrowHigh`, but not for the
// ends of bands.
//
// Vertically, all intermediate values fit: 16381 + 4095 + 12000 < 32768. Horizontally, the low half
// is at most 16238, and the sum can exceed 16 bits. It is saturated, then clamped to less. So the
// results equal 32 bits.

enum { NAME(kLanes) = VECTOR / sizeof(int16_t) };
typedef int16_t NAME(vector) __attribute__((vector_size(VECTOR)));

INLINE NAME(vector) NAME(load)(const void *from) {
  NAME(vector) vector;
  memcpy(&vector, from, sizeof vector);
  return vector;
}

/// Returns the step from a position's neighbours.
INLINE NAME(vector) NAME(slope)(NAME(vector) one, NAME(vector) other) { return (one - other + 4) >> 3; }

/// Writes up to a vector more than a row.
void NAME(vc5_down)(const struct vc5_rows *rows, uint32_t width, int16_t *even, int16_t *odd) {
  for (uint32_t x = 0; x < width; x += NAME(kLanes)) {
    const NAME(vector) before = NAME(load)(rows->before + x), low = NAME(load)(rows->low + x);
    const NAME(vector) after = NAME(load)(rows->after + x), high = NAME(load)(rows->high + x);
    const NAME(vector) first = (low + NAME(slope)(before, after) + high) >> 1;
    const NAME(vector) second = (low + NAME(slope)(after, before) - high) >> 1;
    memcpy(even + x, &first, sizeof first);
    memcpy(odd + x, &second, sizeof second);
  }
}

/// Joins positions that start at `x`. They must not be ends.
INLINE void NAME(across)(const int16_t *low, const int16_t *high, uint32_t x, const bool is_last, void *out) {
  const NAME(vector) before = NAME(load)(low + x - 1), middle = NAME(load)(low + x);
  const NAME(vector) after = NAME(load)(low + x + 1), difference = NAME(load)(high + x);
  NAME(vector) even = __builtin_elementwise_add_sat(middle + NAME(slope)(before, after), difference);
  NAME(vector) odd = __builtin_elementwise_sub_sat(middle + NAME(slope)(after, before), difference);
  if (is_last) {
    const NAME(vector) zeros = {0};
    even = __builtin_elementwise_max(even, zeros) >> 1;
    odd = __builtin_elementwise_max(odd, zeros) >> 1;
  } else {
    even = __builtin_elementwise_add_sat(even, even);
    odd = __builtin_elementwise_add_sat(odd, odd);
  }
  const NAME(vector) first = INTERLEAVED_LOW(even, odd), second = INTERLEAVED_HIGH(even, odd);
  memcpy((int16_t *)out + 2 * x, &first, sizeof first);
  memcpy((int16_t *)out + 2 * x + NAME(kLanes), &second, sizeof second);
}

/// Joins all positions except the ends. The last ones are computed again. Returns n if the caller
/// must still join positions 0 ..< n.
INLINE uint32_t NAME(across_middle)(
    const int16_t *low, const int16_t *high, uint32_t width, const bool is_last, void *out) {
  const uint32_t end = width - 1, lanes = NAME(kLanes);
  if (end < 1 + lanes) return end;
  for (uint32_t x = 1; x + lanes <= end; x += lanes) NAME(across)(low, high, x, is_last, out);
  NAME(across)(low, high, end - lanes, is_last, out);
  return 1;
}

void NAME(vc5_across)(const int16_t *low, const int16_t *high, uint32_t width, int16_t *out, uint32_t count) {
  const uint32_t left = NAME(across_middle)(low, high, width, false, out);
  vc5_across_plain(low, high, 0, left, width, out, count);
  vc5_across_plain(low, high, width - 1, width, width, out, count);
}

void NAME(vc5_finish)(const int16_t *low, const int16_t *high, uint32_t width, uint16_t *out, uint32_t count) {
  const uint32_t left = NAME(across_middle)(low, high, width, true, out);
  vc5_finish_plain(low, high, 0, left, width, out, count);
  vc5_finish_plain(low, high, width - 1, width, width, out, count);
}

/// Returns whether a row has a value that does not fit in 16 bits.
bool NAME(vc5_is_wide)(const int16_t *row, uint32_t width) {
  uint32_t x = 0;
  NAME(vector) least = {0}, most = {0};
  for (; x + NAME(kLanes) <= width; x += NAME(kLanes)) {
    const NAME(vector) values = NAME(load)(row + x);
    least = __builtin_elementwise_min(least, values);
    most = __builtin_elementwise_max(most, values);
  }
  int16_t low = __builtin_reduce_min(least), high = __builtin_reduce_max(most);
  for (; x < width; x++) {
    low = row[x] < low ? row[x] : low;
    high = row[x] > high ? row[x] : high;
  }
  return low < -kMostNarrowLow || high > kMostNarrowLow;
}

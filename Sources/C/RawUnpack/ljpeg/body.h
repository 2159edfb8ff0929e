// The loops of lossless JPEG for one instruction set. The including file defines NAME and VECTOR
// (bytes).
#pragma clang fp contract(off)

typedef uint32_t words __attribute__((vector_size(VECTOR)));
typedef uint64_t longs __attribute__((vector_size(VECTOR)));
typedef int32_t integers __attribute__((vector_size(VECTOR)));
typedef uint16_t halves __attribute__((vector_size(VECTOR / 2)));
typedef uint16_t samples8 __attribute__((vector_size(16)));

INLINE uint64_t load_window(const uint8_t *bytes, uint64_t position) {
  uint64_t value;
  memcpy(&value, bytes + (position >> 3), sizeof value);
  return __builtin_bswap64(value) << (position & 7);
}

/// Reads and stores two symbols of a lane. They fit the 57 bits of a window unless one has a long
/// code. Returns their entries.
INLINE uint32_t read_pair(
    struct ljpeg_lanes *lanes, const int lane, const int reading, uint64_t position, size_t pair) {
  const struct ljpeg_code *const codes =
      lanes->codes[reading & LJPEG_SHARED ? 0 : lane] + (reading & LJPEG_FOUR_CODES ? 2 * (pair & 1) : 0);
  const int second = reading & LJPEG_TWO_CODES ? 1 : 0;
  uint64_t window = load_window(lanes->bytes, position);
  uint32_t a = codes[0].entries[window >> (64 - kTableBits)];
  uint64_t rest = window << (a & 63);
  uint32_t b = codes[second].entries[rest >> (64 - kTableBits)];
  if (reading & LJPEG_LONG && __builtin_expect(!a | !b, 0)) {
    if (!a) a = ljpeg_long_entry(&codes[0], window);
    rest = load_window(lanes->bytes, position + (a & 63));
    b = codes[second].entries[rest >> (64 - kTableBits)];
    if (!b) b = ljpeg_long_entry(&codes[second], rest);
    // Store the second symbol as if it had been in the window of the first. A difference needs
    // 32 bits of it.
    window = (window & ~(UINT64_MAX >> (a & 63))) | rest >> (a & 63);
  }
  lanes->windows[lane][pair] = window;
  lanes->entries[lane][2 * pair] = (ljpeg_entry)a;
  lanes->entries[lane][2 * pair + 1] = (ljpeg_entry)b;
  return a + b;
}

INLINE void symbols_of(
    struct ljpeg_lanes *lanes, const int count_of_lanes, const int reading, const size_t count) {
  uint64_t positions[kLanes];
  for (int k = 0; k < count_of_lanes; k++) positions[k] = lanes->positions[k];
  for (size_t pair = 0; pair < count / 2; pair++)
#pragma clang loop unroll(full)
    for (int k = 0; k < count_of_lanes; k++)
      // Each is below 32, so their sum fits the lowest 6 bits of the entries' sum.
      positions[k] += read_pair(lanes, k, reading, positions[k], pair) & 63;
  for (int k = 0; k < count_of_lanes; k++) {
    if (count & 1) {
      read_pair(lanes, k, reading, positions[k], count / 2);
      positions[k] += lanes->entries[k][count - 1] & 63;
      // Read, but not part of the block.
      lanes->entries[k][count] = 1;
    }
    lanes->positions[k] = positions[k];
  }
}

#define READ(lanes_count, reading) \
  case reading: symbols_of(lanes, lanes_count, reading, count); break;
#define READ_ALL(lanes_count) \
  switch (reading) { \
    READ(lanes_count, 0) \
    READ(lanes_count, LJPEG_TWO_CODES) \
    READ(lanes_count, LJPEG_SHARED) \
    READ(lanes_count, LJPEG_SHARED | LJPEG_TWO_CODES) \
    READ(lanes_count, LJPEG_LONG) \
    READ(lanes_count, LJPEG_LONG | LJPEG_TWO_CODES) \
    READ(lanes_count, LJPEG_LONG | LJPEG_SHARED) \
    READ(lanes_count, LJPEG_LONG | LJPEG_SHARED | LJPEG_TWO_CODES) \
    READ(lanes_count, LJPEG_FOUR_CODES | LJPEG_TWO_CODES) \
    READ(lanes_count, LJPEG_FOUR_CODES | LJPEG_TWO_CODES | LJPEG_LONG) \
  }

void NAME(ljpeg_symbols)(struct ljpeg_lanes *lanes, bool all, int reading, size_t count) {
  if (all) {
    READ_ALL(kLanes)
  } else {
    READ_ALL(1)
  }
}

bool NAME(ljpeg_differences)(
    const uint64_t *windows, const ljpeg_entry *entries, size_t count, uint16_t *out) {
  const size_t lanes = VECTOR / 4;
  words bad = {0};
  for (size_t i = 0; i < count; i += lanes) {
    longs pairs;
    halves narrow;
    memcpy(&pairs, windows + i / 2, sizeof pairs);
    memcpy(&narrow, entries + i, sizeof narrow);
    const words entry = __builtin_convertvector(narrow, words);
    const words length = entry >> 6 & 31, total = entry & 63, size = total - length;
    // The first symbol of each pair is in the upper half of its window. The second one follows it.
    const longs upper = (longs){0} + 0xffffffff00000000;
    words window = (words)(pairs >> 32 | (pairs << ((longs)total & 63) & upper));
    window <<= length & 31;
    // Two shifts, because a shift by 32 is undefined.
    const words magnitude = window >> 1 >> (31 - size & 31);
    const words is_positive = (words)((integers)window >> 31);
    const words missing = ~is_positive & ~(~(words){0} << (size & 31));
    bad |= entry;
    narrow = __builtin_convertvector((magnitude - missing) | (entry & 0x8000), halves);
    memcpy(out + i, &narrow, sizeof narrow);
  }
  return (__builtin_reduce_or(bad) & kMark) == 0;
}

/// Predicts from the left (1), for 1, 2 or 4 components: sums within a vector, plus the sum before
/// it.
INLINE uint32_t row_from_left(
    const uint16_t *differences, size_t count, const uint32_t components, const uint16_t *first,
    uint16_t *out) {
  const samples8 zero = {0};
  samples8 carry, all = {0};
  for (int k = 0; k < 8; k++) carry[k] = first[(unsigned)k % components];
  for (size_t i = 0; i < count; i += 8) {
    samples8 v;
    memcpy(&v, differences + i, sizeof v);
    if (components == 1) v += __builtin_shufflevector(zero, v, 0, 8, 9, 10, 11, 12, 13, 14);
    if (components <= 2) v += __builtin_shufflevector(zero, v, 0, 1, 8, 9, 10, 11, 12, 13);
    v += __builtin_shufflevector(zero, v, 0, 1, 2, 3, 8, 9, 10, 11);
    v += carry;
    memcpy(out + i, &v, sizeof v);
    // Differences after the end are meaningless, and must not affect the last vector's result.
    if (count - i < 8)
      for (size_t k = count - i; k < 8; k++) v[k] = 0;
    all |= v;
    carry = components == 1   ? __builtin_shufflevector(v, v, 7, 7, 7, 7, 7, 7, 7, 7)
            : components == 2 ? __builtin_shufflevector(v, v, 6, 7, 6, 7, 6, 7, 6, 7)
                              : __builtin_shufflevector(v, v, 4, 5, 6, 7, 4, 5, 6, 7);
  }
  return __builtin_reduce_or(all);
}

/// Decodes with any predictor and number of components, sample by sample (T.81 table H.1).
INLINE uint32_t row_plain(
    const uint16_t *differences, size_t count, const uint32_t components, const uint32_t predictor,
    const uint16_t *above, const uint16_t *first, uint16_t *out) {
  uint32_t all = 0;
  for (size_t i = 0; i < components && i < count; i++) all |= out[i] = (uint16_t)(first[i] + differences[i]);
  for (size_t i = components; i < count; i++) {
    const int a = out[i - components], b = above[i], c = above[i - components];
    int predicted;
    switch (predictor) {
    case 1: predicted = a; break;
    case 2: predicted = b; break;
    case 3: predicted = c; break;
    case 4: predicted = a + b - c; break;
    case 5: predicted = a + ((b - c) >> 1); break;
    case 6: predicted = b + ((a - c) >> 1); break;
    default: predicted = (a + b) >> 1; break;
    }
    all |= out[i] = (uint16_t)(predicted + differences[i]);
  }
  return all;
}

uint32_t NAME(ljpeg_row)(
    const uint16_t *differences, size_t count, uint32_t components, uint32_t predictor,
    const uint16_t *above, const uint16_t *first, uint16_t *out) {
  if (!above) predictor = 1;
  if (predictor == 1) {
    switch (components) {
    case 1: return row_from_left(differences, count, 1, first, out);
    case 2: return row_from_left(differences, count, 2, first, out);
    case 4: return row_from_left(differences, count, 4, first, out);
    default: return row_plain(differences, count, components, 1, out, first, out);
    }
  }
  switch (predictor) {
  case 2: return row_plain(differences, count, components, 2, above, first, out);
  case 3: return row_plain(differences, count, components, 3, above, first, out);
  case 4: return row_plain(differences, count, components, 4, above, first, out);
  case 5: return row_plain(differences, count, components, 5, above, first, out);
  case 6: return row_plain(differences, count, components, 6, above, first, out);
  default: return row_plain(differences, count, components, 7, above, first, out);
  }
}

/// Computes the sums of a complete vector's lanes by component.
INLINE void sums_of(const uint16_t *values, size_t count, const uint32_t components, uint16_t *sums) {
  samples8 all = {0};
  size_t i = 0;
  for (; i + 8 <= count; i += 8) {
    samples8 v;
    memcpy(&v, values + i, sizeof v);
    all += v;
  }
  for (size_t k = 0; k < 8; k++) sums[k % components] += all[k];
  for (; i < count; i++) sums[i % components] += values[i];
}

void NAME(ljpeg_sums)(const uint16_t *values, size_t count, uint32_t components, uint16_t *sums) {
  switch (components) {
  case 1: sums_of(values, count, 1, sums); break;
  case 2: sums_of(values, count, 2, sums); break;
  case 4: sums_of(values, count, 4, sums); break;
  default:
    for (size_t i = 0; i < count; i++) sums[i % components] += values[i];
  }
}

// Rows of stripes for one instruction set. The including file defines NAME.

INLINE uint64_t load_window(const uint8_t *bytes, uint64_t position) {
  uint64_t value;
  memcpy(&value, bytes + (position >> 3), sizeof value);
  return __builtin_bswap64(value) << (position & 7);
}

/// Reads the next difference: up to 31 of the 57 bits in a window.
INLINE int32_t read_difference(
    const uint8_t *bytes, uint64_t *position, const struct stripe_codes *codes, bool *is_regular) {
  const uint64_t window = load_window(bytes, *position);
  uint32_t entry = codes->short_ones[window >> (64 - kShort)];
  if (__builtin_expect(entry == kUnknown, 0)) {
    entry = codes->long_ones[window >> (64 - kLong)];
    if (entry == kUnknown) {
      *is_regular = false;
      return 0;
    }
  }
  const uint32_t length = entry & 255, bits = entry >> 8;
  const uint64_t rest = window << length;
  *position += length + bits;
  const int32_t value = (int32_t)(rest >> 1 >> (63 - bits));
  // Differences that begin with 0 are negative.
  const int32_t is_positive = (int32_t)((int64_t)rest >> 63);
  return value - (((1 << bits) - 1) & ~is_positive);
}

INLINE int32_t clamp(int32_t value, int32_t limit) { return value < 0 ? 0 : value > limit ? limit : value; }

INLINE bool read_rows(
    struct stripe *const *given, const unsigned count, uint32_t first, uint32_t end,
    const struct stripe_codes *codes, const bromide_raw_job *job, int32_t limit, int32_t (*cells)[4]) {
  const uint8_t *bytes[kStripeLanes];
  uint64_t positions[kStripeLanes];
  uint16_t *rows[kStripeLanes];
  bool is_regular = true;
  for (unsigned k = 0; k < count; k++) {
    bytes[k] = given[k]->bytes;
    positions[k] = given[k]->position;
    rows[k] = job->samples + given[k]->row * job->stride + given[k]->left;
  }
  for (uint32_t x = first; x < end; x += 2)
#pragma clang loop unroll(full)
    for (int i = 0; i < 4; i++)
#pragma clang loop unroll(full)
      for (unsigned k = 0; k < count; k++) {
        // Down, then to the right.
        const int32_t difference = read_difference(bytes[k], &positions[k], codes, &is_regular);
        const int32_t value = clamp(cells[k][i] + difference, limit);
        cells[k][i] = value;
        rows[k][(i & 1) * job->stride + x + (uint32_t)(i >> 1)] = (uint16_t)value;
      }
  for (unsigned k = 0; k < count; k++) given[k]->position = positions[k];
  return is_regular;
}

#define ROWS(count) \
  case count: is_regular &= read_rows(stripes + k, count, from, to, codes, job, limit, cells + k); break;

bool NAME(stripe_rows)(
    struct stripe *const *stripes, unsigned count, const struct stripe_codes *codes, const bromide_raw_job *job,
    int32_t limit) {
  int32_t cells[kStripeLanes][4];
  // The first cell of each stripe, then the cells that all stripes have, then the remaining cells
  // of each.
  uint32_t width = UINT32_MAX;
  bool is_regular = true;
  for (unsigned k = 0; k < count; k++) {
    memcpy(cells[k], stripes[k]->start, sizeof cells[k]);
    if (stripes[k]->width < width) width = stripes[k]->width;
  }
  const uint32_t from = 2, to = width;
  for (unsigned k = 0; k < count; k++) {
    is_regular &= read_rows(stripes + k, 1, 0, 2, codes, job, limit, cells + k);
    memcpy(stripes[k]->start, cells[k], sizeof cells[k]);
  }
  unsigned k = 0;
  switch (count) { ROWS(1) ROWS(2) ROWS(3) ROWS(4) ROWS(5) }
  for (k = 0; k < count; k++)
    is_regular &= read_rows(stripes + k, 1, width, stripes[k]->width, codes, job, limit, cells + k);
  return is_regular;
}

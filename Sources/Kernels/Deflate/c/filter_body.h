// PNG row filters (PNG third edition, clause 9), one body for all instruction sets.
// The including file defines LANES (bytes) and NAME(entry).

typedef uint8_t bytes __attribute__((vector_size(LANES)));
typedef uint16_t words __attribute__((vector_size(LANES)));

INLINE bytes load(const uint8_t *from) {
  bytes value;
  __builtin_memcpy(&value, from, LANES);
  return value;
}

/// |x - y| of unsigned bytes.
INLINE bytes distance(bytes x, bytes y) {
  return __builtin_elementwise_max(x, y) - __builtin_elementwise_min(x, y);
}

/// The Paeth predictor in bytes. Let pa = |b - c| and pb = |a - c|. If b - c and a - c have the
/// same sign, pc = pa + pb is at least as large as both. Then c is never chosen, and any pc >= 255
/// also works. Otherwise pc = |pa - pb|. So 8 bits suffice.
INLINE bytes paeth(bytes a, bytes b, bytes c) {
  bytes pa = distance(b, c);
  bytes pb = distance(a, c);
  bytes same = (bytes)((b >= c) == (a >= c));
  bytes pc = distance(pa, pb) | same;
  bytes upper = (bytes)(pb <= pc);
  bytes rest = (b & upper) | (c & ~upper);
  bytes left = (bytes)(pa <= __builtin_elementwise_min(pb, pc));
  return (a & left) | (rest & ~left);
}

INLINE bytes residual(int filter, bytes x, bytes a, bytes b, bytes c) {
  switch (filter) {
  case 1: return x - a;
  case 2: return x - b;
  case 3: return x - ((a & b) + ((a ^ b) >> 1));
  case 4: return x - paeth(a, b, c);
  default: return x;
  }
}

/// The plain form, for the first pixel and the bytes after the last whole vector.
INLINE uint8_t residual_of_one(int filter, int x, int a, int b, int c) {
  switch (filter) {
  case 1: return (uint8_t)(x - a);
  case 2: return (uint8_t)(x - b);
  case 3: return (uint8_t)(x - ((a + b) >> 1));
  case 4: {
    int pa = b > c ? b - c : c - b;
    int pb = a > c ? a - c : c - a;
    int pc = a + b - 2 * c;
    if (pc < 0) pc = -pc;
    return (uint8_t)(x - (pa <= pb && pa <= pc ? a : pb <= pc ? b : c));
  }
  default: return (uint8_t)x;
  }
}

INLINE void filter_with(
  int filter, const uint8_t *row, const uint8_t *prior, size_t count, size_t pixel, uint8_t *out) {
  int above = filter >= 2;
  size_t i = 0;
  for (; i < pixel && i < count; i++)
    out[i] = residual_of_one(filter, row[i], 0, above ? prior[i] : 0, 0);
  bytes none = {0};
  for (; i + LANES <= count; i += LANES) {
    bytes value = residual(
      filter, load(row + i), load(row + i - pixel),
      above ? load(prior + i) : none, above ? load(prior + i - pixel) : none);
    __builtin_memcpy(out + i, &value, LANES);
  }
  for (; i < count; i++)
    out[i] = residual_of_one(
      filter, row[i], row[i - pixel], above ? prior[i] : 0, above ? prior[i - pixel] : 0);
}

WIDE void NAME(bromide_png_filter)(
  int filter, const uint8_t *row, const uint8_t *prior, size_t count, size_t pixel, uint8_t *out) {
  switch (filter) {
  case 1: filter_with(1, row, prior, count, pixel, out); break;
  case 2: filter_with(2, row, prior, count, pixel, out); break;
  case 3: filter_with(3, row, prior, count, pixel, out); break;
  case 4: filter_with(4, row, prior, count, pixel, out); break;
  default: __builtin_memcpy(out, row, count); break;
  }
}

/// Adds |residual| to 16-bit lanes, two bytes per lane: at most 256 per call.
INLINE words accumulate(words sum, bytes value) {
  words pairs = (words)__builtin_elementwise_min(value, (bytes)(-value));
  return sum + (pairs & 0xFF) + (pairs >> 8);
}

INLINE uint64_t sum_of(words lanes) {
  uint64_t sum = 0;
  for (int lane = 0; lane < LANES / 2; lane++) sum += lanes[lane];
  return sum;
}

INLINE uint32_t magnitude(uint8_t value) { return value < 128 ? value : 256u - value; }

INLINE void costs_with(
  int filters, const uint8_t *row, const uint8_t *prior, size_t count, size_t pixel,
  uint64_t *costs) {
  int above = filters > 2;
  uint64_t total[5] = {0};
  size_t i = 0;
  for (; i < pixel && i < count; i++)
    for (int filter = 0; filter < filters; filter++)
      total[filter] += magnitude(
        residual_of_one(filter, row[i], 0, above ? prior[i] : 0, 0));
  bytes none = {0};
  while (i + LANES <= count) {
    words sum[5] = {{0}};
    // 255 calls of accumulate fit in 16 bits. Use 128 for a margin.
    for (int step = 0; step < 128 && i + LANES <= count; step++, i += LANES) {
      bytes x = load(row + i), a = load(row + i - pixel);
      bytes b = above ? load(prior + i) : none;
      bytes c = above ? load(prior + i - pixel) : none;
      for (int filter = 0; filter < filters; filter++)
        sum[filter] = accumulate(sum[filter], residual(filter, x, a, b, c));
    }
    for (int filter = 0; filter < filters; filter++) total[filter] += sum_of(sum[filter]);
  }
  for (; i < count; i++)
    for (int filter = 0; filter < filters; filter++)
      total[filter] += magnitude(residual_of_one(
        filter, row[i], row[i - pixel], above ? prior[i] : 0, above ? prior[i - pixel] : 0));
  for (int filter = 0; filter < filters; filter++) costs[filter] = total[filter];
}

WIDE void NAME(bromide_png_filter_costs)(
  const uint8_t *row, const uint8_t *prior, size_t count, size_t pixel, uint64_t *costs) {
  if (prior)
    costs_with(5, row, prior, count, pixel, costs);
  else
    costs_with(2, row, prior, count, pixel, costs);
}

WIDE void NAME(bromide_png_swap16)(uint8_t *samples, size_t count) {
  for (size_t i = 0; i < count; i++) {
    uint16_t value;
    __builtin_memcpy(&value, samples + 2 * i, 2);
    value = __builtin_bswap16(value);
    __builtin_memcpy(samples + 2 * i, &value, 2);
  }
}

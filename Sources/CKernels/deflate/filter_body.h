// PNG row filters (PNG third edition, clause 9), one body for every instruction set.
// LANES and NAME come from the file that includes this one.

typedef uint8_t NAME(bytes) __attribute__((vector_size(LANES)));
typedef uint16_t NAME(words) __attribute__((vector_size(LANES)));
#define BYTES NAME(bytes)
#define WORDS NAME(words)

INLINE BYTES NAME(load)(const uint8_t *from) {
  BYTES value;
  __builtin_memcpy(&value, from, LANES);
  return value;
}

/// |x - y| of unsigned bytes.
INLINE BYTES NAME(distance)(BYTES x, BYTES y) {
  return __builtin_elementwise_max(x, y) - __builtin_elementwise_min(x, y);
}

/// The Paeth predictor in bytes. With pa = |b - c|, pb = |a - c|: where b - c and a - c have one sign,
/// pc = pa + pb is not smaller than either, so c is never taken and any pc >= 255 does as well; elsewhere
/// pc = |pa - pb|. So nothing needs more than 8 bits.
INLINE BYTES NAME(paeth)(BYTES a, BYTES b, BYTES c) {
  BYTES pa = NAME(distance)(b, c);
  BYTES pb = NAME(distance)(a, c);
  BYTES same = (BYTES)((b >= c) == (a >= c));
  BYTES pc = NAME(distance)(pa, pb) | same;
  BYTES upper = (BYTES)(pb <= pc);
  BYTES rest = (b & upper) | (c & ~upper);
  BYTES left = (BYTES)(pa <= __builtin_elementwise_min(pb, pc));
  return (a & left) | (rest & ~left);
}

INLINE BYTES NAME(residual)(int filter, BYTES x, BYTES a, BYTES b, BYTES c) {
  switch (filter) {
  case 1: return x - a;
  case 2: return x - b;
  case 3: return x - ((a & b) + ((a ^ b) >> 1));
  case 4: return x - NAME(paeth)(a, b, c);
  default: return x;
  }
}

/// The plain form, for the first pixel and what is left of the last vector.
INLINE uint8_t NAME(residual_of_one)(int filter, int x, int a, int b, int c) {
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

INLINE void NAME(filter_with)(
  int filter, const uint8_t *row, const uint8_t *prior, size_t count, size_t pixel, uint8_t *out) {
  int above = filter >= 2;
  size_t i = 0;
  for (; i < pixel && i < count; i++)
    out[i] = NAME(residual_of_one)(filter, row[i], 0, above ? prior[i] : 0, 0);
  BYTES none = {0};
  for (; i + LANES <= count; i += LANES) {
    BYTES value = NAME(residual)(
      filter, NAME(load)(row + i), NAME(load)(row + i - pixel),
      above ? NAME(load)(prior + i) : none, above ? NAME(load)(prior + i - pixel) : none);
    __builtin_memcpy(out + i, &value, LANES);
  }
  for (; i < count; i++)
    out[i] = NAME(residual_of_one)(
      filter, row[i], row[i - pixel], above ? prior[i] : 0, above ? prior[i - pixel] : 0);
}

WIDE void NAME(bromide_png_filter)(
  int filter, const uint8_t *row, const uint8_t *prior, size_t count, size_t pixel, uint8_t *out) {
  switch (filter) {
  case 1: NAME(filter_with)(1, row, prior, count, pixel, out); break;
  case 2: NAME(filter_with)(2, row, prior, count, pixel, out); break;
  case 3: NAME(filter_with)(3, row, prior, count, pixel, out); break;
  case 4: NAME(filter_with)(4, row, prior, count, pixel, out); break;
  default: __builtin_memcpy(out, row, count); break;
  }
}

/// Adds |residual| to 16-bit lanes, two bytes to each: at most 256 a call.
INLINE WORDS NAME(accumulate)(WORDS sum, BYTES value) {
  WORDS pairs = (WORDS)__builtin_elementwise_min(value, (BYTES)(-value));
  return sum + (pairs & 0xFF) + (pairs >> 8);
}

INLINE uint64_t NAME(total)(WORDS sum) {
  uint64_t total = 0;
  for (int lane = 0; lane < LANES / 2; lane++) total += sum[lane];
  return total;
}

INLINE uint32_t NAME(magnitude)(uint8_t value) { return value < 128 ? value : 256u - value; }

INLINE void NAME(costs_with)(
  int filters, const uint8_t *row, const uint8_t *prior, size_t count, size_t pixel,
  uint64_t *costs) {
  int above = filters > 2;
  uint64_t total[5] = {0};
  size_t i = 0;
  for (; i < pixel && i < count; i++)
    for (int filter = 0; filter < filters; filter++)
      total[filter] += NAME(magnitude)(
        NAME(residual_of_one)(filter, row[i], 0, above ? prior[i] : 0, 0));
  BYTES none = {0};
  while (i + LANES <= count) {
    WORDS sum[5] = {{0}};
    // 255 calls of accumulate fit 16 bits; 128 leave room.
    for (int step = 0; step < 128 && i + LANES <= count; step++, i += LANES) {
      BYTES x = NAME(load)(row + i), a = NAME(load)(row + i - pixel);
      BYTES b = above ? NAME(load)(prior + i) : none;
      BYTES c = above ? NAME(load)(prior + i - pixel) : none;
      for (int filter = 0; filter < filters; filter++)
        sum[filter] = NAME(accumulate)(sum[filter], NAME(residual)(filter, x, a, b, c));
    }
    for (int filter = 0; filter < filters; filter++) total[filter] += NAME(total)(sum[filter]);
  }
  for (; i < count; i++)
    for (int filter = 0; filter < filters; filter++)
      total[filter] += NAME(magnitude)(NAME(residual_of_one)(
        filter, row[i], row[i - pixel], above ? prior[i] : 0, above ? prior[i - pixel] : 0));
  for (int filter = 0; filter < filters; filter++) costs[filter] = total[filter];
}

WIDE void NAME(bromide_png_filter_costs)(
  const uint8_t *row, const uint8_t *prior, size_t count, size_t pixel, uint64_t *costs) {
  if (prior)
    NAME(costs_with)(5, row, prior, count, pixel, costs);
  else
    NAME(costs_with)(2, row, prior, count, pixel, costs);
}

WIDE void NAME(bromide_png_swap16)(uint8_t *samples, size_t count) {
  for (size_t i = 0; i < count; i++) {
    uint16_t value;
    __builtin_memcpy(&value, samples + 2 * i, 2);
    value = __builtin_bswap16(value);
    __builtin_memcpy(samples + 2 * i, &value, 2);
  }
}

#undef BYTES
#undef WORDS

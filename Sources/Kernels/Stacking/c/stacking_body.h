// The loops of stacking. WIDE is the number of codes in a vector.

#pragma clang fp contract(off)

typedef uint16_t codes __attribute__((vector_size(2 * WIDE)));
typedef int16_t signed_codes __attribute__((vector_size(2 * WIDE)));
typedef uint16_t loose_codes __attribute__((vector_size(2 * WIDE), aligned(2), may_alias));

/// The samples that are searched together: two vectors, because a processor adds the counts of
/// both in the time of one.
enum { COLUMNS = 2 * WIDE };

INLINE codes codes_at(const uint16_t *codes) { return *(const loose_codes *)codes; }
INLINE void put_codes(codes value, uint16_t *codes) { *(loose_codes *)codes = value; }

/// Returns the highest bit of all lanes, or -1 if all are 0.
INLINE int highest_bit(codes a) {
  unsigned all = 0;
  for (int i = 0; i < WIDE; i++) all |= a[i];
  return all ? 31 - __builtin_clz(all) : -1;
}

/// Finds the middle codes of COLUMNS samples.
///
/// `scratch` contains their codes, photo after photo. Each pass finds one bit of the lower middle
/// one, starting with the highest bit that differs, from the number of photos with a smaller code.
INLINE void find_middles(uint16_t *scratch, ptrdiff_t photos, uint16_t *lower, uint16_t *upper) {
  codes least[2], range[2];
  for (int half = 0; half < 2; half++) {
    codes most = least[half] = codes_at(scratch + half * WIDE);
    for (ptrdiff_t p = 1; p < photos; p++) {
      const codes c = codes_at(scratch + p * COLUMNS + half * WIDE);
      least[half] = __builtin_elementwise_min(least[half], c);
      most = __builtin_elementwise_max(most, c);
    }
    range[half] = most - least[half];
  }
  // Signed numbers in the same order, because SSE2 and AVX2 compare only these.
  const codes sign = (codes){0} + (uint16_t)0x8000;
  for (ptrdiff_t p = 0; p < photos; p++) {
    for (int half = 0; half < 2; half++) {
      uint16_t *at = scratch + p * COLUMNS + half * WIDE;
      put_codes((codes_at(at) - least[half]) ^ sign, at);
    }
  }
  const codes rank = (codes){0} + (uint16_t)((photos - 1) / 2);
  codes found[2] = {{0}, {0}};
  for (int bit = highest_bit(range[0] | range[1]); bit >= 0; bit--) {
    const codes step = (codes){0} + (uint16_t)(1u << bit);
    const signed_codes middle0 = (signed_codes)((found[0] | step) ^ sign);
    const signed_codes middle1 = (signed_codes)((found[1] | step) ^ sign);
    codes count0 = {0}, count1 = {0};
    for (ptrdiff_t p = 0; p < photos; p++) {
      // A comparison that holds is -1.
      count0 -= (codes)((signed_codes)codes_at(scratch + p * COLUMNS) < middle0);
      count1 -= (codes)((signed_codes)codes_at(scratch + p * COLUMNS + WIDE) < middle1);
    }
    // If at most `rank` photos are below the middle, the code that we search is not below it.
    found[0] |= step & (codes)(count0 <= rank);
    found[1] |= step & (codes)(count1 <= rank);
  }
  for (int half = 0; half < 2; half++) {
    const signed_codes low = (signed_codes)(found[half] ^ sign);
    codes above = found[half];
    if (photos % 2 == 0) {
      // The upper one is equal, or the smallest larger code.
      codes count = {0};
      signed_codes next = (signed_codes){0} + INT16_MAX;
      for (ptrdiff_t p = 0; p < photos; p++) {
        const signed_codes c = (signed_codes)codes_at(scratch + p * COLUMNS + half * WIDE);
        const signed_codes is_above = (signed_codes)(c > low);
        count -= (codes)~is_above;
        next = __builtin_elementwise_min(
          next, (signed_codes)((c & is_above) | (~is_above & INT16_MAX)));
      }
      const codes is_other = (codes)(count <= (codes){0} + (uint16_t)(photos / 2));
      above = (((codes)next ^ sign) & is_other) | (above & ~is_other);
    }
    put_codes(found[half] + least[half], lower + half * WIDE);
    put_codes(above + least[half], upper + half * WIDE);
  }
}

void VARIANT(bromide_stack_middles)(
  const bromide_stack *stack, uint16_t *scratch, uint16_t *lower, uint16_t *upper) {
  for (ptrdiff_t x = 0; x < stack->count; x += COLUMNS) {
    const ptrdiff_t rest = stack->count - x;
    const uint16_t *from = stack->codes + x;
    if (rest >= COLUMNS) {
      for (ptrdiff_t p = 0; p < stack->photos; p++)
        __builtin_memcpy(scratch + p * COLUMNS, from + p * stack->stride, 2 * COLUMNS);
      find_middles(scratch, stack->photos, lower + x, upper + x);
    } else {
      uint16_t low[COLUMNS], high[COLUMNS];
      __builtin_memset(scratch, 0, 2 * COLUMNS * (size_t)stack->photos);
      for (ptrdiff_t p = 0; p < stack->photos; p++)
        __builtin_memcpy(scratch + p * COLUMNS, from + p * stack->stride, 2 * (size_t)rest);
      find_middles(scratch, stack->photos, low, high);
      __builtin_memcpy(lower + x, low, 2 * (size_t)rest);
      __builtin_memcpy(upper + x, high, 2 * (size_t)rest);
    }
  }
}

typedef float lights __attribute__((vector_size(32)));
typedef float loose_lights __attribute__((vector_size(32), aligned(4), may_alias));

/// Sums of eight samples stay in registers, because the memory of all photos is far apart.
void VARIANT(bromide_stack_sums)(
  const bromide_stack *stack, const float *light, const float *first, float *sums, float *squares) {
  ptrdiff_t x = 0;
  for (; x + 8 <= stack->count; x += 8) {
    const lights base = *(const loose_lights *)(first + x);
    lights sum = {0}, square = {0};
    for (ptrdiff_t p = 1; p < stack->photos; p++) {
      const uint16_t *c = stack->codes + p * stack->stride + x;
      const lights here = {light[c[0]], light[c[1]], light[c[2]], light[c[3]],
                           light[c[4]], light[c[5]], light[c[6]], light[c[7]]};
      const lights value = here - base;
      sum += value;
      square += value * value;
    }
    *(loose_lights *)(sums + x) = sum;
    *(loose_lights *)(squares + x) = square;
  }
  for (; x < stack->count; x++) {
    float sum = 0, square = 0;
    for (ptrdiff_t p = 1; p < stack->photos; p++) {
      const float value = light[stack->codes[p * stack->stride + x]] - first[x];
      sum += value;
      square += value * value;
    }
    sums[x] = sum;
    squares[x] = square;
  }
}

typedef _Bool marks __attribute__((ext_vector_type(WIDE)));

/// Returns a bit for each code outside of low … high.
INLINE uint32_t outside(codes here, codes low, codes high) {
  const codes inside = __builtin_elementwise_min(__builtin_elementwise_max(here, low), high);
  const marks bits = __builtin_convertvector((codes)(here != inside), marks);
  uint32_t result = 0;
  __builtin_memcpy(&result, &bits, sizeof bits);
  return result;
}

/// Few codes are outside, so most vectors need only the comparison.
void VARIANT(bromide_stack_reject)(
  const bromide_stack *stack, const float *light, const float *first, const uint16_t *lowest,
  const uint16_t *highest, float *sums, int32_t *accepted) {
  for (ptrdiff_t x = 0; x < stack->count; x += WIDE) {
    const ptrdiff_t rest = stack->count - x < WIDE ? stack->count - x : WIDE;
    uint16_t low[WIDE] = {0}, high[WIDE] = {0}, here[WIDE] = {0};
    __builtin_memcpy(low, lowest + x, 2 * (size_t)rest);
    __builtin_memcpy(high, highest + x, 2 * (size_t)rest);
    for (ptrdiff_t p = 0; p < stack->photos; p++) {
      const uint16_t *c = stack->codes + p * stack->stride + x;
      if (rest < WIDE) {
        __builtin_memcpy(here, c, 2 * (size_t)rest);
        c = here;
      }
      uint32_t bits = outside(codes_at(c), codes_at(low), codes_at(high));
      for (; bits; bits &= bits - 1) {
        const int i = __builtin_ctz(bits);
        sums[x + i] -= light[c[i]] - first[x + i];
        accepted[x + i] -= 1;
      }
    }
  }
}

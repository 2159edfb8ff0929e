// A plan's loop for x86-64-v3: a shuffle of bytes and a shift of words for eight samples. 16
// samples take 14 instructions.
#if defined(__x86_64__)
#include <immintrin.h>

#include "packed.h"

#pragma clang attribute push(__attribute__((target("arch=x86-64-v3"))), apply_to = function)

static inline __m128i load(const void *from) { return _mm_loadu_si128(from); }

static inline __m256i pair(const void *low, const void *high) {
  return _mm256_inserti128_si256(_mm256_castsi128_si256(load(low)), load(high), 1);
}

void packed_steps_v3(
    const struct packed_plan *plan, const uint8_t *bytes, size_t count, uint16_t *out) {
  // Packing words to samples interleaves the halves: quads 0 and 2 belong together, and 1 and 3.
  const __m256i even_bytes = pair(plan->shuffle[0], plan->shuffle[2]);
  const __m256i odd_bytes = pair(plan->shuffle[1], plan->shuffle[3]);
  const __m256i even_shift = pair(plan->shift, plan->shift + 8);
  const __m256i odd_shift = pair(plan->shift + 4, plan->shift + 12);
  const __m256i mask = _mm256_set1_epi32((int)plan->mask);
  const size_t offsets[kQuads] = {plan->offset[0], plan->offset[1], plan->offset[2], plan->offset[3]};
  for (; count > 0; count--, bytes += plan->bytes, out += plan->samples) {
    __m256i even = pair(bytes + offsets[0], bytes + offsets[2]);
    __m256i odd = pair(bytes + offsets[1], bytes + offsets[3]);
    even = _mm256_and_si256(
        _mm256_srlv_epi32(_mm256_shuffle_epi8(even, even_bytes), even_shift), mask);
    odd = _mm256_and_si256(_mm256_srlv_epi32(_mm256_shuffle_epi8(odd, odd_bytes), odd_shift), mask);
    _mm256_storeu_si256((__m256i *)out, _mm256_packus_epi32(even, odd));
  }
}

#pragma clang attribute pop
#endif

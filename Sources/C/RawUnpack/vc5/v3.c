// VC-5 for x86-64-v3.
#if defined(__x86_64__)
#include <immintrin.h>
#include <string.h>

#include "bits.h"

#pragma clang attribute push(__attribute__((target("arch=x86-64-v3"))), apply_to = function)

#define NAME(name) name##_v3
#define VECTOR 32
#define INTERLEAVED_LOW(a, b) \
  __builtin_shufflevector(a, b, 0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23)
#define INTERLEAVED_HIGH(a, b) \
  __builtin_shufflevector(a, b, 8, 24, 9, 25, 10, 26, 11, 27, 12, 28, 13, 29, 14, 30, 15, 31)

/// Writes the samples of eight values for each of two neighbouring sites.
INLINE void vc5_put_samples(const uint16_t *curve, const uint16_t *one, const uint16_t *other, uint16_t *out) {
  const __m256i first = _mm256_cvtepu16_epi32(_mm_loadu_si128((const __m128i *)one));
  const __m256i second = _mm256_cvtepu16_epi32(_mm_loadu_si128((const __m128i *)other));
  // The upper half of each lane also contains the curve's next value.
  const __m256i low = _mm256_i32gather_epi32((const int *)curve, first, 2);
  const __m256i high = _mm256_i32gather_epi32((const int *)curve, second, 2);
  _mm256_storeu_si256((__m256i *)out, _mm256_blend_epi16(low, _mm256_slli_epi32(high, 16), 0xaa));
}

#define SAMPLES_AT_ONCE 8
#include "body.h"
#include "cells.h"
#pragma clang attribute pop
#endif

// VC-5 for x86-64-v4.
#if defined(__x86_64__)
#include <immintrin.h>
#include <string.h>

#include "bits.h"

#pragma clang attribute push( \
  __attribute__((target("arch=x86-64-v4"), min_vector_width(512))), apply_to = function)

#define NAME(name) name##_v4
#define VECTOR 64
#define INTERLEAVED_LOW(a, b) \
  __builtin_shufflevector( \
      a, b, 0, 32, 1, 33, 2, 34, 3, 35, 4, 36, 5, 37, 6, 38, 7, 39, 8, 40, 9, 41, 10, 42, 11, 43, 12, 44, 13, \
      45, 14, 46, 15, 47)
#define INTERLEAVED_HIGH(a, b) \
  __builtin_shufflevector( \
      a, b, 16, 48, 17, 49, 18, 50, 19, 51, 20, 52, 21, 53, 22, 54, 23, 55, 24, 56, 25, 57, 26, 58, 27, 59, 28, \
      60, 29, 61, 30, 62, 31, 63)

/// Writes the samples of 16 values for each of two neighbouring sites.
INLINE void vc5_put_samples(const uint16_t *curve, const uint16_t *one, const uint16_t *other, uint16_t *out) {
  const __m512i first = _mm512_cvtepu16_epi32(_mm256_loadu_si256((const __m256i *)one));
  const __m512i second = _mm512_cvtepu16_epi32(_mm256_loadu_si256((const __m256i *)other));
  // The upper half of each lane also contains the curve's next value.
  const __m512i low = _mm512_i32gather_epi32(first, curve, 2);
  const __m512i high = _mm512_i32gather_epi32(second, curve, 2);
  const __m512i pairs = _mm512_mask_blend_epi16(0xaaaaaaaa, low, _mm512_slli_epi32(high, 16));
  _mm512_storeu_si512(out, pairs);
}

#define SAMPLES_AT_ONCE 16
#include "body.h"
#include "cells.h"
#pragma clang attribute pop
#endif

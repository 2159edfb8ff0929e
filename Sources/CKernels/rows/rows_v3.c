// The row kernels for x86-64-v3, eight lanes.
#if defined(__x86_64__)
#include <immintrin.h>
#include <string.h>

#include "rows_internal.h"

#pragma clang attribute push(__attribute__((target("arch=x86-64-v3"))), apply_to = function)

#define LANES 8
#define NAME(function) bromide_##function##_v3
#include "lanes.h"

typedef const float *lanes_table;

INLINE lanes_table load_table(const float *coefficients) { return coefficients; }

// Four permutes of eight entries, chosen by bits 3 and 4 of the piece: a gather costs about the same on
// Zen 4, but ten times as much on Intel processors with the microcode of 2023 (Gather Data Sampling).
INLINE lanes_f look_up(lanes_table table, int power, lanes_i piece) {
  const float *row = table + 32 * power;
  const __m256i index = (__m256i)piece;
  const __m256 bit3 = _mm256_castsi256_ps(_mm256_slli_epi32(index, 28));
  const __m256 bit4 = _mm256_castsi256_ps(_mm256_slli_epi32(index, 27));
  const __m256 a = _mm256_permutevar8x32_ps(_mm256_load_ps(row), index);
  const __m256 b = _mm256_permutevar8x32_ps(_mm256_load_ps(row + 8), index);
  const __m256 c = _mm256_permutevar8x32_ps(_mm256_load_ps(row + 16), index);
  const __m256 d = _mm256_permutevar8x32_ps(_mm256_load_ps(row + 24), index);
  return (lanes_f)_mm256_blendv_ps(
    _mm256_blendv_ps(a, b, bit3), _mm256_blendv_ps(c, d, bit3), bit4);
}

INLINE lanes_f square_root(lanes_f v) { return (lanes_f)_mm256_sqrt_ps((__m256)v); }

INLINE void store_grey(uint8_t *out, lanes_i v, int bytes) {
  __m128i words = _mm_packus_epi32(
    _mm256_castsi256_si128((__m256i)v), _mm256_extracti128_si256((__m256i)v, 1));
  if (bytes == 2) _mm_storeu_si128((__m128i *)out, words);
  else _mm_storel_epi64((__m128i *)out, _mm_packus_epi16(words, words));
}

INLINE void store_rgb8(uint8_t *out, lanes_i v) {
  const __m256i squeeze = _mm256_setr_epi8(
    0, 1, 2, 4, 5, 6, 8, 9, 10, 12, 13, 14, -1, -1, -1, -1,
    0, 1, 2, 4, 5, 6, 8, 9, 10, 12, 13, 14, -1, -1, -1, -1);
  __m256i packed = _mm256_permutevar8x32_epi32(
    _mm256_shuffle_epi8((__m256i)v, squeeze), _mm256_setr_epi32(0, 1, 2, 4, 5, 6, 3, 7));
  _mm_storeu_si128((__m128i *)out, _mm256_castsi256_si128(packed));
  _mm_storel_epi64((__m128i *)(out + 16), _mm256_extracti128_si256(packed, 1));
}

INLINE void store_rgb16(uint8_t *out, lanes_i rg, lanes_i b) {
  for (int i = 0; i < LANES; i++) {
    memcpy(out + 6 * i, &(uint32_t){(uint32_t)rg[i]}, 4);
    memcpy(out + 6 * i + 4, &(uint16_t){(uint16_t)b[i]}, 2);
  }
}

#include "color_body.h"
#include "tone_table_body.h"
#include "gamut_body.h"
#include "encode_body.h"
#include "interleave_body.h"
#include "highlights_body.h"
#include "recover_body.h"
#include "highlight_cells_body.h"
#include "xtrans_cells_body.h"
#include "resample_body.h"

#pragma clang attribute pop
#endif

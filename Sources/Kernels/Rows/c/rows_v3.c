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

INLINE lanes_table load_table(const bromide_transfer *transfer) { return transfer->pieces; }

INLINE __m256 load_pair(const float *low, const float *high) {
  return _mm256_insertf128_ps(_mm256_castps128_ps256(_mm_load_ps(low)), _mm_load_ps(high), 1);
}

// Eight loads of all four coefficients, and a transposition. Without a gamut step, 24 megapixels
// take 38 ms on one thread (Zen 4). With four permutes for each coefficient they take 59 ms.
// Gathers take as long, and much longer on Intel processors with the microcode of 2023 (Gather Data
// Sampling).
INLINE lanes_cubic look_up(lanes_table table, lanes_i piece) {
  // Offsets in floats, two in each 64 bits.
  const __m256i at = _mm256_slli_epi32(_mm256_and_si256((__m256i)piece, _mm256_set1_epi32(31)), 2);
  const __m128i low = _mm256_castsi256_si128(at), high = _mm256_extracti128_si256(at, 1);
  const uint64_t i01 = (uint64_t)_mm_cvtsi128_si64(low), i23 = (uint64_t)_mm_extract_epi64(low, 1);
  const uint64_t i45 = (uint64_t)_mm_cvtsi128_si64(high), i67 = (uint64_t)_mm_extract_epi64(high, 1);
  const __m256 a = load_pair(table + (uint32_t)i01, table + (uint32_t)i45);
  const __m256 b = load_pair(table + (i01 >> 32), table + (i45 >> 32));
  const __m256 c = load_pair(table + (uint32_t)i23, table + (uint32_t)i67);
  const __m256 d = load_pair(table + (i23 >> 32), table + (i67 >> 32));
  const __m256d ab = (__m256d)_mm256_unpacklo_ps(a, b), ab2 = (__m256d)_mm256_unpackhi_ps(a, b);
  const __m256d cd = (__m256d)_mm256_unpacklo_ps(c, d), cd2 = (__m256d)_mm256_unpackhi_ps(c, d);
  return (lanes_cubic){
    {(lanes_f)_mm256_unpacklo_pd(ab, cd), (lanes_f)_mm256_unpackhi_pd(ab, cd),
     (lanes_f)_mm256_unpacklo_pd(ab2, cd2), (lanes_f)_mm256_unpackhi_pd(ab2, cd2)}};
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
#include "dither_body.h"
#include "interleave_body.h"
#include "highlights_body.h"
#include "recover_body.h"
#include "highlight_cells_body.h"
#include "xtrans_cells_body.h"
#include "resample_body.h"

#pragma clang attribute pop
#endif

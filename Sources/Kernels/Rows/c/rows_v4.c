// The row kernels for x86-64-v4, sixteen lanes in 512-bit registers.
#if defined(__x86_64__)
#include <immintrin.h>
#include <string.h>

#include "rows_internal.h"

#pragma clang attribute push( \
  __attribute__((target("arch=x86-64-v4"), min_vector_width(512))), apply_to = function)

#define LANES 16
#define NAME(function) bromide_##function##_v4
#include "lanes.h"

typedef struct {
  __m512 low[4], high[4];
} lanes_table;

INLINE lanes_table load_table(const bromide_transfer *transfer) {
  lanes_table table;
  for (int power = 0; power < 4; power++) {
    table.low[power] = _mm512_load_ps(transfer->coefficients + 32 * power);
    table.high[power] = _mm512_load_ps(transfer->coefficients + 32 * power + 16);
  }
  return table;
}

INLINE lanes_cubic look_up(lanes_table table, lanes_i piece) {
  lanes_cubic cubic;
  for (int power = 0; power < 4; power++) {
    cubic.of[power] = (lanes_f)_mm512_permutex2var_ps(
      table.low[power], (__m512i)piece, table.high[power]);
  }
  return cubic;
}

INLINE lanes_f square_root(lanes_f v) { return (lanes_f)_mm512_sqrt_ps((__m512)v); }

INLINE void store_grey(uint8_t *out, lanes_i v, int bytes) {
  if (bytes == 2) _mm256_storeu_si256((__m256i *)out, _mm512_cvtepi32_epi16((__m512i)v));
  else _mm_storeu_si128((__m128i *)out, _mm512_cvtepi32_epi8((__m512i)v));
}

INLINE void store_rgb8(uint8_t *out, lanes_i v) {
  const __m512i squeeze = _mm512_broadcast_i32x4(
    _mm_setr_epi8(0, 1, 2, 4, 5, 6, 8, 9, 10, 12, 13, 14, -1, -1, -1, -1));
  const __m512i join = _mm512_setr_epi32(0, 1, 2, 4, 5, 6, 8, 9, 10, 12, 13, 14, 3, 7, 11, 15);
  __m512i packed = _mm512_permutexvar_epi32(join, _mm512_shuffle_epi8((__m512i)v, squeeze));
  _mm256_storeu_si256((__m256i *)out, _mm512_castsi512_si256(packed));
  _mm_storeu_si128((__m128i *)(out + 32), _mm512_extracti32x4_epi32(packed, 2));
}

// Words 0 to 31 alternate between red and green. 32 + 2·i is the blue of pixel i.
static const _Alignas(64) uint16_t rgb16_order[64] = {
  0, 1, 32, 2, 3, 34, 4, 5, 36, 6, 7, 38, 8, 9, 40, 10, 11, 42, 12, 13, 44, 14, 15, 46, 16, 17,
  48, 18, 19, 50, 20, 21, 52, 22, 23, 54, 24, 25, 56, 26, 27, 58, 28, 29, 60, 30, 31, 62,
};

INLINE void store_rgb16(uint8_t *out, lanes_i rg, lanes_i b) {
  const __m512i low = _mm512_load_si512(rgb16_order), high = _mm512_load_si512(rgb16_order + 32);
  _mm512_storeu_si512(out, _mm512_permutex2var_epi16((__m512i)rg, low, (__m512i)b));
  _mm256_storeu_si256(
    (__m256i *)(out + 64),
    _mm512_castsi512_si256(_mm512_permutex2var_epi16((__m512i)rg, high, (__m512i)b)));
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

// The JPEG kernel for x86-64-v4, four blocks at a time.
#include "jpeg_internal.h"

#if defined(__x86_64__)
#include <immintrin.h>
#include <string.h>

#pragma clang attribute push(__attribute__((target("arch=x86-64-v4"))), apply_to = function)
#define NAME(name) name##_v4
#define WIDE __attribute__((min_vector_width(512)))

typedef __m512i words;
enum { WORDS = 32 };

INLINE words set_pair(int value) { return _mm512_set1_epi32(value); }
INLINE words set16(int value) { return _mm512_set1_epi16((short)value); }
INLINE words alternate32(int even, int odd) {
  return _mm512_set4_epi32(odd, even, odd, even);
}
INLINE words add16(words a, words b) { return _mm512_add_epi16(a, b); }
INLINE words subtract16(words a, words b) { return _mm512_sub_epi16(a, b); }
INLINE words add32(words a, words b) { return _mm512_add_epi32(a, b); }
INLINE words subtract32(words a, words b) { return _mm512_sub_epi32(a, b); }
INLINE words multiply_pairs(words a, words b) { return _mm512_madd_epi16(a, b); }
INLINE words multiply_high(words a, words b) { return _mm512_mulhi_epu16(a, b); }
INLINE words shift_right(words a, int by) { return _mm512_srai_epi32(a, (unsigned)by); }
INLINE words shift_words_right(words a, int by) { return _mm512_srai_epi16(a, (unsigned)by); }
INLINE words shift_words_left(words a, int by) { return _mm512_slli_epi16(a, (unsigned)by); }
INLINE words absolute(words a) { return _mm512_abs_epi16(a); }
INLINE words with_sign(words a, words sign) {
  return _mm512_mask_sub_epi16(a, _mm512_movepi16_mask(sign), _mm512_setzero_si512(), a);
}
INLINE words low(words a, words b) { return _mm512_unpacklo_epi16(a, b); }
INLINE words high(words a, words b) { return _mm512_unpackhi_epi16(a, b); }
INLINE words low32(words a, words b) { return _mm512_unpacklo_epi32(a, b); }
INLINE words high32(words a, words b) { return _mm512_unpackhi_epi32(a, b); }
INLINE words low64(words a, words b) { return _mm512_unpacklo_epi64(a, b); }
INLINE words high64(words a, words b) { return _mm512_unpackhi_epi64(a, b); }
INLINE words pack(words a, words b) { return _mm512_packs_epi32(a, b); }
INLINE words load(const int16_t *from) { return _mm512_load_si512(from); }
INLINE void store(int16_t *to, words a) { _mm512_store_si512(to, a); }
/// The same eight words for every block.
INLINE words load_row(const uint16_t *from) {
  return _mm512_broadcast_i32x4(_mm_loadu_si128((const __m128i *)(const void *)from));
}
INLINE words load_bytes(const uint8_t *from) {
  return _mm512_cvtepu8_epi16(_mm256_loadu_si256((const __m256i *)(const void *)from));
}

/// Packing works in lanes: brings the two halves of their results into order.
INLINE words in_order(words a) {
  return _mm512_permutexvar_epi64(_mm512_setr_epi64(0, 2, 4, 6, 1, 3, 5, 7), a);
}

/// 32 pixels as pairs of red and green, and of blue and green. A lane has four pixels, 12 bytes.
/// The lanes of the two vectors alternate, so packing puts them in order.
INLINE void load_pairs(const uint8_t *rgb, words red_green[2], words blue_green[2]) {
  const words a = _mm512_loadu_si512(rgb), b = _mm512_loadu_si512(rgb + 32);
  // Words of 4 bytes: 0 to 15 in `a`, then from 8 in `b`.
  const words even = _mm512_setr_epi32(0, 1, 2, 2, 6, 7, 8, 8, 12, 13, 14, 14, 26, 27, 28, 28);
  const words odd = _mm512_setr_epi32(3, 4, 5, 5, 9, 10, 11, 11, 15, 24, 25, 25, 29, 30, 31, 31);
  const words first = _mm512_broadcast_i32x4(
    _mm_setr_epi8(0, -1, 1, -1, 3, -1, 4, -1, 6, -1, 7, -1, 9, -1, 10, -1));
  const words second = _mm512_broadcast_i32x4(
    _mm_setr_epi8(2, -1, 1, -1, 5, -1, 4, -1, 8, -1, 7, -1, 11, -1, 10, -1));
  const words parts[2] = {_mm512_permutex2var_epi32(a, even, b), _mm512_permutex2var_epi32(a, odd, b)};
  for (int i = 0; i < 2; i++) {
    red_green[i] = _mm512_shuffle_epi8(parts[i], first);
    blue_green[i] = _mm512_shuffle_epi8(parts[i], second);
  }
}

INLINE void store_zigzag(const words v[8], int16_t *blocks, uint64_t *masks) {
  words half[2][4];
  for (int i = 0; i < 2; i++) {
    const words *r = v + 4 * i;
    const words a = _mm512_shuffle_i32x4(r[0], r[1], 0x44), b = _mm512_shuffle_i32x4(r[0], r[1], 0xEE);
    const words c = _mm512_shuffle_i32x4(r[2], r[3], 0x44), d = _mm512_shuffle_i32x4(r[2], r[3], 0xEE);
    half[i][0] = _mm512_shuffle_i32x4(a, c, 0x88);
    half[i][1] = _mm512_shuffle_i32x4(a, c, 0xDD);
    half[i][2] = _mm512_shuffle_i32x4(b, d, 0x88);
    half[i][3] = _mm512_shuffle_i32x4(b, d, 0xDD);
  }
  static const uint16_t order[64] __attribute__((aligned(64))) = {
      0,  1,  8,  16, 9,  2,  3,  10, 17, 24, 32, 25, 18, 11, 4,  5,  12, 19, 26, 33, 40, 48,
      41, 34, 27, 20, 13, 6,  7,  14, 21, 28, 35, 42, 49, 56, 57, 50, 43, 36, 29, 22, 15, 23,
      30, 37, 44, 51, 58, 59, 52, 45, 38, 31, 39, 46, 53, 60, 61, 54, 47, 55, 62, 63};
  const words first = _mm512_load_si512(order), second = _mm512_load_si512(order + 32);
  for (int b = 0; b < 4; b++) {
    const words x = _mm512_permutex2var_epi16(half[0][b], first, half[1][b]);
    const words y = _mm512_permutex2var_epi16(half[0][b], second, half[1][b]);
    _mm512_store_si512(blocks + 64 * b, x);
    _mm512_store_si512(blocks + 64 * b + 32, y);
    masks[b] = (uint64_t)_mm512_test_epi16_mask(y, y) << 32 | _mm512_test_epi16_mask(x, x);
  }
}

#include "huffman_body.h"
#include "transform_body.h"
#include "colour_body.h"
#include "scan_body.h"
#pragma clang attribute pop
#endif

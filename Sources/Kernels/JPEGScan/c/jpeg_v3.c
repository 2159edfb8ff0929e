// The JPEG kernel for x86-64-v3, two blocks at a time.
#include "jpeg_internal.h"

#if defined(__x86_64__)
#include <immintrin.h>
#include <string.h>

#pragma clang attribute push(__attribute__((target("arch=x86-64-v3"))), apply_to = function)
#define NAME(name) name##_v3
#define WIDE

typedef __m256i words;
enum { WORDS = 16 };

INLINE words set_pair(int value) { return _mm256_set1_epi32(value); }
INLINE words set16(int value) { return _mm256_set1_epi16((short)value); }
INLINE words alternate32(int even, int odd) {
  return _mm256_setr_epi32(even, odd, even, odd, even, odd, even, odd);
}
INLINE words add16(words a, words b) { return _mm256_add_epi16(a, b); }
INLINE words subtract16(words a, words b) { return _mm256_sub_epi16(a, b); }
INLINE words add32(words a, words b) { return _mm256_add_epi32(a, b); }
INLINE words subtract32(words a, words b) { return _mm256_sub_epi32(a, b); }
INLINE words multiply_pairs(words a, words b) { return _mm256_madd_epi16(a, b); }
INLINE words multiply_high(words a, words b) { return _mm256_mulhi_epu16(a, b); }
INLINE words shift_right(words a, int by) { return _mm256_srai_epi32(a, by); }
INLINE words shift_words_right(words a, int by) { return _mm256_srai_epi16(a, by); }
INLINE words shift_words_left(words a, int by) { return _mm256_slli_epi16(a, by); }
INLINE words absolute(words a) { return _mm256_abs_epi16(a); }
INLINE words with_sign(words a, words sign) { return _mm256_sign_epi16(a, sign); }
INLINE words low(words a, words b) { return _mm256_unpacklo_epi16(a, b); }
INLINE words high(words a, words b) { return _mm256_unpackhi_epi16(a, b); }
INLINE words low32(words a, words b) { return _mm256_unpacklo_epi32(a, b); }
INLINE words high32(words a, words b) { return _mm256_unpackhi_epi32(a, b); }
INLINE words low64(words a, words b) { return _mm256_unpacklo_epi64(a, b); }
INLINE words high64(words a, words b) { return _mm256_unpackhi_epi64(a, b); }
INLINE words pack(words a, words b) { return _mm256_packs_epi32(a, b); }
INLINE words load(const int16_t *from) { return _mm256_load_si256((const __m256i *)(const void *)from); }
INLINE void store(int16_t *to, words a) { _mm256_store_si256((__m256i *)(void *)to, a); }
INLINE __m128i load_lane(const void *from) { return _mm_loadu_si128((const __m128i *)from); }
/// The same eight words for every block.
INLINE words load_row(const uint16_t *from) { return _mm256_broadcastsi128_si256(load_lane(from)); }
INLINE words load_bytes(const uint8_t *from) { return _mm256_cvtepu8_epi16(load_lane(from)); }

/// Packing works in lanes: brings the two halves of their results into order.
INLINE words in_order(words a) { return _mm256_permute4x64_epi64(a, 0xD8); }

/// 16 pixels as pairs of red and green, and of blue and green. A lane has four pixels, 12 bytes.
/// The lanes of the two vectors alternate, so packing puts them in order.
INLINE void load_pairs(const uint8_t *rgb, words red_green[2], words blue_green[2]) {
  const words first = _mm256_broadcastsi128_si256(
    _mm_setr_epi8(0, -1, 1, -1, 3, -1, 4, -1, 6, -1, 7, -1, 9, -1, 10, -1));
  const words second = _mm256_broadcastsi128_si256(
    _mm_setr_epi8(2, -1, 1, -1, 5, -1, 4, -1, 8, -1, 7, -1, 11, -1, 10, -1));
  for (int i = 0; i < 2; i++) {
    const words part = _mm256_inserti128_si256(
      _mm256_castsi128_si256(load_lane(rgb + 12 * i)), load_lane(rgb + 12 * i + 24), 1);
    red_green[i] = _mm256_shuffle_epi8(part, first);
    blue_green[i] = _mm256_shuffle_epi8(part, second);
  }
}

// The source of the words for eight places in zigzag order, within one row: its bytes, or −1.
#define BYTES(row, place) \
  (place) / 8 == (row) ? 2 * ((place) % 8) : -1, (place) / 8 == (row) ? 2 * ((place) % 8) + 1 : -1
#define PART_OF(row, a, b, c, d, e, f, g, h)                                                         \
  _mm256_shuffle_epi8(                                                                               \
    v[row], _mm256_broadcastsi128_si256(_mm_setr_epi8(                                               \
              BYTES(row, a), BYTES(row, b), BYTES(row, c), BYTES(row, d), BYTES(row, e), BYTES(row, f), \
              BYTES(row, g), BYTES(row, h))))
#define PART(row, places) PART_OF(row, places)
#define OCTET_0 0, 1, 8, 16, 9, 2, 3, 10
#define OCTET_1 17, 24, 32, 25, 18, 11, 4, 5
#define OCTET_2 12, 19, 26, 33, 40, 48, 41, 34
#define OCTET_3 27, 20, 13, 6, 7, 14, 21, 28
#define OCTET_4 35, 42, 49, 56, 57, 50, 43, 36
#define OCTET_5 29, 22, 15, 23, 30, 37, 44, 51
#define OCTET_6 58, 59, 52, 45, 38, 31, 39, 46
#define OCTET_7 53, 60, 61, 54, 47, 55, 62, 63

INLINE words either(words a, words b) { return _mm256_or_si256(a, b); }

INLINE void store_zigzag(const words v[8], int16_t *blocks, uint64_t *masks) {
  const words z[8] = {
    either(either(PART(0, OCTET_0), PART(1, OCTET_0)), PART(2, OCTET_0)),
    either(
      either(either(PART(0, OCTET_1), PART(1, OCTET_1)), either(PART(2, OCTET_1), PART(3, OCTET_1))),
      PART(4, OCTET_1)),
    either(
      either(either(PART(1, OCTET_2), PART(2, OCTET_2)), either(PART(3, OCTET_2), PART(4, OCTET_2))),
      either(PART(5, OCTET_2), PART(6, OCTET_2))),
    either(either(PART(0, OCTET_3), PART(1, OCTET_3)), either(PART(2, OCTET_3), PART(3, OCTET_3))),
    either(either(PART(4, OCTET_4), PART(5, OCTET_4)), either(PART(6, OCTET_4), PART(7, OCTET_4))),
    either(
      either(either(PART(1, OCTET_5), PART(2, OCTET_5)), either(PART(3, OCTET_5), PART(4, OCTET_5))),
      either(PART(5, OCTET_5), PART(6, OCTET_5))),
    either(
      either(either(PART(3, OCTET_6), PART(4, OCTET_6)), either(PART(5, OCTET_6), PART(6, OCTET_6))),
      PART(7, OCTET_6)),
    either(either(PART(5, OCTET_7), PART(6, OCTET_7)), PART(7, OCTET_7)),
  };
  masks[0] = masks[1] = 0;
  for (int i = 0; i < 8; i += 2) {
    const words zero = _mm256_setzero_si256();
    const unsigned set = ~(unsigned)_mm256_movemask_epi8(_mm256_packs_epi16(
      _mm256_cmpeq_epi16(z[i], zero), _mm256_cmpeq_epi16(z[i + 1], zero)));
    masks[0] |= (uint64_t)(set & 0xFFFF) << 8 * i;
    masks[1] |= (uint64_t)(set >> 16) << 8 * i;
  }
  for (int i = 0; i < 8; i++) {
    _mm_store_si128((__m128i *)(void *)(blocks + 8 * i), _mm256_castsi256_si128(z[i]));
    _mm_store_si128((__m128i *)(void *)(blocks + 64 + 8 * i), _mm256_extracti128_si256(z[i], 1));
  }
}

#include "huffman_body.h"
#include "transform_body.h"
#include "colour_body.h"
#include "scan_body.h"
#pragma clang attribute pop
#endif

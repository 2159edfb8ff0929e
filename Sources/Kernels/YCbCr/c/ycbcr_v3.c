// YCbCr to RGB for x86-64-v3, 16 words.
#if defined(__x86_64__)
#include <immintrin.h>
#include <string.h>

#include "ycbcr_internal.h"

#pragma clang attribute push(__attribute__((target("arch=x86-64-v3"))), apply_to = function)

#define LANES 16
#define NAME(function) bromide_##function##_v3
#include "words.h"

INLINE words multiply_high(words a, words b) {
  return (words)_mm256_mulhi_epu16((__m256i)a, (__m256i)b);
}

INLINE words average(words a, words b) {
  return (words)_mm256_avg_epu16((__m256i)a, (__m256i)b);
}

// As in the form for v4, with two halves of 128 bits: even doublewords, then odd ones.
INLINE __m256i transpose(__m256i v) {
  return _mm256_permutevar8x32_epi32(v, _mm256_setr_epi32(0, 2, 4, 6, 1, 3, 5, 7));
}

INLINE words order_sites(words v) { return (words)transpose((__m256i)v); }
INLINE words order_pixels(words v) {
  return (words)_mm256_permute4x64_epi64((__m256i)v, _MM_SHUFFLE(3, 1, 2, 0));
}

INLINE words low(words a, words b) { return (words)_mm256_unpacklo_epi16((__m256i)a, (__m256i)b); }
INLINE words high(words a, words b) { return (words)_mm256_unpackhi_epi16((__m256i)a, (__m256i)b); }

INLINE void load_luma(const uint8_t *p, words z[2]) {
  __m256i y = transpose(_mm256_loadu_si256((const __m256i *)p));
  z[0] = (words)_mm256_unpacklo_epi8(_mm256_setzero_si256(), y);
  z[1] = (words)_mm256_unpackhi_epi8(_mm256_setzero_si256(), y);
}

INLINE void load_pairs(const uint8_t *p, words *first, words *second) {
  words pairs = (words)transpose(_mm256_loadu_si256((const __m256i *)p));
  *first = pairs << 8;
  *second = pairs & 0xFF00;
}

INLINE void load_halves(const uint8_t *p, const uint8_t *q, words *first, words *second) {
  *first = order_sites(widen(p)) << 8;
  *second = order_sites(widen(q)) << 8;
}

INLINE void put(uint8_t *out, __m256i v, int stream) {
  if (stream) _mm256_stream_si256((__m256i *)out, v);
  else _mm256_storeu_si256((__m256i *)out, v);
}

INLINE void store4(uint8_t *out, const words pixels[4], int stream) {
  for (int i = 0; i < 4; i++) put(out + 32 * i, (__m256i)pixels[i], stream);
}

// Drops every fourth byte within each 128 bits. Then closes the gaps between doublewords, within
// registers and between neighbours.
INLINE void store3(uint8_t *out, const words pixels[4], int stream) {
  const __m256i squeeze = _mm256_setr_epi8(
    0, 1, 2, 4, 5, 6, 8, 9, 10, 12, 13, 14, -1, -1, -1, -1,
    0, 1, 2, 4, 5, 6, 8, 9, 10, 12, 13, 14, -1, -1, -1, -1);
  __m256i p[4];
  for (int i = 0; i < 4; i++) p[i] = _mm256_shuffle_epi8((__m256i)pixels[i], squeeze);
  // Doublewords 0 1 2 4 5 6 of each, turned to their places in the three output registers.
  __m256i a = _mm256_permutevar8x32_epi32(p[0], _mm256_setr_epi32(0, 1, 2, 4, 5, 6, 3, 7));
  __m256i b = _mm256_permutevar8x32_epi32(p[1], _mm256_setr_epi32(2, 4, 5, 6, 3, 7, 0, 1));
  __m256i c = _mm256_permutevar8x32_epi32(p[2], _mm256_setr_epi32(5, 6, 3, 7, 0, 1, 2, 4));
  __m256i d = _mm256_permutevar8x32_epi32(p[3], _mm256_setr_epi32(3, 7, 0, 1, 2, 4, 5, 6));
  put(out, _mm256_blend_epi32(a, b, 0xC0), stream);
  put(out + 32, _mm256_blend_epi32(b, c, 0xF0), stream);
  put(out + 64, _mm256_blend_epi32(c, d, 0xFC), stream);
}

INLINE __m256i load_halves_of_48(const uint8_t *p) {
  __m256i v = _mm256_castsi128_si256(_mm_loadu_si128((const __m128i *)p));
  return _mm256_inserti128_si256(v, _mm_loadu_si128((const __m128i *)(p + 48)), 1);
}

// Each half has 48 bytes in three registers. A channel's positions differ modulo 3 in them, so the
// registers mix without loss before the bytes are put in order.
INLINE void load_rgb(const uint8_t *p, words even[3], words odd[3]) {
  const __m256i one = _mm256_broadcastsi128_si256(
    _mm_setr_epi8(0, -1, 0, 0, -1, 0, 0, -1, 0, 0, -1, 0, 0, -1, 0, 0));
  const __m256i two = _mm256_broadcastsi128_si256(
    _mm_setr_epi8(0, 0, -1, 0, 0, -1, 0, 0, -1, 0, 0, -1, 0, 0, -1, 0));
  const __m128i order = _mm_setr_epi8(0, 3, 6, 9, 12, 15, 2, 5, 8, 11, 14, 1, 4, 7, 10, 13);
  __m256i a = load_halves_of_48(p), b = load_halves_of_48(p + 16), c = load_halves_of_48(p + 32);
  const __m256i mixed[3] = {
    _mm256_blendv_epi8(_mm256_blendv_epi8(a, c, one), b, two),
    _mm256_blendv_epi8(_mm256_blendv_epi8(b, a, one), c, two),
    _mm256_blendv_epi8(_mm256_blendv_epi8(c, b, one), a, two)};
  for (int i = 0; i < 3; i++) {
    const __m128i turned =
      _mm_and_si128(_mm_add_epi8(order, _mm_set1_epi8((char)i)), _mm_set1_epi8(15));
    words v = (words)_mm256_shuffle_epi8(mixed[i], _mm256_broadcastsi128_si256(turned));
    even[i] = v << 8;
    odd[i] = v & 0xFF00;
  }
}

// Shifts the words of `next` by one place. The first is the last word of `before`.
INLINE words follow(words before, words next) {
  __m256i joined = _mm256_permute2x128_si256((__m256i)before, (__m256i)next, 0x21);
  return (words)_mm256_alignr_epi8((__m256i)next, joined, 14);
}

#include "encode8_body.h"
#include "ycbcr8_body.h"
#include "ycbcr_rows_body.h"
#include "encode_rows_body.h"

#pragma clang attribute pop
#endif

// YCbCr to RGB for x86-64-v4, 32 words in 512-bit registers.
#if defined(__x86_64__)
#include <immintrin.h>
#include <string.h>

#include "ycbcr_internal.h"

#pragma clang attribute push( \
  __attribute__((target("arch=x86-64-v4"), min_vector_width(512))), apply_to = function)

#define LANES 32
#define NAME(function) bromide_##function##_v4
#include "words.h"

INLINE words multiply_high(words a, words b) {
  return (words)_mm512_mulhi_epu16((__m512i)a, (__m512i)b);
}

INLINE words average(words a, words b) {
  return (words)_mm512_avg_epu16((__m512i)a, (__m512i)b);
}

// Interleaving works within each 128 bits. So each must contain four pixels from each output
// quarter: 32 bits of luma, or two pairs of chroma. This needs a 4×4 transposition on input only.
INLINE __m512i transpose(__m512i v) {
  return _mm512_permutexvar_epi32(
    _mm512_setr_epi32(0, 4, 8, 12, 1, 5, 9, 13, 2, 6, 10, 14, 3, 7, 11, 15), v);
}

INLINE words order_sites(words v) { return (words)transpose((__m512i)v); }

INLINE words order_pixels(words v) {
  return (words)_mm512_permutexvar_epi64(_mm512_setr_epi64(0, 4, 1, 5, 2, 6, 3, 7), (__m512i)v);
}

INLINE words low(words a, words b) { return (words)_mm512_unpacklo_epi16((__m512i)a, (__m512i)b); }
INLINE words high(words a, words b) { return (words)_mm512_unpackhi_epi16((__m512i)a, (__m512i)b); }

INLINE void load_luma(const uint8_t *p, words z[2]) {
  __m512i y = transpose(_mm512_loadu_si512(p));
  z[0] = (words)_mm512_unpacklo_epi8(_mm512_setzero_si512(), y);
  z[1] = (words)_mm512_unpackhi_epi8(_mm512_setzero_si512(), y);
}

INLINE void load_pairs(const uint8_t *p, words *first, words *second) {
  words pairs = (words)transpose(_mm512_loadu_si512(p));
  *first = pairs << 8;
  *second = pairs & 0xFF00;
}

INLINE void load_halves(const uint8_t *p, const uint8_t *q, words *first, words *second) {
  *first = order_sites(widen(p)) << 8;
  *second = order_sites(widen(q)) << 8;
}

INLINE void put(uint8_t *out, __m512i v, int stream) {
  if (stream) _mm512_stream_si512((void *)out, v);
  else _mm512_storeu_si512(out, v);
}

INLINE void store4(uint8_t *out, const words pixels[4], int stream) {
  for (int i = 0; i < 4; i++) put(out + 64 * i, (__m512i)pixels[i], stream);
}

// Drops every fourth byte within each 128 bits. Then closes the gaps between doublewords of two
// neighbours.
INLINE void store3(uint8_t *out, const words pixels[4], int stream) {
  const __m512i squeeze = _mm512_broadcast_i32x4(
    _mm_setr_epi8(0, 1, 2, 4, 5, 6, 8, 9, 10, 12, 13, 14, -1, -1, -1, -1));
  const __m512i join[3] = {
    _mm512_setr_epi32(0, 1, 2, 4, 5, 6, 8, 9, 10, 12, 13, 14, 16, 17, 18, 20),
    _mm512_setr_epi32(5, 6, 8, 9, 10, 12, 13, 14, 16, 17, 18, 20, 21, 22, 24, 25),
    _mm512_setr_epi32(10, 12, 13, 14, 16, 17, 18, 20, 21, 22, 24, 25, 26, 28, 29, 30)};
  __m512i packed[4];
  for (int i = 0; i < 4; i++) packed[i] = _mm512_shuffle_epi8((__m512i)pixels[i], squeeze);
  for (int i = 0; i < 3; i++) {
    put(out + 64 * i, _mm512_permutex2var_epi32(packed[i], join[i], packed[i + 1]), stream);
  }
}

// Each quarter has 48 bytes in three registers. A channel's positions differ modulo 3 in them, so
// the registers mix without loss before the bytes are put in order.
INLINE void load_rgb(const uint8_t *p, words even[3], words odd[3]) {
  const __m512i x = _mm512_loadu_si512(p), y = _mm512_loadu_si512(p + 64);
  const __m512i z = _mm512_loadu_si512(p + 128);
  // Chunks of 16 bytes: 0 3 6 9, 1 4 7 10 and 2 5 8 11.
  const __m512i in[3] = {
    _mm512_permutex2var_epi64(
      _mm512_permutex2var_epi64(x, _mm512_setr_epi64(0, 1, 6, 7, 12, 13, 0, 0), y),
      _mm512_setr_epi64(0, 1, 2, 3, 4, 5, 10, 11), z),
    _mm512_permutex2var_epi64(
      _mm512_permutex2var_epi64(x, _mm512_setr_epi64(2, 3, 8, 9, 14, 15, 0, 0), y),
      _mm512_setr_epi64(0, 1, 2, 3, 4, 5, 12, 13), z),
    _mm512_permutex2var_epi64(
      _mm512_permutex2var_epi64(x, _mm512_setr_epi64(4, 5, 10, 11, 0, 0, 0, 0), y),
      _mm512_setr_epi64(0, 1, 2, 3, 8, 9, 14, 15), z)};
  const __mmask64 ones = 0x2492249224922492, twos = 0x4924492449244924;
  const __m128i order = _mm_setr_epi8(0, 3, 6, 9, 12, 15, 2, 5, 8, 11, 14, 1, 4, 7, 10, 13);
  for (int i = 0; i < 3; i++) {
    __m512i mixed = _mm512_mask_blend_epi8(ones, in[i], in[(i + 2) % 3]);
    mixed = _mm512_mask_blend_epi8(twos, mixed, in[(i + 1) % 3]);
    const __m128i turned =
      _mm_and_si128(_mm_add_epi8(order, _mm_set1_epi8((char)i)), _mm_set1_epi8(15));
    words v = (words)_mm512_shuffle_epi8(mixed, _mm512_broadcast_i32x4(turned));
    even[i] = v << 8;
    odd[i] = v & 0xFF00;
  }
}

// Shifts the words of `next` by one place. The first is the last word of `before`.
INLINE words follow(words before, words next) {
  __m512i joined = _mm512_alignr_epi64((__m512i)next, (__m512i)before, 6);
  return (words)_mm512_alignr_epi8((__m512i)next, joined, 14);
}

#include "encode8_body.h"
#include "ycbcr8_body.h"
#include "ycbcr_rows_body.h"
#include "encode_rows_body.h"

#pragma clang attribute pop
#endif

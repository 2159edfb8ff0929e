// YCbCr to RGB for the oldest processor of the architecture, 8 words.
#include <string.h>

#include "ycbcr_internal.h"

#if defined(__aarch64__)
#include <arm_neon.h>
#endif

#define LANES 8
#define NAME(function) bromide_##function##_baseline
#include "words.h"

typedef uint32_t wide_words __attribute__((ext_vector_type(LANES)));
typedef uint8_t block_bytes __attribute__((ext_vector_type(2 * LANES), aligned(1)));

INLINE words multiply_high(words a, words b) {
  wide_words product = __builtin_convertvector(a, wide_words) * __builtin_convertvector(b, wide_words);
  return __builtin_convertvector(product >> 16, words);
}

// (a + b + 1) / 2 without a 17th bit.
#if defined(__aarch64__)
INLINE words average(words a, words b) { return vrhaddq_u16(a, b); }
#else
INLINE words average(words a, words b) { return (a | b) - ((a ^ b) >> 1); }
#endif

// A register contains a block of interleaving, so the order is already correct.
INLINE words order_sites(words v) { return v; }
INLINE words order_pixels(words v) { return v; }

INLINE words low(words a, words b) {
  return __builtin_shufflevector(a, b, 0, 8, 1, 9, 2, 10, 3, 11);
}
INLINE words high(words a, words b) {
  return __builtin_shufflevector(a, b, 4, 12, 5, 13, 6, 14, 7, 15);
}

INLINE void load_luma(const uint8_t *p, words z[2]) {
  z[0] = widen(p) << 8;
  z[1] = widen(p + LANES) << 8;
}

INLINE void load_pairs(const uint8_t *p, words *first, words *second) {
  words pairs = load_bytes(p);
  *first = pairs << 8;
  *second = pairs & 0xFF00;
}

INLINE void load_halves(const uint8_t *p, const uint8_t *q, words *first, words *second) {
  *first = widen(p) << 8;
  *second = widen(q) << 8;
}

INLINE void store4(uint8_t *out, const words pixels[4], int stream) {
  (void)stream;
  memcpy(out, pixels, 8 * LANES);
}

INLINE void store3(uint8_t *out, const words pixels[4], int stream) {
  (void)stream;
  for (int i = 0; i < 4; i++) {
    block_bytes p = __builtin_bit_cast(block_bytes, pixels[i]);
    p = __builtin_shufflevector(p, p, 0, 1, 2, 4, 5, 6, 8, 9, 10, 12, 13, 14, 12, 13, 14, 15);
    memcpy(out + 12 * i, &p, 12);
  }
}

#if defined(__aarch64__)
INLINE void load_rgb(const uint8_t *p, words even[3], words odd[3]) {
  const uint8x16x3_t channels = vld3q_u8(p);
  for (int i = 0; i < 3; i++) {
    words v = vreinterpretq_u16_u8(channels.val[i]);
    even[i] = v << 8;
    odd[i] = v & 0xFF00;
  }
}
#else
// Four perfect shuffles of 48 bytes bring every third byte together. A byte at i moves to 2 · i
// modulo 47. After four shuffles this is 16 · i, and sample c of pixel p moves from 3 · p + c to p
// + 16 · c.
INLINE void load_rgb(const uint8_t *p, words even[3], words odd[3]) {
  block_bytes a = *(const block_bytes *)p, b = *(const block_bytes *)(p + 16);
  block_bytes c = *(const block_bytes *)(p + 32);
  for (int i = 0; i < 4; i++) {
    block_bytes x = a, y = b, z = c;
    a = __builtin_shufflevector(x, y, 0, 24, 1, 25, 2, 26, 3, 27, 4, 28, 5, 29, 6, 30, 7, 31);
    b = __builtin_shufflevector(x, z, 8, 16, 9, 17, 10, 18, 11, 19, 12, 20, 13, 21, 14, 22, 15, 23);
    c = __builtin_shufflevector(y, z, 0, 24, 1, 25, 2, 26, 3, 27, 4, 28, 5, 29, 6, 30, 7, 31);
  }
  const block_bytes channels[3] = {a, b, c};
  for (int i = 0; i < 3; i++) {
    words v = __builtin_bit_cast(words, channels[i]);
    even[i] = v << 8;
    odd[i] = v & 0xFF00;
  }
}
#endif

// Shifts the words of `next` by one place. The first is the last word of `before`.
INLINE words follow(words before, words next) {
  return __builtin_shufflevector(before, next, 7, 8, 9, 10, 11, 12, 13, 14);
}

#include "encode8_body.h"
#include "ycbcr8_body.h"
#include "ycbcr_rows_body.h"
#include "encode_rows_body.h"

// Bits and codes, highest bit first, from the part of a stream in memory.
#pragma once

#include "crx.h"

#include <string.h>

#include "CVariants.h"

enum {
  /// This number of zeros is followed by an unencoded number of 21 bits.
  kEscapeZeros = 41,
  kEscapeBits = 21,
  kLargestK = 15,
  kLastRun = 31,
};

/// The bits of a run's remainder, by the stream's position in the table of runs. 2 to this power is
/// the length of a run for a single bit.
static const uint8_t crx_run_bits[kLastRun + 1] = {
    0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7, 8, 9, 10, 11, 12, 13, 14, 15};

/// Returns the next bits in the upper part: at least 57.
INLINE uint64_t crx_window(const uint8_t *bytes, uint64_t position) {
  uint64_t value;
  memcpy(&value, bytes + (position >> 3), sizeof value);
  return __builtin_bswap64(value) << (position & 7);
}

/// Returns the first bits of a window. `count` is less than 64.
INLINE uint32_t crx_first(uint64_t window, uint32_t count) {
  return (uint32_t)(window >> 1 >> (63 - count));
}

/// Reads a code. Its number of zeros counts units of 2^k. Returns false if there are more zeros
/// than in any code.
INLINE bool crx_read_code(
    const uint8_t *bytes, uint64_t *position, uint32_t k, uint32_t escape_zeros,
    uint32_t escape_bits, uint32_t *code) {
  const uint64_t window = crx_window(bytes, *position);
  const uint32_t zeros = (uint32_t)__builtin_clzll(window | 1);
  if (__builtin_expect(zeros >= escape_zeros, 0)) {
    if (zeros > 56) return false;
    *position += zeros + 1;
    *code = crx_first(crx_window(bytes, *position), escape_bits);
    *position += escape_bits;
    return true;
  }
  *code = zeros << k | crx_first(window << 1 << zeros, k);
  *position += zeros + 1 + k;
  return true;
}

INLINE int32_t crx_signed(uint32_t code) { return (int32_t)(code >> 1 ^ -(code & 1)); }

/// Returns the next parameter, without a limit: k − 1 if the code was below half its unit, and
/// k + 1 or k + 2 if it was at least three or six units. `twice` is 2 · code, or the code plus its
/// context.
INLINE uint32_t crx_next_k(uint32_t k, uint32_t twice) {
  // The lowest bit keeps k at 0.
  const uint32_t halves = (twice | 1) >> k;
  return k + (halves > 5) + (halves > 11) - (halves == 0);
}

/// Reads the length of a run, at most `left`. Returns false if it is longer.
INLINE bool crx_read_run(
    const uint8_t *bytes, uint64_t *position, uint32_t *place, uint32_t left, uint32_t *length) {
  const uint64_t window = crx_window(bytes, *position);
  *length = 0;
  if (window >> 63 == 0) {
    *position += 1;
    return true;
  }
  // A bit for the first sample, then one for each step, then a zero. 31 steps exceed any line.
  const uint32_t ones = (uint32_t)__builtin_clzll(~window | 1);
  uint32_t run = *place, count = 1, used = 1;
  while (count < left) {
    if (used == ones) {
      const uint32_t bits = crx_run_bits[run];
      *position += used + 1;
      count += crx_first(crx_window(bytes, *position), bits);
      *position += bits;
      *place = run > 0 ? run - 1 : 0;
      *length = count;
      return count <= left;
    }
    used++;
    count += 1u << crx_run_bits[run];
    if (count > left) {
      count = left;
      break;
    }
    if (run < kLastRun) run++;
  }
  *position += used;
  *place = run;
  *length = count;
  return true;
}

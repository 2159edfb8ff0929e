// The lines of one plane, sample by sample. Neighbours are `kPlanes` apart, because planes are
// interleaved.
#pragma once

#include "bits.h"

/// Values of a regular file are far smaller. Without overflow, arithmetic does not depend on order
/// and width.
enum { kMostValue = 1 << 26 };

/// A plane's line during decoding: the registers that all kinds of lines use.
struct crx_cursor {
  const uint8_t *bytes;
  uint64_t position;
  uint32_t k, run;
  int32_t *samples;
  uint32_t width, x;
  /// The bitwise or of all values, to find values that are too large.
  uint32_t all;
};

INLINE int32_t crx_above(const struct crx_cursor *at, uint32_t x) { return at->samples[x * kPlanes]; }

INLINE void crx_put(struct crx_cursor *at, int32_t value) {
  at->samples[at->x++ * kPlanes] = value;
  // The magnitude, as in lanes, so that all variants find the same values too large.
  at->all |= value < 0 ? 0 - (uint32_t)value : (uint32_t)value;
}

/// Repeats a value. Returns false if the run is longer than the line.
INLINE bool crx_put_run(struct crx_cursor *at, int32_t value, uint32_t *count) {
  if (!crx_read_run(at->bytes, &at->position, &at->run, at->width - at->x, count)) return false;
  for (uint32_t i = 0; i < *count; i++) at->samples[at->x++ * kPlanes] = value;
  return true;
}

INLINE bool crx_read(struct crx_cursor *at, uint32_t *code) {
  return crx_read_code(at->bytes, &at->position, at->k, kEscapeZeros, kEscapeBits, code);
}

INLINE void crx_adapt(struct crx_cursor *at, uint32_t twice) {
  const uint32_t k = crx_next_k(at->k, twice);
  at->k = k < kLargestK ? k : kLargestK;
}

/// Avoids undefined overflow. It only happens for values that are rejected at the end of the line.
INLINE int32_t crx_sum(int32_t a, int32_t b) { return (int32_t)((uint32_t)a + (uint32_t)b); }

INLINE uint32_t crx_distance(int32_t a, int32_t b) {
  return a < b ? (uint32_t)b - (uint32_t)a : (uint32_t)a - (uint32_t)b;
}

/// Returns the median of left, above, and left + above − above left.
INLINE int32_t crx_median(int32_t left, int32_t above, int32_t above_left) {
  // Without branches, because the median cannot be predicted.
  const int32_t low = __builtin_elementwise_min(left, above);
  const int32_t high = __builtin_elementwise_max(left, above);
  const int32_t gradient = (int32_t)((uint32_t)left + (uint32_t)above - (uint32_t)above_left);
  return __builtin_elementwise_max(low, __builtin_elementwise_min(high, gradient));
}

// MARK: With prediction

INLINE bool crx_first_predicted(struct crx_cursor *at) {
  int32_t left = 0;
  uint32_t code, count;
  while (at->x < at->width) {
    if (left == 0 && at->width - at->x > 1) {
      if (!crx_put_run(at, 0, &count)) return false;
      if (at->x == at->width) break;
    }
    if (!crx_read(at, &code)) return false;
    left = crx_sum(left, crx_signed(code));
    crx_put(at, left);
    crx_adapt(at, 2 * code);
  }
  return true;
}

/// `before` is the sample before the line above.
INLINE bool crx_next_predicted(struct crx_cursor *at, int32_t before) {
  int32_t above = crx_above(at, 0), above_left = before, left = above;
  uint32_t code, count;
  const uint32_t last = at->width - 1;
  while (at->x < last) {
    int32_t next = crx_above(at, at->x + 1);
    int32_t guess;
    if (left == above && left == next) {
      if (!crx_put_run(at, left, &count)) return false;
      if (at->x >= last) {
        if (at->x > last) return true;
        if (!crx_read(at, &code)) return false;
        crx_put(at, crx_sum(crx_above(at, last), crx_signed(code)));
        crx_adapt(at, 2 * code);
        return true;
      }
      above = crx_above(at, at->x);
      next = crx_above(at, at->x + 1);
      guess = above;
    } else {
      guess = crx_median(left, above, above_left);
    }
    if (!crx_read(at, &code)) return false;
    left = crx_sum(guess, crx_signed(code));
    crx_put(at, left);
    crx_adapt(at, code + 2 * crx_distance(next, above));
    above_left = above;
    above = next;
  }
  if (!crx_read(at, &code)) return false;
  crx_put(at, crx_sum(crx_median(left, above, above_left), crx_signed(code)));
  crx_adapt(at, 2 * code);
  return true;
}

// MARK: With prediction, rounded to steps of 2 · half

INLINE int32_t crx_rounded_steps(uint32_t code, int32_t half) {
  const int32_t steps = crx_signed(code);
  return steps * 2 * half - (steps < 0);
}

INLINE bool crx_first_rounded(struct crx_cursor *at, int32_t half) {
  int32_t left = 0;
  uint32_t code, count;
  while (at->x < at->width) {
    if (at->width - at->x == 1) {
      left = 0;
    } else if (crx_distance(left, 0) <= (uint32_t)half) {
      if (!crx_put_run(at, left, &count)) return false;
      if (at->x == at->width) break;
      left = 0;
    }
    if (!crx_read(at, &code)) return false;
    left = crx_sum(left, crx_rounded_steps(code, half));
    crx_put(at, left);
    crx_adapt(at, 2 * code);
  }
  return true;
}

/// Returns 2 × the distance of two neighbours in steps.
INLINE uint32_t crx_rounded_distance(int32_t from, int32_t to, int32_t half) {
  const uint32_t shift = half == 1 ? 1 : 32 - (uint32_t)__builtin_clz((uint32_t)half);
  return 2 * ((crx_distance(from, to) + (uint32_t)half - (to > from)) >> shift);
}

INLINE bool crx_next_rounded(struct crx_cursor *at, int32_t half) {
  int32_t above = crx_above(at, 0), above_left = above, left = above;
  uint32_t code, count;
  bool is_steep = false;
  const uint32_t last = at->width - 1;
  while (at->x < last) {
    int32_t next = crx_above(at, at->x + 1);
    int32_t guess;
    if (crx_distance(next, above) > (uint32_t)half) {
      guess = crx_median(left, above, above_left);
      is_steep = true;
    } else if (is_steep || crx_distance(above_left, left) > (uint32_t)half) {
      guess = crx_median(left, above, above_left);
      is_steep = false;
    } else {
      if (!crx_put_run(at, left, &count)) return false;
      if (at->x > last) return true;
      above = crx_above(at, at->x);
      guess = above;
      if (at->x == last) {
        if (!crx_read(at, &code)) return false;
        crx_put(at, crx_sum(guess, crx_rounded_steps(code, half)));
        crx_adapt(at, 2 * code);
        return true;
      }
      next = crx_above(at, at->x + 1);
      is_steep = crx_distance(next, above) > (uint32_t)half;
    }
    if (!crx_read(at, &code)) return false;
    left = crx_sum(guess, crx_rounded_steps(code, half));
    crx_put(at, left);
    crx_adapt(at, code + crx_rounded_distance(above, next, half));
    above_left = above;
    above = next;
  }
  if (!crx_read(at, &code)) return false;
  const int32_t guess = crx_median(left, above, above_left);
  crx_put(at, crx_sum(guess, crx_rounded_steps(code, half)));
  crx_adapt(at, 2 * code);
  return true;
}

// MARK: Without prediction

INLINE bool crx_first_plain(struct crx_cursor *at, int32_t *parameters) {
  int32_t left = 0;
  uint32_t code, count;
  while (at->x < at->width) {
    uint32_t more = 0;
    if (left == 0 && at->width - at->x > 1) {
      const uint32_t start = at->x;
      if (!crx_put_run(at, 0, &count)) return false;
      for (uint32_t x = start; x < at->x; x++) parameters[x * kPlanes] = 0;
      if (at->x == at->width) break;
      more = 1;
    }
    if (!crx_read(at, &code)) return false;
    left = crx_signed(code + more);
    crx_adapt(at, 2 * code);
    parameters[at->x * kPlanes] = (int32_t)at->k;
    crx_put(at, left);
  }
  return true;
}

INLINE bool crx_next_plain(struct crx_cursor *at, int32_t *parameters) {
  int32_t left = 0, above = crx_above(at, 0);
  uint32_t code, count, more = 0;
  const uint32_t last = at->width - 1;
  while (at->x < last) {
    int32_t next = crx_above(at, at->x + 1);
    more = 0;
    if ((left | above | next) == 0) {
      const uint32_t start = at->x;
      if (!crx_put_run(at, 0, &count)) return false;
      for (uint32_t x = start; x < at->x; x++) parameters[x * kPlanes] = 0;
      if (at->x > last) return true;
      more = 1;
      if (at->x == last) break;
      next = crx_above(at, at->x + 1);
    }
    if (!crx_read(at, &code)) return false;
    left = crx_signed(code + more);
    uint32_t k = crx_next_k(at->k, 2 * code);
    if (parameters[(at->x + 1) * kPlanes] - (int32_t)k <= 1)
      k = k < kLargestK ? k : kLargestK;
    else
      k++;
    at->k = k;
    parameters[at->x * kPlanes] = (int32_t)k;
    crx_put(at, left);
    above = next;
    more = 0;
  }
  if (!crx_read(at, &code)) return false;
  crx_adapt(at, 2 * code);
  parameters[at->x * kPlanes] = (int32_t)at->k;
  crx_put(at, crx_signed(code + more));
  return true;
}

// The lines of four planes in step, with one plane per lane of 64 bits.
//
// Numbers other than windows of bits use the lower halves of lanes, and the upper halves are 0,
// because 32-bit instructions are faster. A pair of samples takes at most 2 · 28 of a window's
// 64 bits. Then the next bits are moved in. Rare events are handled lane by lane: the beginning of
// a run, and longer codes.
#pragma once

#include "lines.h"

enum {
  /// The maximum bits of zeros and of a code's remainder. With the one between them and the bit of
  /// an empty run, a code has at most 28 bits.
  kShortCode = 26,
};

struct crx_lanes {
  struct crx_lines *lines;
  /// The address of the first stream's bytes, and the offsets of the other streams.
  const uint8_t *bytes;
  __m256i offsets;
  /// The window's position when it was filled, the bits taken since, the remaining bits, and the
  /// following bits.
  __m256i position, used, window, following;
  __m256i k, left, above, above_left;
  /// The streams' positions in the table of runs.
  __m256i run;
  /// The remaining samples of a run, and whether a run has just ended.
  __m256i rest, after;
  /// The bitwise or of all values, to find values that are too large.
  __m256i all;
  bool has_runs;
};

INLINE __m256i crx_lanes_of(int32_t value) { return _mm256_set1_epi64x((uint32_t)value); }

INLINE __m256i crx_load_lanes(const int32_t *from) {
  return _mm256_cvtepu32_epi64(_mm_loadu_si128((const __m128i *)from));
}

INLINE void crx_store_lanes(int32_t *to, __m256i value) {
  const __m256i low = _mm256_permutevar8x32_epi32(value, _mm256_setr_epi32(0, 2, 4, 6, 0, 2, 4, 6));
  _mm_storeu_si128((__m128i *)to, _mm256_castsi256_si128(low));
}

/// Returns the 64 bits that start `more` bytes after a position's byte.
INLINE __m256i crx_gather(const struct crx_lanes *lanes, int more) {
  const __m256i places = _mm256_add_epi64(_mm256_srli_epi64(lanes->position, 3), lanes->offsets);
  const __m256i words = _mm256_i64gather_epi64((const long long *)(lanes->bytes + more), places, 1);
  const __m128i order = _mm_setr_epi8(7, 6, 5, 4, 3, 2, 1, 0, 15, 14, 13, 12, 11, 10, 9, 8);
  return _mm256_shuffle_epi8(words, _mm256_broadcastsi128_si256(order));
}

/// Refills the window completely.
INLINE void crx_reload(struct crx_lanes *lanes) {
  lanes->position = _mm256_add_epi64(lanes->position, lanes->used);
  lanes->used = _mm256_setzero_si256();
  const __m256i inside = _mm256_and_si256(lanes->position, crx_lanes_of(7));
  const __m256i first = crx_gather(lanes, 0), second = crx_gather(lanes, 8);
  lanes->window = _mm256_or_si256(
      _mm256_sllv_epi64(first, inside),
      _mm256_srlv_epi64(second, _mm256_sub_epi64(crx_lanes_of(64), inside)));
  lanes->following = _mm256_sllv_epi64(second, inside);
}

/// Moves in as many bits as were taken.
INLINE void crx_refill(struct crx_lanes *lanes) {
  lanes->window = _mm256_or_si256(
      lanes->window,
      _mm256_srlv_epi64(lanes->following, _mm256_sub_epi64(crx_lanes_of(64), lanes->used)));
  lanes->position = _mm256_add_epi64(lanes->position, lanes->used);
  lanes->used = _mm256_setzero_si256();
  const __m256i inside = _mm256_and_si256(lanes->position, crx_lanes_of(7));
  lanes->following = _mm256_sllv_epi64(crx_gather(lanes, 8), inside);
}

INLINE __m256i crx_with_lane(__m256i all, __m256i is_lane, uint64_t value) {
  return _mm256_blendv_epi8(all, _mm256_set1_epi64x((long long)value), is_lane);
}

INLINE __m256i crx_is_lane(int lane) {
  return _mm256_cmpeq_epi64(_mm256_set1_epi64x(lane), _mm256_setr_epi64x(0, 1, 2, 3));
}

/// Fills one lane's window, starting at a position.
INLINE void crx_reload_lane(struct crx_lanes *lanes, int lane, uint64_t position) {
  const uint8_t *bytes = lanes->lines->streams[lane].bytes + (position >> 3);
  const uint32_t inside = position & 7;
  uint64_t first, second;
  memcpy(&first, bytes, sizeof first);
  memcpy(&second, bytes + 8, sizeof second);
  first = __builtin_bswap64(first);
  second = __builtin_bswap64(second);
  const __m256i is_lane = crx_is_lane(lane);
  lanes->position = crx_with_lane(lanes->position, is_lane, position);
  lanes->used = _mm256_andnot_si256(is_lane, lanes->used);
  const uint64_t window = first << inside | second >> 1 >> (63 - inside);
  lanes->window = crx_with_lane(lanes->window, is_lane, window);
  lanes->following = crx_with_lane(lanes->following, is_lane, second << inside);
}

/// Begins runs of the lanes in `mask`. `left` samples remain in the line.
static __attribute__((noinline)) bool NAME(crx_begin_runs)(
    struct crx_lanes *lanes, unsigned mask, uint32_t left) {
  uint64_t positions[kPlanes], runs[kPlanes];
  _mm256_storeu_si256((__m256i *)positions, _mm256_add_epi64(lanes->position, lanes->used));
  _mm256_storeu_si256((__m256i *)runs, lanes->run);
  for (; mask; mask &= mask - 1) {
    const int lane = __builtin_ctz(mask);
    const uint8_t *bytes = lanes->lines->streams[lane].bytes;
    uint32_t count, run = (uint32_t)runs[lane];
    if (!crx_read_run(bytes, &positions[lane], &run, left, &count)) return false;
    lanes->rest = crx_with_lane(lanes->rest, crx_is_lane(lane), count);
    lanes->run = crx_with_lane(lanes->run, crx_is_lane(lane), run);
    crx_reload_lane(lanes, lane, positions[lane]);
  }
  return true;
}

/// Reads the codes of the lanes in `mask`, after `skip` bits, and takes their bits.
static __attribute__((noinline)) bool NAME(crx_long_codes)(
    struct crx_lanes *lanes, unsigned mask, __m256i skip, __m256i *code, __m256i *bits) {
  uint64_t positions[kPlanes], k[kPlanes];
  _mm256_storeu_si256(
      (__m256i *)positions,
      _mm256_add_epi64(lanes->position, _mm256_add_epi64(lanes->used, skip)));
  _mm256_storeu_si256((__m256i *)k, lanes->k);
  for (; mask; mask &= mask - 1) {
    const int lane = __builtin_ctz(mask);
    const __m256i is_lane = crx_is_lane(lane);
    uint32_t read;
    if (!crx_read_code(
            lanes->lines->streams[lane].bytes, &positions[lane], (uint32_t)k[lane], kEscapeZeros,
            kEscapeBits, &read))
      return false;
    *code = crx_with_lane(*code, is_lane, read);
    *bits = _mm256_andnot_si256(is_lane, *bits);
    crx_reload_lane(lanes, lane, positions[lane]);
  }
  return true;
}

// Both work on a copy, so that the lanes themselves stay in registers.
INLINE bool crx_begin_long(struct crx_lanes *lanes, unsigned mask, uint32_t left) {
  struct crx_lanes copy = *lanes;
  const bool is_sound = NAME(crx_begin_runs)(&copy, mask, left);
  *lanes = copy;
  return is_sound;
}

INLINE bool crx_take_long(
    struct crx_lanes *lanes, unsigned mask, __m256i skip, __m256i *code, __m256i *bits) {
  struct crx_lanes copy = *lanes;
  __m256i copied_code = *code, copied_bits = *bits;
  const bool is_sound = NAME(crx_long_codes)(&copy, mask, skip, &copied_code, &copied_bits);
  *lanes = copy;
  *code = copied_code;
  *bits = copied_bits;
  return is_sound;
}

/// Returns bit 63 of each lane.
INLINE unsigned crx_tops(__m256i lanes) { return (unsigned)_mm256_movemask_pd((__m256d)lanes); }

/// Begins runs in the lanes of `is_flat` if their next bit is set. `runs` contains these lanes. If
/// the bit after it is 0, a run's length follows in the number of bits for its position in the
/// table.
INLINE bool crx_begin(
    struct crx_lanes *lanes, __m256i is_flat, unsigned runs, uint32_t left) {
  const unsigned is_long = crx_tops(_mm256_and_si256(is_flat, _mm256_slli_epi64(lanes->window, 1)));
  if (__builtin_expect((is_long & runs) != 0, 0)) return crx_begin_long(lanes, runs, left);
  const __m256i is_starting =
      _mm256_cmpgt_epi64(_mm256_setzero_si256(), _mm256_and_si256(is_flat, lanes->window));
  const __m256i run = lanes->run;
  // See `crx_run_bits`.
  const __m256i size = _mm256_max_epi32(
      _mm256_srli_epi32(run, 2),
      _mm256_max_epi32(_mm256_sub_epi32(_mm256_srli_epi32(run, 1), crx_lanes_of(4)),
          _mm256_sub_epi32(run, crx_lanes_of(16))));
  const __m256i more = _mm256_srlv_epi64(
      _mm256_slli_epi64(lanes->window, 2), _mm256_sub_epi32(crx_lanes_of(64), size));
  const __m256i count = _mm256_add_epi64(more, crx_lanes_of(1));
  const __m256i is_longer = _mm256_cmpgt_epi64(count, _mm256_set1_epi64x(left));
  if (__builtin_expect(!_mm256_testz_si256(is_longer, is_starting), 0)) return false;
  const __m256i bits = _mm256_and_si256(_mm256_add_epi64(size, crx_lanes_of(2)), is_starting);
  lanes->rest = _mm256_blendv_epi8(lanes->rest, count, is_starting);
  const __m256i shorter = _mm256_max_epi32(
      _mm256_sub_epi32(run, crx_lanes_of(1)), _mm256_setzero_si256());
  lanes->run = _mm256_blendv_epi8(run, shorter, is_starting);
  lanes->window = _mm256_sllv_epi64(lanes->window, bits);
  lanes->used = _mm256_add_epi64(lanes->used, bits);
  return true;
}

/// Reads a code from each lane, after a bit in the lanes of `is_skipping`. Lanes in a run are
/// skipped.
INLINE bool crx_take(
    struct crx_lanes *lanes, __m256i is_skipping, __m256i is_idle, const bool has_runs,
    __m256i *code) {
  const __m256i k = lanes->k, one = crx_lanes_of(1);
  const __m256i skip = _mm256_srli_epi64(is_skipping, 63);
  const __m256i window = _mm256_sllv_epi64(lanes->window, skip);
  const __m256i zeros = crx_zeros(window);
  const __m256i size = _mm256_add_epi32(zeros, k);
  const __m256i body = _mm256_sllv_epi64(window, _mm256_add_epi32(zeros, one));
  const __m256i low = _mm256_srlv_epi64(body, _mm256_sub_epi32(crx_lanes_of(64), k));
  *code = _mm256_or_si256(_mm256_sllv_epi32(zeros, k), low);
  __m256i bits = _mm256_add_epi32(size, _mm256_add_epi32(skip, one));
  __m256i is_long = _mm256_cmpgt_epi32(size, crx_lanes_of(kShortCode));
  if (has_runs) {
    bits = _mm256_and_si256(bits, is_idle);
    is_long = _mm256_and_si256(is_long, is_idle);
  }
  const unsigned mask = crx_tops(_mm256_slli_epi64(is_long, 32));
  if (__builtin_expect(mask != 0, 0) && !crx_take_long(lanes, mask, skip, code, &bits))
    return false;
  lanes->window = _mm256_sllv_epi64(lanes->window, bits);
  lanes->used = _mm256_add_epi64(lanes->used, bits);
  return true;
}

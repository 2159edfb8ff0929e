// Fujifilm's lines for one instruction set. The including file defines NAME.
#include "fuji.h"

#include "CVariants.h"

#include <string.h>

INLINE int32_t distance(int32_t a, int32_t b) { return a < b ? b - a : a - b; }

/// The level of a difference, by comparing: lanes have no tables.
INLINE int32_t level_of(int32_t d, int32_t p0, int32_t p1, int32_t p2, int32_t p3) {
  return (d > p0) + (d >= p1) + (d >= p2) + (d >= p3) - (d < -p0) - (d <= -p1) - (d <= -p2) - (d <= -p3);
}

/// The place in the statistics, plus 128 for a negative gradient.
INLINE uint8_t place_of(int32_t gradient, int32_t first) {
  return (uint8_t)((gradient < 0 ? 128 - gradient : gradient) + first);
}

/// The table for surroundings so flat: 0 the main one.
INLINE int32_t flat_table(int32_t flatness, int32_t base) {
  return flatness <= 5 && base >= 1 ? 1 : flatness <= 6 && base >= 2 ? 2 : flatness <= 7 && base >= 3 ? 3 : 0;
}

// MARK: What the lines above tell

/// Guesses all even samples of a line, and says how they are coded.
INLINE void look_at_even(
    struct fuji_block *block, uint32_t number, struct fuji_surroundings *around, const bool is_lossy) {
  const struct fuji_line *const above = &block->lines[number - 1];
  const uint16_t *const b_ = above->even, *const c_ = above->odd, *const d_ = above->odd + 1;
  const uint16_t *const f_ = block->lines[number - 2].even;
  uint16_t *const guesses = block->lines[number].even;
  const int32_t p0 = block->points[0], p1 = block->points[1], p2 = block->points[2], p3 = block->points[3];
#pragma clang loop vectorize(assume_safety)
  for (uint32_t i = 0; i < block->half; i++) {
    const int32_t b = b_[i], c = c_[i], d = d_[i], f = f_[i];
    const int32_t to_c = distance(b, c), to_d = distance(b, d), to_f = distance(b, f);
    // The one that differs most from the sample above is left out.
    const bool without_c = (to_c > to_f) & (to_c > to_d), without_d = (to_d > to_c) & (to_d > to_f);
    const int32_t sum = without_c ? f + d : without_d ? f + c : c + d;
    guesses[i] = (uint16_t)((sum + 2 * b) >> 2);
    const int32_t gradient = 9 * level_of(b - f, p0, p1, p2, p3) + level_of(c - b, p0, p1, p2, p3);
    uint8_t place = place_of(gradient, 0);
    if (is_lossy) {
      const int32_t table = flat_table(to_f + to_c, p0), flat = table - 1;
      const int32_t gentle = 3 * ((b - f > flat) - (b - f < -flat)) + (c - b > flat) - (c - b < -flat);
      place = table > 0 ? place_of(gentle, kFlat - 8 + 8 * table) : place;
    }
    around->even[i] = place;
  }
}

INLINE void look_at_odd(
    struct fuji_block *block, uint32_t number, struct fuji_surroundings *around, const bool is_lossy) {
  const struct fuji_line *const above = &block->lines[number - 1];
  const uint16_t *const b_ = above->odd + 1, *const c_ = above->even, *const d_ = above->even + 1;
  const int32_t p0 = block->points[0], p1 = block->points[1], p2 = block->points[2], p3 = block->points[3];
#pragma clang loop vectorize(assume_safety)
  for (uint32_t i = 0; i < block->half; i++) {
    const int32_t b = b_[i], c = c_[i], d = d_[i];
    const bool is_extreme = ((b > c) & (b > d)) | ((b < c) & (b < d));
    around->odd_weight[i] = is_extreme ? 2 * (uint32_t)b : 1;
    around->odd[i] = (int8_t)(9 * level_of(b - c, p0, p1, p2, p3));
    if (is_lossy) around->odd_step[i] = (int8_t)(b - c < -8 ? -8 : b - c > 8 ? 8 : b - c);
  }
}

// MARK: Codes

INLINE uint64_t load_window(const uint8_t *bytes, uint64_t position) {
  uint64_t value;
  memcpy(&value, bytes + (position >> 3), sizeof value);
  return __builtin_bswap64(value) << (position & 7);
}

/// Reads a sample's code. Returns what the guess lacks, in steps, or INT32_MIN for an irregular code.
INLINE int32_t read_difference(
    struct fuji_block *block, const uint8_t *bytes, uint64_t *position, uint64_t *statistic,
    const struct fuji_table *table, int32_t sign) {
  const uint64_t entry = *statistic;
  // The mean of what was coded so far, rounded up to a power of two: its exponent.
  const uint64_t mean = (entry & 0xffffffff) * fuji_reciprocals[entry >> 32] >> 32;
  const uint32_t bits = mean ? 64 - (uint32_t)__builtin_clzll(mean) : 0;
  const uint64_t window = load_window(bytes, *position);
  uint32_t code;
  if (__builtin_expect(window >> 40 == 0, 0)) {
    code = fuji_long_code(block, position, table, bits);
    if (code == UINT32_MAX) return INT32_MIN;
  } else {
    const uint32_t zeros = (uint32_t)__builtin_clzll(window);
    // With the leading one, which counts as one more zero.
    const uint64_t number = window << zeros >> (63 - bits);
    code = (uint32_t)(((uint64_t)zeros << bits) + number - (1ull << bits));
    *position += zeros + bits + 1;
    if (__builtin_expect(code >= table->total, 0)) return INT32_MIN;
  }
  const uint64_t sum = entry + ((code + 1) >> 1);
  // After 64 differences both are halved; the number is even then.
  *statistic = (sum >> (entry >> 38)) + (1ull << 32);
  const int32_t difference = (int32_t)(code >> 1) ^ -(int32_t)(code & 1);
  return (difference ^ sign) - sign;
}

/// The sample of a guess and a difference, which may lead around the range of values.
INLINE uint16_t sample_of(int32_t guess, int32_t difference, const struct fuji_table *table, int32_t maximum, const bool is_lossy) {
  if (!is_lossy) return (uint16_t)((guess + difference) & maximum);
  int32_t value = guess + difference * table->step;
  const int32_t around = (int32_t)table->total * table->step;
  value += value < -table->base ? around : value > maximum + table->base ? -around : 0;
  return (uint16_t)(value < 0 ? 0 : value > maximum ? maximum : value);
}

INLINE bool read_even(
    struct fuji_block *block, const uint8_t *bytes, uint64_t *position, const struct fuji_pair *pair, const int which, uint32_t i,
    const bool is_lossy) {
  if (pair->uncoded[which] >> (i & 1) & 1) return true;
  uint16_t *const sample = &block->lines[pair->lines[which]].even[i];
  const uint32_t place = block->surroundings[which].even[i], k = place & 127;
  const struct fuji_table *const table = is_lossy ? block->table_of[k >> 3] : &block->tables[0];
  const int32_t difference = read_difference(
      block, bytes, position, &block->statistics[0][pair->set][k], table, -(int32_t)(place >> 7));
  if (__builtin_expect(difference == INT32_MIN, 0)) return false;
  *sample = sample_of(*sample, difference, table, block->maximum, is_lossy);
  return true;
}

INLINE bool read_odd(
    struct fuji_block *block, const uint8_t *bytes, uint64_t *position, const struct fuji_pair *pair, const int which, uint32_t i,
    const bool is_lossy) {
  const struct fuji_surroundings *const around = &block->surroundings[which];
  struct fuji_line *const line = &block->lines[pair->lines[which]];
  const int32_t c = line[-1].even[i], left = line->even[i], right = line->even[i + 1], d = c - left;
  const uint32_t weight = around->odd_weight[i];
  // (left + right + 2 above) / 4 at extremes, (left + right) / 2 elsewhere.
  const int32_t guess = (int32_t)(((uint32_t)(left + right) << (weight & 1)) + weight) >> 2;
  int32_t gradient, first = 0;
  if (is_lossy) {
    const int32_t step = around->odd_step[i], table = flat_table(distance(step, 0) + distance(c, left), block->points[0]);
    const int32_t flat = table - 1, within = d < -kSteepest ? -kSteepest : d > kSteepest ? kSteepest : d;
    const int32_t gentle = 3 * ((step > flat) - (step < -flat)) + (d > flat) - (d < -flat);
    gradient = table > 0 ? gentle : around->odd[i] + block->levels[within];
    first = table > 0 ? kFlat - 8 + 8 * table : 0;
  } else {
    gradient = around->odd[i] + block->levels[d];
  }
  const int32_t sign = gradient >> 31, k = ((gradient ^ sign) - sign) + first;
  const struct fuji_table *const table = is_lossy ? block->table_of[k >> 3] : &block->tables[0];
  const int32_t difference =
      read_difference(block, bytes, position, &block->statistics[1][pair->set][k], table, sign);
  if (__builtin_expect(difference == INT32_MIN, 0)) return false;
  line->odd[i + 1] = sample_of(guess, difference, table, block->maximum, is_lossy);
  return true;
}

// MARK: Pairs of lines

/// Reads a pair of lines of `count` blocks, one sample of each in turn.
INLINE bool read_pairs(
    struct fuji_block *const *given, const unsigned count, const struct fuji_pair *pair, const bool is_lossy) {
  struct fuji_block *blocks[kLanes];
  const uint8_t *bytes[kLanes];
  uint64_t positions[kLanes];
  bool is_regular = true;
  for (unsigned k = 0; k < count; k++) {
    blocks[k] = given[k];
    bytes[k] = blocks[k]->bytes;
    positions[k] = blocks[k]->position;
  }
  const uint32_t half = blocks[0]->half;
  for (uint32_t i = 0; i < half + kLag && is_regular; i++) {
    if (i < half)
      for (int which = 0; which < 2; which++)
#pragma clang loop unroll(full)
        for (unsigned k = 0; k < count; k++)
          is_regular &= read_even(blocks[k], bytes[k], &positions[k], pair, which, i, is_lossy);
    if (i >= kLag)
      for (int which = 0; which < 2; which++)
#pragma clang loop unroll(full)
        for (unsigned k = 0; k < count; k++)
          is_regular &= read_odd(blocks[k], bytes[k], &positions[k], pair, which, i - kLag, is_lossy);
  }
  for (unsigned k = 0; k < count; k++) blocks[k]->position = positions[k];
  return is_regular;
}

/// The samples beside a line are those above it at its ends.
static void NAME(prepare)(struct fuji_block *block, const struct fuji_pair *pair, const bool is_lossy) {
  for (int which = 0; which < 2; which++) {
    const uint32_t number = pair->lines[which];
    struct fuji_line *const line = &block->lines[number];
    line->odd[0] = line[-1].even[0];
    line->even[block->half] = line[-1].odd[block->half];
    if (is_lossy) {
      look_at_even(block, number, &block->surroundings[which], true);
      look_at_odd(block, number, &block->surroundings[which], true);
    } else {
      look_at_even(block, number, &block->surroundings[which], false);
      look_at_odd(block, number, &block->surroundings[which], false);
    }
  }
}

#define READ(count, is_lossy) \
  case 2 * count + is_lossy: is_regular = read_pairs(blocks, count, &pairs[i], is_lossy); break;

bool NAME(fuji_strips)(struct fuji_block *const *blocks, unsigned count, const struct fuji_pair *pairs) {
  const bool is_lossy = blocks[0]->bases != NULL;
  bool is_regular = true;
  for (int i = 0; i < 6 && is_regular; i++) {
    for (unsigned k = 0; k < count; k++) NAME(prepare)(blocks[k], &pairs[i], is_lossy);
    switch (2 * count + is_lossy) {
      READ(1, 0) READ(1, 1) READ(2, 0) READ(2, 1) READ(3, 0) READ(3, 1) READ(4, 0) READ(4, 1)
    }
  }
  return is_regular;
}

// MARK: Rows

/// A line by a row's number in the strip and a colour.
INLINE const struct fuji_line *line_at(const struct fuji_block *block, uint32_t row, uint8_t colour) {
  return &block->lines[colour == 0 ? kRed + 2 + row / 2 : colour == 1 ? kGreen + 2 + row : kBlue + 2 + row / 2];
}

void NAME(fuji_place)(struct fuji_block *block, const bromide_raw_job *job, const uint8_t colours[6][6]) {
  for (uint32_t row = 0; row < kStrip; row++) {
    uint16_t *out = job->samples + ((uint64_t)block->strip * kStrip + row) * job->stride + block->first_column;
    const struct fuji_line *lines[6];
    for (int x = 0; x < 6; x++) lines[x] = line_at(block, row, colours[row][x]);
    if (block->half == kHalf)
      // A place is a column of three or the two to its right, which share a sample place.
      for (uint32_t i = 0; i < block->columns / 3; i += 2, out += 6) {
        out[0] = lines[0]->even[i];
        out[1] = lines[1]->odd[i + 1];
        out[2] = lines[2]->odd[i + 1];
        out[3] = lines[3]->even[i + 1];
        out[4] = lines[4]->odd[i + 2];
        out[5] = lines[5]->odd[i + 2];
      }
    else
      for (uint32_t i = 0; i < block->columns / 4; i++, out += 4) {
        out[0] = lines[0]->even[i];
        out[1] = lines[1]->even[i];
        out[2] = lines[0]->odd[i + 1];
        out[3] = lines[1]->odd[i + 1];
      }
  }
}

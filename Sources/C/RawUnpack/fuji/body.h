// Fujifilm's lines for one instruction set. The including file defines NAME.
#include "fuji.h"

#include "CVariants.h"

#include <string.h>

INLINE int32_t distance(int32_t a, int32_t b) { return a < b ? b - a : a - b; }

/// Computes the level of a difference by comparisons, because lanes cannot use tables.
INLINE int32_t level_of(int32_t d, int32_t p0, int32_t p1, int32_t p2, int32_t p3) {
  return (d > p0) + (d >= p1) + (d >= p2) + (d >= p3) - (d < -p0) - (d <= -p1) - (d <= -p2) - (d <= -p3);
}

/// Returns the index of the statistics, plus 128 for a negative gradient.
INLINE uint8_t place_of(int32_t gradient, int32_t first) {
  return (uint8_t)((gradient < 0 ? 128 - gradient : gradient) + first);
}

// MARK: Predictions from the lines above

/// Predicts all even samples of a line, and selects their statistics.
INLINE void look_at_even(
    struct fuji_block *block, const struct fuji_line *line, struct fuji_reading *reading, const bool is_lossy) {
  const uint16_t *const restrict b_ = line[-1].even, *const restrict c_ = line[-1].odd;
  const uint16_t *const restrict d_ = line[-1].odd + 1, *const restrict f_ = line[-2].even;
  uint16_t *const restrict guesses = reading->line.even;
  uint8_t *const restrict places = reading->even;
  const uint32_t half = block->half;
  const int32_t p0 = block->points[0], p1 = block->points[1], p2 = block->points[2], p3 = block->points[3];
  for (uint32_t i = 0; i < half; i++) {
    const int32_t b = b_[i], c = c_[i], d = d_[i], f = f_[i];
    const int32_t to_c = distance(b, c), to_d = distance(b, d), to_f = distance(b, f);
    // Omit the sample that differs most from the sample above.
    const bool without_c = (to_c > to_f) & (to_c > to_d), without_d = (to_d > to_c) & (to_d > to_f);
    const int32_t sum = without_c ? f + d : without_d ? f + c : c + d;
    guesses[i] = (uint16_t)((sum + 2 * b) >> 2);
    const int32_t gradient = 9 * level_of(b - f, p0, p1, p2, p3) + level_of(c - b, p0, p1, p2, p3);
    uint8_t place = place_of(gradient, 0);
    if (is_lossy) {
      const int32_t table = fuji_flat_table(to_f + to_c, p0), flat = table - 1;
      const int32_t gentle = 3 * ((b - f > flat) - (b - f < -flat)) + (c - b > flat) - (c - b < -flat);
      place = table > 0 ? place_of(gentle, kFlat - 8 + 8 * table) : place;
    }
    places[i] = place;
  }
}

INLINE void look_at_odd(
    struct fuji_block *block, const struct fuji_line *line, struct fuji_reading *reading, const bool is_lossy) {
  const uint16_t *const restrict b_ = line[-1].odd + 1, *const restrict c_ = line[-1].even;
  const uint16_t *const restrict d_ = line[-1].even + 1;
  uint16_t *const restrict upper_left = reading->upper_left;
  uint32_t *const restrict weights = reading->odd_weight;
  int8_t *const restrict gradients = reading->odd, *const restrict steps = reading->odd_step;
  const uint32_t half = block->half;
  const int32_t p0 = block->points[0], p1 = block->points[1], p2 = block->points[2], p3 = block->points[3];
  for (uint32_t i = 0; i < half; i++) {
    const int32_t b = b_[i], c = c_[i], d = d_[i];
    const bool is_extreme = ((b > c) & (b > d)) | ((b < c) & (b < d));
    upper_left[i] = (uint16_t)c;
    weights[i] = is_extreme ? 2 * (uint32_t)b : 1;
    gradients[i] = (int8_t)(9 * level_of(b - c, p0, p1, p2, p3));
    if (is_lossy) steps[i] = (int8_t)(b - c < -8 ? -8 : b - c > 8 ? 8 : b - c);
  }
}

/// At the ends of a line, the sample outside it equals the sample above.
INLINE void look_at(
    struct fuji_block *block, struct fuji_line *line, struct fuji_reading *reading,
    const bool is_lossy) {
  reading->line.odd[0] = line->odd[0] = line[-1].even[0];
  reading->line.even[block->half] = line->even[block->half] = line[-1].odd[block->half];
  look_at_even(block, line, reading, is_lossy);
  look_at_odd(block, line, reading, is_lossy);
}

// MARK: Codes

INLINE uint64_t load_window(const uint8_t *bytes, uint64_t position) {
  uint64_t value;
  memcpy(&value, bytes + (position >> 3), sizeof value);
  return __builtin_bswap64(value) << (position & 7);
}

/// Reads the code of a sample and returns the sample. The statistics determine the code's length.
///
/// - Parameter negates: 1 to negate differences.
INLINE uint16_t read_sample(
    struct fuji_block *block, int parity, uint32_t place, uint32_t negates, int32_t guess,
    bool *is_regular, const bool is_lossy) {
  const struct fuji_table *const table = &block->tables[is_lossy ? place >> 3 : 0];
  uint64_t *const statistic = &block->statistics[parity][place];
  const uint64_t entry = *statistic;
  // The mean of the earlier codes, rounded up to a power of two: its exponent.
  const uint32_t number = (uint32_t)(entry >> 32), total = (uint32_t)entry;
  const uint32_t shift = (uint32_t)(__builtin_clz(number) - __builtin_clz(number | total));
  const uint32_t bits = shift + (number << shift < total);
  const uint64_t position = block->position;
  const uint64_t window = load_window(block->bytes, position);
  uint32_t code;
  if (__builtin_expect(window >> 40 == 0, 0)) {
    code = fuji_long_code(block, table, bits);
  } else {
    const uint32_t zeros = (uint32_t)__builtin_clzll(window);
    // Includes the leading one, so subtract one zero.
    const uint64_t low = window << zeros >> (63 - bits);
    code = (uint32_t)low + ((zeros - 1) << bits);
    block->position = position + zeros + bits + 1;
  }
  if (__builtin_expect(is_lossy ? code >= table->total : code > (uint32_t)block->maximum, 0)) {
    *is_regular = false;
    return 0;
  }
  const uint64_t sum = entry + ((code + 1) >> 1);
  // After 64 differences, both are halved. The number is then even.
  *statistic = (sum >> (entry >> 38)) + (1ull << 32);
  const int32_t difference = (int32_t)((code >> 1) ^ -((code ^ negates) & 1)) + (int32_t)negates;
  // A difference can wrap around the range of values.
  if (!is_lossy) return (uint16_t)((guess + difference) & block->maximum);
  int32_t value = guess + difference * table->step;
  if (__builtin_expect((uint32_t)value <= (uint32_t)block->maximum, 1)) return (uint16_t)value;
  value += value < -table->base ? table->around : value > block->maximum + table->base ? -table->around : 0;
  return (uint16_t)(value < 0 ? 0 : value > block->maximum ? block->maximum : value);
}

INLINE void read_even(
    struct fuji_block *block, const int which, uint32_t i, bool *is_regular, const bool is_lossy) {
  struct fuji_reading *const reading = &block->readings[which];
  const uint32_t place = reading->even[i];
  reading->line.even[i] =
      read_sample(block, 0, place & 127, place >> 7, reading->line.even[i], is_regular, is_lossy);
}

INLINE void read_odd(struct fuji_block *block, const int which, uint32_t i, bool *is_regular, const bool is_lossy) {
  struct fuji_reading *const reading = &block->readings[which];
  const int32_t left = reading->line.even[i], right = reading->line.even[i + 1], d = reading->upper_left[i] - left;
  const uint32_t weight = reading->odd_weight[i];
  // (left + right + 2 · above) / 4 at extremes, (left + right) / 2 elsewhere.
  const int32_t guess = (int32_t)((((uint32_t)(left + right) << (weight & 1)) + weight) >> 2);
  const int32_t steep = !is_lossy ? d : d < -kSteepest ? -kSteepest : d > kSteepest ? kSteepest : d;
  const int32_t gradient = reading->odd[i] + block->levels[steep];
  uint32_t place = (uint32_t)(gradient < 0 ? 128 - gradient : gradient);
  if (is_lossy) {
    const uint32_t flat = block->flat_places[reading->odd_step[i] + 8][(d < -8 ? -8 : d > 8 ? 8 : d) + 8];
    place = flat == kNotFlat ? place : flat;
  }
  reading->line.odd[i + 1] = read_sample(block, 1, place & 127, place >> 7, guess, is_regular, is_lossy);
}

// MARK: Pairs of lines

#define EACH(call) \
  _Pragma("clang loop unroll(full)") for (unsigned k = 0; k < count; k++) call;

/// Reads a pair of lines of `count` blocks, with one sample of each block in sequence. Returns
/// false if one is irregular.
INLINE bool read_lines(
    struct fuji_block *const *given, const unsigned count, const uint8_t uncoded[2], const bool is_lossy) {
  struct fuji_block *blocks[kLanes];
  for (unsigned k = 0; k < count; k++) blocks[k] = given[k];
  const uint32_t half = blocks[0]->half;
  bool is_regular = true;
  for (uint32_t i = 0; i < half + kLag && is_regular; i++) {
    if (i < half && !(uncoded[0] >> (i & 1) & 1)) EACH(read_even(blocks[k], 0, i, &is_regular, is_lossy))
    if (i < half && !(uncoded[1] >> (i & 1) & 1)) EACH(read_even(blocks[k], 1, i, &is_regular, is_lossy))
    if (i < kLag) continue;
    EACH(read_odd(blocks[k], 0, i - kLag, &is_regular, is_lossy))
    EACH(read_odd(blocks[k], 1, i - kLag, &is_regular, is_lossy))
  }
  return is_regular;
}

static void NAME(begin_pair)(struct fuji_block *block, const struct fuji_pair *pair) {
  memcpy(block->statistics, block->all_statistics[pair->set], sizeof block->statistics);
  for (int which = 0; which < 2; which++) {
    struct fuji_line *const line = &block->lines[pair->lines[which]];
    if (block->bases)
      look_at(block, line, &block->readings[which], true);
    else
      look_at(block, line, &block->readings[which], false);
  }
}

static void NAME(end_pair)(struct fuji_block *block, const struct fuji_pair *pair) {
  memcpy(block->all_statistics[pair->set], block->statistics, sizeof block->statistics);
  for (int which = 0; which < 2; which++)
    block->lines[pair->lines[which]] = block->readings[which].line;
}

#define READ(count, is_lossy) \
  case 2 * count + is_lossy: is_regular = read_lines(blocks, count, pairs[i].uncoded, is_lossy); break;

bool NAME(fuji_strips)(struct fuji_block *const *blocks, unsigned count, const struct fuji_pair *pairs) {
  bool is_regular = true;
  for (int i = 0; i < 6 && is_regular; i++) {
    for (unsigned k = 0; k < count; k++) NAME(begin_pair)(blocks[k], &pairs[i]);
    switch (2 * count + (blocks[0]->bases != NULL)) {
      READ(1, 0) READ(1, 1) READ(2, 0) READ(2, 1) READ(3, 0) READ(3, 1) READ(4, 0) READ(4, 1)
    }
    for (unsigned k = 0; k < count; k++) NAME(end_pair)(blocks[k], &pairs[i]);
  }
  return is_regular;
}

// MARK: Rows

/// Returns a line by a row's number in the strip and a colour.
INLINE const struct fuji_line *line_at(const struct fuji_block *block, uint32_t row, uint8_t colour) {
  return &block->lines[colour == 0 ? kRed + 2 + row / 2 : colour == 1 ? kGreen + 2 + row : kBlue + 2 + row / 2];
}

void NAME(fuji_place)(struct fuji_block *block, const bromide_raw_job *job, const uint8_t colours[6][6]) {
  for (uint32_t row = 0; row < kStrip; row++) {
    uint16_t *out = job->samples + ((uint64_t)block->strip * kStrip + row) * job->stride + block->first_column;
    const struct fuji_line *lines[6];
    for (int x = 0; x < 6; x++) lines[x] = line_at(block, row, colours[row][x]);
    if (block->half == kHalf)
      // Even samples belong to the first of three columns, odd samples to the two columns after it.
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

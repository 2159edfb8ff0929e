// Levels, statistics, and codes that are too long for a window.
#include "fuji.h"

#include <string.h>

const struct fuji_pair fuji_pairs_xtrans[6] = {
    {{kRed + 2, kGreen + 2}, 0, {3, 0}},  {{kGreen + 3, kBlue + 2}, 1, {0, 3}},
    {{kRed + 3, kGreen + 4}, 2, {1, 3}},  {{kGreen + 5, kBlue + 3}, 0, {0, 2}},
    {{kRed + 4, kGreen + 6}, 1, {2, 0}},  {{kGreen + 7, kBlue + 4}, 2, {3, 1}},
};

const struct fuji_pair fuji_pairs_bayer[6] = {
    {{kRed + 2, kGreen + 2}, 0, {0, 0}},  {{kGreen + 3, kBlue + 2}, 1, {0, 0}},
    {{kRed + 3, kGreen + 4}, 2, {0, 0}},  {{kGreen + 5, kBlue + 3}, 0, {0, 0}},
    {{kRed + 4, kGreen + 6}, 1, {0, 0}},  {{kGreen + 7, kBlue + 4}, 2, {0, 0}},
};

/// Returns the smallest n with 2^n ≥ value.
static uint32_t log2_up(uint32_t value) { return value > 1 ? 32 - (uint32_t)__builtin_clz(value - 1) : 0; }

void fuji_points(int32_t base, int32_t maximum, int32_t points[4]) {
  points[0] = base;
  points[1] = 3 * base + 18;
  if (points[1] > maximum || points[1] < base + 1) points[1] = base + 1;
  points[2] = 5 * base + 67;
  if (points[2] > maximum || points[2] < points[1]) points[2] = points[1];
  points[3] = 7 * base + 276;
  if (points[3] > maximum || points[3] < points[2]) points[3] = points[2];
}

int8_t fuji_level(const int32_t points[4], int32_t d) {
  // For values exactly at the points, the two sides differ.
  if (d < 0) return d <= -points[3] ? -4 : d <= -points[2] ? -3 : d <= -points[1] ? -2 : d < -points[0] ? -1 : 0;
  return d <= points[0] ? 0 : d < points[1] ? 1 : d < points[2] ? 2 : d < points[3] ? 3 : 4;
}

static struct fuji_table make_table(int32_t base, int32_t maximum) {
  struct fuji_table table = {.base = base, .step = 2 * base + 1};
  table.total = (uint32_t)((maximum + 2 * base) / table.step + 1);
  table.around = (int32_t)table.total * table.step;
  table.raw_bits = log2_up(table.total);
  table.limit = 4 * log2_up((uint32_t)maximum + 1) - table.raw_bits - 1;
  return table;
}

static void start_statistics(struct fuji_block *block, const struct fuji_table *table, int first, int count) {
  const uint64_t sum = (table->total + 32) >> 6;
  for (int i = 0; i < 6; i++)
    for (int k = first; k < first + count; k++)
      block->all_statistics[i / 2][i % 2][k] = (sum > 2 ? sum : 2) | 1ull << 32;
}

/// Returns −1 to 1: whether a difference is large in a table for flat context.
static int32_t flat_level(int32_t difference, int32_t table) {
  return (difference >= table) - (difference <= -table);
}

static void find_flat_places(struct fuji_block *block, int32_t base) {
  for (int32_t up = -8; up <= 8; up++)
    for (int32_t left = -8; left <= 8; left++) {
      const int32_t table = fuji_flat_table((up < 0 ? -up : up) + (left < 0 ? -left : left), base);
      const int32_t gradient = 3 * flat_level(up, table) + flat_level(left, table);
      const int32_t place = kFlat + 8 * (table - 1) + (gradient < 0 ? 128 - gradient : gradient);
      block->flat_places[up + 8][left + 8] = (uint8_t)(table > 0 ? place : kNotFlat);
    }
}

static void use_base(struct fuji_block *block, int32_t base) {
  for (int i = 0; i < kFlat / 8; i++) block->tables[i] = make_table(base, block->maximum);
  fuji_points(base, block->maximum, block->points);
  start_statistics(block, &block->tables[0], 0, 41);
}

void fuji_begin_strip(struct fuji_block *block) {
  for (int i = 0; i < 3 && block->strip == 0; i++) {
    struct fuji_table *const table = &block->tables[kFlat / 8 + i];
    *table = make_table(i, block->maximum);
    start_statistics(block, table, kFlat + 8 * i, 5);
  }
  if (!block->bases) {
    if (block->strip == 0) use_base(block, 0);
    return;
  }
  const uint8_t base = block->bases[block->strip];
  if (block->strip > 0 && base == block->bases[block->strip - 1]) return;
  use_base(block, base);
  for (int d = -kSteepest; d <= kSteepest; d++)
    block->own_levels[kSteepest + d] = fuji_level(block->points, d);
  block->levels = block->own_levels + kSteepest;
  find_flat_places(block, base);
}

static uint64_t window_at(const struct fuji_block *block, uint64_t position) {
  uint64_t word = 0;
  for (int i = 0; i < 8; i++) word = word << 8 | block->bytes[(position >> 3) + (uint64_t)i];
  return word << (position & 7);
}

uint32_t fuji_long_code(struct fuji_block *block, const struct fuji_table *table, uint32_t bits) {
  const uint64_t window = window_at(block, block->position);
  // The window shows all possible zeros of a code.
  const uint32_t zeros = window ? (uint32_t)__builtin_clzll(window) : 64;
  if (zeros > table->limit) return UINT32_MAX;
  const bool is_raw = zeros == table->limit;
  const uint32_t count = is_raw ? table->raw_bits : bits;
  const uint64_t rest = window_at(block, block->position + zeros + 1);
  const uint64_t number = count > 0 ? rest >> (64 - count) : 0;
  block->position += zeros + 1 + count;
  const uint64_t code = is_raw ? number + 1 : ((uint64_t)zeros << bits) + number;
  return code < table->total ? (uint32_t)code : UINT32_MAX;
}

// Fujifilm's compressed format: independent blocks of 768 columns.
//
// A block is decoded in strips of six rows, stored as lines of one colour each. Lines 0 and 1 of a
// colour are the last two lines of the previous strip. Lines from 2 belong to the current strip.
// Two lines of different colours are read together, sample by sample. First come samples at even
// positions, predicted from the lines above. Four samples later come samples at odd positions, also
// predicted from their neighbours. A code is the error of the prediction. Its length depends on
// earlier codes in a similar context. So a block is one chain of codes, and several blocks are read
// in lock step.
#pragma once

#include "CRawUnpack.h"

enum {
  /// The columns of a block.
  kColumns = 768,
  kStrip = 6,
  /// The even samples of a line: for X-Trans, and for Bayer.
  kHalf = 256,
  kBayerHalf = 192,
  /// The lines of red, green and blue: the first of each colour, and the total.
  kRed = 0,
  kGreen = 5,
  kBlue = 13,
  kLines = 18,
  /// The number of samples by which odd samples follow the even ones.
  kLag = 4,
  /// The number of blocks in lock step.
  kLanes = 4,
  /// Statistics: 41 of the main table, and five of each table for flat context. The tables start at
  /// multiples of 8.
  kStatistics = 72,
  kFlat = 48,
  kNotFlat = 255,
  /// All larger differences have the same level in all tables.
  kSteepest = 2064,
  /// The maximum bytes of a strip's codes: 12 lines of 512 samples, 64 bits each.
  kMostStripBytes = 12 * 512 * 8,
  kWindow = 2 * kMostStripBytes,
};

/// Samples of a colour. Samples at even and odd positions are stored separately. The even ones have
/// one extra sample to the right, and the odd ones to the left: sample 2 i + 1 is odd[i + 1].
struct fuji_line {
  uint16_t even[kHalf + 32];
  uint16_t odd[kHalf + 32];
};

/// The coding of differences from a prediction.
struct fuji_table {
  /// The number of codes.
  uint32_t total;
  /// The bits of an unencoded code, and the number of zeros before it.
  uint32_t raw_bits, limit;
  /// Differences are multiples of `step`, with a tolerance of `base`. `around` is the size of their
  /// range.
  int32_t base, step, around;
};

/// Two lines that are read together.
struct fuji_pair {
  uint8_t lines[2];
  /// The index of the set of statistics, 0 to 2.
  uint8_t set;
  /// The even samples without a code: bit 0 the first, third …, bit 1 the second, fourth …
  uint8_t uncoded[2];
};

/// The current line, and the predictions from the lines above it.
struct fuji_reading {
  struct fuji_line line;
  /// For each even sample: the index of the statistics, plus 128 if differences are negated.
  uint8_t even[kHalf];
  /// For each odd sample: the larger part of the gradient, and the difference to the upper left, −8
  /// ... 8 (lossy).
  int8_t odd[kHalf], odd_step[kHalf];
  uint16_t upper_left[kHalf];
  /// The sample above × 2 if it is an extreme, otherwise 1.
  uint32_t odd_weight[kHalf];
};

/// The sum of differences | their number << 32.
typedef uint64_t fuji_statistics[kStatistics];

struct fuji_block {
  // The loop over samples needs these fields at fixed positions.
  struct fuji_reading readings[2];
  /// The statistics of even samples and of odd samples.
  fuji_statistics statistics[2];
  /// The position of the next bit in `bytes`.
  uint64_t position;
  int32_t maximum;
  /// The lower ends of a difference's levels 1 ... 4.
  int32_t points[4];
  /// The level of each difference. The pointer is at difference 0.
  const int8_t *levels;
  /// Lossy: the index of an odd sample's statistics, by the differences −8 ... 8 of the upper left
  /// sample from the one above and from the one to the left. 128 is added if differences are
  /// negated. `kNotFlat` if the differences are too large.
  uint8_t flat_places[17][17];
  /// The tables by index of the statistics / 8. The first ones are the main table, and the last
  /// three are for flat context.
  struct fuji_table tables[kStatistics / 8];

  fuji_statistics all_statistics[3][2];
  struct fuji_line lines[kLines];
  /// The even samples of a line.
  uint32_t half;
  uint32_t first_column, columns;
  /// The number of finished strips.
  uint32_t strip;
  /// Lossy: the base of each strip, or NULL, and its levels.
  uint8_t *bases;
  int8_t *own_levels;
  /// The file position after the bytes in memory, and the remaining bytes.
  uint64_t offset, left;
  /// The number of bytes in memory.
  size_t count;
  /// Whether the file ends within the block, and whether a strip could not be decoded.
  bool is_cut, is_damaged;
  uint8_t bytes[kWindow + BROMIDE_UNPACK_PADDING];
};

/// Returns the table for a flat context: 0 is the main table.
static inline int32_t fuji_flat_table(int32_t flatness, int32_t base) {
  return flatness <= 5 && base >= 1 ? 1 : flatness <= 6 && base >= 2 ? 2 : flatness <= 7 && base >= 3 ? 3 : 0;
}

extern const struct fuji_pair fuji_pairs_xtrans[6], fuji_pairs_bayer[6];

/// Prepares a block's tables for its next strip.
void fuji_begin_strip(struct fuji_block *);
/// Returns the level −4 ... 4 of a difference.
int8_t fuji_level(const int32_t points[4], int32_t difference);
void fuji_points(int32_t base, int32_t maximum, int32_t points[4]);
/// Reads a code that can exceed a window of 57 bits. Returns its number, or UINT32_MAX if it is
/// invalid.
uint32_t fuji_long_code(struct fuji_block *, const struct fuji_table *, uint32_t bits);

/// Decodes the next strip of up to `kLanes` blocks. Returns false if a block is irregular.
bool fuji_strips_baseline(struct fuji_block *const *blocks, unsigned count, const struct fuji_pair *pairs);
bool fuji_strips_v3(struct fuji_block *const *blocks, unsigned count, const struct fuji_pair *pairs);
bool fuji_strips_v4(struct fuji_block *const *blocks, unsigned count, const struct fuji_pair *pairs);

/// Writes the strip's lines to the job's samples.
void fuji_place_baseline(struct fuji_block *, const bromide_raw_job *, const uint8_t colours[6][6]);
void fuji_place_v3(struct fuji_block *, const bromide_raw_job *, const uint8_t colours[6][6]);
void fuji_place_v4(struct fuji_block *, const bromide_raw_job *, const uint8_t colours[6][6]);

// Fujifilm's compressed coding: blocks of 768 columns, which know nothing of one another.
//
// A block is decoded in strips of six rows, kept as lines of one colour each: lines 0 and 1 of a
// colour are the last two of the strip before, those from 2 on are the strip's own. Two lines of
// different colours are read together, sample by sample: first those at even places, which are
// guessed from the lines above, and four behind them those at odd places, which are guessed from
// their neighbours as well. A code says how far the guess was off; its length follows from what was
// coded before in surroundings of the same kind. So a block is one chain of codes, and blocks are
// read in lock step.
#ifndef BROMIDE_FUJI_H
#define BROMIDE_FUJI_H
#include "CRawUnpack.h"

enum {
  /// Columns of a block.
  kColumns = 768,
  kStrip = 6,
  /// Even samples of a line: X-Trans, and Bayer.
  kHalf = 256,
  kBayerHalf = 192,
  /// Lines of red, green and blue: the first of each colour, and all.
  kRed = 0,
  kGreen = 5,
  kBlue = 13,
  kLines = 18,
  /// Odd samples are that many behind the even ones.
  kLag = 4,
  /// Blocks in lock step.
  kLanes = 4,
  /// Statistics: 41 of the main table, and five of each table for flat surroundings, from multiples
  /// of 8 on.
  kStatistics = 72,
  kFlat = 48,
  kNotFlat = 255,
  /// Differences beyond it are all alike, whatever the table.
  kSteepest = 2064,
  /// The most bytes that a strip's codes can take: 12 lines of 512 samples, 64 bits each.
  kMostStripBytes = 12 * 512 * 8,
  kWindow = 2 * kMostStripBytes,
};

/// Samples of a colour. Those at even places and those at odd ones lie apart, with one more to the
/// right of the former and to the left of the latter: sample 2 i + 1 is odd[i + 1].
struct fuji_line {
  uint16_t even[kHalf + 32];
  uint16_t odd[kHalf + 32];
};

/// How differences from a guess are coded.
struct fuji_table {
  /// Number of codes.
  uint32_t total;
  /// Bits of a code that is written out, and how many zeros announce it.
  uint32_t raw_bits, limit;
  /// Differences are multiples of `step`, `base` more or less; all of them are `around`.
  int32_t base, step, around;
};

/// Two lines that are read together.
struct fuji_pair {
  uint8_t lines[2];
  /// Which of three sets of statistics.
  uint8_t set;
  /// Which even samples have no code: bit 0 the first, third …, bit 1 the second, fourth …
  uint8_t uncoded[2];
};

/// A line that is being read, and what the lines above it say.
struct fuji_reading {
  struct fuji_line line;
  /// Of an even sample: the place in the statistics, plus 128 where differences are negated.
  uint8_t even[kHalf];
  /// Of an odd sample: the greater part of the gradient, and the difference to the upper left, −8
  /// ... 8 (lossy).
  int8_t odd[kHalf], odd_step[kHalf];
  uint16_t upper_left[kHalf];
  /// Twice the sample above where that is an extreme, else 1.
  uint32_t odd_weight[kHalf];
};

/// Sum of differences | their number << 32.
typedef uint64_t fuji_statistics[kStatistics];

struct fuji_block {
  // What the loop over samples needs lies at fixed places.
  struct fuji_reading readings[2];
  /// Of even samples and of odd ones.
  fuji_statistics statistics[2];
  /// The next bit of `bytes`.
  uint64_t position;
  int32_t maximum;
  /// The lower ends of levels 1 ... 4 of a difference.
  int32_t points[4];
  /// The level of each difference, from its middle.
  const int8_t *levels;
  /// Lossy: the place of an odd sample in the statistics by the differences −8 ... 8 of the sample
  /// to the upper left from the one above and from the one to the left, plus 128 where differences
  /// are negated; `kNotFlat` where they are too great for that.
  uint8_t flat_places[17][17];
  /// By the place in statistics / 8: the first ones are the main table, the last three those for
  /// flat surroundings.
  struct fuji_table tables[kStatistics / 8];

  fuji_statistics all_statistics[3][2];
  struct fuji_line lines[kLines];
  /// Even samples of a line.
  uint32_t half;
  uint32_t first_column, columns;
  /// Strips that are done.
  uint32_t strip;
  /// Lossy: the base of each strip, or NULL; and the levels for it.
  uint8_t *bases;
  int8_t *own_levels;
  /// Where the file goes on after the bytes at hand.
  uint64_t offset, left;
  /// Number of bytes at hand.
  size_t count;
  uint8_t bytes[kWindow + BROMIDE_UNPACK_PADDING];
};

/// The table for surroundings so flat: 0 the main one.
static inline int32_t fuji_flat_table(int32_t flatness, int32_t base) {
  return flatness <= 5 && base >= 1 ? 1 : flatness <= 6 && base >= 2 ? 2 : flatness <= 7 && base >= 3 ? 3 : 0;
}

extern const struct fuji_pair fuji_pairs_xtrans[6], fuji_pairs_bayer[6];

/// Prepares a block's tables for its next strip.
void fuji_begin_strip(struct fuji_block *);
/// The level −4 ... 4 of a difference.
int8_t fuji_level(const int32_t points[4], int32_t difference);
void fuji_points(int32_t base, int32_t maximum, int32_t points[4]);
/// Reads a code that a window of 57 bits may not hold. Returns its number, or UINT32_MAX if it is
/// none.
uint32_t fuji_long_code(struct fuji_block *, const struct fuji_table *, uint32_t bits);

/// Decodes the next strip of up to `kLanes` blocks; false if one of them is irregular.
bool fuji_strips_baseline(struct fuji_block *const *blocks, unsigned count, const struct fuji_pair *pairs);
bool fuji_strips_v3(struct fuji_block *const *blocks, unsigned count, const struct fuji_pair *pairs);
bool fuji_strips_v4(struct fuji_block *const *blocks, unsigned count, const struct fuji_pair *pairs);

/// Puts the strip's lines where the job wants their samples.
void fuji_place_baseline(struct fuji_block *, const bromide_raw_job *, const uint8_t colours[6][6]);
void fuji_place_v3(struct fuji_block *, const bromide_raw_job *, const uint8_t colours[6][6]);
void fuji_place_v4(struct fuji_block *, const bromide_raw_job *, const uint8_t colours[6][6]);

#endif

// GoPro's VC-5 (SMPTE ST 2073-1), 12 bits in four channels: the sum and differences of the sites of a Bayer cell, on a
// logarithmic curve, each as ten bands of a wavelet of three levels.
//
// Channels are decoded row by row, the ten streams of each in step, so that no band is ever in memory as a whole. The
// rows of channels lie in the picture's own rows until all four are there: rows 2y and 2y + 1 hold row y of each.
#ifndef BROMIDE_VC5_H
#define BROMIDE_VC5_H
#include "CRawUnpack.h"

enum {
  kChannels = 4,
  kLevels = 3,
  /// The bands of a level besides the low one: high across, high down, high in both.
  kHighBands = 3,
  kBands = 1 + kHighBands * kLevels,
  /// The formulas of a band's ends need three places.
  kLeastBand = 3,
  /// Bits of the table's patterns: 16 KiB, which stay in the L1 cache.
  kTableBits = 11,
  /// Codes that a reload of 64 bits is enough for: 57 bits are there at least.
  kCodesInWindow = 5,
  /// The longest run, and the places that a window's codes can fill.
  kLongestRun = 320,
  kMostOfWindow = kCodesInWindow * kLongestRun,
  /// Room after rows: for what codes write beyond the wanted row, and for whole vectors.
  kSlack = kMostOfWindow + kLongestRun + 128,
  /// The largest low value for which 16 bits hold all intermediate ones: |a - b| + 4 <= 32767.
  kMostNarrowLow = 16381,
  /// And the largest high one: low + (low - low) / 8 + high fits then, and low - low of the next direction does.
  kMostNarrowHigh = 12000,
  /// Rows of the coarsest level that a step decodes: 16 rows of the picture.
  kRowsOfStep = 2,
  kPictureRowsOfStep = 16 * kRowsOfStep,
  /// The largest value of a channel, the difference that is none, and the largest value on the curve.
  kMostPlane = 16383,
  kMiddle = 2048,
  kMostValue = 4095,
};

// MARK: Segments

/// The payload of a band.
struct vc5_block {
  bool is_present;
  uint64_t offset;
  /// Bytes as stated, and those of them that the stream has.
  uint64_t size, available;
  uint32_t quantum;
  /// Bits of a number of the lowpass band.
  uint32_t lowpass_bits;
};

struct vc5_headers {
  struct vc5_block blocks[kChannels][kBands];
  /// Whether the stream begins as VC-5.
  bool is_vc5;
  /// Whether it is of another kind, and its first number that shows it.
  bool is_refused;
  bromide_raw_vc5_refusal refusal;
  /// The end of the stream, or of the file if that is earlier; and where the walk ended.
  uint64_t end, reached;
};

/// Finds the blocks.
void vc5_read_headers(const bromide_raw_job *, const bromide_raw_vc5 *, struct vc5_headers *);

// MARK: Codes

/// The codes that fit in a pattern of bits: any number of zeros, and up to two other values.
struct vc5_entry {
  /// The values, and how far from the first place each is. A missing value is a 0 after the others.
  int8_t values[2];
  uint8_t places[2];
  /// Places and bits that the codes take together. No bits: the first code is longer than the pattern.
  uint8_t advance, bits;
  /// The number of the first code.
  uint16_t first;
};

enum { kCodes = 264, kLargestMagnitude = 255, kLargestInTable = 14 };

struct vc5_codes {
  /// For each pattern, and one more after them.
  struct vc5_entry entries[(1 << kTableBits) + 1];
  /// The first pattern of 32 bits of each code.
  uint32_t starts[kCodes];
  /// The value of each magnitude.
  int16_t expanded[kLargestMagnitude + 1];
};
void vc5_set_codes(struct vc5_codes *);

// MARK: Streams

/// Where a decoder is in a stream; a copy of it stays in registers.
struct vc5_cursor {
  const uint8_t *bytes;
  /// The next bits, left-aligned, and the place of the first in `bytes`.
  uint64_t window, bit;
  /// The band's coefficients in memory, the place of the next, and the band's end.
  int16_t *samples;
  int64_t place, end;
  int32_t quantum;
  /// The largest magnitude of a coefficient that was not in the table.
  int32_t largest;
};

/// Decodes the next code, whatever its length, and fills the window anew. False if it is irregular.
bool vc5_take_code(struct vc5_cursor *, const struct vc5_codes *);

/// Takes the end of the band. False if there is another code.
bool vc5_take_end(struct vc5_cursor *, const struct vc5_codes *);

/// A band's stream, of which a part is in memory, and some rows of its coefficients.
struct vc5_stream {
  const bromide_raw_source *source;
  const struct vc5_block *block;
  /// The bytes not yet read.
  uint64_t next, left;
  uint8_t *bytes;
  size_t filled, capacity;
  /// Bits of the bytes that are no longer in memory.
  uint64_t dropped;
  struct vc5_cursor cursor;
  /// Size of the band.
  uint32_t width, height;
  /// The number of the first row in memory.
  uint32_t first;
  /// The place up to which coefficients are wanted.
  int64_t wanted;
  bool is_broken;
  /// The bit at which it broke.
  uint64_t broken_at;
  /// Whether the file could not be read.
  bool has_failed;
};

/// Bytes of a stream in memory.
size_t vc5_stream_bytes(const struct vc5_block *);

void vc5_open(
    struct vc5_stream *, const bromide_raw_source *, const struct vc5_block *, uint8_t *bytes, int16_t *samples);

/// The bit in memory from which on a window must not begin: more bytes are needed, or there are no more.
uint64_t vc5_end_of_bits(const struct vc5_stream *);

/// Brings more bytes into memory if few are left. False if there are no more bits, or the file cannot be read.
bool vc5_fill(struct vc5_stream *);

void vc5_break(struct vc5_stream *);

/// Rows of the lowpass band up to `count`.
void vc5_read_lowpass(struct vc5_stream *, uint32_t count);

/// Whether a decoded band ends as it should: with its last word.
bool vc5_ends_well(struct vc5_stream *, const struct vc5_codes *);

/// Forgets the rows before `first`.
void vc5_drop_rows(struct vc5_stream *, uint32_t first);

// MARK: Channels

/// A level of the wavelet.
struct vc5_level {
  /// Size of its bands, and of the rows that it gives.
  uint32_t width, height, out_width, out_height;
  /// The rows of its low band: those of the coarser level, or the lowpass band.
  int16_t *low;
  uint32_t first, count;
  /// Rows of bands that were joined.
  uint32_t done;
  /// Whether 16 bits may not be enough.
  bool is_wide;
  /// The rows that one row of each band becomes, before they are joined across: two of each half.
  int16_t *left[2], *right[2];
};

struct vc5_channel {
  const struct vc5_codes *codes;
  int isa;
  struct vc5_stream streams[kBands];
  /// The coarsest first.
  struct vc5_level levels[kLevels];
  /// The first row of the channel in the picture, and the distance of rows.
  uint16_t *rows;
  size_t stride;
  /// The first row that is needed of those that each level gives.
  uint32_t first_needed[kLevels];
};

/// Decodes the rows that follow from `count` rows of the coarsest level. Returns the number of rows of the channel that
/// are done.
uint32_t vc5_decode_rows(struct vc5_channel *, uint32_t count);

/// The number of rows of a channel that are done after some steps.
uint32_t vc5_rows_of_steps(const struct vc5_level *levels, uint32_t steps);

/// The most rows of a level's bands that are in memory: those of a step, and as many as the last one needs, for the last row
/// of a level waits for none.
static inline uint32_t vc5_rows_in_memory(uint32_t level) { return (kRowsOfStep + 4) << level; }

// MARK: Kernels

/// The inputs of a row pair: three rows of the low band around the middle one, and a row of the high band.
struct vc5_rows {
  const int16_t *before, *low, *after, *high;
};

/// Joins bands down, as ST 2073-1's inverse has it, at any row and for any values.
void vc5_down_plain(const struct vc5_rows *, uint32_t row, uint32_t height, uint32_t width, int16_t *even, int16_t *odd);
/// Joins places `from` ..< `to` of halves across into a finer low band, of which `count` samples are wanted.
void vc5_across_plain(
    const int16_t *low, const int16_t *high, uint32_t from, uint32_t to, uint32_t width, int16_t *out, uint32_t count);
/// The same into a channel's row.
void vc5_finish_plain(
    const int16_t *low, const int16_t *high, uint32_t from, uint32_t to, uint32_t width, uint16_t *out, uint32_t count);

/// The samples of a row of cells.
struct vc5_cells {
  /// The channels' rows.
  const uint16_t *green, *red_green, *blue_green, *green_difference;
  uint32_t count;
  /// The sample of each value of 12 bits, and one more.
  const uint16_t *curve;
  bool is_gbrg;
  /// The two rows of the picture.
  uint16_t *rows[2];
};
/// The cells from `first` on.
void vc5_cells_plain(const struct vc5_cells *, uint32_t first);

#endif

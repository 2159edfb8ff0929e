// GoPro's VC-5 (SMPTE ST 2073-1): 12 bits in four channels.
//
// The channels are the sum and differences of a Bayer cell's sites on a logarithmic curve. Each is
// stored as ten bands of a wavelet with three levels. Channels are decoded row by row, with the ten
// streams of each in step, so that no band is completely in memory. The rows of channels are stored
// in the picture's rows until all four are decoded: rows 2y and 2y + 1 contain row y of each.
#pragma once

#include "CRawUnpack.h"

enum {
  kChannels = 4,
  kLevels = 3,
  /// The bands of a level except for the low one: high horizontally, high vertically, high in both
  /// directions.
  kHighBands = 3,
  kBands = 1 + kHighBands * kLevels,
  /// The formulas for a band's ends need three positions.
  kLeastBand = 3,
  /// The bits of the table's patterns: 16 KiB, which stay in the L1 cache.
  kTableBits = 11,
  /// The codes that fit in a reload of 64 bits. At least 57 bits are valid.
  kCodesInWindow = 5,
  /// The longest run, and the positions that a window's codes can fill.
  kLongestRun = 320,
  kMostOfWindow = kCodesInWindow * kLongestRun,
  /// The room after rows, for codes that write after the requested row and for complete vectors.
  kSlack = kMostOfWindow + kLongestRun + 128,
  /// The largest low value for which all intermediate values fit in 16 bits: |a - b| + 4 <= 32767.
  kMostNarrowLow = 16381,
  /// The largest high value: then low + (low - low) / 8 + high fits, and also low - low in the next
  /// direction.
  kMostNarrowHigh = 12000,
  /// The rows of the coarsest level that a step decodes: 16 rows of the picture.
  kRowsOfStep = 2,
  kPictureRowsOfStep = 16 * kRowsOfStep,
  /// The largest channel value, the value for a zero difference, and the curve's largest value.
  kMostPlane = 16383,
  kMiddle = 2048,
  kMostValue = 4095,
};

// MARK: Segments

/// The payload of a band.
struct vc5_block {
  bool is_present;
  uint64_t offset;
  /// The bytes according to the header, and how many of them the stream contains.
  uint64_t size, available;
  uint32_t quantum;
  /// The bits of a number in the lowpass band.
  uint32_t lowpass_bits;
};

struct vc5_headers {
  struct vc5_block blocks[kChannels][kBands];
  /// Whether the stream begins like VC-5.
  bool is_vc5;
  /// Whether it is of an unsupported kind, and the first number that shows it.
  bool is_rejected;
  bromide_raw_vc5_rejection rejection;
  /// The end of the stream or file, whichever is earlier, and the position after the last read
  /// byte.
  uint64_t end, reached;
};

/// Finds the blocks.
void vc5_read_headers(const bromide_raw_job *, const bromide_raw_vc5 *, struct vc5_headers *);

// MARK: Codes

/// The codes that fit in a pattern of bits: any number of zeros, and up to two other values.
struct vc5_entry {
  /// The values, and the distance of each from the first position. A missing value is a 0 after the
  /// others.
  int8_t values[2];
  uint8_t places[2];
  /// The total positions and bits of the codes. 0 bits mean that the first code is longer than the
  /// pattern.
  uint8_t advance, bits;
  /// The number of the first code.
  uint16_t first;
};

enum { kCodes = 264, kLargestMagnitude = 255, kLargestInTable = 14 };

struct vc5_codes {
  /// For each pattern, and an extra entry after them.
  struct vc5_entry entries[(1 << kTableBits) + 1];
  /// The first pattern of 32 bits for each code.
  uint32_t starts[kCodes];
  /// The value of each magnitude.
  int16_t expanded[kLargestMagnitude + 1];
};
void vc5_set_codes(struct vc5_codes *);

// MARK: Streams

/// A decoder's position in a stream. A copy of it stays in registers.
struct vc5_cursor {
  const uint8_t *bytes;
  /// The next bits, left-aligned, and the position of the first one in `bytes`.
  uint64_t window, bit;
  /// The band's coefficients in memory, the position of the next one, and the band's end.
  int16_t *samples;
  int64_t place, end;
  int32_t quantum;
  /// The largest magnitude of a coefficient outside the table.
  int32_t largest;
};

/// Decodes the next code of any length, and refills the window. Returns false if it is irregular.
bool vc5_take_code(struct vc5_cursor *, const struct vc5_codes *);

/// Reads the end of the band. Returns false if there is another code.
bool vc5_take_end(struct vc5_cursor *, const struct vc5_codes *);

/// A band's stream with a part in memory, and some rows of its coefficients.
struct vc5_stream {
  const bromide_raw_source *source;
  const struct vc5_block *block;
  /// The bytes that were not read yet.
  uint64_t next, left;
  uint8_t *bytes;
  size_t filled, capacity;
  /// The bits of bytes that are no longer in memory.
  uint64_t dropped;
  struct vc5_cursor cursor;
  /// The size of the band.
  uint32_t width, height;
  /// The number of the first row in memory.
  uint32_t first;
  /// The position after the last requested coefficient.
  int64_t needed;
  bool is_broken;
  /// The position in bits of the damage.
  uint64_t broken_at;
  /// Whether the file could not be read.
  bool has_failed;
};

/// Returns the bytes of a stream in memory.
size_t vc5_stream_bytes(const struct vc5_block *);

void vc5_open(
    struct vc5_stream *, const bromide_raw_source *, const struct vc5_block *, uint8_t *bytes, int16_t *samples);

/// Returns the first bit in memory that cannot begin a window, because more bytes are needed or the
/// stream ends.
uint64_t vc5_end_of_bits(const struct vc5_stream *);

/// Loads more bytes if few remain. Returns false if there are no more bits, or the file cannot be
/// read.
bool vc5_fill(struct vc5_stream *);

void vc5_break(struct vc5_stream *);

/// Reads rows of the lowpass band up to `count`.
void vc5_read_lowpass(struct vc5_stream *, uint32_t count);

/// Returns whether a decoded band ends correctly: with its last word.
bool vc5_ends_well(struct vc5_stream *, const struct vc5_codes *);

/// Removes the rows before `first` from memory.
void vc5_drop_rows(struct vc5_stream *, uint32_t first);

// MARK: Channels

/// A level of the wavelet.
struct vc5_level {
  /// The size of its bands, and of its output rows.
  uint32_t width, height, out_width, out_height;
  /// The rows of its low band: the output of the coarser level, or the lowpass band.
  int16_t *low;
  uint32_t first, count;
  /// The rows of bands that were joined.
  uint32_t done;
  /// Whether 16 bits might not be enough.
  bool is_wide;
  /// The result of joining one row of each band vertically, before the horizontal join: two rows of
  /// each half.
  int16_t *left[2], *right[2];
};

struct vc5_channel {
  const struct vc5_codes *codes;
  int isa;
  struct vc5_stream streams[kBands];
  /// The coarsest first.
  struct vc5_level levels[kLevels];
  /// The first row of the channel in the picture, and the distance between rows.
  uint16_t *rows;
  size_t stride;
  /// The first output row of each level that is needed.
  uint32_t first_needed[kLevels];
};

/// Decodes all rows that depend only on the first `count` rows of the coarsest level. Returns the
/// number of finished rows of the channel.
uint32_t vc5_decode_rows(struct vc5_channel *, uint32_t count);

/// Returns the number of finished rows of a channel after some steps.
uint32_t vc5_rows_of_steps(const struct vc5_level *levels, uint32_t steps);

/// Returns the maximum rows of a level's bands in memory: the rows of a step, and the additional
/// rows of the last step, because the last row of a level does not wait for another row.
static inline uint32_t vc5_rows_in_memory(uint32_t level) { return (kRowsOfStep + 4) << level; }

// MARK: Kernels

/// The inputs of a row pair: three rows of the low band around the middle one, and a row of the
/// high band.
struct vc5_rows {
  const int16_t *before, *low, *after, *high;
};

/// Joins bands vertically, as in ST 2073-1's inverse, for any row and any values.
void vc5_down_plain(const struct vc5_rows *, uint32_t row, uint32_t height, uint32_t width, int16_t *even, int16_t *odd);
/// Joins positions `from` ..< `to` of halves horizontally into a finer low band. `count` samples of
/// it are needed.
void vc5_across_plain(
    const int16_t *low, const int16_t *high, uint32_t from, uint32_t to, uint32_t width, int16_t *out, uint32_t count);
/// Joins positions `from` ..< `to` of halves horizontally into a channel's row.
void vc5_finish_plain(
    const int16_t *low, const int16_t *high, uint32_t from, uint32_t to, uint32_t width, uint16_t *out, uint32_t count);

/// The samples of a row of cells.
struct vc5_cells {
  /// The channels' rows.
  const uint16_t *green, *red_green, *blue_green, *green_difference;
  uint32_t count;
  /// The sample of each value of 12 bits, and an extra one.
  const uint16_t *curve;
  bool is_gbrg;
  /// The two rows of the picture.
  uint16_t *rows[2];
};
/// Writes the cells, starting at `first`.
void vc5_cells_plain(const struct vc5_cells *, uint32_t first);

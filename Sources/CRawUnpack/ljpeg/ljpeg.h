// Lossless JPEG (ITU-T T.81, annex H; SOF3) inside raw files.
//
// The data are unstuffed first. Then symbols are read by position: the 8 bytes at `position >> 3`,
// shifted by `position & 7`, hold a whole symbol, whose length is one table entry. The windows read
// are stored, and the differences are computed from them afterwards, many at a time. Several
// independent streams advance together, which hides the latency of each.
#ifndef BROMIDE_LJPEG_H
#define BROMIDE_LJPEG_H
#include "CRawUnpack.h"

enum {
  /// Streams that one thread advances together: six hide a symbol's latency as far as 16 registers
  /// allow (24 megapixels in tiles on Zen 4: four 36.0 ms, five 35.5, six 33.4, eight more).
  kLanes = 6,
  /// Symbols between two checks for the end of the data.
  kBlock = 256,
  /// Bits of a code that the table resolves at once.
  kTableBits = 12,
  /// The largest size of a block in bytes: 16 bits of code and 15 of difference a symbol, and a
  /// window.
  kOverrun = kBlock * 4 + 8,
  kMostComponents = 4,
  /// Room for a header; those of raws take about a hundred bytes.
  kMostHeader = 64 * 1024,
};

/// An entry: bits of code and difference, bits of the code << 6, and 0x8000 for the difference
/// −32768, which has no bits. 0 means that the code is longer than the table resolves.
typedef uint16_t ljpeg_entry;

/// The entry of bits that are no code: a length of one, so that a reader moves on, and a mark.
enum { kMark = 0x800, kNoCode = 1 << 6 | 1 | kMark };

/// A Huffman code of sizes of differences.
struct ljpeg_code {
  ljpeg_entry entries[1 << kTableBits];
  /// Longer codes: the end of each length's codes, as the upper bits of 16; the symbol of a code
  /// below it is `symbols[code + offset]`.
  uint32_t end[17];
  int32_t offset[17];
  uint8_t symbols[256];
  bool has_long;
};

/// The contents of a stream's header.
struct ljpeg_header {
  uint32_t width, height, components;
  uint32_t bits;
  uint32_t predictor;
  /// Sampling factors of the first component; the others' are 1×1.
  uint32_t sampling;
  /// Names of the components.
  uint8_t names[kMostComponents];
  /// Offset of the entropy-coded data.
  size_t data;
  /// Offset of each component's code in the bytes (16 counts, then symbols).
  size_t codes[kMostComponents];
};

/// The places of a JPEG's samples, counted row after row: `columns` of `width` samples over the
/// picture's whole height, and one that reaches to its right edge.
struct ljpeg_target {
  const bromide_raw_job *job;
  uint32_t columns, width;
  /// The replacement of each value, or NULL for none.
  const uint16_t *curve;
};
/// Writes samples from the given index on; those below the picture are dropped.
void ljpeg_write(const struct ljpeg_target *, uint64_t index, const uint16_t *samples, size_t count);

/// Prepares a picture whose tiles consist of cells: blackens the sites of which no cell is whole.
/// Returns false if tiles do not consist of whole cells.
bool ljpeg_prepare_cells(const bromide_raw_job *, const bromide_raw_ljpeg *);

/// Whether the JPEG's components are the sites of a tile's cells.
bool ljpeg_fits_cells(const bromide_raw_ljpeg *, const struct ljpeg_header *);

/// Writes a row of cells whose first site is at `x`, `y`, as far as the picture holds them.
void ljpeg_write_cells(
    const bromide_raw_job *, size_t x, size_t y, const uint16_t *samples, size_t cells);

/// Whether the JPEG's pixels are those of a tile.
bool ljpeg_fits_pixels(const bromide_raw_ljpeg *, const struct ljpeg_header *);

/// Writes pixels of a row from `x`, `y` on, as far as the picture holds them.
void ljpeg_write_pixels(
    const bromide_raw_job *, const uint16_t *curve, size_t x, size_t y, const uint16_t *samples,
    size_t pixels);

/// Reads a header as LibRaw's `ljpeg_start` does. Returns false for anything unusual: restart
/// intervals, subsampling, more than four components, and codes that LibRaw would not decode as
/// intended.
bool ljpeg_read_header(const uint8_t *bytes, size_t count, struct ljpeg_header *header);

/// The same for three components of which the first has two columns of samples, in one or two rows,
/// to one of the others. Codes are those that the scan names.
bool ljpeg_read_sampled_header(const uint8_t *bytes, size_t count, struct ljpeg_header *header);

/// Builds the codes of even and odd symbols of a row. Returns false if two codes do not suffice.
bool ljpeg_build_codes(
    const uint8_t *bytes, const struct ljpeg_header *header, struct ljpeg_code codes[2],
    bool *has_two);

/// Builds the codes of four components. Returns false if there are not as many.
bool ljpeg_build_four_codes(
    const uint8_t *bytes, const struct ljpeg_header *header, struct ljpeg_code codes[4]);

/// Builds the code that begins at `source`. Returns false if it is not a code.
bool ljpeg_build_code(const uint8_t *source, struct ljpeg_code *code);

/// The way to read symbols of these codes.
int ljpeg_reading(const struct ljpeg_code codes[2], bool has_two);

/// Decodes the JPEG at the job's offset, which must fill the picture, by `ljpeg_unpack_stream`.
///
/// - Parameter dng_components: The largest number of components in a DNG, where rows below the
///   picture are not an error; 0 if the file is not a DNG.
bool ljpeg_unpack_one(
    const bromide_raw_job *job, const struct ljpeg_target *target, uint32_t dng_components);

/// Decodes rows of differences that are coarse from some row on.
bool ljpeg_unpack_split(const bromide_raw_job *, const bromide_raw_differences *);

/// One stream of differences from the previous sample of the same component, or from above at the
/// beginning of a row.
struct ljpeg_stream {
  /// Offset of the stream in the file, which is never 0.
  uint64_t data;
  /// Whether a zero follows each FF, with any other byte ending the stream.
  bool is_stuffed;
  /// Samples in a row, all components counted; and the number of rows.
  uint64_t row, rows;
  uint32_t components;
  /// Upper limit of samples, exclusive.
  uint32_t limit;
  /// Number of rows above (1 or 2) from which a row begins; the first ones begin from `start`.
  uint32_t turns;
  uint16_t start[2][kMostComponents];
};

/// Decodes a stream from many positions at once.
bool ljpeg_unpack_stream(
    const bromide_raw_job *job, const struct ljpeg_stream *plan, const struct ljpeg_code codes[2],
    bool has_two_codes, const struct ljpeg_target *target);

/// The entry of a code longer than the table resolves; `window` holds its first bits uppermost.
ljpeg_entry ljpeg_long_entry(const struct ljpeg_code *code, uint64_t window);

/// Working memory of a thread's lanes. `codes[lane][0]` is for even symbols of a row, `[1]` for odd
/// ones; `[2]` and `[3]` are for those of odd pairs where there are four codes.
struct ljpeg_lanes {
  struct ljpeg_code codes[kLanes][4];
  /// The bits from each pair of symbols on.
  uint64_t windows[kLanes][kBlock / 2];
  ljpeg_entry entries[kLanes][kBlock];
  /// Positions in bits from `bytes`.
  uint64_t positions[kLanes];
  const uint8_t *bytes;
};

/// The way to read symbols, as bits; constant for a group of streams.
enum {
  /// Even and odd symbols have different codes.
  LJPEG_TWO_CODES = 1,
  /// All lanes use the codes of the first one.
  LJPEG_SHARED = 2,
  /// Codes may be longer than the table resolves.
  LJPEG_LONG = 4,
  /// Each of four components has a code, with LJPEG_TWO_CODES and without LJPEG_SHARED.
  LJPEG_FOUR_CODES = 8,
};

#define LJPEG_DECLARE(isa) \
  /* Copies entropy-coded data without stuffed zeros, up to a marker. Returns the number of bytes written; */ \
  /* `used` is the number read, `count` without a marker. May write 32 bytes more. */ \
  size_t ljpeg_unstuff_##isa(const uint8_t *bytes, size_t count, uint8_t *out, size_t *used); \
  /* Reads `count` symbols (at most kBlock) of the first lane, or of all. */ \
  void ljpeg_symbols_##isa(struct ljpeg_lanes *, bool all, int reading, size_t count); \
  /* Makes differences from windows and entries, in whole vectors. False if an entry is no code. */ \
  bool ljpeg_differences_##isa( \
      const uint64_t *windows, const ljpeg_entry *entries, size_t count, uint16_t *out); \
  /* Makes a row from its differences. `above` is the row above, or NULL; `first` predicts the first of each */ \
  /* component. Returns all samples or-ed. */ \
  uint32_t ljpeg_row_##isa( \
      const uint16_t *differences, size_t count, uint32_t components, uint32_t predictor, \
      const uint16_t *above, const uint16_t *first, uint16_t *out); \
  /* Adds values to the sums of their components, which alternate. */ \
  void ljpeg_sums_##isa(const uint16_t *values, size_t count, uint32_t components, uint16_t *sums);

LJPEG_DECLARE(baseline)
LJPEG_DECLARE(v3)
LJPEG_DECLARE(v4)

#endif

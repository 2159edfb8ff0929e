// Lossless JPEG (ITU-T T.81, annex H; SOF3) in raw files.
//
// First, the data are unstuffed. Then symbols are read by position: the 8 bytes at `position >> 3`,
// shifted by `position & 7`, contain a complete symbol. A table entry gives its length. The windows
// are stored, and the differences are computed from them afterwards, many in one step. Several
// independent streams advance together, which hides the latency of each.
#pragma once

#include "CRawUnpack.h"

enum {
  /// The streams that one thread advances together. With 16 registers, six hide a symbol's latency
  /// best (24 megapixels in tiles on Zen 4: four 36.0 ms, five 35.5, six 33.4, eight more).
  kLanes = 6,
  /// The symbols between two checks for the end of the data.
  kBlock = 256,
  /// The bits of a code that the table decodes directly.
  kTableBits = 12,
  /// The maximum bytes of a block: 16 bits of code and 15 of difference per symbol, and a window.
  kOverrun = kBlock * 4 + 8,
  kMostComponents = 4,
  /// The room for a header. Headers of raws take about a hundred bytes.
  kMostHeader = 64 * 1024,
};

/// A table entry: the bits of code and difference, the bits of the code << 6, and 0x8000 for the
/// difference −32768, which has no bits. 0 means that the code is longer than the table's patterns.
typedef uint16_t ljpeg_entry;

/// The entry of an invalid code: a length of one, so that a reader continues, and a mark.
enum { kMark = 0x800, kNoCode = 1 << 6 | 1 | kMark };

/// A Huffman code for sizes of differences.
struct ljpeg_code {
  ljpeg_entry entries[1 << kTableBits];
  /// Longer codes: the end of each length's codes in the upper bits of 16. The symbol of a code
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
  /// The sampling factors of the first component. The other components have 1×1.
  uint32_t sampling;
  /// The names of the components.
  uint8_t names[kMostComponents];
  /// The offset of the entropy-coded data.
  size_t data;
  /// The offset of each component's code in the bytes (16 counts, then symbols).
  size_t codes[kMostComponents];
};

/// The positions of a JPEG's samples, counted row by row: `columns` of `width` samples over the
/// picture's complete height, and one that extends to its right edge.
struct ljpeg_target {
  const bromide_raw_job *job;
  uint32_t columns, width;
  /// The replacement of each value, or NULL for no replacement.
  const uint16_t *curve;
};
/// Writes samples, starting at the given index. Samples below the picture are discarded.
void ljpeg_write(const struct ljpeg_target *, uint64_t index, const uint16_t *samples, size_t count);

/// Prepares a picture with tiles of cells: blackens the sites that are not in a complete cell.
/// Returns false if tiles do not consist of complete cells.
bool ljpeg_prepare_cells(const bromide_raw_job *, const bromide_raw_ljpeg *);

/// Returns whether the JPEG's components are the sites of a tile's cells.
bool ljpeg_fits_cells(const bromide_raw_ljpeg *, const struct ljpeg_header *);

/// Writes a row of cells, starting with the first site at `x`, `y`. Parts outside the picture are
/// skipped.
void ljpeg_write_cells(
    const bromide_raw_job *, size_t x, size_t y, const uint16_t *samples, size_t cells);

/// Returns whether the JPEG's pixels fit a tile.
bool ljpeg_fits_pixels(const bromide_raw_ljpeg *, const struct ljpeg_header *);

/// Writes pixels of a row, starting at `x`, `y`. Parts outside the picture are skipped.
void ljpeg_write_pixels(
    const bromide_raw_job *, const uint16_t *curve, size_t x, size_t y, const uint16_t *samples,
    size_t pixels);

/// Reads a header like LibRaw's `ljpeg_start`. Returns false for anything unusual: restart
/// intervals, subsampling, more than four components, and codes that LibRaw would decode
/// incorrectly.
bool ljpeg_read_header(const uint8_t *bytes, size_t count, struct ljpeg_header *header);

/// Reads a header with three components. The first has two columns of samples, in one or two rows,
/// per sample of the others. Uses the scan's codes.
bool ljpeg_read_sampled_header(const uint8_t *bytes, size_t count, struct ljpeg_header *header);

/// Builds the codes of even and odd symbols of a row. Returns false if two codes are not enough.
bool ljpeg_build_codes(
    const uint8_t *bytes, const struct ljpeg_header *header, struct ljpeg_code codes[2],
    bool *has_two);

/// Builds the codes of four components. Returns false if there are fewer.
bool ljpeg_build_four_codes(
    const uint8_t *bytes, const struct ljpeg_header *header, struct ljpeg_code codes[4]);

/// Builds the code that begins at `source`. Returns false if it is invalid.
bool ljpeg_build_code(const uint8_t *source, struct ljpeg_code *code);

/// Returns how to read symbols of these codes.
int ljpeg_reading(const struct ljpeg_code codes[2], bool has_two);

/// Decodes the JPEG at the job's offset with `ljpeg_unpack_stream`. It must fill the picture.
///
/// - Parameter dng_components: The maximum number of components in a DNG, where rows below the
///   picture are allowed. 0 if the file is not a DNG.
bool ljpeg_unpack_one(
    const bromide_raw_job *job, const struct ljpeg_target *target, uint32_t dng_components);

/// Decodes rows of differences that become coarse at some row.
bool ljpeg_unpack_split(const bromide_raw_job *, const bromide_raw_differences *);

/// One stream of differences from the previous sample of the same component, or from a sample above
/// at the beginning of a row.
struct ljpeg_stream {
  /// The offset of the stream in the file, which is never 0.
  uint64_t data;
  /// Whether a zero follows each FF, and any other byte ends the stream.
  bool is_stuffed;
  /// The samples in a row, including all components, and the number of rows.
  uint64_t row, rows;
  uint32_t components;
  /// The upper limit of samples, exclusive.
  uint32_t limit;
  /// The distance to the row above (1 or 2) that predicts the beginning of a row. The first rows
  /// begin from `start`.
  uint32_t turns;
  uint16_t start[2][kMostComponents];
};

/// Decodes a stream from many positions in parallel.
bool ljpeg_unpack_stream(
    const bromide_raw_job *job, const struct ljpeg_stream *plan, const struct ljpeg_code codes[2],
    bool has_two_codes, const struct ljpeg_target *target);

/// Returns the entry of a code longer than the table's patterns. The upper part of `window`
/// contains its first bits.
ljpeg_entry ljpeg_long_entry(const struct ljpeg_code *code, uint64_t window);

/// The scratch memory of a thread's lanes. `codes[lane][0]` is for even symbols of a row, `[1]` for
/// odd ones. With four codes, `[2]` and `[3]` are for symbols of odd pairs.
struct ljpeg_lanes {
  struct ljpeg_code codes[kLanes][4];
  /// The bits that start at each pair of symbols.
  uint64_t windows[kLanes][kBlock / 2];
  ljpeg_entry entries[kLanes][kBlock];
  /// Positions in bits from `bytes`.
  uint64_t positions[kLanes];
  const uint8_t *bytes;
};

/// How to read symbols, as bits. Constant for a group of streams.
enum {
  /// Even and odd symbols have different codes.
  LJPEG_TWO_CODES = 1,
  /// All lanes use the codes of the first one.
  LJPEG_SHARED = 2,
  /// Codes can be longer than the table's patterns.
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
  /* Makes differences from windows and entries, in whole vectors. False if an entry is not a code. */ \
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

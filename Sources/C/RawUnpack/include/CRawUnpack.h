// Decoders of raw samples with the same results as LibRaw's, but many times faster.
//
// They do not depend on LibRaw. The hook in CBromideLibRaw sets the position and format of the
// data. Each function either decodes the complete picture exactly and returns true, or returns
// false at the first irregularity. LibRaw's decoder then decodes the complete picture. So these
// decoders do not repair, guess or report damage, and samples written before a failure are
// undefined. Three codings report damage instead: LibRaw does not support VC-5, computes other
// colours for the DC120's JPEG, and can end the process at damaged blocks of Fujifilm.
//
// Decoders never read outside their bytes. A band or stream is followed by BROMIDE_UNPACK_PADDING
// zero bytes, so that they can read ahead.
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// The number of zero bytes after all bytes for a decoder.
enum { BROMIDE_UNPACK_PADDING = 64 };

/// A file. `read` copies bytes at an offset and returns their number. Any thread can call it.
typedef struct {
  void *context;
  size_t (*read)(void *context, uint64_t offset, void *to, size_t count);
  uint64_t size;
} bromide_raw_source;

/// Threads that can help. `run` calls `body(argument)` on the calling thread and, until that call
/// returns, on every other thread that becomes free. It returns when all calls have returned. NULL
/// uses only the calling thread.
typedef struct {
  void *context;
  void (*run)(void *context, void (*body)(void *argument), void *argument);
} bromide_raw_crew;

/// A rectangle of the raw picture.
typedef struct {
  uint32_t x, y, width, height;
} bromide_raw_part;

/// The part of a picture that was decoded, in tiles or bands of rows.
typedef struct {
  uint32_t decoded, all;
  bool are_tiles;
} bromide_raw_share;

/// The arguments of every decoder.
typedef struct {
  bromide_raw_source source;
  bromide_raw_crew crew;
  /// 0 baseline, 1 x86-64-v3, 2 x86-64-v4. The processor must support it.
  int isa;
  /// The offset of the data in the file.
  uint64_t offset;
  /// The complete raw picture, including borders.
  uint16_t *samples;
  /// The distance between rows, in samples.
  size_t stride;
  uint32_t width, height;
  /// The parts that the caller needs, or the complete picture if the list is empty. Decoders of
  /// tiles and bands can skip tiles and bands outside all parts, except for the last one in the
  /// file, because it is missing from an incomplete file.
  const bromide_raw_part *parts;
  size_t part_count;
  /// Receives the fraction that a decoder with parts decoded. Can be NULL.
  bromide_raw_share *share;
} bromide_raw_job;

/// The damage that a decoder found in data that it still decoded to a picture.
typedef struct {
  /// The number of errors, and the file position of the first error.
  uint32_t errors;
  uint64_t first_error;
  /// The number of bytes after the end of the data, and the position of the first.
  uint64_t missing_bytes, first_missing;
  /// The number of JPEGs with errors.
  uint32_t jpeg_errors;
} bromide_raw_damage_found;

/// Calls `body(argument)` on the crew.
void bromide_raw_together(const bromide_raw_crew *crew, void (*body)(void *argument), void *argument);

/// Returns the numbers of the tiles in a grid that must be decoded, row by row: tiles that overlap
/// the job's parts, and `last` if this tile exists. Bands are tiles as wide as the picture.
///
/// - Returns: `count` numbers, which the caller must free, or NULL if there is not enough memory.
uint32_t *bromide_raw_choose(
    const bromide_raw_job *, uint32_t tile_width, uint32_t tile_height, uint32_t last, uint32_t *count);

/// Decodes rows `first` ..< `first + count` from `bytes`, which begin with the first row. Returns
/// false if they are irregular.
typedef bool (*bromide_raw_rows)(
    const bromide_raw_job *job, const void *parameters, const uint8_t *bytes, uint32_t first,
    uint32_t count);

/// Runs a decoder over rows (or groups of rows) with equal numbers of bytes, stored without gaps.
/// Any free thread reads bands of rows into memory that stays in the cache.
///
/// - Parameter group: The number of rows that must be decoded together. `group_bytes` is their size
///   in the file.
bool bromide_raw_bands(
    const bromide_raw_job *job, bromide_raw_rows rows, const void *parameters, uint32_t group,
    size_t group_bytes);

/// The maximum number of chains.
enum { BROMIDE_UNPACK_CHAINS = 64 };

/// Runs the next `steps` steps of some chains in lock step. Returns false if a chain is irregular.
typedef bool (*bromide_raw_steps)(void *context, const uint32_t *chains, unsigned count, uint32_t steps);

/// Runs all steps of independent chains on any free thread. A thread runs `run` steps of up to
/// `lanes` chains, starting with the chains furthest behind, so that threads do not wait long for
/// the last chain.
bool bromide_raw_chains(
    const bromide_raw_crew *, uint32_t count, uint32_t steps, uint32_t run, unsigned lanes,
    bromide_raw_steps body, void *context);

/// Samples of 16 bits without gaps.
typedef struct {
  bool is_big_endian;
} bromide_raw_plain;
bool bromide_unpack_plain(const bromide_raw_job *, const bromide_raw_plain *);

/// Samples of fewer than 16 bits without gaps.
typedef struct {
  /// The bits of a sample, 8 to 16.
  uint32_t bits;
  /// Whether samples start at each byte's lowest bit. Otherwise, they start at the highest bit of
  /// words with `word` bytes (1 to 4). The lowest byte of a word comes first.
  bool is_low_first;
  uint32_t word;
  /// Whether the second sample of each pair comes first.
  bool swaps_pairs;
  /// The bytes of a row, at least as many as its samples need.
  size_t row_bytes;
  /// If not 0, rows consist of complete blocks with this many bytes and samples (at most 16).
  uint32_t block_samples, block_bytes;
  /// Whether a block's last byte must be 0.
  bool has_gaps;
  /// The replacement of each value, or NULL for no replacement.
  const uint16_t *curve;
} bromide_raw_packed;
bool bromide_unpack_packed(const bromide_raw_job *, const bromide_raw_packed *);

/// Samples of 16 bits with meaningless lowest bits, or with highest bits that must be 0.
typedef struct {
  bool is_big_endian;
  /// The number of lowest bits to remove.
  uint32_t shift;
  /// The number of bits that can then be set in the visible part.
  uint32_t bits;
  uint32_t left, top, visible_width, visible_height;
} bromide_raw_words;
bool bromide_unpack_words(const bromide_raw_job *, const bromide_raw_words *);

/// Sony's blocks (ARW 2), in rows of complete pairs of blocks. `curve` has a value for each half of
/// a code, 4096 in total.
bool bromide_unpack_sony_blocks(const bromide_raw_job *, const uint16_t *curve);

/// Panasonic's blocks of 16 bytes, in rows of complete blocks.
typedef struct {
  /// The samples in a block. With differences: 14. With scales: 14 with 12 bits, or 11 with 14
  /// bits. Packed: 10 with 12 bits, or 9 with 14 bits.
  uint32_t block_samples;
  /// The number of bytes by which the first bytes of 16 KiB pages belong later, or 0 without pages.
  uint32_t turn;
  /// Whether three samples share a scale.
  bool is_scaled;
} bromide_raw_panasonic;
bool bromide_unpack_panasonic(const bromide_raw_job *, const bromide_raw_panasonic *);

/// Tiles of lossless JPEG, or a single one that fills the picture.
typedef struct {
  /// Whether `offset` points to a table of the tiles' offsets, 4 bytes each.
  bool has_table;
  bool is_big_endian;
  /// The tiles' offsets instead of a table in the file, or NULL.
  const uint64_t *offsets;
  /// The size of a tile in samples. A single tile can exceed the picture.
  uint32_t tile_width, tile_height;
  /// The maximum number of components in a JPEG.
  uint32_t most_components;
  /// Whether JPEGs have four components: the sites of 2×2 cells in reading order, from Sony. A cell
  /// that is partly outside the picture stays black.
  bool has_cells;
  /// Whether JPEGs have three components: the colours of pixels. The job has four samples per
  /// pixel. The fourth is unchanged.
  bool has_pixels;
  /// The replacement of each value (65536 values), or NULL for no replacement.
  const uint16_t *curve;
} bromide_raw_ljpeg;
bool bromide_unpack_ljpeg(const bromide_raw_job *, const bromide_raw_ljpeg *);

/// Reads the size of a lossless JPEG: the samples of a row in all components, and the rows. Returns
/// false if the JPEG is missing.
bool bromide_ljpeg_shape(
    const bromide_raw_source *, uint64_t offset, uint32_t *row, uint32_t *rows);

/// One lossless JPEG that fills the picture in columns from left to right: Canon's slices.
typedef struct {
  uint32_t columns, width;
  /// The width of the last column. Without other columns, it is the width of the picture.
  uint32_t last_width;
  const uint16_t *curve;
} bromide_raw_slices;
bool bromide_unpack_ljpeg_slices(const bromide_raw_job *, const bromide_raw_slices *);

/// Rows of differences, coded as in lossless JPEG but without stuffed bytes. The predictor is the
/// second sample to the left, or the second sample above at the beginning of a row.
typedef struct {
  /// The list of a code as in T.81 (16 counts, then symbols), or NULL.
  const uint8_t *tree;
  /// Without a tree, for each 12-bit pattern: code bits << 8 | difference bits.
  const uint16_t *codes;
  /// The samples above the first two rows, two columns each.
  uint16_t start[4];
  /// The upper limit of values, exclusive.
  uint32_t limit;
  /// The replacement of each value (65536 values), or NULL for no replacement.
  const uint16_t *curve;
  /// The row at which differences change to another code, or 0 if they do not. The upper half of
  /// its symbols is the number of omitted low bits. It requires a tree and a curve.
  uint32_t split;
  const uint8_t *coarse_tree;
} bromide_raw_differences;
bool bromide_unpack_differences(const bromide_raw_job *, const bromide_raw_differences *);

/// Decodes a JPEG of Kodak's DC120, from the job's offset to the end of the file, to a mosaic GRBG
/// with the white level 510. Other readers treat its components as luminance and chroma, which is
/// wrong. With damage, libjpeg fills the rest of the picture.
bool bromide_unpack_dc120_jpeg(const bromide_raw_job *, bromide_raw_damage_found *damage);
/// Returns whether there is a JPEG of this kind.
bool bromide_is_dc120_jpeg(const bromide_raw_job *);

#include "CRawUnpackFuji.h"
#include "CRawUnpackPanasonic.h"
#include "CRawUnpackCanon.h"
#include "CRawUnpackVC5.h"

#ifdef __cplusplus
}
#endif

#include "CRawUnpackDNG.h"
#include "CRawUnpackLevels.h"
#include "CRawUnpackSony.h"

// Decoders of raw samples with the same results as LibRaw's, many times faster.
//
// They know nothing of LibRaw: CLibRaw's hook tells them the location and kind of the data. Each
// entry either decodes the whole picture exactly and returns true, or returns false at the first
// irregularity; LibRaw's own decoder then decodes all of it again. So none of them repairs, guesses
// or reports damage, and samples written before a failure are meaningless. VC-5, which
// LibRaw does not know, and the DC120's JPEG, of which it makes other colours, report damage.
//
// No decoder reads beyond the bytes it was given: a band or stream is followed by
// BROMIDE_UNPACK_PADDING zero bytes, which a look-ahead may touch.
#ifndef BROMIDE_CRAWUNPACK_H
#define BROMIDE_CRAWUNPACK_H
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// Number of zero bytes that follow all bytes given to a decoder.
enum { BROMIDE_UNPACK_PADDING = 64 };

/// A file: `read` copies bytes at an offset and returns their number; any thread may call it.
typedef struct {
  void *context;
  size_t (*read)(void *context, uint64_t offset, void *to, size_t count);
  uint64_t size;
} bromide_raw_source;

/// Threads that may help: `run` calls `body(argument)` on the calling thread and, until that call
/// returns, on every other thread that becomes free; it returns when all calls have returned. NULL:
/// the calling thread alone.
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
  /// 0 baseline, 1 x86-64-v3, 2 x86-64-v4; the caller ensures that the processor has it.
  int isa;
  /// Offset of the data in the file.
  uint64_t offset;
  /// The whole raw picture, borders included.
  uint16_t *samples;
  /// Distance of rows, in samples.
  size_t stride;
  uint32_t width, height;
  /// The parts to be looked at; all of the picture if there are none. Decoders of tiles and bands
  /// may skip those that touch no part, except the last one in the file: it is missing from a file
  /// that was cut short.
  const bromide_raw_part *parts;
  size_t part_count;
  /// Receives the share that such a decoder decoded; may be NULL.
  bromide_raw_share *share;
} bromide_raw_job;

/// The damage that a decoder found in data of which it still made a picture.
typedef struct {
  /// Number of errors, and the place of the first in the file.
  uint32_t errors;
  uint64_t first_error;
  /// Number of bytes beyond the end of the data, and the place of the first.
  uint64_t missing_bytes, first_missing;
  /// Number of JPEGs with errors.
  uint32_t jpeg_errors;
} bromide_raw_damage_found;

/// Calls `body(argument)` on the crew.
void bromide_raw_together(const bromide_raw_crew *crew, void (*body)(void *argument), void *argument);

/// The numbers of the tiles of a grid that must be decoded, row after row: those that the job's
/// parts touch, and `last` if there is such a tile. Bands are tiles as wide as the picture.
///
/// - Returns: `count` numbers, to be freed by the caller; NULL if out of memory.
uint32_t *bromide_raw_choose(
    const bromide_raw_job *, uint32_t tile_width, uint32_t tile_height, uint32_t last, uint32_t *count);

/// Decodes rows `first` ..< `first + count` from `bytes`, which begin with the first of them.
/// Returns false if they are irregular.
typedef bool (*bromide_raw_rows)(
    const bromide_raw_job *job, const void *parameters, const uint8_t *bytes, uint32_t first,
    uint32_t count);

/// Runs a decoder over rows (or groups of rows) that follow one another in the file with equal
/// numbers of bytes. Any free thread reads bands of them into memory that stays in the cache.
///
/// - Parameter group: Number of rows that must be decoded together; `group_bytes` is their size in
///   the file.
bool bromide_raw_bands(
    const bromide_raw_job *job, bromide_raw_rows rows, const void *parameters, uint32_t group,
    size_t group_bytes);

/// The largest number of chains.
enum { BROMIDE_UNPACK_CHAINS = 64 };

/// Does the next `steps` steps of some chains, in lock step. Returns false if one is irregular.
typedef bool (*bromide_raw_steps)(void *context, const uint32_t *chains, unsigned count, uint32_t steps);

/// Does all steps of chains that know nothing of one another, on any free thread: `run` steps at a time of up to `lanes`
/// chains, first of those furthest behind, so that no thread waits long for another's last chain.
bool bromide_raw_chains(
    const bromide_raw_crew *, uint32_t count, uint32_t steps, uint32_t run, unsigned lanes,
    bromide_raw_steps body, void *context);

/// Samples of 16 bits, one after another.
typedef struct {
  bool is_big_endian;
} bromide_raw_plain;
bool bromide_unpack_plain(const bromide_raw_job *, const bromide_raw_plain *);

/// Samples of less than 16 bits without gaps.
typedef struct {
  /// Bits of a sample, 8 to 16.
  uint32_t bits;
  /// Whether samples follow one another from each byte's lowest bit on; otherwise from the highest
  /// bit of words of `word` bytes (1 to 4), whose lowest byte comes first.
  bool is_low_first;
  uint32_t word;
  /// Whether the second sample of each pair comes first.
  bool swaps_pairs;
  /// Bytes of a row, at least as many as its samples take.
  size_t row_bytes;
  /// If not 0: rows consist of whole blocks of that many bytes, with that many samples each (at
  /// most 16).
  uint32_t block_samples, block_bytes;
  /// Whether a block's last byte must be 0.
  bool has_gaps;
  /// The replacement of each value, or NULL for none.
  const uint16_t *curve;
} bromide_raw_packed;
bool bromide_unpack_packed(const bromide_raw_job *, const bromide_raw_packed *);

/// Samples of 16 bits whose lowest bits are meaningless, or whose highest must be 0.
typedef struct {
  bool is_big_endian;
  /// Number of lowest bits to drop.
  uint32_t shift;
  /// Number of bits that may then be set, in the visible part.
  uint32_t bits;
  uint32_t left, top, visible_width, visible_height;
} bromide_raw_words;
bool bromide_unpack_words(const bromide_raw_job *, const bromide_raw_words *);

/// Sony's blocks (ARW 2), in rows of whole pairs of blocks. `curve` has a value for each half of a
/// code, 4096 in all.
bool bromide_unpack_sony_blocks(const bromide_raw_job *, const uint16_t *curve);

/// Panasonic's blocks of 16 bytes, in rows of whole blocks.
typedef struct {
  /// Samples in a block: 14 near one another; in scales, 14 of 12 bits or 11 of 14 bits; packed, 10
  /// of 12 bits or 9 of 14 bits.
  uint32_t block_samples;
  /// Pages of 16 KiB begin with bytes that belong this much later; 0 for no pages.
  uint32_t turn;
  /// Whether three samples share a scale.
  bool is_scaled;
} bromide_raw_panasonic;
bool bromide_unpack_panasonic(const bromide_raw_job *, const bromide_raw_panasonic *);

/// Tiles of lossless JPEG, or a single one that fills the picture.
typedef struct {
  /// Whether `offset` is that of a table of the tiles' offsets, 4 bytes each.
  bool has_table;
  bool is_big_endian;
  /// The tiles' offsets in place of a table in the file, or NULL.
  const uint64_t *offsets;
  /// Size of a tile in samples; a single tile may exceed the picture.
  uint32_t tile_width, tile_height;
  /// The largest number of components in a JPEG.
  uint32_t most_components;
  /// Whether JPEGs have four components, the sites of cells of 2×2 in the order of reading: Sony's.
  /// A cell that the picture does not hold wholly is left black.
  bool has_cells;
  /// Whether JPEGs have three components, the colours of pixels, to which the job gives four samples
  /// each. The fourth stays as it is.
  bool has_pixels;
  /// The replacement of each value (65536 of them), or NULL for none.
  const uint16_t *curve;
} bromide_raw_ljpeg;
bool bromide_unpack_ljpeg(const bromide_raw_job *, const bromide_raw_ljpeg *);

/// Reads the size of a lossless JPEG: samples of a row, all components counted, and rows. Returns
/// false if there is none.
bool bromide_ljpeg_shape(
    const bromide_raw_source *, uint64_t offset, uint32_t *row, uint32_t *rows);

/// One lossless JPEG whose samples fill the picture in columns, one after another: Canon's slices.
typedef struct {
  uint32_t columns, width;
  /// Width of the last column; without other columns, that of the picture.
  uint32_t last_width;
  const uint16_t *curve;
} bromide_raw_slices;
bool bromide_unpack_ljpeg_slices(const bromide_raw_job *, const bromide_raw_slices *);

/// Rows of differences coded as in lossless JPEG but without stuffed bytes, each from the sample
/// two to the left, or two above at the beginning of a row.
typedef struct {
  /// The list of a code as in T.81 (16 counts, then symbols), or NULL.
  const uint8_t *tree;
  /// Otherwise, for each pattern of 12 bits: bits of the code << 8 | bits of the difference.
  const uint16_t *codes;
  /// The samples above the first two rows, two columns each.
  uint16_t start[4];
  /// Upper limit of values, exclusive.
  uint32_t limit;
  /// The replacement of each value (65536 of them), or NULL for none.
  const uint16_t *curve;
  /// The row from which on differences have this other code, whose symbols hold in their upper half
  /// the number of low bits that are left out; 0 for none. It asks for a tree and a curve.
  uint32_t split;
  const uint8_t *coarse_tree;
} bromide_raw_differences;
bool bromide_unpack_differences(const bromide_raw_job *, const bromide_raw_differences *);

/// A JPEG of Kodak's DC120 from the job's offset to the end of the file, as a mosaic GRBG with the white level 510. Its
/// components are no luminance and chroma, as other readers have it. Damage leaves a picture, as libjpeg fills it.
bool bromide_unpack_dc120_jpeg(const bromide_raw_job *, bromide_raw_damage_found *damage);
/// Whether such a JPEG is there.
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
#endif

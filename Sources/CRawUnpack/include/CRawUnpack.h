// Decoders of raw samples that give what LibRaw's give, many times faster.
//
// They know nothing of LibRaw: CLibRaw's hook tells them where the data lie and of what kind they are. Each entry either
// decodes the whole picture exactly and returns true, or returns false at the first irregularity, and LibRaw's own decoder
// then decodes all of it again. So none of them mends, guesses or reports damage. What an entry has written by then
// counts for nothing.
//
// No decoder reads beyond the bytes it was given: a band or stream is followed by BROMIDE_UNPACK_PADDING zero bytes
// that a look-ahead may touch.
#ifndef BROMIDE_CRAWUNPACK_H
#define BROMIDE_CRAWUNPACK_H
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// Zero bytes that follow all bytes given to a decoder.
enum { BROMIDE_UNPACK_PADDING = 64 };

/// A file: `read` copies bytes at an offset and returns how many there were; any thread may call it.
typedef struct {
  void *context;
  size_t (*read)(void *context, uint64_t offset, void *to, size_t count);
  uint64_t size;
} bromide_raw_source;

/// Threads that may help: `run` calls `body(argument)` on the calling thread and, while that lasts, on each other
/// thread that comes free; it returns when all of them have returned. NULL: the calling thread alone.
typedef struct {
  void *context;
  void (*run)(void *context, void (*body)(void *argument), void *argument);
} bromide_raw_crew;

/// A rectangle of the raw picture.
typedef struct {
  uint32_t x, y, width, height;
} bromide_raw_part;

/// How much of a picture was decoded, in tiles or bands of rows.
typedef struct {
  uint32_t decoded, all;
  bool are_tiles;
} bromide_raw_share;

/// What every decoder is given.
typedef struct {
  bromide_raw_source source;
  bromide_raw_crew crew;
  /// 0 baseline, 1 x86-64-v3, 2 x86-64-v4; the caller makes sure that the processor has it.
  int isa;
  /// Where the data begin in the file.
  uint64_t offset;
  /// The whole raw picture, borders included.
  uint16_t *samples;
  /// Distance of rows, in samples.
  size_t stride;
  uint32_t width, height;
  /// The parts that will be looked at; without any, all of it. Decoders of tiles and bands may pass over those that touch no
  /// part. The last one in the file they decode, because a file that was cut short lacks it.
  const bromide_raw_part *parts;
  size_t part_count;
  /// Where such a decoder says what it decoded, or NULL.
  bromide_raw_share *share;
} bromide_raw_job;

/// Calls `body(argument)` by the crew.
void bromide_raw_together(const bromide_raw_crew *crew, void (*body)(void *argument), void *argument);

/// The tiles of a grid that must be decoded, by number, row after row: those that the job's parts touch, and `last`. Bands are
/// tiles as wide as the picture.
///
/// - Returns: `count` of them, to be freed; NULL without memory.
uint32_t *bromide_raw_choose(
    const bromide_raw_job *, uint32_t tile_width, uint32_t tile_height, uint32_t last, uint32_t *count);

/// Decodes rows `first` ..< `first + count` from `bytes`, which begin with the first of them. False: irregular.
typedef bool (*bromide_raw_rows)(
    const bromide_raw_job *job, const void *parameters, const uint8_t *bytes, uint32_t first,
    uint32_t count);

/// Runs a decoder over rows (or groups of rows) that lie in the file one after the other with the same number of bytes:
/// bands of them are read into memory that stays in the cache, by whichever thread is free.
///
/// - Parameter group: Rows that must be decoded together; `group_bytes` is what they take in the file.
bool bromide_raw_bands(
    const bromide_raw_job *job, bromide_raw_rows rows, const void *parameters, uint32_t group,
    size_t group_bytes);

/// Samples of 16 bits, one after the other.
typedef struct {
  bool is_big_endian;
} bromide_raw_plain;
bool bromide_unpack_plain(const bromide_raw_job *, const bromide_raw_plain *);

/// Samples of less than 16 bits that lie close together.
typedef struct {
  /// Bits of a sample, 8 to 16.
  uint32_t bits;
  /// Samples follow one another from each byte's lowest bit on; otherwise from the highest bit of words of `word` bytes
  /// (1 to 4), whose lowest byte comes first.
  bool is_low_first;
  uint32_t word;
  /// The second of each pair of samples comes first.
  bool swaps_pairs;
  /// Bytes of a row, at least what its samples take.
  size_t row_bytes;
  /// Where not 0: blocks of that many bytes with that many samples each (at most 16), and a row has whole blocks.
  uint32_t block_samples, block_bytes;
  /// A block's last byte must be 0.
  bool has_gaps;
  /// What each value becomes, or NULL for itself.
  const uint16_t *curve;
} bromide_raw_packed;
bool bromide_unpack_packed(const bromide_raw_job *, const bromide_raw_packed *);

/// Samples of 16 bits of which the lowest mean nothing, or the highest must be 0.
typedef struct {
  bool is_big_endian;
  /// Bits left out at the bottom.
  uint32_t shift;
  /// Bits that may be set then, in the visible part.
  uint32_t bits;
  uint32_t left, top, visible_width, visible_height;
} bromide_raw_words;
bool bromide_unpack_words(const bromide_raw_job *, const bromide_raw_words *);

/// Sony's blocks (ARW 2), rows of whole pairs of them. `curve` has a value for each half of a code, 4096 in all.
bool bromide_unpack_sony_blocks(const bromide_raw_job *, const uint16_t *curve);

/// Panasonic's blocks of 16 bytes, rows of whole blocks.
typedef struct {
  /// Samples in a block: 14 near one another, 11 in scales, or packed ones, 10 of 12 bits or 9 of 14.
  uint32_t block_samples;
  /// Pages of 16 KiB begin with what comes that many bytes later; 0: no pages.
  uint32_t turn;
} bromide_raw_panasonic;
bool bromide_unpack_panasonic(const bromide_raw_job *, const bromide_raw_panasonic *);

/// Tiles of lossless JPEG, or one that fills the picture.
typedef struct {
  /// Whether `offset` is that of a table with the offsets of the tiles, of 4 bytes each.
  bool has_table;
  bool is_big_endian;
  /// Samples; more than the picture's where there is one tile.
  uint32_t tile_width, tile_height;
  /// The most components of a JPEG.
  uint32_t most_components;
  /// What each value becomes (65536 of them), or NULL for itself.
  const uint16_t *curve;
} bromide_raw_ljpeg;
bool bromide_unpack_ljpeg(const bromide_raw_job *, const bromide_raw_ljpeg *);

/// One lossless JPEG whose samples fill the picture column of rows after column: Canon's slices.
typedef struct {
  uint32_t columns, width;
  /// The width of the one after them; without any, the picture's.
  uint32_t last_width;
  const uint16_t *curve;
} bromide_raw_slices;
bool bromide_unpack_ljpeg_slices(const bromide_raw_job *, const bromide_raw_slices *);

/// Rows of differences, coded as lossless JPEG does but without stuffed bytes, each from the sample two to the left, or at
/// a row's beginning two up.
typedef struct {
  /// T.81's list of a code (16 counts, then symbols); or NULL.
  const uint8_t *tree;
  /// Otherwise, for each 12 bits that may come: bits of the code << 8 | bits of the difference.
  const uint16_t *codes;
  /// What stands above the first two rows, two columns each.
  uint16_t start[4];
  /// Values are below it.
  uint32_t limit;
  /// What each value becomes (65536 of them), or NULL for itself.
  const uint16_t *curve;
} bromide_raw_differences;
bool bromide_unpack_differences(const bromide_raw_job *, const bromide_raw_differences *);

#ifdef __cplusplus
}
#endif
#endif

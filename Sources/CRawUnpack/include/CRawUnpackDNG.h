// Decoders of DNG's codings beyond lossless JPEG; part of CRawUnpack.h.
#ifndef BROMIDE_CRAWUNPACK_DNG_H
#define BROMIDE_CRAWUNPACK_DNG_H
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// The tiles of a picture, row after row. Strips are tiles as wide as the picture. Rows below the
/// picture may be missing.
typedef struct {
  uint32_t width, height;
  /// Offset and number of bytes of each.
  const uint64_t *offsets, *sizes;
  size_t count;
} bromide_raw_tiles;

/// Floating-point numbers, whose bytes are stored in planes as differences, or as they are.
typedef struct {
  bromide_raw_tiles tiles;
  /// Bits of a sample: 16, 24 or 32.
  uint32_t bits;
  /// Samples of a pixel, 1 to 4.
  uint32_t samples;
  /// Number of samples between a byte and the one it is a difference from, for one sample a pixel: 1,
  /// 2 or 4. 0: numbers as they are.
  uint32_t distance;
  /// Whether a byte is a difference from the one before, however many samples a pixel has: some
  /// writers forget about them.
  bool is_bytewise;
  /// The order of the bytes of numbers as they are.
  bool is_big_endian;
  /// Whether tiles are not deflated.
  bool is_plain;
  /// Of numbers as they are: the distance, in pixels, of the bits that theirs are differences from;
  /// 0: no differences.
  uint32_t bit_distance;
  /// Whether white becomes 65535, less some stops if numbers exceed it; otherwise integers are
  /// LibRaw's. Tiles must then hold as many bytes as their rows take.
  bool fits_white;
  /// The white level that the file states.
  float white;
} bromide_raw_floats;

/// The relation of floating-point numbers to the integers made of them.
typedef struct {
  /// The largest of all numbers, at least 0.
  float largest;
  /// An integer is its number times this, without the fraction. 1 where the white level or the
  /// largest number is in 4096 ... 32767; otherwise it makes 16383 of the larger one. Where white
  /// fits, the integer is rounded and at most 65535.
  float factor;
  /// Where white fits: 65535 is white times 2 to this power, 4 at most.
  uint32_t stops;
} bromide_raw_float_scale;

/// Decodes numbers to integers of 16 bits, negative ones to 0. Rows of the job hold all samples of
/// each pixel.
bool bromide_unpack_floats(
    const bromide_raw_job *, const bromide_raw_floats *, bromide_raw_float_scale *);

/// Whole numbers in tiles, as they are or deflated.
typedef struct {
  bromide_raw_tiles tiles;
  /// Bits of a sample, 8 to 16; rows begin at whole bytes, with the highest bit first.
  uint32_t bits;
  /// Samples of a pixel, 1 to 4.
  uint32_t samples;
  bool is_big_endian;
  bool is_deflated;
  /// The number of pixels between a sample of 8 or 16 bits and the one it is a difference from; 0:
  /// samples as they are.
  uint32_t distance;
  /// The replacement of each value (65536 of them), or NULL for none.
  const uint16_t *curve;
} bromide_raw_integers;

/// Rows of the job hold all samples of each pixel.
bool bromide_unpack_integers(const bromide_raw_job *, const bromide_raw_integers *);

/// Adds up numbers of `size` bytes (1, 2 or 4) that are differences from the one `distance` numbers
/// before, in place.
void bromide_add_up_numbers(
    uint8_t *row, size_t count, size_t size, size_t distance, bool is_big_endian);

/// JPEGs of three components of 8 bits.
typedef struct {
  bromide_raw_tiles tiles;
  /// The value of each sample, for each of the three colours.
  const uint16_t (*values)[256];
} bromide_raw_lossy;

/// Decodes JPEGs to pixels of four samples, of which the fourth stays as it is.
bool bromide_unpack_lossy(const bromide_raw_job *, const bromide_raw_lossy *);

/// JPEG XLs of one or three components (DNG 1.7).
typedef struct {
  bromide_raw_tiles tiles;
  /// 1, or 3 for pixels, to which the job gives four samples each. The fourth stays as it is.
  uint32_t components;
  /// The number of fields that rows and columns are sorted into: of two, the even ones come first. 1
  /// for the order of the picture.
  uint32_t row_fields, column_fields;
  /// The largest sample that the file's levels or table speak of. If the integers as coded cannot
  /// reach it, samples are those spread over 16 bits, as Adobe's decoder gives them.
  uint32_t largest;
  /// The replacement of each value (65536 of them), or NULL for none.
  const uint16_t *curve;
  /// Of floating-point numbers: as in `bromide_raw_floats`.
  bool fits_white;
} bromide_raw_jxl;

/// Whether the library that decodes them is there, and its version ("0.7"), which is known without it.
bool bromide_raw_has_jxl(void);
/// Whether it was needed and could not be found.
bool bromide_raw_lacks_jxl(void);
const char *bromide_raw_jxl_interface(void);

/// Decodes JPEG XLs of integers to samples.
bool bromide_unpack_jxl(const bromide_raw_job *, const bromide_raw_jxl *);

/// Decodes JPEG XLs of numbers of 16 bits, as `bromide_unpack_floats` does. Rows of the job hold all
/// samples of each pixel. Table and largest sample do not count.
bool bromide_unpack_jxl_floats(
    const bromide_raw_job *, const bromide_raw_jxl *, float white, bromide_raw_float_scale *);

#ifdef __cplusplus
}
#endif
#endif

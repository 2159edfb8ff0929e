// Decoders of DNG's formats other than lossless JPEG. Part of CRawUnpack.h.
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// The tiles of a picture, row by row. Strips are tiles as wide as the picture. Rows below the
/// picture can be missing.
typedef struct {
  uint32_t width, height;
  /// The offset and number of bytes of each tile.
  const uint64_t *offsets, *sizes;
  size_t count;
} bromide_raw_tiles;

/// Floating-point numbers. Their bytes are stored in planes as differences, or unchanged.
typedef struct {
  bromide_raw_tiles tiles;
  /// The bits of a sample: 16, 24 or 32.
  uint32_t bits;
  /// The samples per pixel, 1 to 4.
  uint32_t samples;
  /// The number of samples between a byte and its predictor, for one sample per pixel: 1, 2 or 4. 0
  /// means that numbers are unchanged.
  uint32_t distance;
  /// Whether a byte's predictor is the previous byte for any number of samples per pixel. Some
  /// writers ignore that number.
  bool is_bytewise;
  /// The byte order of unchanged numbers.
  bool is_big_endian;
  /// Whether tiles are not deflated.
  bool is_plain;
  /// For unchanged numbers: the distance to the predictor of their bits in pixels, or 0 without
  /// differences.
  uint32_t bit_distance;
  /// Whether white becomes 65535, minus some stops if numbers exceed it. Otherwise, integers equal
  /// LibRaw's. Tiles must then contain as many bytes as their rows need.
  bool fits_white;
  /// The white level in the file.
  float white;
} bromide_raw_floats;

/// The relation of floating-point numbers to their integers.
typedef struct {
  /// The largest number, at least 0.
  float largest;
  /// An integer is its number × this factor, without the fraction. The factor is 1 if the white
  /// level or the largest number is in 4096 ... 32767. Otherwise, the larger one becomes 16383.
  /// With `fits_white`, the integer is rounded and at most 65535.
  float factor;
  /// With `fits_white`: 65535 is white times 2 to this power, at most 4.
  uint32_t stops;
} bromide_raw_float_scale;

/// Decodes numbers to integers of 16 bits. Negative numbers become 0. Rows of the job contain all
/// samples of each pixel.
bool bromide_unpack_floats(
    const bromide_raw_job *, const bromide_raw_floats *, bromide_raw_float_scale *);

/// Integers in tiles, unchanged or deflated.
typedef struct {
  bromide_raw_tiles tiles;
  /// The bits of a sample, 8 to 16. Rows begin on byte boundaries, with the highest bit first.
  uint32_t bits;
  /// The samples per pixel, 1 to 4.
  uint32_t samples;
  bool is_big_endian;
  bool is_deflated;
  /// The number of pixels between a sample of 8 or 16 bits and its predictor, or 0 for unchanged
  /// samples.
  uint32_t distance;
  /// The replacement of each value (65536 values), or NULL for no replacement.
  const uint16_t *curve;
} bromide_raw_integers;

/// Decodes the tiles. Rows of the job contain all samples of each pixel.
bool bromide_unpack_integers(const bromide_raw_job *, const bromide_raw_integers *);

/// Adds up differences of `size` bytes (1, 2 or 4) in place. The predictor is `distance` numbers
/// earlier.
void bromide_add_up_numbers(
    uint8_t *row, size_t count, size_t size, size_t distance, bool is_big_endian);

/// JPEGs with three components of 8 bits.
typedef struct {
  bromide_raw_tiles tiles;
  /// The value of each sample, for each of the three colours.
  const uint16_t (*values)[256];
} bromide_raw_lossy;

/// Decodes JPEGs to pixels with four samples. The fourth is unchanged.
bool bromide_unpack_lossy(const bromide_raw_job *, const bromide_raw_lossy *);

/// JPEG XLs with one or three components (DNG 1.7).
typedef struct {
  bromide_raw_tiles tiles;
  /// 1, or 3 for pixels. The job then has four samples per pixel, and the fourth is unchanged.
  uint32_t components;
  /// The number of fields into which rows and columns are sorted. With two, the even ones come
  /// first. 1 is the order of the picture.
  uint32_t row_fields, column_fields;
  /// The largest sample in the file's levels or table. If the coded integers cannot reach it,
  /// samples are scaled to 16 bits, as in Adobe's decoder.
  uint32_t largest;
  /// The replacement of each value (65536 values), or NULL for no replacement.
  const uint16_t *curve;
  /// For floating-point numbers: the same as in `bromide_raw_floats`.
  bool fits_white;
} bromide_raw_jxl;

/// Return whether the library that decodes them is installed, and its version ("0.7"), which is
/// always known.
bool bromide_raw_has_jxl(void);
/// Returns whether the library was needed but not found.
bool bromide_raw_lacks_jxl(void);
const char *bromide_raw_jxl_interface(void);

/// Decodes JPEG XLs of integers to samples.
bool bromide_unpack_jxl(const bromide_raw_job *, const bromide_raw_jxl *);

/// Decodes JPEG XLs of numbers of 16 bits, like `bromide_unpack_floats`. Rows of the job contain
/// all samples of each pixel. Table and largest sample are ignored.
bool bromide_unpack_jxl_floats(
    const bromide_raw_job *, const bromide_raw_jxl *, float white, bromide_raw_float_scale *);

#ifdef __cplusplus
}
#endif
